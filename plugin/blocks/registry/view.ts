import { getContext, getElement, store } from '@wordpress/interactivity';
import { giveInDialog } from './give.ts';

/** The guest's choice as the address states it, and its announcement. */
interface Choice {
  wishes: string;
  sort: string;
  /** Announcement for screen readers. */
  said: string;
  sentences: Record<'wishes' | 'sort', Record<string, string>>;
}

/** Choice that a link makes. */
interface Link {
  parameter: 'wishes' | 'sort';
  value: string;
}

function linkOf(element: HTMLElement): Link {
  const { parameter, value = '' } = element.dataset;
  return { parameter: parameter === 'sort' ? 'sort' : 'wishes', value };
}

/** Returns the page's address with a choice and the change that a link makes to it. Other parameters stay. */
function addressOf({ wishes, sort }: Choice, { parameter, value }: Link): URL {
  const address = new URL(location.href);
  for (const [name, said] of Object.entries({ wishes, sort, [parameter]: value })) {
    if (said) address.searchParams.set(name, said);
    else address.searchParams.delete(name);
  }
  return address;
}

/** Compares two wishes. Wishes without a price come last in either direction; equal ones keep their own order. */
function comparison(sort: string): (a: HTMLElement, b: HTMLElement) => number {
  const place = ({ dataset }: HTMLElement) => Number(dataset.place);
  if (!sort) return (a, b) => place(a) - place(b);
  const sign = sort === 'price-up' ? 1 : -1;
  const price = ({ dataset }: HTMLElement) => (dataset.price ? sign * Number(dataset.price) : Number.MAX_VALUE);
  const most = ({ dataset }: HTMLElement) => Number(dataset.most === undefined);
  const by = sort === 'most-wanted' ? most : price;
  return (a, b) => by(a) - by(b) || place(a) - place(b);
}

/**
 * Shows the wishes as chosen: under their headings, or sorted above all headings. Moves the elements, so that the
 * reading and tab order match the visible order.
 */
function arrange(registry: Element | null, { wishes, sort }: Choice): void {
  const lists = [...(registry?.querySelectorAll<HTMLElement>('.largesse-wishes') ?? [])];
  const cards = lists.flatMap((list) => [...list.querySelectorAll<HTMLElement>(':scope > li')]).sort(comparison(sort));
  for (const card of cards) card.toggleAttribute('hidden', wishes === 'open' && card.dataset.open === undefined);
  for (const [index, list] of lists.entries()) {
    const own = cards.filter(({ dataset }) => (sort ? 0 : Number(dataset.group ?? 0)) === index);
    // On a phone, moving elements that are already in place would cost as much as moving all.
    if (own.some((card, place) => list.children[place] !== card)) list.append(...own);
  }
  const links = registry?.querySelectorAll<HTMLElement>('.largesse-jump li') ?? [];
  for (const [index, list] of lists.entries()) {
    const isEmpty = !list.querySelector(':scope > li:not([hidden])');
    const group = list.closest<HTMLElement>('.largesse-group');
    if (group) group.hidden = isEmpty;
    const link = links[index - 1];
    if (link) link.hidden = isEmpty;
  }
  const jump = registry?.querySelector<HTMLElement>('.largesse-jump');
  if (jump) jump.hidden = sort !== '';
  const none = registry?.querySelector<HTMLElement>('.largesse-registry__none');
  if (none) none.hidden = cards.some(({ hidden }) => !hidden);
}

store('largesse/registry', {
  actions: {
    choose(event: MouseEvent) {
      const { ref } = getElement();
      // The browser itself opens new tabs and windows.
      if (!ref || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const link = linkOf(ref);
      const choice = getContext<Choice>();
      history.replaceState(history.state, '', addressOf(choice, link));
      choice[link.parameter] = link.value;
      arrange(ref.closest('.largesse-registry'), choice);
      const { wishes, sort } = choice.sentences;
      choice.said = [wishes[choice.wishes], sort[choice.sort]].join(' ');
    },
  },
  callbacks: {
    /**
     * Marks a link while its choice is active, and keeps its address up to date for visitors who open it in a new tab.
     */
    mark() {
      const { ref } = getElement();
      const choice = getContext<Choice>();
      if (!(ref instanceof HTMLAnchorElement)) return;
      const link = linkOf(ref);
      const address = addressOf(choice, link);
      address.hash = ref.hash;
      ref.href = address.href;
      if (choice[link.parameter] === link.value) ref.setAttribute('aria-current', 'true');
      else ref.removeAttribute('aria-current');
    },
  },
});

giveInDialog();
