/** Cookie of browsers that have sent or seen a gift; the site sets it. It contains nothing else. */
const MARK = 'largesse_has_gifts=1';

/** Key in the local storage: a gift was sent, and its result is unknown. */
const SENT = 'largesse-sent';

/** Stores whether a gift was sent whose result is unknown. If its answer is lost, so is the site's cookie. */
export function noteSending(isUnknown: boolean): void {
  try {
    if (isUnknown) localStorage.setItem(SENT, '1');
    else localStorage.removeItem(SENT);
  } catch {
    // The browser forbids storage; the site's cookie remains.
  }
}

function isSending(): boolean {
  try {
    return localStorage.getItem(SENT) !== null;
  } catch {
    return false;
  }
}

/**
 * Adds "You give this" to the cards of the wishes that were given with this browser. The page is the same for everybody and
 * may come from a cache. So the script asks the site, but only in browsers with gifts. Scripts cannot read the signed cookie.
 */
export async function showOwnGifts(): Promise<void> {
  const { own } = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog')?.dataset ?? {};
  const isMarked = document.cookie.split('; ').includes(MARK);
  if (!own || (!isMarked && !isSending())) return;
  const answer = await fetch(own, { cache: 'no-store' });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const { dataset, firstElementChild: note } of page.querySelectorAll<HTMLElement>('.largesse-own > li')) {
    const foot = document.querySelector(
      `.largesse-item[data-item="${CSS.escape(dataset.item ?? '')}"] .largesse-item__foot`,
    );
    if (!note || !foot || foot.querySelector('.largesse-item__note')) continue;
    foot.insertBefore(note, foot.querySelector('.largesse-item__go'));
  }
}
