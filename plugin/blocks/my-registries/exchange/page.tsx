import { render } from 'preact';
import { guardLeaving } from '../leave-page.ts';
import { addAll, renderOnChange, state } from './importing.ts';
import { ImportPage } from './views.tsx';

/** Element that the page is rendered into; it replaces the frame from PHP. */
const place = document.querySelector<HTMLElement>('[data-largesse-page]');

if (place) {
  place.replaceChildren();
  renderOnChange(() => render(<ImportPage />, place));
  // Signals to tests and style sheets that all buttons work from now on.
  place.dataset.largessePage = 'drawn';
  guardLeaving(() => state.step !== 'add' && !(state.step === 'choose' && state.pasted));
  // Continues the import when the connection is back.
  addEventListener('online', () => {
    if (state.step === 'add') void addAll();
  });
}
