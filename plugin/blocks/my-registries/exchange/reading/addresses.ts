import { AROUND_ADDRESS } from '../../../../../contract/address-pattern.ts';
import { addressesIn, type FoundAddress, withoutMarks } from '../../../../../contract/addresses-in-text.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { readAddress } from '../../../../../contract/web-address.ts';
import { numberOf } from '../../numbers.ts';
import { type ListLine, withNames } from './list-lines.ts';
import {
  add,
  currencyOf,
  linesOf,
  looseWish,
  nameOf,
  type ReadWish,
  truncate,
  UnreadableFile,
  withoutRepeats,
} from './wish.ts';

/*
 * | line                                          | wishes                                                        |
 * |-----------------------------------------------|---------------------------------------------------------------|
 * | one address, alone                            | one; its name is made of the address                          |
 * | one address and words, Markdown, a bullet     | one; the words are its name                                   |
 * | several addresses                             | one for each; the words are the description of each           |
 * | an address without a scheme, alone            | one                                                           |
 * | words and an address that begins with `www.`  | one; the words are its name                                   |
 * | words                                         | one without a shop                                            |
 * | words, and the address on the next line       | one, if the list has no names behind addresses; blank lines   |
 * | an address, and words on the next line        | the other way round; between the wishes may be missing        |
 * | words that end with a colon, `# words`        | one without a shop, noted and not selected                    |
 * | a price with its currency                     | the price of the wish on the line before                      |
 * | no letters, and no address                    | none                                                          |
 * | a bullet, a check box or marks of a quotation | removed from the beginning                                    |
 * | lines of a file `.url` or `.desktop`          | one wish for the file                                         |
 */

const AROUND = new RegExp(AROUND_ADDRESS, 'u');

