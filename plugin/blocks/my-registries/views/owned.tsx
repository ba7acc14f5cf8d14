import { handler } from '../handler.ts';
import { addOwned, boughtCount, subtractOwned } from '../owned.ts';
import type { Item } from '../registry.ts';
import { __ } from '../texts.ts';

/**
 * Renders the buttons with which owners record pieces that they already have. They can only claim open pieces, so they
 * cannot replace guests' gifts.
 */
export function OwnedControls({ item, had }: { item: Item; had: number }) {
  const { name, quantity_needed: needed } = item;
  const isOpen = boughtCount(item) < needed;
  if (!isOpen && had === 0) return null;
  return (
    // translators: %s: name of an item.
    <div class="largesse-mine__having" role="group" aria-label={__('How many of %s you have already', name)}>
      {needed === 1 && had <= 1 ? (
        <SingleToggle item={item} has={had === 1} />
      ) : (
        <CountButtons item={item} had={had} isOpen={isOpen} />
      )}
    </div>
  );
}

/** Renders the toggle button of a wish for a single piece. */
function SingleToggle({ item, has }: { item: Item; has: boolean }) {
  const text = has ? __('We don’t have it after all') : __('We have it');
  return (
    <button
      type="button"
      class="largesse-mine__tool largesse-mine__have"
      aria-label={`${text}: ${item.name}`}
      onClick={handler(() => (has ? subtractOwned(item) : addOwned(item)))}
    >
      <span>{text}</span>
    </button>
  );
}

function CountButtons({ item, had, isOpen }: { item: Item; had: number; isOpen: boolean }) {
  const { name } = item;
  return (
    <>
      <button
        type="button"
        class="largesse-mine__step"
        // translators: %s: name of an item.
        aria-label={__('We have one less of %s', name)}
        aria-disabled={had === 0}
        onClick={handler(() => subtractOwned(item))}
      >
        <span aria-hidden="true">−</span>
      </button>
      <span class="largesse-mine__count">
        {/* translators: %s: a number. */}
        {__('We have %s', had)}
      </span>
      <button
        type="button"
        class="largesse-mine__step"
        // translators: %s: name of an item.
        aria-label={__('We have one more of %s', name)}
        aria-disabled={!isOpen}
        onClick={handler(() => addOwned(item))}
      >
        <span aria-hidden="true">+</span>
      </button>
    </>
  );
}
