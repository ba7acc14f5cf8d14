import { readPage } from './html.ts';
import { add, headingOf, joined, looseWish, nameOf, oneLine, type ReadWish, truncate, withoutRepeats } from './wish.ts';

interface Link {
  url: string;
  folder: string;
  /** Text of the link (`<a>`), and of its description (`<dd>`). */
  a: string;
  dd: string;
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
 * Returns the links in data of other programs: bookmarks of browsers, and whatever has an address and a name, such as the
 * cards of a board or a reading list. Returns undefined for data without links, and for our own.
 */
export function bookmarksInData(data: unknown): ReadWish[] | undefined {
  if (isObject(data) && /^largesse\./.test(textIn(data.format))) return undefined;
  const wishes: ReadWish[] = [];
  let isFound = false;
  const visit = (node: unknown, heading: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, heading);
    if (!isObject(node)) return;
    const url = textOf(node, ADDRESS_KEY);
    const name = textOf(node, NAME_KEY);
    if (/^https?:/i.test(url)) {
      isFound = true;
      const place = wishes.length + 1;
      const description = textOf(node, DESCRIPTION_KEY);
      add(wishes, looseWish(place, { name: nameIn(oneLine(name), url), url, description, heading }));
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

/** Keys of an address, of a name and of a description, in any data. */
export const ADDRESS_KEY = /^(?:ur[li]|href|link|htmlurl|urlstring)$/i;
const NAME_KEY = /^(?:title|name|text)$/i;
const DESCRIPTION_KEY = /^(?:desc|_note)$/i;

/** Returns the first text with a key; '' for none. */
function textOf(node: Readonly<Record<string, unknown>>, key: RegExp): string {
  const [, found] = Object.entries(node).find(([name, value]) => key.test(name) && textIn(value) !== '') ?? [];
  return textIn(found);
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
      if (name !== 'a') return;
      described = { url: truncate(attributes.get('href') ?? '').trim(), folder: folders.at(-1) ?? '', a: '', dd: '' };
      add(links, described);
    },
    close(name) {
      if (name === 'dl') {
        folders.pop();
        described = undefined;
      }
      if (['a', 'h3', 'dt', 'dd', 'dl'].includes(name)) inside = '';
    },
    text(text) {
      if (inside === 'h3') folder = joined(folder, text);
      else if (described && (inside === 'a' || inside === 'dd')) described[inside] = joined(described[inside], text);
    },
  });
  return withoutRepeats(
    links.flatMap(({ url, a, dd, folder: heading }, index) =>
      OTHER_PAGE.test(url)
        ? []
        : [looseWish(index + 1, { name: nameIn(oneLine(a), url), url, description: dd, heading })],
    ),
  );
}

/** Scripts, searches and pages of the browser, which browsers also keep as bookmarks. */
const OTHER_PAGE = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Returns the name of a link. Programs use the address as the text of a link without a title. */
const nameIn = (text: string, url: string) => (text === '' || /^https?:\/\/\S*$/i.test(text) ? nameOf(url) : text);