/** A word that begins like an address without a scheme. */
const BARE = /(?<![^\s(<"'])(?:www\.[^\s]{1,5000}|[^\s/@()<>"']{1,200}\.[a-z]{2,20}\/[^\s]{1,5000})/iu;

/** Bullets, numbers, check boxes and marks of quotations at the beginning of a line. */
const BULLET = /^(?:\s{0,9}>)*\s{0,9}(?:[-*+•–]\s{1,9})?(?:\d{1,3}[.)]\s{1,9})?(?:\[[ xX✓]?\]|[☐☑✅✔□■])?\s{0,9}/u;

export function hasAddress(text: string): boolean {
  for (const [, line] of linesOf(text)) if (findAddresses(withoutMarks(line)).length > 0) return true;
  return false;
}

/**
 * Reads a list of addresses and names, one wish or several in each line.
 * @throws {UnreadableFile} if there are too many wishes
 */
export function readAddresses(text: string): ReadWish[] {
  const wishes: ReadWish[] = [];
  if (SHORTCUT.test(text)) return readShortcut(text);
  const lines: ListLine[] = [];
  for (const [place, line] of linesOf(text)) {
    const read = lineOf(place, withoutMarks(line));
    const last = lines.at(-1);
    if (read.kind === 'blank') continue;
    if (read.kind === 'price' && last?.end === place - 1 && last.price === '') {
      lines[lines.length - 1] = { ...last, end: place, price: read.price };
      continue;
    }
    // At most two lines become one wish, besides prices.
    if (lines.push(read) > 2 * MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
  }
  for (const { place, text: line, found, kind, price } of withNames(lines))
    for (const wish of wishesOfLine(place, line, found, price))
      add(wishes, kind === 'title' ? { ...wish, notes: [...wish.notes, A_TITLE] } : wish);
  return withoutRepeats(wishes);
}

const A_TITLE = { kind: 'title', text: '' } as const;

function lineOf(place: number, line: string): ListLine {
  const text = line.replace(BULLET, '');
  const found = findAddresses(text);
  const kind = (() => {
    if (found.length > 1) return 'other';
    if (found.length === 1)
      return text === line.replace(QUOTED, '') && wordsAround(text, found) === '' ? 'address' : 'other';
    if (isPrice(text)) return 'price';
    if (!/\p{L}/u.test(text)) return 'blank';
    return /^#{1,6}\s/.test(text) || /[:：][*_]{0,3}$/.test(text.trimEnd()) ? 'title' : 'words';
  })();
  return { place, end: place, text, found, kind, price: kind === 'price' ? text : '' };
}

/** Checks whether a line has a price with its currency, and nothing else. */
export const isPrice = (text: string): boolean =>
  text.length <= MAX_PRICE_CHARS && /\d/.test(text) && currencyOf(text) !== '' && numberOf(text) !== undefined;

const MAX_PRICE_CHARS = 30;

/** White space and marks of quotations at the beginning of a line. */
const QUOTED = /^[\s>]*/;

/** File that opens an address, as Windows (`.url`, maybe after another section) and Linux (`.desktop`) write it. */
const SHORTCUT = /^\s*\[(?:[^\]\n]{1,60}\][^[]{0,2000}\[)?(?:InternetShortcut|Desktop Entry)\]/i;

/** Reads a file that opens an address. Its other lines name icons and times. */
function readShortcut(text: string): ReadWish[] {
  const entryWith = (key: RegExp) => {
    for (const [place, line] of linesOf(text))
      if (key.test(line)) return { place, value: line.replace(key, '').trim() };
    return undefined;
  };
  const found = entryWith(/^\s*URL\s*=/i);
  const read = readAddress(found?.value ?? '');
  if (!found || 'fault' in read) return [];
  return [
    looseWish(found.place, { name: entryWith(/^\s*Name\s*=/i)?.value || nameOf(read.address), url: read.address }),
  ];
}

/**
 * Returns the wishes in a line without invisible marks: one for each address.
 * @param place number of the line
 * @param found the addresses in the line
 * @param price as written on another line; '' for none
 */
export function wishesOfLine(
  place: number,
  line: string,
  found: readonly FoundAddress[] = findAddresses(line),
  price = '',
): ReadWish[] {
  if (found.length === 0) return /\p{L}/u.test(line) ? [looseWish(place, { name: line }, price)] : [];
  const words = wordsAround(line, found);
  if (found.length === 1)
    return found.map(({ address: url }) => looseWish(place, { name: words || nameOf(url), url }, price));
  const description = [words, price].filter(Boolean).join(' ');
  return found.map(({ address: url }) => looseWish(place, { name: nameOf(url), url, description }));
}

/** Finds the addresses in a line without invisible marks: those with a scheme, or else one without. */
export function findAddresses(line: string): FoundAddress[] {
  const found: FoundAddress[] = [];
  // The reader refuses more wishes than that.
  for (const address of addressesIn(line)) if (found.push(address) > MAX_FILE_WISHES) break;
  if (found.length > 0 || !line.includes('.')) return found;
  const bare = /^\s*\S+\s*$/.test(line) ? line.trim() : BARE.exec(line)?.[0].replace(/[\p{P}]+$/u, '');
  const read = bare === undefined ? undefined : readAddress(bare);
  if (bare === undefined || !read || 'fault' in read) return [];
  const start = line.indexOf(bare);
  return [{ address: read.address, start, end: start + bare.length }];
}

/** Returns the words before, between and after addresses. */
export function wordsAround(line: string, found: readonly FoundAddress[]): string {
  const ends = [0, ...found.map(({ end }) => end)];
  const starts = [...found.map(({ start }) => start), line.length];
  return starts
    .map((start, index) => wordsOf(line.slice(ends[index], start)))
    .filter((words) => /[\p{L}\p{N}]/u.test(words) && !LABEL.test(words))
    .join(' ');
}

/** Words that name an address, and no wish. */
const LABEL = /^\P{L}*(?:link|url|lien|enlace|hier|here|ici|aquí)\P{L}*$/iu;

/** Returns the text next to an address if it can be a name. */
function wordsOf(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AROUND.test(text.charAt(start))) start++;
  // A bracket at the end that closes one in the text belongs to the text.
  const open = { '(': 0, '[': 0 };
  const count = (char: string, by: number) => {
    if (char === '(' || char === ')') open['('] += char === '(' ? by : -by;
    if (char === '[' || char === ']') open['['] += char === '[' ? by : -by;
  };
  for (let at = start; at < end; at++) count(text.charAt(at), 1);
  for (; end > start; end--) {
    const char = text.charAt(end - 1);
    const closes = (char === ')' && open['('] === 0) || (char === ']' && open['['] === 0);
    if (closes || !AROUND.test(char)) break;
    count(char, -1);
  }
  return truncate(text.slice(start, end));
}
