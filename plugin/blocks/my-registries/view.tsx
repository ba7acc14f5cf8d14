import { render } from 'preact';
import { resetDetails } from './current.ts';
import { followEdits } from './follow-edits.ts';
import { isDirty } from './forms.ts';
import { initGiftList } from './gift-list.ts';
import { addCopyButtons, openIncomingWish } from './incoming-wish.ts';
import { hasDrafts } from './item-form.ts';
import { guardLeaving } from './leaving.ts';
import { writePrice } from './numbers.ts';
import { sent } from './page-data.ts';
import { readRegistry } from './requests.ts';
import { change, FORMS, renderOnChange, state } from './state.ts';
import { followHistory, tabInAddress } from './tabs.ts';
import { CreateForm } from './views/details-form.tsx';
import { ManagePage } from './views/manage-page.tsx';

/** Element that the page is rendered into; it replaces the frame from PHP. */
const place = document.querySelector<HTMLElement>('[data-largesse-page]');

initGiftList();
addCopyButtons();

if (place) {
  if (state.registry) {
    resetDetails();
    change({ tab: tabInAddress() });
    followHistory();
  }
  place.replaceChildren();
  renderOnChange(() => {
    render(state.registry ? <ManagePage /> : <CreateForm />, place);
  });
  drawEmptyFirst(place);
  // All buttons work from now on.
  place.dataset.largessePage = 'drawn';
  guardLeaving(isAllSaved);
  whenIdle(prepareNumbers);
  if (state.registry) openIncomingWish();
  addEventListener('pageshow', ({ persisted }) => {
    // The browser restored an earlier state of the page, which may be old.
    if (!persisted) return;
    if (state.registry) void readRegistry();
    else location.reload();
  });
  if (state.registry) followEdits();
}

/**
 * Makes the browser lay out the wishes once without their contents, which it does not paint. Otherwise, each change of
 * the page's style (such as opening a dialog) would make Chromium rebuild the boxes of all wishes that were never on
 * screen.
 */
function drawEmptyFirst(page: HTMLElement): void {
  page.classList.add('is-empty');
  page.getBoundingClientRect();
  page.classList.remove('is-empty');
}

/** Runs a function when the browser is idle; Safari does not support that. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1000);
}

/**
 * Formats a number in advance: for the first one, Chromium loads its language data, which takes 50 ms on a slow phone.
 * No tap should wait for that.
 */
function prepareNumbers(): void {
  writePrice('1', sent.prices);
}

/** Checks whether the user can leave the page without losing input. */
function isAllSaved(): boolean {
  return (
    !hasDrafts() &&
    !FORMS.some(isDirty) &&
    Object.keys(state.unsavedHad).length === 0 &&
    state.unsavedOrder.length === 0
  );
}
