import { render } from 'preact';
import { guardLeaving } from '../leaving.ts';
import { addAll, keepDrawn, state } from './importing.ts';
import { ImportPage } from './views.tsx';

/** The element in which the page is drawn, in place of the frame that PHP printed. */
const place = document.querySelector<HTMLElement>('[data-largesse-page]');

if (place) {
  place.replaceChildren();
  keepDrawn(() => render(<ImportPage />, place));
  // From here on every button works.
  place.dataset.largessePage = 'drawn';
  guardLeaving(() => state.step !== 'add' && !(state.step === 'choose' && state.pasted));
  // A connection that is back goes on where it was.
  addEventListener('online', () => {
    if (state.step === 'add') void addAll();
  });
}
