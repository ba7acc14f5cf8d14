import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { readPage } from './html.ts';
import {
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
}

/** Checks whether a page is a browser's bookmark export. */
export const isBookmarks = (html: string): boolean => /NETSCAPE-Bookmark-file/i.test(html.slice(0, 1000));

/**
 * Reads bookmarks; the folder of a bookmark is its heading.
 * @throws {UnreadableFile} if there are too many bookmarks
 */
export function readBookmarks(html: string): ReadWish[] {
  const links: Link[] = [];
  /** Names of the enclosing folders, the innermost last. */
  const folders: string[] = [];
  let folder = '';
  let inside = '';
  readPage(html, {
    open(name, attributes) {
      if (name === 'dl') {
        // Shortens the folder's name only once. Otherwise, each bookmark inside would shorten a long name again.
        folder = headingOf(folder);
        folders.push(folder);
        inside = '';
      } else if (['a', 'h3', 'dt', 'dd'].includes(name)) inside = name;
      if (name === 'h3') folder = '';
      if (name !== 'a') return;
      if (links.length === MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
      links.push({ url: truncate(attributes.get('href') ?? '').trim(), folder: folders.at(-1) ?? '', a: '', dd: '' });
    },
    close(name) {
      if (name === 'dl') folders.pop();
      if (['a', 'h3', 'dt', 'dd', 'dl'].includes(name)) inside = '';
    },
    text(text) {
      const link = links.at(-1);
      if (inside === 'h3') folder = joined(folder, text);
      else if (link && (inside === 'a' || inside === 'dd')) link[inside] = joined(link[inside], text);
    },
  });
  return withoutRepeats(
    links.map(({ url, a, dd, folder: heading }, index) =>
      looseWish(index + 1, { name: oneLine(a) || nameOf(url), url, description: dd, heading }),
    ),
  );
}
