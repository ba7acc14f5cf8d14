import { render } from 'preact';
import { addCopyButton } from '../../assets/copy-button.ts';
import { prepareCreate } from './create.ts';
import { resetDetails } from './current.ts';
import { followEdits } from './follow-edits.ts';
import { isDirty } from './forms.ts';
import { initGiftList } from './gift-list.ts';
import { openIncomingWish, passPartsToChoice } from './incoming-wish.ts';
import { hasDrafts } from './item-form.ts';
import { guardLeaving } from './leave-page.ts';
import { writePrice } from './numbers.ts';
import { sent } from './page-data.ts';
import { followActions, placeNotice } from './place-notice.ts';
import { readRegistry } from './requests.ts';
import { change, FORMS, renderOnChange, state } from './state.ts';
import { CreateForm } from './views/details-form.tsx';
import { ManagePage } from './views/manage-page.tsx';
import { NoticeBar } from './views/notice.tsx';
import { CircleLink } from './views/share-link.tsx';
import { followHistory, tabInAddress } from './views/tabs.tsx';

/** Contains the page, or the link of a circle. This script replaces the placeholder or the field from PHP. */
const place = document.querySelector<HTMLElement>('[data-largesse-page]');

initGiftList();
document.querySelectorAll<HTMLElement>('[data-largesse-copy]').forEach(addCopyButton);
passPartsToChoice();

if (place) {
  if (state.registry) {
    resetDetails();
    change({ tab: tabInAddress() });
    followHistory();
  } else {
    prepareCreate();
  }
  const circleLink = place.querySelector('input')?.value;
  place.replaceChildren();
  const notice = document.createElement('div');
  followActions(place);
  renderOnChange(() => {
    const page = state.registry ? <ManagePage /> : <CreateForm />;
    render(circleLink ? <CircleLink link={circleLink} /> : page, place);
    render(<NoticeBar />, notice);
    placeNotice(notice);
  });
  drawEmptyFirst(place);
  // Shows the parts below the page (style.css). Tests recognize by this value that the buttons work.
  place.dataset.largessePage = 'drawn';
  guardLeaving(isAllSaved);
  // Safari cannot report idle time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(prepareNumbers);
  else setTimeout(prepareNumbers, 1000);
  if (state.registry) openIncomingWish();
  addEventListener('pageshow', ({ persisted }) => {
    // If the browser restored the page from its cache, the data may be outdated.
    if (!persisted) return;
    if (state.registry) void readRegistry();
    else location.reload();
  });
  if (state.registry) followEdits();
}

/**
 * Makes the browser lay out the wishes once without their contents, before it paints them. Without this step, each
 * change of the page's style (such as opening a dialog) would make Chromium rebuild the boxes of all wishes off screen.
 */
function drawEmptyFirst(page: HTMLElement): void {
  page.classList.add('is-empty');
  page.getBoundingClientRect();
  page.classList.remove('is-empty');
}

/** Loads the language data for numbers early. Chromium takes 50 ms for it on a slow phone, and no tap should wait. */
function prepareNumbers(): void {
  writePrice('1', sent.prices);
}

function isAllSaved(): boolean {
  return !hasDrafts() && !FORMS.some(isDirty) && state.unsavedOrder.length === 0;
}
