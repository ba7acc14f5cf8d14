import { isPrice } from './addresses.ts';
import { quantityInCell } from './cells.ts';
import { readPage } from './html.ts';
import { currencyNamed } from './price.ts';
import {
  add,
  headingOf,
  joined,
  looseWish,
  nameOf,
  oneLine,
  type ReadWish,
  truncate,
  UnreadableFile,
  withoutRepeats,
} from './wish.ts';

interface Link {
  url: string;
  folder: string;
  /** Text of the link (`<a>`), and of its description (`<dd>`). */
  a: string;
  dd: string;
  /** Text beside the link in a list (`<li>`). */
  li: string;
}

/**
 * Checks whether a page contains bookmarks: links in a list of definitions, as browsers export them, or in another list
 * on a page without scripts, as Pocket, Instapaper and other programs export them.
 */
export const isBookmarks = (html: string): boolean =>
  /NETSCAPE-Bookmark-file|<title>\s*(?:Pocket|Instapaper:?) Export\s*</i.test(html.slice(0, 1000)) ||
  /<dt>\s{0,20}<a\s/i.test(html) ||
  (/<li>\s{0,20}<a\s|^\s*<(?:a\s|(?:p|h[1-6]|ol)[\s>])/i.test(html) && !/<script[\s>]/i.test(html));

/**
 * Returns the links in data of other programs: bookmarks of browsers, and whatever has an address and a name, such as
 * the cards of a board or a reading list. Returns undefined for data without links, and for our own.
 */
