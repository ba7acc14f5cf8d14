import { store } from '@wordpress/interactivity';
import { boughtOf } from './bought.ts';
import { here } from './context.ts';
import type { Item } from './registry.ts';
import { NAME, say, state } from './store.ts';

/** The item of the card; read anew with the registry, for WordPress 6.5 keeps what was made of an earlier one. */
function item(): Item {
  const { id } = here().item;
  return state.registry?.items.find((current) => current.id === id) ?? here().item;
}

const named = (label: string) => say(label, item().name);

/** What the card of an item shows. */
store(NAME, {
  state: {
    get isItemBusy() {
      return state.busyItems.includes(item().id);
    },
    get shop() {
      return item().retailer || say('shop');
    },
    get bought() {
      return boughtOf(item());
    },
    get share() {
      const share = Math.min(1, boughtOf(item()) / Math.max(1, item().quantity_needed));
      return `--largesse-share:${Math.round(100 * share)}%`;
    },
    get handleLabel() {
      return named('handleLabel');
    },
    get boughtLabel() {
      return named('boughtLabel');
    },
    get lessLabel() {
      return named('lessLabel');
    },
    get moreLabel() {
      return named('moreLabel');
    },
    get editLabel() {
      return named('editLabel');
    },
    get upLabel() {
      return named('upLabel');
    },
    get downLabel() {
      return named('downLabel');
    },
    get removeLabel() {
      return named('removeLabel');
    },
  },
});
