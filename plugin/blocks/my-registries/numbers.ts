import { currencyCode, currencyIn, currencyOfSign, unclearSignIn } from '../../../contract/currencies.ts';
import { westernDigits } from '../../../contract/digits.ts';

/** Format of prices on this site. */
export interface PriceStyle {
  /** BCP 47 tag of the site's language; browsers ignore unknown parts. */
  readonly locale: string;
  /** ISO 4217 code, or '' if prices have no currency. */
  readonly currency: string;
}

export type ReadPrice =
  /** `unnamed`: the sign can mean several currencies. */
  | { kind: 'wrong' | 'unnamed' }
  /** `value`: null for none. `currency`: ISO 4217 code; null for the site's currency. */
  | { kind: 'price'; value: number | null; currency: string | null }
  /** The two possible meanings, in the site's format. */
  | { kind: 'unclear'; readings: [string, string] };

const WRONG: ReadPrice = { kind: 'wrong' };

/**
 * Digits and separators, with one currency before and another after. A dash replaces zero cents, as in "20,-", "20:-"
 * and "20/-".
 */
const PRICE = /^([^\d]*?)([.,]?\d(?:.*\d)?)([.,][-–—]{0,2}|:-|\/-)?([^\d]*)$/s;

/** Groups of three digits with the same separator, or groups as in India ("12,34,567"). */
const GROUPED = /^(?:\d+|[1-9]\d{0,2}([., '])\d{3}(?:\1\d{3})*|[1-9]\d?([., '])(?:\d{2}\2)+\d{3})$/;

interface Readings {
  /** The number if all separators separate thousands; undefined if they cannot. */
  whole: number | undefined;
  /** The number if the last separator precedes decimals; undefined if it cannot. */
  split: number | undefined;
  /** Last point or comma; '' for none. */
  sign: string;
  /** Number of digits after the last point or comma. */
  decimals: number;
}

/**
 * Parses a price as people write it: "49,95", "€19.99", "1.299,00 €", "20,-". A single separator before exactly three
 * digits separates thousands if the site's language uses this separator for thousands. Otherwise the price is
 * ambiguous, except in a currency with three decimals. For an ambiguous price, returns both readings (rules:
 * Currencies).
 */
export function readPrice(typed: string, style: PriceStyle): ReadPrice {
  if (plain(typed).trim() === '') return { kind: 'price', value: null, currency: null };
  const { locale, currency: site } = style;
  const { digits, words } = partsOf(typed);
  const meanings = words.map((word) => meaningOf(word, style));
  if (digits === '' || meanings.includes('')) return WRONG;
  const named = words.map(currencyCode).find((code) => code !== null) ?? meanings[0] ?? site;
  const isUnnamed = named !== site && currencyCode(named) === null;
  if (isUnnamed && site !== '') return { kind: 'unnamed' };
  const currency = isUnnamed || named === site ? null : named;
  const price = (value: number): ReadPrice => ({ kind: 'price', value, currency });
  const { whole, split, sign, decimals } = readingsOf(digits);
  if (whole !== undefined && (split === undefined || sign === signOf('group', locale))) return price(whole);
  const isExact = split !== undefined && decimals <= decimalsOf(named);
  if (isExact && (whole === undefined || sign === signOf('decimal', locale))) return price(split);
  if (whole === undefined || split === undefined) return WRONG;
  return { kind: 'unclear', readings: [format(whole, locale), format(split, locale, 2)] };
}

/** Parses digits with separators: points, commas, spaces and apostrophes. */
export function readingsOf(digits: string): Readings {
  const [, before = '', sign = '', fraction = ''] = /^(.*)([.,])(\d+)$/.exec(digits) ?? [];
  const isSplit = sign !== '' && !before.includes(sign) && (before === '' || GROUPED.test(before));
  return {
    whole: GROUPED.test(digits) ? Number(digits.replace(/\D/g, '')) : undefined,
    split: isSplit ? Number(`${before.replace(/\D/g, '')}.${fraction}`) : undefined,
    sign,
    decimals: fraction.length,
  };
}

