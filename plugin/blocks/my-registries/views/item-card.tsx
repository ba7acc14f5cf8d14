import { Component } from 'preact';
import { handler } from '../handler.ts';
import { openItemCopy } from '../item-copy.ts';
import { openItem } from '../item-form.ts';
import { remove, toggleMostWanted } from '../items.ts';
import { moveByOne } from '../order.ts';
import { boughtCount } from '../owned.ts';
import type { Item } from '../registry.ts';
import { __ } from '../texts.ts';
import { dismissHint } from '../watch.ts';
import { OwnedControls } from './owned.tsx';

interface Props {
  item: Item;
  /** Number of pieces the owner has, including unsaved changes. */
  had: number;
  isBusy: boolean;
  /** True if the card is below a heading. */
  isBelow: boolean;
}

/** Renders an item with its buttons. Updates only after a change: a list may have a thousand items. */
export class ItemCard extends Component<Props> {
  override shouldComponentUpdate({ item, had, isBusy }: Props) {
    return item !== this.props.item || had !== this.props.had || isBusy !== this.props.isBusy;
  }

  override render({ item, had, isBusy, isBelow }: Props) {
    const { id, name, retailer } = item;
    const share = Math.round(100 * Math.min(1, boughtCount(item) / Math.max(1, item.quantity_needed)));
    const state = `${item.is_complete ? ' is-complete' : ''}${isBusy ? ' is-busy' : ''}`;
    return (
      <li class={`largesse-mine__item${state}`} data-item={id}>
        <div class="largesse-mine__wish">
          <button
            type="button"
            class="largesse-mine__handle"
            // translators: %s: name of an item; for a handle that arrow keys and the mouse move.
            aria-label={__('Move %s: arrow up and down', name)}
            onKeyDown={(event) => moveByKey(event, item)}
          >
            <span aria-hidden="true" />
          </button>
          <div class="largesse-mine__picture largesse-picture" aria-hidden="true">
            <Picture url={item.image_url.trim()} />
          </div>
          <div class="largesse-mine__about">
            {/* Themes style each heading level differently, but all names should look the same. */}
            <h4 class="largesse-mine__name" aria-level={isBelow ? 5 : 4} dir="auto">
              {name}
            </h4>
            <p class="largesse-mine__facts">
              <span class="largesse-mine__price">{item.price_text}</span>{' '}
              {item.gift_url && (
                <a class="largesse-mine__shop" target="_blank" rel="noopener" href={item.gift_url}>
                  {retailer || __('Shop')}
                </a>
              )}
            </p>
            <p class="largesse-mine__status">
              {!item.is_surprise && (
                <span class="largesse-mine__bar" aria-hidden="true">
                  <span style={{ '--largesse-share': `${share}%` }} />
                </span>
              )}{' '}
              <span>{item.status_text}</span>
            </p>
            {item.shop_hint && (
              <p class="largesse-mine__shop-hint">
                <span>{item.shop_hint}</span> {/* translators: %s: name of an item. */}
                <Tool
                  label={__('Dismiss the hint: %s', name)}
                  text={__('Dismiss')}
                  onClick={handler(() => dismissHint(item))}
                />
              </p>
            )}
          </div>
          <div class="largesse-mine__acts">
            <button
              type="button"
              class="largesse-mine__tool largesse-mine__most"
              // translators: %s: name of an item.
              aria-label={__('Most of all: %s', name)}
              aria-pressed={item.is_most_wanted}
              onClick={handler(() => toggleMostWanted(item))}
            >
              <span>{__('Most of all')}</span>
            </button>
            <OwnedControls item={item} had={had} />
          </div>
          <div class="largesse-mine__tools">
            {/* translators: %s: name of an item. */}
            <Tool label={__('Edit %s', name)} text={__('Edit')} onClick={handler(() => openItem(item))} />
            {/* translators: %s: name of an item. */}
            <Tool label={__('Copy %s', name)} text={__('Copy')} onClick={handler(() => openItemCopy(item))} />
            {/* translators: %s: name of an item. */}
            <Tool label={__('Remove %s', name)} text={__('Remove')} onClick={handler(() => remove(item))} />
            {/* translators: %s: name of an item. */}
            <Arrow label={__('Move up: %s', name)} way="up" onClick={() => moveByOne(item, -1)} />
            {/* translators: %s: name of an item. */}
            <Arrow label={__('Move down: %s', name)} way="down" onClick={() => moveByOne(item, 1)} />
          </div>
        </div>
      </li>
    );
  }
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

/** Renders a text button. */
export function Tool({ text, label, onClick }: { text: string; label: string; onClick: () => void }) {
  return (
    <button type="button" class="largesse-mine__tool" aria-label={label} onClick={onClick}>
      <span>{text}</span>
    </button>
  );
}

/** Renders an arrow button. */
export function Arrow({ way, label, onClick }: { way: 'up' | 'down'; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      class={`largesse-mine__arrow largesse-mine__arrow--${way}`}
      aria-label={label}
      onClick={onClick}
    >
      <span aria-hidden="true" />
    </button>
  );
}

function moveByKey(event: KeyboardEvent, item: Item): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  moveByOne(item, event.key === 'ArrowUp' ? -1 : 1);
}
