import { canMean, currencyCode, currencyIn, unclearSignIn } from '../../../../../contract/currencies.ts';
import { ITEM_MAX_CHARS, MAX_FILE_WISHES, MAX_HEADING_CHARS } from '../../../../../contract/limits.ts';
import { hostInAddress, nameInAddress } from '../../../../../contract/shop-pages/address-name.ts';
import { filePrice } from './price.ts';

/** Format of a file, found by its contents. */
export type FileFormat = 'json' | 'html' | 'csv' | 'amazon' | 'bookmarks' | 'addresses';

/** Why a file cannot be read. */
export type Fault =
  | 'too large'
  | 'cut within a character'
  | 'empty'
  | 'without wishes'
  | 'too many wishes'
  | 'open quotation mark'
  | 'unknown columns'
  | 'too deep'
  | 'damaged data'
  | 'other page'
  | 'unknown';

/** Thrown to stop reading an unreadable file. */
export class UnreadableFile extends Error {
  readonly fault: Fault;
  /** Number of the line with the fault; 0 if the fault has no line. */
  readonly line: number;

  constructor(fault: Fault, line = 0) {
    super(fault);
    this.fault = fault;
    this.line = line;
  }
}

/** Fields of a wish in the form in which the site accepts them. The file may lack any of the fields. */
export interface WishFields {
  name?: string;
  url?: string;
  retailer?: string;
  description?: string;
  image_url?: string;
  /** A text if the file has something other than a number here; the site then refuses the wish. */
  price?: number | string;
  /** ISO 4217 code; missing for the site's currency. */
  currency?: string;
  quantity_needed?: number | string;
  /** True if any number is welcome. */
  any_number?: boolean;
  heading?: string;
  most_wanted?: boolean;
}

/** What the reader has changed or left out, so that the user checks it. */
export type NoteKind =
  /** The price is left out, because it is no single number. */
  | 'no price'
  /** The price could also be another number. */
  | 'price with two meanings'
  /** The price names another currency than its column. */
  | 'other currency'
  /** One piece is wanted, because the quantity is unclear. */
  | 'unclear quantity'
  /** The address is left out, because no browser opens it. */
  | 'no address'
  /** The address may lack a part. */
  | 'address'
  /** The address or the shop is too long, and left out or shortened. */
  | 'long text'
  /** The text is the shop, because it is no address. */
  | 'shop'
  /** The description contains further addresses. */
  | 'more addresses'
  /** The description contains the whole name, or its end is left out. */
  | 'short name'
  | 'short description'
  /** The line seems to be a sum, and is not selected. */
  | 'sum'
  /** The message has no address, and is not selected. */
  | 'talk'
  /** The line seems to be the title of a list, and is not selected. */
  | 'title'
  /** Another column for the same field has another text. */
  | 'second value'
  /** The line has more cells than the table has columns, and is not selected. */
  | 'more cells'
  /** A price is in the column of addresses, or an address in that of prices. The line is not selected. */
  | 'shifted'
  /** All wanted pieces are bought, so the wish is not selected. */
  | 'bought'
  /** So many pieces are bought, and only the rest is wanted. */
  | 'partly bought';

/** Notes about lines that are no wishes, or no longer. These lines are not selected at first. */
export const DOUBTS: readonly NoteKind[] = ['sum', 'talk', 'title', 'more cells', 'shifted', 'bought'];

export interface Note {
  readonly kind: NoteKind;
  /** Text in the file that the note is about; '' for none. */
  readonly text: string;
}

export interface ReadWish {
  /** Number of the line with the wish, or of the wish in the file; from 1. */
  readonly place: number;
  readonly fields: WishFields;
  /** ISO 4217 code of the price, or a sign that can mean several currencies; '' if the file has none. */
  readonly currency: string;
  /** True if the price is left out, because its currency is unclear. */
  readonly isPriceUnclear: boolean;
  readonly notes: readonly Note[];
}

/** Maximum number of UTF-16 units that are read from a text. No field of a wish can be longer. */
export const MOST_READ = 10_000;

/** Cuts a text to the maximum length, between two characters. */
export function truncate(text: string): string {
  if (text.length <= MOST_READ) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(MOST_READ - 1));
  return text.slice(0, isSplit ? MOST_READ - 1 : MOST_READ);
}

/** Appends to a text, up to the maximum length. */
export const joined = (text: string, more: string): string =>
  text.length < MOST_READ - 1 ? truncate(text + more) : text;

