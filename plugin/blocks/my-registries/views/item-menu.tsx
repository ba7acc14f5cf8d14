import { Component } from 'preact';
import type { Item } from '../../../assets/registry.ts';
import { openHeadingAbove } from '../headings.ts';
import { openItemCopy } from '../item-copy.ts';
import { addOwned, remove, subtractOwned, toggleMostWanted } from '../items.ts';
import { moveByOne, moveTo } from '../order.ts';
import { sent } from '../page-data.ts';
import { registry } from '../state.ts';
import { __ } from '../texts.ts';
import { Entry, LinkEntry } from './menu.tsx';

interface Props {
  item: Item;
  isBusy: boolean;
  isMovable: boolean;
}

/** Renders the menu of an item: its entries, or the headings to which the user can move the item. */
export class ItemMenu extends Component<Props, { isMoving: boolean }> {
  override state = { isMoving: false };

  override componentDidUpdate(_: Props, { isMoving: wasMoving }: { isMoving: boolean }): void {
    if (this.state.isMoving === wasMoving) return;
    const first = document.querySelector<HTMLElement>('.largesse-mine__menu [role^="menuitem"]');
    first?.focus({ preventScroll: true });
  }

  override render({ item, isBusy, isMovable }: Props) {
    if (this.state.isMoving) return <HeadingEntries item={item} />;
    return (
      <>
        <OwnedEntries item={item} isBusy={isBusy} />
        <Entry isChecked={item.is_most_wanted} onClick={() => toggleMostWanted(item)}>
          {__('Most wanted')}
        </Entry>
        {item.gift_url && (
          <LinkEntry isNewTab href={item.gift_url}>
            {/* translators: %s: name of a shop. */}
            {item.retailer ? __('Open the shop: %s', item.retailer) : __('Open the shop')}
          </LinkEntry>
        )}
        <Entry onClick={() => openItemCopy(item)}>{__('Copy')}</Entry>
        {isMovable && (
          <>
            <Entry stays onClick={() => moveByOne(item, -1)}>
              {__('Move up')}
            </Entry>
            <Entry stays onClick={() => moveByOne(item, 1)}>
              {__('Move down')}
            </Entry>
          </>
        )}
        {registry().headings.length > 0 && (
          <Entry stays onClick={() => this.setState({ isMoving: true })}>
            {__('Move to a heading …')}
          </Entry>
        )}
        <Entry onClick={() => openHeadingAbove(item)}>{__('Add a heading above')}</Entry>
        {sent.appearances && <LinkEntry href={sent.appearances + item.id}>{__('Also on …')}</LinkEntry>}
        {sent.unlisted && (
          <LinkEntry href={`${sent.unlisted}${item.id}`}>{__('Mark as received, or hide …')}</LinkEntry>
        )}
        <Entry onClick={() => remove(item)}>{__('Remove')}</Entry>
      </>
    );
  }
}

/** Renders the headings to which an item can move. */
function HeadingEntries({ item }: { item: Item }) {
  const { items, headings } = registry();
  return ['', ...headings]
    .filter((heading) => heading !== item.heading)
    .map((heading) => (
      <Entry
        key={heading}
        onClick={() => moveTo(item, heading, items.filter((other) => other.heading === heading).length)}
      >
        <bdi>{heading || __('No heading')}</bdi>
      </Entry>
    ));
}

/** Entries for pieces that owners already have. They can add only open pieces, so these never replace guests' gifts. */
function OwnedEntries({ item, isBusy }: { item: Item; isBusy: boolean }) {
  const { name, quantity_needed: needed, quantity_had: had } = item;
  const isOpen = item.quantity_purchased < needed;
  if (!isOpen && had === 0) return null;
  if (needed === 1 && had <= 1) {
    return had === 1 ? (
      <Entry onClick={() => subtractOwned(item)}>{__('We don’t have it after all')}</Entry>
    ) : (
      <Entry onClick={() => addOwned(item)}>{__('We have it')}</Entry>
    );
  }
  return (
    // translators: %s: name of an item.
    <div class="largesse-mine__having" role="group" aria-label={__('How many of %s you already have', name)}>
      {/* translators: %s: a number. */}
      <span>{__('We have %s', had)}</span>
      <Step
        label={__('Reduce the number we already have by one')}
        sign="−"
        isDisabled={isBusy || had === 0}
        onClick={() => subtractOwned(item)}
      />
      <Step
        label={__('Increase the number we already have by one')}
        sign="+"
        isDisabled={isBusy || !isOpen}
        onClick={() => addOwned(item)}
      />
    </div>
  );
}

/** Renders an entry that changes a number. The menu stays open, so that the user can press the entry again. */
function Step(props: { label: string; sign: string; isDisabled: boolean; onClick: () => void }) {
  const { label, sign, isDisabled, onClick } = props;
  return (
    <button
      type="button"
      role="menuitem"
      class="largesse-mine__step"
      tabIndex={-1}
      aria-label={label}
      aria-disabled={isDisabled}
      data-largesse-stays
      onClick={isDisabled ? undefined : onClick}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
