/** Query parameter that returns the notes. Its value is the id of a sent gift, or 1. */
const OWN = 'own-gifts';

/** Cookie of browsers that have sent or seen a gift; the site sets it. It holds no other data. */
const MARK = 'largesse_has_gifts=1';

/** Local storage key: id of a gift that was sent, and whose result is unknown. */
const SENT = 'largesse-sent';

/**
 * Stores the id of a gift that was sent and whose result is unknown. If the answer is lost, the site's cookie is lost,
 * too.
 * @param id Null if the result is known.
 */
export function rememberSubmission(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(SENT);
    else localStorage.setItem(SENT, id);
  } catch {
    // The browser forbids storage; the site's cookie remains.
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
 * Adds "You are giving this" to the cards of the wishes that were given with this browser. The page is the same for all
 * visitors and may come from a cache. So the script asks the site, but only in browsers with gifts. Scripts cannot read
 * the signed cookie.
 */
export async function showOwnGifts(): Promise<void> {
  const { own } = document.querySelector<HTMLDialogElement>('dialog.largesse-dialog')?.dataset ?? {};
  const isMarked = document.cookie.split('; ').includes(MARK);
  const sent = submittedId();
  if (!own || (!isMarked && sent === null)) return;
  const address = new URL(own);
  if (sent !== null) address.searchParams.set(OWN, sent);
  const answer = await fetch(address, { cache: 'no-store' });
  if (!answer.ok) return;
  // The site has stored the gift in its cookie.
  if (sent !== null && sent === submittedId()) rememberSubmission(null);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const { dataset, firstElementChild: note } of page.querySelectorAll<HTMLElement>('.largesse-own > li')) {
    const foot = document.querySelector(
      `.largesse-item[data-item="${CSS.escape(dataset.item ?? '')}"] .largesse-item__foot`,
    );
    if (!note || !foot || foot.querySelector('.largesse-item__note')) continue;
    foot.insertBefore(note, foot.querySelector('.largesse-item__go'));
  }
}
