import { getElement, store } from '@wordpress/interactivity';
import './form-view.ts';
import './item-view.ts';
import './registry-view.ts';
import { boughtOf, buyMore, saveLeft, setBought } from './bought.ts';
import { form, here } from './context.ts';
import { isAllSaved, resetDetails, rewriteStory } from './details.ts';
import { openDialog } from './dialogs.ts';
import { invite, uninvite } from './invitees.ts';
import { cancelItem, hasDrafts, keepMyItem, openItem, removeItem, saveItem, takeTheirItem } from './items.ts';
import { closeNotice, forgetNotices, runNotice, tellFailure, tellProblem } from './notice.ts';
import { moveTo, orderedItems } from './order.ts';
import { hidePicture, showPicture } from './picture.ts';
import type { Item } from './registry.ts';
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
import { type FormName, NAME, say, state } from './store.ts';
import { settleSurplus } from './surplus.ts';
import { ask } from './turns.ts';

/** What a form's submit button starts. */
const SUBMIT: Record<FormName, () => Promise<void>> = {
  create: createRegistry,
  details: saveDetails,
  item: saveItem,
  invite,
  delete: deleteRegistry,
};

const place = (item: Item) => orderedItems().findIndex(({ id }) => id === item.id);

/** Moves the item whose button was pressed, and keeps the keyboard on it unless that has gone on: what moves loses it. */
function step(by: number): void {
  const { item } = here();
  const button = document.activeElement;
  moveTo(item, place(item) + by);
  if (!(button instanceof HTMLElement)) return;
  setTimeout(() => {
    if (document.activeElement === document.body) button.focus();
  }, 50);
}

/** Lets an act begin without what was said of earlier ones; what of those is not saved yet goes along. */
function act<Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) {
  return (...given: Arguments): Result => {
    forgetNotices();
    saveLeft();
    return work(...given);
  };
}

function setValue(value: string): void {
  const { field } = here();
  const { values, errors } = form();
  values[field] = value;
  if (errors[field]) form().errors = { ...errors, [field]: '' };
}

store(NAME, {
  actions: {
    type({ target }: Event) {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) setValue(target.value);
    },
    choose() {
      setValue(here().choice);
    },
    submit(event: Event) {
      event.preventDefault();
      saveLeft();
      return SUBMIT[here().form]();
    },
    keepMine: () => (here().form === 'item' ? keepMyItem() : keepMyDetails()),
    takeTheirs: () => (here().form === 'item' ? takeTheirItem() : takeTheirDetails()),
    close() {
      getElement().ref?.closest('dialog')?.close();
    },
    cancel: cancelItem,
    openItem: act(() => openItem(here().item)),
    removeItem: act(() => removeItem(here().item)),
    boughtMore: act(() => buyMore(here().item)),
    boughtLess: act(() => {
      const { item } = here();
      setBought(item, boughtOf(item) - 1);
    }),
    agreeSurplus: () => settleSurplus(true),
    settleSurplus: () => settleSurplus(),
    moveUp: () => step(-1),
    moveDown: () => step(1),
    moveByKey(event: KeyboardEvent) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      step(event.key === 'ArrowUp' ? -1 : 1);
    },
    uninvite: act(() => uninvite(here().invitee)),
    reload: act(async () => {
      const answer = await ask('GET');
      if (answer.kind !== 'done') tellFailure(answer);
      else if (state.registry?.items_error) tellProblem(say('stillNotShown'));
    }),
    rewriteStory,
    copyLink: act(copyLink),
    share: act(share),
    openCode: act(openCode),
    openDelete: act(() => openDialog('delete')),
    print: act(() => window.print()),
    runNotice,
    closeNotice,
    hidePicture,
    comeBack(event: Event) {
      // The browser shows the page as it was left, which may be long ago.
      if (!(event instanceof PageTransitionEvent && event.persisted)) return;
      if (state.registry) void ask('GET');
      else location.reload();
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
    showPicture,
  },
});
