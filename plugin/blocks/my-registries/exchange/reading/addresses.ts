import { AROUND_ADDRESS, HTTP_ADDRESS } from '../../../../../contract/address-pattern.ts';
import { addressesIn, cleaned, type FoundAddress } from '../../../../../contract/addresses-in-text.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { readAddress } from '../../../../../contract/web-address.ts';
import { type Found, type ListLine, tickedBoxes, withNames } from './list-lines.ts';
import { numberOf } from './price.ts';
import {
  add,
  currencyOf,
  type Line,
  linesOf,
  looseWish,
  type Note,
  nameOf,
  oneLine,
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
 * | an address without a scheme, alone            | one, if its domain is known, or with `www.` or a path         |
 * | words and an address with `www.` or a path    | one; the words are its name                                   |
 * | `https:/shop…`, `htps://…` beside words       | repaired                                                      |
 * | an address that no browser opens              | none; its words become a wish, noted                          |
 * | an address that a mail program has wrapped    | joined if it clearly continues; otherwise noted               |
 * | words                                         | one without a shop                                            |
 * | words, and the address on the next line       | one, if the list has no names behind addresses; blank lines   |
 * | an address, and words on the next line        | the other way round; between the wishes may be missing        |
 * | words that end with a colon, `# words`        | one without a shop, noted and not selected                    |
 * | a price with its currency                     | the price of the wish on the line before                      |
 * | no letters, and no address                    | none                                                          |
 * | a bullet, a check box or marks of a quotation | removed from the beginning                                    |
 * | lines of a file `.url` or `.desktop`          | one wish for the file                                         |
 */

const OPENABLE = new RegExp(HTTP_ADDRESS, 'u');
const AROUND = new RegExp(AROUND_ADDRESS, 'u');

/** A word that begins like an address without a scheme, or with a damaged one. */
const BARE =
  /(?<![^\s(<"'])(?:www\.[^\s]{1,5000}|[^\s/@()<>"']{1,200}\.[a-z]{2,20}\/[^\s]{1,5000}|h{0,2}t{1,3}p{1,2}s{0,2}(?:[:;.]?[/\\]{1,3}|[:;])[^\s/]{1,200}\.[^\s]{1,5000})/giu;

/** Bullets, numbers, check boxes and marks of quotations at the beginning of a line. */
const BULLET = /^(?:\s{0,9}>)*\s{0,9}(?:[-*+•–]\s{1,9})?/u;
const CHECK_BOX = /^(?:\[[ xX✓]?\]|[☐☑✅✔□■]\ufe0f?)?\s{0,9}/u;

/** A number or a letter before a line: `1.`, `2)`, `(3)`, `4.)`, `a)`, a keycap. */
const NUMBER = /^(?:\((\d{1,3}|[a-z])\)|(\d{1,3})(?:[.)]|\.\))|([a-z])\)|(\d)\ufe0f?\u20e3)\s{1,9}/iu;

/** Returns the number before a line without its bullet; '' for none. */
const numberIn = (text: string): string => NUMBER.exec(text)?.slice(1).find(Boolean)?.toLowerCase() ?? '';

/** Checks whether the lines of a text are numbered. In "2. Weltkrieg Buch", the number is a part of the name. */
function isNumbered(text: string): boolean {
  let count = 0;
  for (const [, line] of linesOf(text)) {
    const number = numberIn(cleaned(line).replace(BULLET, ''));
    if (number === '1' || number === 'a' || (number !== '' && ++count > 1)) return true;
  }
  return false;
}

export function hasAddress(text: string): boolean {
  for (const [, line] of linesOf(text)) if (findAddresses(cleaned(line)).length > 0) return true;
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
  const hasNumbers = isNumbered(text);
  for (const { place, end, text: line, isUnsure } of unwrapped(linesOf(text))) {
    const read = { ...lineOf(place, line, hasNumbers), end, isUnsure };
    const last = lines.at(-1);
    if (read.kind === 'blank') continue;
    if (read.kind === 'price' && last?.end === place - 1 && last.price === '') {
      lines[lines.length - 1] = { ...last, end: place, price: read.price };
      continue;
    }
    // At most two lines become one wish, besides prices.
    if (lines.push(read) > 2 * MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
  }
  const isTicked = tickedBoxes(lines.map(({ box }) => box));
  for (const { place, text: line, found, kind, price, box, isUnsure } of withNames(lines))
    for (const wish of wishesOfLine(place, line, found, price)) {
      const notes = [...wish.notes, ...(kind === 'title' ? [A_TITLE] : isTicked(box) ? [BOUGHT] : [])];
      if (isUnsure) notes.push({ kind: 'address', text: wish.fields.url ?? '' });
      add(wishes, { ...wish, notes });
    }
  return withoutRepeats(wishes);
}

const A_TITLE = { kind: 'title', text: '' } as const;
const BOUGHT = { kind: 'bought', text: '' } as const;

function lineOf(place: number, line: string, hasNumbers: boolean): ListLine {
  const item = line.replace(BULLET, '');
  const boxed = hasNumbers ? item.replace(NUMBER, '') : item;
  const text = boxed.replace(CHECK_BOX, '');
  const box = boxed.slice(0, boxed.length - text.length).trim();
  const found = findAddresses(text);
  const kind = (() => {
    if (found.length > 1) return 'other';
    if (found.length === 1)
      return text === line.replace(QUOTED, '') && wordsAround(text, found) === '' ? 'address' : 'other';
    if (isPrice(text)) return 'price';
    if (!/\p{L}/u.test(text)) return 'blank';
    return /^#{1,6}\s/.test(text) || /[:：][*_]{0,3}$/.test(text.trimEnd()) ? 'title' : 'words';
  })();
  return { place, end: place, text, found, kind, box, price: kind === 'price' ? text : '' };
}

/** Checks whether a line has a price with its currency, and nothing else. */
export const isPrice = (text: string): boolean =>
  text.length <= MAX_PRICE_CHARS &&
  /\d/.test(text) &&
  (currencyOf(text) !== '' || SMALL_CODE.test(text)) &&
  numberOf(text) !== undefined;

/** Codes of currencies in small letters that are no words. In a list, "2 cup" and "1 pen" are wishes. */
const SMALL_CODE = /(?<!\p{L})(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|cad|aud)(?!\p{L})/iu;

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
  found: readonly Found[] = findAddresses(line),
  price = '',
): ReadWish[] {
  if (found.length === 0) return /\p{L}/u.test(line) ? [looseWish(place, { name: line }, price)] : [];
  const words = wordsAround(line, found);
  const description = [words, price].filter(Boolean).join(' ');
  return found.map(({ address: url, start, end, state }) => {
    const text = line.slice(start, end);
    const own = url === '' ? text : nameOf(url);
    const fields = found.length === 1 ? { name: words || own } : { name: own, description };
    const wish = looseWish(place, url === '' ? fields : { ...fields, url }, found.length === 1 ? price : '');
    if (state === undefined) return wish;
    const note: Note =
      state === 'broken' ? { kind: 'no address', text: oneLine(text) } : { kind: 'address', text: url };
    return { ...wish, notes: [...wish.notes, note] };
  });
}

/** Finds the addresses in a line without invisible marks: those with a scheme, or else those without. */
export function findAddresses(line: string): readonly Found[] {
  if (!/[:.]/.test(line)) return NONE;
  const found: Found[] = [];
  // The reader refuses more wishes than that.
  for (const one of addressesIn(line)) {
    if (one.start < (found.at(-1)?.end ?? 0)) continue;
    if (found.push(wholeAddress(line, one)) > MAX_FILE_WISHES) break;
  }
  if (found.length > 0 || !line.includes('.')) return found;
  const alone = line.trim();
  const bare = /\s/.test(alone)
    ? [...line.matchAll(BARE)].map(({ 0: text, index }) => [text.replace(/[\p{P}]+$/u, ''), index] as const)
    : [[alone, line.indexOf(alone)] as const];
  return bare.slice(0, MAX_FILE_WISHES + 1).flatMap(([text, start]) => {
    const read = isWebAddress(text) ? readAddress(text) : undefined;
    return read && 'address' in read ? [{ address: read.address, start, end: start + text.length }] : [];
  });
}

const NONE: readonly Found[] = [];

/** What continues an address at once, so that it is not whole: `https://shop..example/x`, `https://shop,example/x`. */
const AFTER_HOST = /^(?:[.:@%\\]|-)+[\p{L}\p{N}]/u;
const AFTER_NAME = /^[.,;:@%\\]+[\p{L}\p{N}]/u;
const AFTER_PATH = /^[)\]}\\^`]+[\w-]*\/\w/;

/** Words behind an address that end like the name of a page: " kettle.html". */
const PAGE_BEHIND = /^ (?:[\w%+.-]{1,60} ){0,4}[\w%+.-]{1,60}\.(?:html?|php|aspx?|jsp)(?:[?#][^\s]{0,500})?(?=\s|$)/i;

/** Checks whether an address that was found in a line is all of it, and whether browsers open it. */
function wholeAddress(line: string, one: FoundAddress): Found {
  const { address, start, end } = one;
  const after = line.slice(end, end + 1000);
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address) ?? [];
  const behind = path !== '' ? AFTER_PATH : host.includes('.') ? AFTER_HOST : AFTER_NAME;
  if ((behind.test(after) && !/^[,;|]+https?:/i.test(after)) || !OPENABLE.test(address))
    return { address: '', start, end: end + (/^\S*/.exec(after)?.[0].length ?? 0), state: 'broken' };
  const [page] = path.length > 1 && !/[?#]|\.\w{3,4}$/.test(path) ? (PAGE_BEHIND.exec(after) ?? []) : [];
  if (page === undefined) return one;
  return { address: address + page.replaceAll(' ', '%20'), start, end: end + page.length, state: 'joined' };
}

/** Ends of domains with more than two letters that shops use. The others are words, as in "Dr.Oetker". */
const DOMAINS = new Set(
  `com net org info biz shop store online app dev page site web xyz club art toys games gift gifts fashion kids baby
  wedding garden tools books audio photo tech cloud blog design studio life live love world eco bio pro name mobi cat
  berlin wien koeln hamburg swiss paris london amsterdam gov edu museum market boutique family house kitchen jewelry
  example test рф укр бг срб 中国 中國 香港 한국`.split(/\s+/),
);

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * Checks whether a text without a scheme is meant as an address: `www.`, a path, or a known end of a domain. Other
 * names also contain dots.
 */
export function isWebAddress(text: string): boolean {
  if (/[/\\@:]|^\W*www\./i.test(text)) return true;
  const [, before = '', last = ''] = /([^.]*)\.([^.?#]+)\.?(?:[?#].*)?$/.exec(text) ?? [];
  const end = last.toLowerCase();
  // "Dr.No" is no domain of Norway.
  if (/^\p{Lu}\p{Ll}/u.test(last) && !/^(?:com|de)$/.test(end)) return false;
  if (/^\d{0,2}$/.test(before)) return false;
  return DOMAINS.has(end) || (/^[a-z]{2}$/.test(end) && countries.of(end.toUpperCase()) !== undefined);
}

/** A line, and those that continue an address at its end. */
export interface WholeLine {
  readonly place: number;
  /** Number of the last line. */
  readonly end: number;
  readonly text: string;
  /** True if the next line may continue an address. */
  readonly isUnsure: boolean;
}

/** Joins addresses that programs have wrapped. Removes invisible marks. */
export function* unwrapped(lines: Iterable<Line>): Generator<WholeLine, undefined> {
  let last: WholeLine | undefined;
  for (const [place, line] of lines) {
    const text = cleaned(line);
    const more = text.replace(QUOTED, '');
    const continues = last?.end === place - 1 && last.text.length < MAX_WRAPPED ? continuation(last.text, more) : 'no';
    if (last && continues === 'yes') last = { ...last, end: place, text: last.text.trimEnd() + more };
    else {
      if (last) yield { ...last, isUnsure: continues === 'maybe' };
      last = { place, end: place, text, isUnsure: false };
    }
  }
  if (last) yield last;
}

/** Checks whether a line continues an address at the end of the line before. */
function continuation(line: string, next: string): 'yes' | 'maybe' | 'no' {
  const address = line.trimEnd();
  const sign = address.slice(-1);
  if (!'-/=&_'.includes(sign) || !/:\/\/[^\s]*$/.test(address.slice(address.lastIndexOf('://')))) return 'no';
  const [word = ''] = /^[!-~]{1,2000}/.exec(next) ?? [];
  if (!/^[\w%]/.test(word) || word.includes('://') || /^\d{1,3}[.)]$/.test(word)) return 'no';
  const isAlone = word === next.trim();
  // "1/2 litre", "Table/Chair", and "T-Shirt" behind `?ref=` are words.
  if (
    (!isAlone && /^\d+\/\d+$/.test(word)) ||
    (sign === '/' && !/[=&?%]|\.html?$/.test(word) && (!isAlone || /^\p{Lu}/u.test(word)))
  )
    return 'no';
  if (/[/=&?%]|\.html?$/.test(word) && !isBare(word)) return 'yes';
  if (sign === '/' || !isAlone) return 'no';
  return /[-\d]/.test(word) && ('-_'.includes(sign) || !/^\p{Lu}/u.test(word)) ? 'yes' : 'maybe';
}

/** Maximum length of a line that is joined with the next. */
const MAX_WRAPPED = 5000;

/** Checks whether a word begins with a domain. */
const isBare = (word: string) => {
  const [host = ''] = word.split(/[/?]/, 1);
  return host.includes('.') && !/\.html?$/.test(word) && isWebAddress(host);
};

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
