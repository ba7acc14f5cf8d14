import { getContext, getElement, store } from '@wordpress/interactivity';
import { boughtOf, setBought } from './bought.ts';
import { isAllSaved, resetDetails } from './details.ts';
import { openDialog } from './dialogs.ts';
import { invite, uninvite } from './invitees.ts';
import { cancelItem, hasDrafts, keepMyItem, openItem, removeItem, saveItem, takeTheirItem } from './items.ts';
import { closeNotice, runNotice, tellFailure } from './notice.ts';
import { moveTo, orderedItems } from './order.ts';
import {
  createRegistry,
  deleteRegistry,
  isLeavingAnyway,
  keepMyDetails,
  saveDetails,
  takeTheirDetails,
} from './saving.ts';
import { copyLink, openCode, share } from './sharing.ts';
import { makeSortable } from './sorting.ts';
import { type Form, type FormName, type Item, NAME, say, state } from './store.ts';
import { ask } from './turns.ts';

/** What elements of the page know, each a part of it. */
interface Context {
  form: FormName;
  field: string;
  choice: string;
  idle: string;
  busy: string;
  item: Item;
  invitee: string;
}

/** What a form's submit button starts. */
const SUBMIT: Record<FormName, () => Promise<void>> = {
  create: createRegistry,
  details: saveDetails,
  item: saveItem,
  invite,
  delete: deleteRegistry,
};

const here = () => getContext<Context>();
const form = (): Form => state.forms[here().form];
const place = (item: Item) => orderedItems().findIndex(({ id }) => id === item.id);
const named = (label: string) => say(label, here().item.name);

/** Moves the item whose button was pressed, and keeps the keyboard on it: what moves in a page loses it. */
function step(by: number): void {
  const { item } = here();
  const button = document.activeElement;
  moveTo(item, place(item) + by);
  if (button instanceof HTMLElement) setTimeout(() => button.focus(), 50);
}

function setValue(value: string): void {
  const { field } = here();
  const { values, errors } = form();
  values[field] = value;
  if (errors[field]) form().errors = { ...errors, [field]: '' };
}

store(NAME, {
  state: {
    get value() {
      return form().values[here().field] ?? '';
    },
    get isChosen() {
      return form().values[here().field] === here().choice;
    },
    get error() {
      return form().errors[here().field] ?? '';
    },
    get isWrong() {
      return form().errors[here().field] ? 'true' : 'false';
    },
    get message() {
      return form().message;
    },
    get isSignedOut() {
      return form().isSignedOut;
    },
    get isBusy() {
      return form().isBusy ? 'true' : 'false';
    },
    get buttonText() {
      return form().isBusy ? here().busy : here().idle;
    },
    get isConflict() {
      return form().conflict !== '';
    },
    get conflictText() {
      return form().conflict;
    },
    get differences() {
      const { collisions, values, saved } = form();
      const shown = (field: string, value = '') =>
        (field === 'visibility' ? state.texts[value] : value.trim()) || say('empty');
      return collisions.map((field) => ({
        field,
        label: say(`field_${field}`),
        mine: shown(field, values[field]),
        theirs: shown(field, saved[field]),
      }));
    },
    get loginUrl() {
      return state.pages.login;
    },

    get title() {
      return state.registry?.title ?? '';
    },
    get occasion() {
      return [state.registry?.event_type, state.registry?.date_text].filter(Boolean).join(' · ');
    },
    get visibilityText() {
      return say(state.registry?.is_public ? 'public' : 'private');
    },
    get permalink() {
      return state.registry?.permalink ?? '';
    },
    get deleteQuestion() {
      return say('deleteQuestion', state.registry?.title ?? '', state.registry?.items.length ?? 0);
    },
    get codeName() {
      return `qr-${state.registry?.id ?? ''}.svg`;
    },

    get items() {
      return orderedItems();
    },
    get itemCount() {
      return state.registry?.items.length ?? 0;
    },
    get itemsError() {
      return state.registry?.items_error ?? '';
    },
    get isEmpty() {
      return state.registry?.items.length === 0 && state.registry.items_error === '';
    },
    get itemTitle() {
      return say(state.itemId ? 'editTitle' : 'addTitle');
    },
    get isItemBusy() {
      return state.busyItems.includes(here().item.id);
    },
    get picture() {
      const { image_url: url } = here().item;
      return /^https?:\/\//i.test(url) ? url : null;
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

    get invitees() {
      return state.registry?.invitees ?? [];
    },
    get inviteeCount() {
      return state.registry?.invitees.length ?? 0;
    },
    get uninviteLabel() {
      return say('uninviteLabel', here().invitee);
    },

    get isNoticeFailure() {
      return state.noticeKind !== 'done';
    },
    get isNoticeSignedOut() {
      return state.noticeKind === 'signedOut';
    },
  },

  actions: {
    type({ target }: Event) {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) setValue(target.value);
    },
    choose() {
      setValue(here().choice);
    },
    submit(event: Event) {
      event.preventDefault();
      return SUBMIT[here().form]();
    },
    keepMine: () => (here().form === 'item' ? keepMyItem() : keepMyDetails()),
    takeTheirs: () => (here().form === 'item' ? takeTheirItem() : takeTheirDetails()),
    close() {
      getElement().ref?.closest('dialog')?.close();
    },
    cancel: cancelItem,
    openItem: () => openItem(here().item),
    removeItem: () => removeItem(here().item),
    boughtMore() {
      const { item } = here();
      setBought(item, boughtOf(item) + 1);
    },
    boughtLess() {
      const { item } = here();
      setBought(item, boughtOf(item) - 1);
    },
    moveUp: () => step(-1),
    moveDown: () => step(1),
    moveByKey(event: KeyboardEvent) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      step(event.key === 'ArrowUp' ? -1 : 1);
    },
    uninvite: () => uninvite(here().invitee),
    async reload() {
      const answer = await ask('GET');
      if (answer.kind !== 'done') tellFailure(answer);
    },
    copyLink,
    share,
    openCode,
    openDelete: () => openDialog('delete'),
    print: () => window.print(),
    runNotice,
    closeNotice,
    hidePicture({ target }: Event) {
      if (target instanceof Element) target.classList.add('is-dead');
    },
    guard(event: Event) {
      if (!isLeavingAnyway() && (hasDrafts() || !isAllSaved())) event.preventDefault();
    },
  },

  callbacks: {
    start() {
      if (state.registry) resetDetails();
      state.canShare = typeof navigator.share === 'function';
      // From here on the buttons do what they say.
      state.isReady = true;
    },
    makeSortable() {
      const { ref } = getElement();
      if (ref && state.registry) makeSortable(ref);
    },
    checkPicture() {
      const { ref } = getElement();
      if (ref instanceof HTMLImageElement && ref.complete && ref.src && ref.naturalWidth === 0)
        ref.classList.add('is-dead');
    },
  },
});
