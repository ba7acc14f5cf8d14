import { HAS_GIFTS_COOKIE, OWN_GIFTS_PARAMETER } from '../../assets/shared-names.ts';

/** Cookie that the site sets after the browser has submitted a give form, or has shown a gift of this browser. */
const MARK = `${HAS_GIFTS_COOKIE}=1`;

/** Local storage key for the id of a gift that was sent, but whose result is unknown. */
const SENT = 'largesse-sent';

/**
 * Stores the id of a gift that the browser sends, until the result is known. If the response is lost, the site's cookie
 * is lost with it.
 * @param id null if the result is known
 */
export function rememberSubmission(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(SENT);
    else localStorage.setItem(SENT, id);
  } catch {
    // The browser forbids local storage. The site's cookie still marks the gift.
  }
}

function submittedId(): string | null {
  try {
    return localStorage.getItem(SENT);
  } catch {
    return null;
  }
}

/**
 * Adds "You are giving this" to the cards of the wishes that were given with this browser, and renames their buttons to
 * "Give another one". Caches serve the same page to all visitors, so the script fetches the notes from the site. The
 * script cannot read the signed cookie with the gifts. It sends no request if the browser has no gifts.
 */
export async function showOwnGifts(): Promise<void> {
  const { own } = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog')?.dataset ?? {};
  const isMarked = document.cookie.split('; ').includes(MARK);
  const sent = submittedId();
  if (!own || (!isMarked && sent === null)) return;
  const address = new URL(own);
  if (sent !== null) address.searchParams.set(OWN_GIFTS_PARAMETER, sent);
  const answer = await fetch(address, { cache: 'no-store' });
  if (!answer.ok) return;
  // The site has now recorded the gift in its cookie.
  if (sent !== null && sent === submittedId()) rememberSubmission(null);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const again = page.querySelector<HTMLElement>('.largesse-own')?.dataset.again;
  for (const { dataset, firstElementChild: note } of page.querySelectorAll<HTMLElement>('.largesse-own > li')) {
    const foot = document.querySelector(
      `.largesse-item[data-item="${CSS.escape(dataset.item ?? '')}"] .largesse-item__foot`,
    );
    if (!note || !foot || foot.querySelector('.largesse-item__note')) continue;
    foot.insertBefore(note, foot.querySelector('.largesse-item__go'));
    const text = foot.querySelector('.largesse-item__give:not([data-part])')?.firstChild;
    if (again && text) text.textContent = again;
  }
}
