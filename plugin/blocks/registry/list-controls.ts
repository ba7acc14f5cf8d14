import { isPlainClick } from '../../assets/plain-click.ts';
import { SORT_MOST_WANTED, SORT_PRICE_UP } from '../../assets/shared-names.ts';

/** Status texts from the site. */
interface Sentences {
  wishes: Record<string, string>;
  sort: Record<string, string>;
  /** Result of a search or a filter, with `%s` for the number of found wishes. */
  found: string;
}

/** Filters, order and search of a list. Empty texts mean no choice. */
interface Choice {
  wishes: string;
  /** Range of prices, such as "25-50" or "50-": more than the first, at most the second price. */
  price: string;
  heading: string;
  sort: string;
  words: readonly string[];
}

/** Number of cards that move before the next paint. No screen shows more cards at once. */
const FIRST = 24;

/** Filters, sorts and searches the wishes on the page without loading it again. */
export function controlLists(): void {
  document.querySelectorAll<HTMLElement>('.largesse-controls').forEach(control);
}

function control(controls: HTMLElement): void {
  const registry = controls.closest('.largesse-registry');
  const said = controls.querySelector('.largesse-controls__said');
  const find = controls.querySelector<HTMLElement>('.largesse-find');
  const input = find?.querySelector('input');
  const links = [...controls.querySelectorAll<HTMLAnchorElement>('.largesse-choice')];
  if (!registry || !said) return;
  const chosen = (parameter: Exclude<keyof Choice, 'words'>): string =>
    links.find((link) => link.matches(`[aria-current][data-parameter=${parameter}]`))?.dataset.value ?? '';
  const update = () => {
    // Read the texts on each update, because card-updates.ts may have replaced them.
    const sentences: Sentences = JSON.parse(controls.dataset.sentences ?? '');
    const choice: Choice = {
      wishes: chosen('wishes'),
      price: chosen('price'),
      heading: chosen('heading'),
      sort: chosen('sort'),
      words: wordsIn(input?.value ?? ''),
    };
    const { found, finish } = arrange(registry, choice);
    requestAnimationFrame(() => setTimeout(finish));
    said.textContent = isNarrowed(choice)
      ? sentences.found.replace('%s', found.toLocaleString(document.documentElement.lang))
      : `${sentences.wishes[choice.wishes]} ${sentences.sort[choice.sort]}`;
  };
  controls.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.largesse-choice') : null;
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    link.parentElement?.querySelector('[aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    history.replaceState(history.state, '', addressWith(link, location.hash));
    for (const other of links) other.href = addressWith(other, other.hash);
    update();
    showResults(said);
  });
  if (!find) return;
  find.hidden = false;
  find.addEventListener('input', update);
}

/**
 * After a choice, scrolls the status to the middle of the window if it is lower. On a phone, the choices fill the
 * screen, so nobody would see the results; in the middle, the last choices stay visible above the results.
 */
function showResults(said: Element): void {
  if (said.getBoundingClientRect().bottom > innerHeight / 2) said.scrollIntoView({ block: 'center' });
}

/** Returns the page's address with the parameter of a link. Other parameters are unchanged. */
function addressWith({ dataset: { parameter = '', value } }: HTMLAnchorElement, hash: string): string {
  const address = new URL(location.href);
  if (value) address.searchParams.set(parameter, value);
  else address.searchParams.delete(parameter);
  address.hash = hash;
  return address.href;
}

const isNarrowed = ({ price, heading, words }: Choice): boolean => price !== '' || heading !== '' || words.length > 0;

