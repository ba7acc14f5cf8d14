import { MAX_FILE_BYTES } from '../../../../../contract/limits.ts';
import { hasAddress, readAddresses } from './addresses.ts';
import { isAmazonPage, isAmazonText, readAmazonPage, readAmazonText } from './amazon.ts';
import { bookmarksInData, isBookmarks, readBookmarks } from './bookmarks.ts';
import { isChat, readChat } from './chat.ts';
import { dataIn, readData } from './data.ts';
import { decodedText, withoutQuoteEntities } from './entities.ts';
import { tableOfPage } from './page-table.ts';
import { isSavedPage, pageOfSaved } from './saved-page.ts';
import { type ReadColumns, readTable } from './table.ts';
import { isOwnTable, isUnknownTable, tableIn } from './table-head.ts';
import { textOf } from './text.ts';
import { type Fault, type FileFormat, inCurrency, type ReadWish, UnreadableFile } from './wish.ts';
import { dataInXml } from './xml.ts';

export type { ColumnField } from './columns.ts';
export type { ReadColumns } from './table.ts';
export type { Fault, FileFormat, Note, ReadWish } from './wish.ts';

/** Contents of a file, or why it cannot be read. */
export type WishFile =
  /** `line`: number of the line with the fault; 0 for none. */
  { readonly fault: Fault; readonly line: number } | Contents;

type Contents =
  /** Wishes from a table, bookmarks, an Amazon list or a list of addresses. */
  | {
      readonly format: Exclude<FileFormat, 'json' | 'html'>;
      readonly wishes: readonly ReadWish[];
      readonly columns?: ReadColumns;
    }
  /** A registry that was exported from Largesse. The site checks it. */
  | { readonly format: 'json' | 'html'; readonly data: unknown };

/** Number of characters that are examined at the beginning of a file to find its format. */
const BEGINNING = 4000;

/** Tags with which an HTML page can begin. */
const FIRST_TAG =
  /<(?:!doctype\s+(?:html|netscape-bookmark)|(?:html|head|body|dl|dt|meta|title|script|style|ul|ol|li|div|p|h[1-6]|a(?=\s)|table)(?![\w:.-]))/iy;

/**
 * Reads a file in the format that its contents show. The time grows linearly with the file's size.
 * @param currency ISO 4217 code of the site's currency, or ''. Prices in other currencies keep their currency
 * @param language of the browser, such as `pl-PL`; '' if unknown
 */
export function readWishFile(bytes: Uint8Array, currency: string, language = ''): WishFile {
  try {
    if (bytes.length > MAX_FILE_BYTES) throw new UnreadableFile('too large');
    const contents = contentsOf(textOf(bytes, language));
    if (!('wishes' in contents)) return contents;
    if (contents.wishes.length === 0) throw new UnreadableFile('without wishes');
    return { ...contents, wishes: contents.wishes.map((wish) => inCurrency(wish, currency)) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.fault, line: error.line };
    throw error;
  }
}

function contentsOf(text: string): Contents {
  const first = text.trimStart().charAt(0);
  if (first === '') throw new UnreadableFile('empty');
  if (isBinary(text.slice(0, BEGINNING))) throw new UnreadableFile('unknown');
  if (first === '{' || (first === '[' && isJson(text))) {
    const data = readData(text);
    const wishes = bookmarksInData(data);
    return wishes ? { format: 'bookmarks', wishes } : { format: 'json', data };
  }
  if (isPage(text.slice(0, BEGINNING))) return pageOf(text);
  if (isSavedPage(text)) return pageOf(pageOfSaved(text));
  // A list may begin with an address in brackets.
  if (first === '<' && !/^\s*<https?:/i.test(text)) return { format: 'bookmarks', wishes: linksInXml(text) };
  // Our tables contain texts exactly.
  return contentsOfText([',', ';', '\t'].some((separator) => isOwnTable(text, separator)) ? text : decodedText(text));
}

function contentsOfText(text: string): Contents {
  const table = tableIn(text);
  if (table) return { format: 'csv', ...readTable(text, table) };
  const list = withoutQuoteEntities(text);
  if (isChat(list) && hasAddress(list)) return { format: 'addresses', wishes: readChat(list) };
  if (isAmazonText(list)) return { format: 'amazon', wishes: readAmazonText(list) };
  if (isUnknownTable(list)) throw new UnreadableFile('unknown columns');
  if (hasAddress(list)) return { format: 'addresses', wishes: readAddresses(list) };
  throw new UnreadableFile('unknown');
}

/**
 * Returns the links in XML: bookmarks (XBEL), outlines (OPML), feeds, and a link that macOS stores (`.webloc`).
 * @throws {UnreadableFile} if there are none
 */
function linksInXml(xml: string): ReadWish[] {
  const wishes = bookmarksInData(dataInXml(xml)) ?? [];
  if (wishes.length === 0) throw new UnreadableFile('unknown');
  return wishes;
}

function pageOf(html: string): Contents {
  const data = dataIn(html);
  if (data !== undefined) return { format: 'html', data: readData(data) };
  if (isBookmarks(html)) return { format: 'bookmarks', wishes: readBookmarks(html) };
  if (isAmazonPage(html)) return { format: 'amazon', wishes: readAmazonPage(html) };
  const text = tableOfPage(html);
  const table = tableIn(text);
  if (table) return { format: 'csv', ...readTable(text, table) };
  throw new UnreadableFile('other page');
}

/** Checks whether a file begins like a document, a picture or an archive. */
const isBinary = (text: string) =>
  ['%PDF', 'PK\u0003', 'GIF8', '{\\rtf'].some((mark) => text.startsWith(mark)) || text.includes('\0');

/** Checks whether a text begins like a page, after an XML declaration and comments. */
function isPage(text: string): boolean {
  let at = /^\s*(?:<\?xml[^>]*>\s*)?/i.exec(text)?.[0].length ?? 0;
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return false;
    at = end + 3 + Math.max(0, text.slice(end + 3).search(/\S/));
  }
  FIRST_TAG.lastIndex = at;
  return FIRST_TAG.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