/** Splits a price into digits with separators, and the words around them. There are no digits if there are too many. */
export function partsOf(typed: string): { digits: string; words: string[] } {
  const [, before = '', number = '', , after = ''] = PRICE.exec(plain(typed).trim()) ?? [];
  // The point in "Fr.20" is not a decimal point, but the one in "$.99" is.
  const isAbbreviated = /\p{L}$/u.test(before) && number.startsWith('.');
  const digits = isAbbreviated ? number.slice(1) : number;
  // Superscript digits would become part of the number.
  const isSafe = !/\p{No}/u.test(typed) && Number(digits.replace(/\D/g, '')) <= Number.MAX_SAFE_INTEGER;
  return { digits: isSafe ? digits : '', words: [before.trim(), after.trim()].filter((word) => word !== '') };
}

/**
 * Formats a price for typing: "24.50" instead of "24.5", without thousands separators; '' for none.
 * @param currency ISO 4217 code, written after the price; '' for the site's currency
 */
export function writePrice(price: number | string | null, { locale }: PriceStyle, currency = ''): string {
  return price === null || price === '' ? '' : `${format(Number(price), locale, 20, false)} ${currency}`.trim();
}

/** Formats a whole number for reading, such as "2,000". */
export const writeCount = (count: number, { locale }: PriceStyle): string =>
  new Intl.NumberFormat(known(locale)).format(count);

/** Parses a whole number. @returns undefined if the text is not a whole number */
export function readCount(typed: string): number | undefined {
  const text = plain(typed).trim();
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function format(value: number, locale: string, decimals = 2, useGrouping = true): string {
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2;
  const style = { minimumFractionDigits, maximumFractionDigits: decimals, useGrouping };
  return new Intl.NumberFormat(known(locale), style).format(value);
}

/** Returns the maximum number of decimals: two, or more for currencies such as the Kuwaiti dinar. */
function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.max(2, maximumFractionDigits ?? 2);
}

/** Returns the thousands separator or decimal sign of a language. */
function signOf(type: 'group' | 'decimal', locale: string): string {
  const parts = new Intl.NumberFormat(known(locale)).formatToParts(12_345.6);
  return plain(parts.find((part) => part.type === type)?.value ?? '');
}

/**
 * Returns the currency that a word means: the site's if possible, or the usual meaning in the site's language. Returns
 * the word's sign if that can mean several currencies; '' if the word names no currency.
 */
function meaningOf(word: string, style: PriceStyle): string {
  const { locale, currency } = style;
  if (signsOf(currency, locale).includes(spelling(word))) return currency;
  const signed = currencyOfSign(word);
  if (signed !== null) return signed;
  // "from €" is more than a currency.
  const parts = word.split(/\s+/);
  const isWord = (part: string) => /^\p{L}+\.?$/u.test(part);
  if (parts.length > 1 && parts.some((part) => isWord(part) && meaningOf(part, style) === '')) return '';
  // As before a number. Signs such as "Fr." may lack their point.
  const text = word.replace(/\.?$/, '. 1');
  const meaningIn = (region: string) => currencyCode(word) ?? currencyIn(text, region) ?? unclearSignIn(text, region);
  const own = meaningIn(currency.slice(0, 2).toLowerCase());
  return own === currency ? own : meaningIn(regionOf(locale));
}

/** Returns the signs and the name of a currency in a language. */
function signsOf(currency: string, locale: string): string[] {
  if (currency === '') return [];
  return (['symbol', 'narrowSymbol', 'name'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat(known(locale), { style: 'currency', currency, currencyDisplay });
    const parts = format.formatToParts(1);
    return spelling(parts.find(({ type }) => type === 'currency')?.value ?? '');
  });
}

/** Returns the country where most people use a language: two small letters. */
const regionOf = (locale: string) => new Intl.Locale(known(locale)).maximize().region?.toLowerCase() ?? '';

/** Converts a word to lower case, without dots and spaces. */
function spelling(word: string): string {
  return plain(word).toLowerCase().replace(/[.\s]/g, '');
}

/** Returns the language and the region of a locale. Browsers refuse variants such as pt_PT_ao90. */
const known = (locale: string) => /^[a-z]{2,3}(?:-[A-Z]{2}\b)?/.exec(locale.replaceAll('_', '-'))?.[0] ?? 'en';

/** Replaces digits, spaces and signs of any script with ASCII, and drops invisible marks. */
export function plain(text: string): string {
  return westernDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/[\s\u00a0]/g, ' ')
    .replace(/[’‘ʼ`´]/g, "'");
}
