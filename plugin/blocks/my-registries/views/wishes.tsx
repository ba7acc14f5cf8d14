import { act } from '../acts.ts';
import { hadOf } from '../having.ts';
import { cancelItem, keepMyItem, openItem, saveItem, takeTheirItem } from '../item-form.ts';
import { reload } from '../items.ts';
import { orderedItems } from '../order.ts';
import { makeSortable } from '../sorting.ts';
import { registry, state } from '../state.ts';
import { __ } from '../texts.ts';
import { Conflict } from './conflict.tsx';
import { Button, Dialog, Empty, Submit } from './controls.tsx';
import { ADDRESS, COUNT, Field, Form, Message, PRICE, WORDS } from './form.tsx';
import { ItemCard } from './item-card.tsx';
import { PictureField } from './picture-field.tsx';

/** Draws the list of items. */
export function Wishes() {
  const { items, items_error: error } = registry();
  return (
    <section class="largesse-mine__wishes" aria-labelledby="largesse-wishes">
      <div class="largesse-mine__section-head">
        <h3 id="largesse-wishes" tabIndex={-1}>
          {__('Wishes')} {!error && <span class="largesse-mine__number">{items.length}</span>}
        </h3>
        <Button kind="plain" onClick={act(() => openItem())}>
          {__('Add a wish')}
        </Button>
      </div>
      {error && (
        <div class="largesse-mine__problem" role="alert">
          <p>{error}</p>
          <Button onClick={act(reload)}>{__('Try again')}</Button>
        </div>
      )}
      {!error && items.length === 0 && (
        <Empty>{__('There are no wishes yet. Add the first one: its name and the link to a shop are enough.')}</Empty>
      )}
      <ul class="largesse-mine__items" ref={makeSortable}>
        {orderedItems().map((item) => (
          <ItemCard key={item.id} item={item} had={hadOf(item)} isBusy={state.busyItems.includes(item.id)} />
        ))}
      </ul>
    </section>
  );
}

/** Draws the dialog in which an item is edited. */
export function ItemDialog() {
  const title = state.itemId ? __('Edit this wish') : __('Add a wish');
  return (
    <Dialog name="item" title={title}>
      <Form name="item" submit={saveItem}>
        <Field form="item" name="name" isNeeded typing={WORDS} />
        <Field form="item" name="url" hint={__('Copy it from the shop’s page.')} isNeeded typing={ADDRESS} />
        <div class="largesse-mine__pair">
          <Field form="item" name="retailer" typing={WORDS} />
          <Field form="item" name="price" typing={PRICE} />
          <Field form="item" name="quantity_needed" typing={COUNT} />
        </div>
        <Field form="item" name="description" hint={__('Size, colour, or why you wish for it.')} rows={4} />
        <PictureField>
          <Field form="item" name="image_url" typing={ADDRESS} />
        </PictureField>
        <Conflict form="item" keep={keepMyItem} take={takeTheirItem} />
        <Message form="item" />
        <div class="largesse-mine__buttons">
          <Submit form="item" idle={__('Save wish')} busy={__('Saving …')} />
          <Button onClick={cancelItem}>{__('Cancel')}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
