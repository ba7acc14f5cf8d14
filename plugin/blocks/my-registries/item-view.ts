import { store } from '@wordpress/interactivity';
import { boughtOf } from './bought.ts';
import { here } from './context.ts';
import { NAME, say, state } from './store.ts';

const named = (label: string) => say(label, here().item.name);

/** What the card of an item shows. */
store(NAME, {
  state: {
    get isItemBusy() {
      return state.busyItems.includes(here().item.id);
    },
    get shop() {
      return here().item.retailer || say('shop');
    },
    get bought() {
      return boughtOf(here().item);
    },
    get share() {
      const { item } = here();
      const share = Math.min(1, boughtOf(item) / Math.max(1, item.quantity_needed));
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
