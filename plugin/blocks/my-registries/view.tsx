import { render } from 'preact';
import { resetDetails } from './current.ts';
import { isDirty } from './forms.ts';
import { enlivenGiftList } from './gift-list.ts';
import { hasDrafts } from './item-form.ts';
import { guardLeaving } from './leaving.ts';
import { readRegistry } from './requests.ts';
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
  // From here on every button works.
  place.dataset.largessePage = 'drawn';
  guardLeaving(isAllSaved);
  if (state.registry) openBroughtWish();
  addEventListener('pageshow', ({ persisted }) => {
    // The browser restored the page as it was left, perhaps long ago.
    if (!persisted) return;
    if (state.registry) void readRegistry();
    else location.reload();
  });
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
