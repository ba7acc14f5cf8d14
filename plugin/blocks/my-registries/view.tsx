import { render } from 'preact';
import { resetDetails } from './current.ts';
import { isDirty } from './forms.ts';
import { enlivenGiftList } from './gift-list.ts';
import { hasDrafts } from './item-form.ts';
import { guardLeaving } from './leaving.ts';
import { writePrice } from './numbers.ts';
import { readRegistry } from './requests.ts';
import { sent } from './sent.ts';
import { FORMS, keepDrawn, state } from './state.ts';
import { CreateForm } from './views/details-form.tsx';
import { ManagePage } from './views/manage-page.tsx';
import { enlivenWays, openBroughtWish } from './ways-in.ts';

/** The element in which the page is drawn, in place of the frame that PHP printed. */
const place = document.querySelector<HTMLElement>('[data-largesse-page]');

enlivenGiftList();
enlivenWays();

if (place) {
  if (state.registry) resetDetails();
  place.replaceChildren();
  keepDrawn(() => render(state.registry ? <ManagePage /> : <CreateForm />, place));
  drawEmptyFirst(place);
  // From here on every button works.
  place.dataset.largessePage = 'drawn';
  guardLeaving(isAllSaved);
  whenIdle(prepareNumbers);
  if (state.registry) openBroughtWish();
  addEventListener('pageshow', ({ persisted }) => {
    // The browser restored the page as it was left, perhaps long ago.
    if (!persisted) return;
    if (state.registry) void readRegistry();
    else location.reload();
  });
}

/**
 * Lets the browser lay out the wishes once without what is in them, which is not seen. Otherwise Chromium would make the
 * boxes of all that are out of sight anew with each change of the page's style, as when a dialog opens, until they have
 * been in sight.
 */
function drawEmptyFirst(page: HTMLElement): void {
  page.classList.add('is-empty');
  page.getBoundingClientRect();
  page.classList.remove('is-empty');
}

/** Does something once the browser has nothing else to do; Safari does not tell when. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1000);
}

/** Writes a number: for the first one, Chromium prepares its languages, which takes 50 ms on a slow phone. No tap should wait for it. */
function prepareNumbers(): void {
  writePrice('1', sent.prices);
}

/** Tells whether the page can be left without losing anything. */
function isAllSaved(): boolean {
  return (
    !hasDrafts() &&
    !FORMS.some(isDirty) &&
    Object.keys(state.unsavedHad).length === 0 &&
    state.unsavedOrder.length === 0
  );
}