export function bookmarksInData(data: unknown): ReadWish[] | undefined {
  if (isObject(data) && /^largesse\./.test(textIn(data.format))) return undefined;
  const wishes: ReadWish[] = [];
  let isFound = false;
  const visit = (node: unknown, heading: string, isAmongLinks = false): void => {
    if (Array.isArray(node)) {
      const hasLinks = node.some((one) => isObject(one) && isLink(textOf(one, ADDRESS_KEY)));
      for (const one of node) visit(one, heading, hasLinks);
    }
    if (!isObject(node)) return;
    const url = textOf(node, ADDRESS_KEY);
    const name = textOf(node, NAME_KEY);
    const price = amountOf(node, PRICE_KEY);
    // A wish without an address has a price or a quantity, or is in a list of links.
    const isWish = url === '' && name !== '' && !Array.isArray(node.children);
    const quantity = amountOf(node, QUANTITY_KEY);
    if (isLink(url) || (isWish && (isAmongLinks || price !== '' || quantity !== ''))) {
      isFound = true;
      const place = wishes.length + 1;
      const description = textOf(node, DESCRIPTION_KEY);
      const currency = currencyNamed(textOf(node, CURRENCY_KEY)) || undefined;
      const count = quantityInCell(String(quantity));
      const read = looseWish(
        place,
        {
          name: url === '' ? name : nameIn(oneLine(name), url),
          ...(url === '' ? {} : { url }),
          description,
          heading,
          ...('quantity' in count ? { quantity_needed: count.quantity } : {}),
          ...('isAny' in count ? { any_number: true } : {}),
          ...(typeof price === 'number' && price > 0 ? { price } : {}),
        },
        typeof price === 'string' ? price : '',
        currency,
      );
      add(wishes, read);
    }
    if (Array.isArray(node.children)) isFound = true;
    const isFolder = url === '' && name !== '' && Array.isArray(node.children);
    for (const inner of Object.values(node)) visit(inner, isFolder ? headingOf(name) : heading);
  };
  visit(data, '');
  return isFound ? withoutRepeats(wishes) : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLink = (url: string) => /^https?:/i.test(url);

/** Keys of an address, of a name and of other fields, in any data. */
export const ADDRESS_KEY = /^(?:ur[li]|href|link|htmlurl|urlstring)$/i;
const NAME_KEY = /^(?:title|name|text)$/i;
const PRICE_KEY = /^(?:(?:unit_?)?price|preis|prix|precio|prezzo|prijs|cost)$/i;
const QUANTITY_KEY =
  /^(?:quantity(?:_?(?:needed|wanted|requested))?|qty|menge|anzahl|quantité|cantidad|quantità|aantal)$/i;
const CURRENCY_KEY = /^currency(?:_?code)?$/i;
const DESCRIPTION_KEY = /^(?:desc|_note)$/i;

/** Returns the first text with a key; '' for none. */
function textOf(node: Readonly<Record<string, unknown>>, key: RegExp): string {
  const [, found] = Object.entries(node).find(([name, value]) => key.test(name) && textIn(value) !== '') ?? [];
  return textIn(found);
}

/** Returns the first text or number with a key; '' for none. */
function amountOf(node: Readonly<Record<string, unknown>>, key: RegExp): string | number {
  const [, found] = Object.entries(node).find(([name]) => key.test(name)) ?? [];
  return typeof found === 'number' ? found : textIn(found);
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads bookmarks; their folders are headings. @throws {UnreadableFile} if there are too many bookmarks */
export function readBookmarks(html: string): ReadWish[] {
  const links: Link[] = [];
  /** Names of the enclosing folders, the innermost last. */
  const folders: string[] = [];
  let folder = '';
  let inside = '';
  /** The link that a following description belongs to; undefined after the name of a folder. */
  let described: Link | undefined;
  /** The entry of a list that is open. It has no address until its first link. */
  let entry: Link | undefined;
  readPage(html, {
    open(name, attributes) {
      if (name === 'dl') {
        // Shortens the folder's name only once. Otherwise, each bookmark inside would shorten a long name again.
        folder = headingOf(folder);
        folders.push(folder);
        inside = '';
      } else if (['a', 'h3', 'dt', 'dd'].includes(name)) inside = name;
      if (['h3', 'dl'].includes(name)) described = undefined;
      if (name === 'h3') folder = '';
      if (name === 'li') {
        entry = { url: '', folder: folders.at(-1) ?? '', a: '', dd: '', li: '' };
        links.push(entry);
      }
      if (name === 'ul' || name === 'ol') {
        // The text before an inner list is its title.
        folders.push((entry?.url === '' && headingOf(entry.li)) || (folders.at(-1) ?? ''));
        if (entry?.url === '') entry.li = '';
      }
      if (['ul', 'ol', 'script', 'style'].includes(name)) entry = undefined;
      if (name !== 'a') return;
      const url = truncate(attributes.get('href') ?? '').trim();
      if (entry && entry.url === '' && entry.a === '') {
        entry.url = url;
        described = entry;
        return;
      }
      described = { url, folder: folders.at(-1) ?? '', a: '', dd: '', li: '' };
      links.push(described);
      if (links.length > MAX_LINKS) throw new UnreadableFile('too many wishes');
    },
    close(name) {
      if (name === 'dl') {
        folders.pop();
        described = undefined;
      }
      if (['a', 'h3', 'dt', 'dd', 'dl'].includes(name)) inside = '';
      if (name === 'ul' || name === 'ol') folders.pop();
      if (['li', 'ul', 'ol'].includes(name)) entry = undefined;
    },
    text(text) {
      if (inside === 'h3') folder = joined(folder, text);
      else if (described && (inside === 'a' || inside === 'dd')) described[inside] = joined(described[inside], text);
      else if (entry) entry.li = joined(entry.li, ` ${text}`);
    },
  });
  const wishes: ReadWish[] = [];
  for (const [index, link] of links.entries()) {
    const wish = OTHER_PAGE.test(link.url) ? undefined : wishOf(index + 1, link);
    if (wish) add(wishes, wish);
  }
  return withoutRepeats(wishes);
}

/** Returns the wish for a link, or for the entry of a list without a link; undefined for an empty entry. */
function wishOf(place: number, { url, a, dd, li, folder: heading }: Link): ReadWish | undefined {
  const beside = oneLine(li)
    .slice(0, MAX_READ_BESIDE)
    .replace(/^[\s–—:,;(|-]+/, '')
    .replace(/[\s–—:,;)|-]{1,20}$/, '');
  if (url === '') return /\p{L}/u.test(beside) ? looseWish(place, { name: beside, heading }) : undefined;
  const [price, description] = isPrice(beside) ? [beside, dd] : ['', [beside, dd].filter(Boolean).join('\n')];
  return looseWish(place, { name: nameIn(oneLine(a), url), url, description, heading }, price);
}

/** Maximum number of characters beside a link that are read. */
const MAX_READ_BESIDE = 1000;

/** Maximum number of links and empty entries of lists. */
const MAX_LINKS = 100_000;

/** Scripts, searches and pages of the browser, which browsers also keep as bookmarks. */
const OTHER_PAGE = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Returns the name of a link. Programs use the address as the text of a link without a title. */
const nameIn = (text: string, url: string) => (text === '' || /^https?:\/\/\S*$/i.test(text) ? nameOf(url) : text);