/** Returns the words of a text, each simplified by `plain`. */
function wordsIn(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

/** Simplifies a text for searching: lower case, no accents, no double letters. So "ana" finds "Anna". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\p{L})\1+/gu, '$1');
}

/**
 * Returns a function that compares two wishes. Prices are compared only within a currency: after the list's usual
 * currency come the others, one after the other, and wishes without a price. Equal wishes are in the order of the list.
 */
function comparison(sort: string): (a: HTMLElement, b: HTMLElement) => number {
  const place = ({ dataset }: HTMLElement) => Number(dataset.place);
  if (!sort) return (a, b) => place(a) - place(b);
  const sign = sort === SORT_PRICE_UP ? 1 : -1;
  const most = ({ dataset }: HTMLElement) => Number(dataset.most === undefined);
  if (sort === SORT_MOST_WANTED) return (a, b) => most(a) - most(b) || place(a) - place(b);
  return (a, b) => {
    const [one, other] = [priceOf(a), priceOf(b)];
    return (
      one.rank - other.rank ||
      (one.currency < other.currency ? -1 : Number(one.currency > other.currency)) ||
      sign * (one.amount - other.amount) ||
      place(a) - place(b)
    );
  };
}

/** Returns the price of a wish: rank 0 for the list's usual currency, 1 for another one, and 2 without a price. */
function priceOf({ dataset }: HTMLElement): { rank: number; currency: string; amount: number } {
  if (dataset.price) return { rank: 0, currency: '', amount: Number(dataset.price) };
  const [currency = '', amount] = dataset.otherPrice?.split(' ') ?? [];
  return { rank: amount === undefined ? 2 : 1, currency, amount: Number(amount ?? 0) };
}

/**
 * Filters and arranges the wishes. Unsorted wishes are under their headings; sorted wishes are in one list above all
 * headings. Moves the elements, so that the reading and tab order match the visible order.
 * @returns number of visible wishes, and a function to call after the next paint. Before this call, only the first
 *   `FIRST` visible cards have moved. The call moves the other cards
 */
function arrange(registry: Element, choice: Choice): { found: number; finish: () => void } {
  const { wishes, price, heading, sort, words } = choice;
  const lists = [...registry.querySelectorAll<HTMLElement>('.largesse-wishes')];
  const cards = lists.flatMap((list) => [...list.querySelectorAll<HTMLElement>(':scope > li')]).sort(comparison(sort));
  const titles = lists.map(
    (list) => list.closest('.largesse-group')?.querySelector('.largesse-group__title')?.textContent,
  );
  const [over = 0, most = 0] = price.split('-').map(Number);
  const isIncluded = ({ dataset }: HTMLElement): boolean => {
    const itsPrice = dataset.price ? Number(dataset.price) : undefined;
    return (
      (wishes !== 'open' || dataset.open !== undefined) &&
      (heading === '' || titles[Number(dataset.group ?? 0)] === heading) &&
      (price === '' || (itsPrice !== undefined && (itsPrice > over || over === 0) && (most === 0 || itsPrice <= most)))
    );
  };
  for (const card of cards) {
    const text = words.length > 0 ? plain(card.querySelector('.largesse-item__text')?.textContent ?? '') : '';
    card.hidden = !isIncluded(card) || !words.every((word) => text.includes(word));
  }
  const groups = lists.map((list, index) => ({
    list,
    own: cards.filter(({ dataset }) => (sort ? 0 : Number(dataset.group ?? 0)) === index),
  }));
  const shown = groups.flatMap(({ own }) => own).filter(({ hidden }) => !hidden);
  const first = new Set(shown.slice(0, FIRST));
  for (const { list, own } of groups)
    moveTo(
      list,
      own.filter((card) => first.has(card)),
    );
  const links = registry.querySelectorAll<HTMLElement>('.largesse-jump li');
  for (const [index, { list, own }] of groups.entries()) {
    const isEmpty = own.every(({ hidden }) => hidden);
    const group = list.closest<HTMLElement>('.largesse-group');
    if (group) group.hidden = isEmpty;
    const link = links[index - 1];
    if (link) link.hidden = isEmpty;
  }
  const jump = registry.querySelector<HTMLElement>('.largesse-jump');
  if (jump) jump.hidden = sort !== '';
  const none = registry.querySelector<HTMLElement>('.largesse-registry__none');
  if (none) none.hidden = shown.length > 0 || isNarrowed(choice);
  return {
    found: shown.length,
    finish: () => {
      for (const { list, own } of groups) moveTo(list, own);
    },
  };
}

/**
 * Moves cards to the beginning of a list. Does nothing if the cards are already there, because moving them again would
 * be slow on phones.
 */
function moveTo(list: Element, cards: readonly Element[]): void {
  if (cards.some((card, place) => list.children[place] !== card)) list.prepend(...cards);
}
