import { Component } from 'preact';
import type { Item } from '../../../assets/registry.ts';
import { openItem } from '../item-form.ts';
import { __ } from '../texts.ts';
import { Tool } from './controls.tsx';
import { ItemMenu } from './item-menu.tsx';
import { Menu } from './menu.tsx';

interface Props {
  item: Item;
  isBusy: boolean;
  /** True if the item belongs to a heading of the list. */
  isBelow: boolean;
  /** True if the owner can move the item to another place in the list. */
  isMovable: boolean;
}

/** Renders an item as a row. Updates only after a change: a list may have a thousand items. */
export class ItemCard extends Component<Props, { hasMenu: boolean }> {
  override state = { hasMenu: false };

  override shouldComponentUpdate({ item, isBusy, isMovable }: Props, { hasMenu }: { hasMenu: boolean }) {
    const { props, state } = this;
    return item !== props.item || isBusy !== props.isBusy || isMovable !== props.isMovable || hasMenu !== state.hasMenu;
  }

  override render({ item, isBusy, isBelow, isMovable }: Props) {
    const { id, name } = item;
    const { hasMenu } = this.state;
    const flags = { 'is-complete': item.is_complete, 'is-busy': isBusy, 'is-movable': isMovable, 'has-menu': hasMenu };
    const status = statusText(item);
    const state = Object.entries(flags).map(([flag, isOn]) => (isOn ? ` ${flag}` : ''));
    return (
      <li class={`largesse-mine__item${state.join('')}`} data-item={id}>
        <div class="largesse-mine__wish">
          <div class="largesse-mine__picture largesse-picture" aria-hidden="true">
            <Picture url={item.image_url.trim()} />
          </div>
          <div class="largesse-mine__about">
            {/* Themes style each heading level differently, but all names should look the same. */}
            <h4 class="largesse-mine__name" aria-level={isBelow ? 5 : 4} dir="auto">
              {name}
            </h4>
            <p class="largesse-mine__facts">
              <span class="largesse-mine__price">{item.price_text}</span>
              {status && <span class="largesse-mine__status">{status}</span>}
              {item.other_lists && <span class="largesse-mine__status">{item.other_lists}</span>}
              {item.is_most_wanted && <span class="largesse-mine__most">{__('Most wanted')}</span>}
            </p>
          </div>
          <div class="largesse-mine__tools">
            {/* translators: %s: name of an item. */}
            <Tool label={__('Edit %s', name)} text={__('Edit')} onClick={() => openItem(item)} />
            {/* translators: %s: name of an item. */}
            <Menu label={__('More for %s', name)} onToggle={(hasMenu) => this.setState({ hasMenu })}>
              {() => <ItemMenu item={item} isBusy={isBusy} isMovable={isMovable} />}
            </Menu>
          </div>
        </div>
      </li>
    );
  }
}

/**
 * Returns a text about the pieces that are still wanted. It reveals only gifts that this owner may see; '' for none.
 */
function statusText(item: Item): string {
  const { quantity_needed: needed, quantity_had: had } = item;
  const open = Math.max(0, needed - item.quantity_purchased);
  const wanted =
    item.shown_text ??
    (open === 0
      ? __('Given')
      : needed === 1
        ? __('Still wanted')
        : // translators: 1: how many are still wanted, 2: how many were wanted at first.
          __('%1$s of %2$s still wanted', open, needed));
  // translators: %s: a number of pieces.
  return [wanted, had === 0 ? '' : __('you have %s', had)].filter(Boolean).join(' · ');
}

/** Renders the picture of an item. The drawing behind it shows if the picture is missing or fails to load. */
export function Picture({ url }: { url: string }) {
  if (!/^https?:\/\/[^\s/?#]/i.test(url)) return null;
  return (
    <img
      key={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
      width={160}
      height={160}
      src={url}
      onError={({ currentTarget }) => currentTarget.classList.add('is-dead')}
    />
  );
}
