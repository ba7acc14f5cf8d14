import { labelOf } from '../labels.ts';
import { canReadShops, markTyped, placeOf, searchShop, takeShopData, undoShopData } from '../shop-data.ts';
import { state } from '../state.ts';
import { __ } from '../texts.ts';
import { Hint, Tool } from './controls.tsx';
import { ADDRESS, Field, type FieldProps, type TypedEvent } from './form.tsx';

/** Renders the field for the address of the shop's page, and the result of reading this page. */
export function ShopField() {
  const { isLooking, text } = state.shopData;
  const look = ({ inputType }: TypedEvent) => {
    if (/Paste|Drop/.test(inputType)) void searchShop();
  };
  // A user who moves the focus to the buttons no longer needs suggestions.
  const leave = ({ relatedTarget: next }: FocusEvent) => {
    if (!(next instanceof HTMLElement && next.closest('.largesse-mine__buttons'))) void searchShop();
  };
  return (
    <Field
      form="item"
      name="url"
      hint={
        canReadShops
          ? __('Copy it from the shop’s page, and we fill in the rest. Leave it empty for a wish without a shop.')
          : __('Copy it from the shop’s page. Leave it empty for a wish without a shop.')
      }
      typing={ADDRESS}
      onInput={look}
      onLeave={leave}
    >
      {/* Screen readers announce only the result. */}
      {isLooking && <Hint aria-hidden="true">{__('Looking at the shop’s page …')}</Hint>}
      <Hint role="status">{text}</Hint>
    </Field>
  );
}

/** Renders the field for the shop's name. Guests see the name only if the wish has an address. */
export function RetailerField() {
  const { retailer, url } = state.forms.item.values;
  const isHidden = retailer?.trim() && !url?.trim();
  return (
    <WishField name="retailer">
      {isHidden && <Hint>{__('Guests see the shop only if the wish has an address.')}</Hint>}
    </WishField>
  );
}

/** Renders a field of a wish with the shop's suggestion for it. */
export function WishField(props: Omit<FieldProps, 'form'>) {
  const { name, children } = props;
  const place = placeOf(name);
  return (
    <Field form="item" {...props} onInput={() => markTyped(name)} described={place ? idOf(name) : ''}>
      {place && <Suggestion name={name} place={place} />}
      {children}
    </Field>
  );
}

const idOf = (name: string) => `largesse-item-${name}-suggestion`;

function Suggestion({ name, place }: { name: string; place: 'in' | 'beside' }) {
  const isIn = place === 'in';
  const text = isIn ? __('Undo') : __('Use');
  const isGuess = name === 'name' && state.shopData.isNameGuessed;
  return (
    <div class="largesse-mine__suggestion">
      <span id={idOf(name)}>
        {isGuess ? __('Guessed from the address') : isIn ? __('Suggested by the shop') : __('The shop says:')}{' '}
        {!isIn && <bdi>{state.shopData.values[name]}</bdi>}
      </span>
      <Tool
        text={text}
        label={`${text}: ${labelOf(name)}`}
        onClick={() => (isIn ? undoShopData(name) : takeShopData(name))}
      />
    </div>
  );
}
