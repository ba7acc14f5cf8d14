import { clearSoon } from '../../assets/passing.ts';
import { clearMessages, closeNotice } from './notice.ts';
import { NO_NOTICE, state } from './state.ts';

/** Parts of the page that the notice can follow. Items of a list contain it. */
const PARTS = `[data-largesse-page] :is(li, h3, ${['section-head', 'heading', 'buttons', 'choice', 'card']
  .map((name) => `.largesse-mine__${name}`)
  .join()}):not(.largesse-mine__section-head *, summary *)`;

/** Where the user acted last, in the window. */
let lastPoint = { x: 0, y: 0 };
let shown = NO_NOTICE;
let stopClearing = () => {};

/** Remembers where the user acts. Before each button's action, clears messages. */
export function followActions(page: HTMLElement): void {
  const prepare = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('button:not([data-largesse-notice] *)')) clearMessages();
  };
  page.addEventListener('click', prepare, true);
  document.addEventListener('click', ({ clientX, clientY }) => {
    const { activeElement: focused, body } = document;
    const { x, y } = (focused ?? body).getBoundingClientRect();
    lastPoint = focused === body ? { x: clientX, y: clientY } : { x, y };
  });
}

/**
 * Moves a new notice to the control that the user has used, so that it covers nothing. The offer to show the changes of
 * someone else is below the head of the page, and waits for an answer; other notices end at the next action, and if
 * they report no failure, after ten seconds.
 */
export function placeNotice(element: HTMLElement): void {
  const { notice } = state;
  if (notice === shown && (element.isConnected || !notice.text)) return;
  stopClearing();
  shown = notice;
  element.remove();
  if (!notice.text) return;
  const part = (notice.kind !== 'outdated' && usedPart()) || document.querySelector('.largesse-mine__head');
  if (part?.matches('li')) part.append(element);
  else part?.after(element);
  if (notice.kind === 'outdated') return;
  element.scrollIntoView({ block: 'nearest' });
  stopClearing = clearSoon(element, closeNotice, notice.kind === 'done');
}

/** Returns the part with the focus, or where the user acted last. Then the focused control may have disappeared. */
function usedPart(): Element | null | undefined {
  const { activeElement: focused, body } = document;
  const isOnPage = focused !== body && !focused?.closest('dialog');
  const used = isOnPage ? focused : document.elementFromPoint(lastPoint.x, lastPoint.y);
  return used?.closest(PARTS);
}
