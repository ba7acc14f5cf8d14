import { typeInto } from '../forms.ts';
import { ANY } from '../item-fields.ts';
import { cancelItem, keepMyItem, saveItem, takeTheirItem } from '../item-form.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Conflict } from './conflict.tsx';
import { Button, Dialog } from './controls.tsx';
import { ADDRESS, Choice, COUNT, Field, Form, FormEnd, PRICE } from './form.tsx';
import { PictureField } from './picture-field.tsx';
import { RetailerField, ShopField, WishField } from './shop-data.tsx';

/** The dialog that adds or edits a wish. */
export function ItemDialog() {
  const { headings } = registry();
  const isAnyNumber = state.forms.item.values.quantity_needed === ANY;
  const title = state.itemId ? __('Edit this wish') : __('Add a wish');
  return (
    <Dialog name="item" title={title}>
      <Form name="item" submit={() => saveItem()}>
        <p class="largesse-mine__said" role="status" dir="auto">
          {state.added}
        </p>
        <ShopField />
        <WishField name="name" isNeeded />
        <div class="largesse-mine__pair">
          <RetailerField />
          <WishField name="price" typing={PRICE} />
          {!isAnyNumber && <Field form="item" name="quantity_needed" typing={COUNT} />}
        </div>
        <Choice
          type="checkbox"
          id="largesse-item-any"
          label={__('Any number is welcome')}
          checked={isAnyNumber}
          onChange={({ currentTarget }) => typeInto('item', 'quantity_needed', currentTarget.checked ? ANY : '')}
        />
        {headings.length > 0 && (
          <Field
            form="item"
            name="heading"
            options={[['', __('No heading')], ...headings.map((title): [string, string] => [title, title])]}
          />
        )}
        <WishField name="description" hint={__('Size, colour, or why you wish for it.')} rows={4} />
        <PictureField>
          <WishField name="image_url" typing={ADDRESS} />
        </PictureField>
        <Conflict form="item" keep={keepMyItem} take={takeTheirItem} />
        <FormEnd form="item" idle={__('Save wish')} busy={__('Saving …')}>
          <Button onClick={cancelItem}>{__('Cancel')}</Button>
          {!state.itemId && <Button onClick={() => saveItem(true)}>{__('Save and add another')}</Button>}
        </FormEnd>
      </Form>
    </Dialog>
  );
}
