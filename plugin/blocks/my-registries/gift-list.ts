import { showBriefly } from '../../assets/passing.ts';
import { SAID_PARAMETER } from '../../assets/shared-names.ts';
import { __ } from './texts.ts';

/** Shows the print button of a list of gifts, and saves each thank-you as soon as the user changes its checkbox. */
export function initGiftList(): void {
  const print = document.querySelector<HTMLButtonElement>('[data-largesse-print]');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', () => window.print());
  }
  const form = document.querySelector<HTMLFormElement>('[data-largesse-thanks]');
  if (!form) return;
  for (const button of form.querySelectorAll<HTMLButtonElement>('button:not([form])')) button.hidden = true;
  form.addEventListener('change', ({ target: box }) => {
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return;
    const isThanked = box.checked;
    tell(form, '');
    last = last.then(() => save(form, box, isThanked));
  });
}

/** The previous request: requests are sent one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Sends only this checkbox of the form: the others may have changed elsewhere. */
async function save(form: HTMLFormElement, box: HTMLInputElement, isThanked: boolean): Promise<void> {
  const was = box.name.replace(/^thanked/, 'was');
  const sent = new FormData(form);
  for (const name of [...sent.keys()]) if (/^(was|thanked)\[/.test(name)) sent.delete(name);
  sent.set(was, isThanked ? '0' : '1');
  if (isThanked) sent.set(box.name, '1');
  const page = await fetch(form.action, { method: 'POST', body: sent, signal: AbortSignal.timeout(30_000) }).then(
    (answer) => (new URL(answer.url).searchParams.get(SAID_PARAMETER) === 'saved' && answer.ok ? answer.text() : ''),
    () => '',
  );
  const isSaved = page !== '';
  if (isSaved) showCounts(new DOMParser().parseFromString(page, 'text/html'));
  else box.checked = !isThanked;
  tell(form, isSaved ? __('Saved.') : __('This could not be saved. Please try again in a little while.'));
}

/** Shows how many givers the owner still has to thank, as on a page that was loaded later. */
function showCounts(page: Document): void {
  const [old, now] = [document, page].map((one) => one.querySelectorAll('[data-largesse-thanks-count]'));
  old?.forEach((count, index) => {
    count.textContent = now?.[index]?.textContent ?? count.textContent;
  });
}

function tell(form: HTMLFormElement, text: string): void {
  const place = form.querySelector('[data-largesse-said]');
  if (place) showBriefly(place, text);
}
