/** Texts that describe changes since the page was loaded. The template `guests/wish-list` contains the texts. */
interface Words {
  /** For a wish that guests have given completely. */
  found: string;
  /** For a wish that its owner removed. */
  removed: string;
}

/** HTML of the last fetched page if the cards show all its changes; otherwise ''. */
let shown = '';

/**
 * Updates the numbers and buttons on the cards. Fetches a newer copy of the page for this. A change is left out if it
 * would move something on the screen: a text that needs another line, the button of a wish that is open again, or a new
 * wish. The guest sees these changes after loading the page again.
 * @param credentials `omit` if the page is the same for everyone, so that a cache can answer
 * @returns false if the page cannot be read, shows no wishes, or is in another language
 */
export async function updateCards(address: string, credentials: RequestCredentials, words: Words): Promise<boolean> {
  const answer = await fetch(address, { cache: 'no-cache', credentials, signal: AbortSignal.timeout(20_000) });
  const html = await answer.text();
  if (!answer.ok) return false;
  if (html === shown) return true;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const cards = new Map(cardsIn(page).map((card) => [card.dataset.item, card]));
  if (cards.size === 0 || page.documentElement.lang !== document.documentElement.lang) return false;
  const isComplete = cardsIn(document).map((card) => {
    const newer = cards.get(card.dataset.item);
    return newer ? update(card, newer, words) : markAsRemoved(card, words);
  });
  updateStatus(page);
  shown = isComplete.every(Boolean) ? html : '';
  return true;
}

function cardsIn(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('.largesse-item')];
}

/**
 * Updates a card from its copy in a newer page.
 * @returns false if a change would move something on the screen, and therefore has to wait
 */
function update(card: HTMLElement, newer: HTMLElement, words: Words): boolean {
  const part = (name: string) => card.querySelector<HTMLElement>(`.largesse-item__${name}`);
  part('gone')?.remove();
  card.classList.remove('is-gone');
  const newGo = newer.querySelector('.largesse-item__go');
  const isAgain = newer.querySelector('.largesse-item__give') !== null && !part('give');
  if (isAgain && isOutOfSight(card) && newGo) {
    part('go')?.remove();
    part('foot')?.append(newGo);
  } else if (isAgain) return false;
  for (const link of card.querySelectorAll<HTMLElement>('.largesse-item__go a'))
    setDisabled(link, link === part('give') && !newer.querySelector('.largesse-item__give'));
  const label = newer.querySelector<HTMLElement>('.largesse-item__give');
  const give = part('give');
  // The newer page is the same for all guests, and does not know which wishes this guest already gives.
  const isKept = part('note') !== null && label?.dataset.part === undefined;
  if (give && label && !isKept && give.textContent !== label.textContent) replaceQuietly(give, [...label.childNodes]);
  const [wasFound, isFound] = [card, newer].map((one) => one.classList.contains('is-complete'));
  card.classList.toggle('is-complete', isFound);
  card.toggleAttribute('data-open', newer.dataset.open !== undefined);
  const most = part('most');
  if (most) most.hidden = !newer.querySelector('.largesse-item__most');
  const [wanted, newWanted] = [card, newer].map((one) => one.querySelector<HTMLElement>('.largesse-wanted'));
  if (!wanted || !newWanted || (wasFound && isFound) || wanted.textContent === newWanted.textContent) return true;
  // Shows a short text, because the usual text for a complete wish needs a second line on phones.
  if (isFound) newWanted.textContent = words.found;
  return replaceQuietly(wanted, [...newWanted.childNodes]);
}

/** Shows "removed" over the picture of a card whose wish is no longer on the page. */
function markAsRemoved(card: HTMLElement, words: Words): true {
  if (card.classList.contains('is-gone')) return true;
  card.classList.add('is-gone');
  delete card.dataset.open;
  const mark = document.createElement('p');
  mark.className = 'largesse-item__gone';
  mark.textContent = words.removed;
  card.querySelector('.largesse-item__name')?.after(mark);
  for (const link of card.querySelectorAll<HTMLElement>('.largesse-item__go a')) setDisabled(link, true);
  return true;
}

/** Disables or enables a link. A disabled link keeps its place and the focus. */
function setDisabled(link: HTMLElement, isDisabled: boolean): void {
  if (isDisabled) link.ariaDisabled = 'true';
  else link.removeAttribute('aria-disabled');
}

/** Checks whether a card can change its height without moving anything on the screen. */
function isOutOfSight(card: HTMLElement): boolean {
  return (
    !card.contains(document.activeElement) &&
    (card.hidden !== false || card.getBoundingClientRect().top > window.innerHeight)
  );
}

/** Replaces the contents of an element. If it becomes higher, restores the old contents and returns false. */
function replaceQuietly(element: HTMLElement, contents: readonly Node[]): boolean {
  const { height } = element.getBoundingClientRect();
  const former = [...element.childNodes];
  element.style.minBlockSize = `${height}px`;
  element.replaceChildren(...contents);
  const isQuiet = height === 0 || element.getBoundingClientRect().height < height + 0.5;
  if (!isQuiet) element.replaceChildren(...former);
  return isQuiet;
}

/** Updates the sentence with the number of open wishes. Screen readers announce no other part of an update. */
function updateStatus(page: Document): void {
  const [controls, newer] = [document, page].map((one) => one.querySelector<HTMLElement>('.largesse-controls'));
  const said = controls?.querySelector<HTMLElement>('.largesse-controls__said');
  const json = newer?.dataset.sentences ?? '';
  if (!controls || !said || !json || json === controls.dataset.sentences) return;
  const [former, now] = [controls.dataset.sentences ?? '', json].map(
    (sentences): Record<string, string> => JSON.parse(sentences).wishes,
  );
  controls.dataset.sentences = json;
  for (const [choice, sentence] of Object.entries(former ?? {})) {
    const text = said.textContent ?? '';
    const newest = now?.[choice];
    if (newest && newest !== sentence && text.startsWith(sentence))
      replaceQuietly(said, [new Text(text.replace(sentence, newest))]);
  }
}