/** Returns the beginning of a text in one line, without control characters. */
export function oneLine(text: string): string {
  return truncate(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * Returns the beginning of a text without control characters. Keeps the line breaks, but not more than one empty line
 * in a row.
 */
export function manyLines(text: string): string {
  return truncate(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n]+|[^\n\P{Cc}]+/gu, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Shortens a long name and a long description. A long name is the beginning of the description. */
export function fitted(name: string, description: string): { name: string; description: string; notes: Note[] } {
  const isLong = isLonger(name, ITEM_MAX_CHARS.name);
  const whole = isLong ? `${name}\n${description}`.trim() : description;
  const notes: Note[] = isLong ? [{ kind: 'short name', text: '' }] : [];
  if (isLonger(whole, ITEM_MAX_CHARS.description)) notes.push({ kind: 'short description', text: '' });
  return {
    name: shortened(name, ITEM_MAX_CHARS.name),
    description: shortened(whole, ITEM_MAX_CHARS.description),
    notes,
  };
}

/** Shortens a long shop, and leaves out long addresses, because a part of an address opens something else. */
export function withoutLongTexts(fields: WishFields): Note[] {
  const notes: Note[] = [];
  const { retailer = '' } = fields;
  if (isLonger(retailer, ITEM_MAX_CHARS.retailer)) {
    fields.retailer = shortened(retailer, ITEM_MAX_CHARS.retailer);
    notes.push({ kind: 'long text', text: fields.retailer });
  }
  for (const field of ['url', 'image_url'] as const) {
    const { [field]: address = '' } = fields;
    if (!isLonger(address, ITEM_MAX_CHARS.url)) continue;
    delete fields[field];
    notes.push({ kind: 'long text', text: shortened(address, ITEM_MAX_CHARS.name) });
  }
  return notes;
}

/**
 * Creates a wish from a page or a list that does not follow our rules: long texts are shortened, and the whole of a
 * long name goes into the description.
 * @param price as written in the file; '' for none
 * @param currency of the price, if the price does not contain it
 */
export function looseWish(place: number, fields: WishFields, price = '', currency?: string): ReadWish {
  const { name = '', description = '', heading = '', url, image_url, ...rest } = fields;
  const { notes, ...texts } = fitted(oneLine(name), manyLines(description));
  const amount = filePrice(price);
  const all: WishFields = {
    ...rest,
    ...texts,
    heading: headingOf(heading),
    ...(url === undefined ? {} : { url: oneLine(url) }),
    ...(image_url === undefined ? {} : { image_url: oneLine(image_url) }),
    ...(amount === undefined ? {} : { price: amount.value }),
  };
  const long = withoutLongTexts(all);
  return {
    place,
    fields: all,
    currency: currency ?? amount?.currency ?? '',
    isPriceUnclear: false,
    notes: [...notes, ...long],
  };
}

/**
 * Returns the currency in a text: its ISO 4217 code, or a sign that can mean several currencies; '' for none.
 * @param region country of the shop (two letters), or ''
 */
export const currencyOf = (text: string, region = ''): string =>
  currencyCode(text) ?? currencyIn(text, region) ?? unclearSignIn(text, region);

export const headingOf = (text: string): string => shortened(oneLine(text), MAX_HEADING_CHARS);

/** Returns a name for an address: words of its path, or its host. */
export function nameOf(url: string): string {
  const address = truncate(url);
  return nameInAddress(address) || hostInAddress(address);
}

/** Signs of several currencies that usually mean one of them. */
const USUAL = ['$', '¥', 'Rs'];

/** Adds a currency that is not the site's to a price. Removes a price in an unclear currency (rules: Currencies). */
export function inCurrency(wish: ReadWish, site: string): ReadWish {
  const { price, ...fields } = wish.fields;
  const { currency } = wish;
  if (price === undefined || ['', site].includes(currency) || canMean(currency, site)) return wish;
  // `$` means US dollars if it cannot mean the site's currency.
  const code = currencyCode(currency) ?? (USUAL.includes(currency) ? currencyIn(`${currency} 1`) : null);
  if (code !== null) return { ...wish, fields: { ...wish.fields, currency: code } };
  return site === '' ? wish : { ...wish, fields, isPriceUnclear: true };
}

/** Returns the first wish of each address, and every wish without an address. */
export function withoutRepeats(wishes: Iterable<ReadWish>): ReadWish[] {
  const found = new Map<string, ReadWish>();
  for (const wish of wishes) {
    const { url = '', name = '' } = wish.fields;
    const key = url === '' ? `${wish.place} ${name}` : sameAddress(url);
    if (!found.has(key)) found.set(key, wish);
  }
  return [...found.values()];
}

/** Adds a wish to a list. @throws {UnreadableFile} if a file may not contain more wishes */
export function add<Wish>(wishes: Wish[], wish: Wish): void {
  if (wishes.length === MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
  wishes.push(wish);
}

/** A line of a text, and its number. The first line has the number 1. */
export type Line = readonly [number: number, text: string];

/** Returns the lines of a text, except empty ones. */
export function* linesOf(text: string): Generator<Line> {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  let number = 1;
  for (let at = 0; at < lines.length; number++) {
    const end = lines.indexOf('\n', at);
    const next = end < 0 ? lines.length : end;
    if (next > at) yield [number, lines.slice(at, next)];
    at = next + 1;
  }
}

/** Returns an address without the parts that may differ for the same page (rules: Export and import). */
function sameAddress(url: string): string {
  const [bare = ''] = url.split('#', 1);
  const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?]*)(.*)$/is.exec(bare) ?? [];
  return host.toLowerCase() + path.replace(/\/$/, '');
}

/** Checks whether a text has more characters. Counts only if its length, in code units of UTF-16, leaves it open. */
const isLonger = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && [...text].length > most);

const shortened = (text: string, most: number): string =>
  isLonger(text, most) ? `${[...text.slice(0, 2 * most)].slice(0, most - 1).join('')}…` : text;
