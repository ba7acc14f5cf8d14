import { readPage } from './html.ts';
import { add, headingOf, joined, looseWish, nameOf, oneLine, type ReadWish, truncate, withoutRepeats } from './wish.ts';

interface Link {
  url: string;
  folder: string;
  /** Text of the link (`<a>`), and of its description (`<dd>`). */
  a: string;
  dd: string;
}

/** Checks whether a page is a browser's bookmark export, or the list of links that Pocket or Instapaper exports. */
export const isBookmarks = (html: string): boolean =>
  /NETSCAPE-Bookmark-file|<title>\s*(?:Pocket|Instapaper:?) Export\s*</i.test(html.slice(0, 1000));

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
    links.map(({ url, a, dd, folder: heading }, index) =>
      looseWish(index + 1, { name: nameIn(oneLine(a), url), url, description: dd, heading }),
    ),
  );
}

/** Returns the name of a link. Programs use the address as the text of a link without a title. */
const nameIn = (text: string, url: string) => (text === '' || /^https?:\/\/\S*$/i.test(text) ? nameOf(url) : text);
