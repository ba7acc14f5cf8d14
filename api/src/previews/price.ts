import { SMALL_DIGITS } from './page.ts';

/** An amount of money on a page; the currency as ISO 4217 code, null where the page does not say. */
export interface Money {
  amount: number;
  currency: string | null;
}

/** What a page tells about its way to write numbers. */
export interface Hints {
  /** What stands before the hundredths. */
  decimal: ',' | '.' | null;
  /** The currency of the page, null where nothing tells. */
  currency: string | null;
  /** Where the shop is (two letters), which tells what `kr` and `$` mean there; '' where nothing tells. */
  region: string;
  /** Amounts that the page shows. */
  seen: ReadonlySet<number>;
}

const MAX_AMOUNT = 1e9;
const MAX_PRICE_CHARS = 200;

/** Currencies whose prices have no hundredths in shops, and those with thousandths. */
const WHOLE = new Set('CLP COP HUF IDR IQD IRR ISK JPY KRW LBP MMK PYG TZS UGX UZS VND XAF XOF'.split(' '));
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Signs of one currency only. Longer ones first: `R$` is no `$`. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['us$', 'USD'],
  ['ca$', 'CAD'],
  ['au$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['nt$', 'TWD'],
  ['mx$', 'MXN'],
  ['r$', 'BRL'],
  ['c$', 'CAD'],
  ['a$', 'AUD'],
  ['s$', 'SGD'],
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['₩', 'KRW'],
  ['원', 'KRW'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['฿', 'THB'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₸', 'KZT'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['лв', 'BGN'],
  ['円', 'JPY'],
  ['元', 'CNY'],
];

/** Signs that are words, or mean something else inside of words. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s\d.,])(?:sfr|fr)\.(?=\s|\d|$)/, 'CHF'],
  [/(?:^|[\s\d])ft(?=[\s.]|$)/, 'HUF'],
  [/(?:^|[\s\d])lei(?=[\s.]|$)/, 'RON'],
  [/(?:^|[\s\d])tl(?=[\s.]|$)/, 'TRY'],
  [/(?:^|\s)rp\.?(?=\s|\d)/, 'IDR'],
  [/(?:^|\s)rm(?=\s|\d)/, 'MYR'],
  [/(?:^|\s)s\/\.?(?=\s|\d)/, 'PEN'],
];

const DOLLARS: Readonly<Record<string, string>> = {
  ar: 'ARS',
  au: 'AUD',
  ca: 'CAD',
  cl: 'CLP',
  co: 'COP',
  hk: 'HKD',
  mx: 'MXN',
  nz: 'NZD',
  sg: 'SGD',
  tw: 'TWD',
};
const CROWNS: Readonly<Record<string, string>> = { dk: 'DKK', is: 'ISK', no: 'NOK', se: 'SEK' };
const RUPEES: Readonly<Record<string, string>> = { lk: 'LKR', np: 'NPR', pk: 'PKR' };

/** Returns the ISO code that a text is, or null. */
export function currencyCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return code.length === 3 && CODES.has(code) ? code : null;
}

/** Returns the currency that a text with a price names, by a code or a sign; null where it names none. */
export function currencyIn(text: string, region: string): string | null {
  const short = text.slice(0, MAX_PRICE_CHARS);
  for (const [code] of short.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)) if (CODES.has(code)) return code;
  const lower = short.toLowerCase();
  for (const [sign, code] of SIGNS) if (lower.includes(sign)) return code;
  for (const [sign, code] of WORDS) if (sign.test(lower)) return code;
  if (/[\u00a5\uffe5]/.test(lower)) return region === 'cn' ? 'CNY' : 'JPY';
  if (lower.includes('$')) return DOLLARS[region] ?? 'USD';
  if (/(?:^|[\s\d.,-])kr(?=[\s.\d]|$)/.test(lower)) return CROWNS[region] ?? null;
  if (/(?:^|\s)rs\.?(?=\s|\d)/.test(lower)) return RUPEES[region] ?? 'INR';
  return region === 'za' && /(?:^|\s)r\s?\d/.test(lower) ? 'ZAR' : null;
}

/** A number of a text: groups of three, or digits with at most some separators in between. */
const NUMBER = /\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,'’⁠]\d+)*/g;

/** Where a number stands in a text. */
interface NumberText {
  text: string;
  from: number;
  to: number;
}

/**
 * Returns the amounts of a text that people read, in their order: `ab 1.234,56 €`, `12€99`, `1 299,-`.
 * @param hints tell `1.299` of a German page from that of an English one
 */
export function amountsIn(shown: string, hints: Hints): readonly number[] {
  const text = westernDigits(shown.slice(0, MAX_PRICE_CHARS))
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    // Small digits with a separator of their own, and digits that are small because of the sign in front of them.
    .replace(/([.,])\s?\u2060|\u2060(?=\s?[.,])/g, '$1')
    .replace(/(?<=\d)\s?\u2060\s?(?=\d\d(?!\d))/g, SMALL_DIGITS)
    .replace(/(?<=\d)\s?€\s?\u2060?(?=\d\d(?!\d))/g, SMALL_DIGITS);
  return numbersIn(text)
    .filter(({ from, to }) => !isNoPrice(text.slice(0, from), text.slice(to, to + 2)))
    .map((number) => readNumber(number.text, hints, false))
    .filter((amount) => amount !== null);
}

/** Tells whether what stands around a number makes it a share (`-20 %`) or what is saved (`-5,00 €`). */
function isNoPrice(before: string, behind: string): boolean {
  return /^\s?%/.test(behind) || (/[-−]\s?[€$£]?\s?$/.test(before) && !/\d/.test(before));
}

function numbersIn(text: string): readonly NumberText[] {
  return [...text.matchAll(NUMBER)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** Returns the amount that a program wrote: mostly with a point, but shops put there what they show. Null if none. */
export function amountSaid(said: string, hints: Hints): number | null {
  const text = westernDigits(said.slice(0, MAX_PRICE_CHARS));
  if (/^\s*\d+(?:\.\d+)?e[+-]?\d+\s*$/i.test(text)) return limited(Number(text), hints);
  if (/^\s*-/.test(text)) return null;
  const [number] = numbersIn(text.replace(/[\s\u00a0\u202f]+/g, ' '));
  return number === undefined ? null : readNumber(number.text, hints, true);
}

function readNumber(text: string, hints: Hints, isSaid: boolean): number | null {
  const small = text.indexOf(SMALL_DIGITS);
  if (small >= 0) return limited(Number(`${digits(text.slice(0, small))}.${digits(text.slice(small))}`), hints);
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const whole = limited(Number(digits(text)), hints);
  if (last < 0) return whole;
  const parted = limited(Number(`${digits(text.slice(0, last))}.${digits(text.slice(last))}`), hints);
  const isOnly = text.indexOf(text.charAt(last)) === last;
  const behind = text.length - last - 1;
  if (!isOnly) return whole;
  if (behind !== 3 || /^0*$/.test(text.slice(0, last)) || last > 3) return parted;
  if (/\D/.test(text.slice(0, last))) return parted;
  return threeBehind(text.charAt(last), whole, parted, hints, isSaid);
}

/** Decides what `1.299` is: what the page shows elsewhere, or else what such a number mostly is. */
function threeBehind(
  separator: string,
  whole: number | null,
  parted: number | null,
  hints: Hints,
  isSaid: boolean,
): number | null {
  const seesWhole = whole !== null && hints.seen.has(whole);
  const seesParted = parted !== null && hints.seen.has(parted);
  if (seesWhole !== seesParted) return seesWhole ? whole : parted;
  if (hints.currency !== null && WHOLE.has(hints.currency)) return whole;
  if (hints.currency !== null && THOUSANDTHS.has(hints.currency))
    return isSaid || hints.decimal === separator ? parted : whole;
  return isSaid && separator === '.' && hints.decimal !== ',' ? parted : whole;
}

/** Rounds an amount as its currency is counted; null where it can be no price. */
function limited(amount: number, { currency }: Hints): number | null {
  const parts = currency !== null && THOUSANDTHS.has(currency) ? 1000 : 100;
  const rounded = Math.round(amount * parts) / parts;
  return Number.isFinite(rounded) && rounded > 0 && rounded <= MAX_AMOUNT ? rounded : null;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Writes Arabic, Persian and full-width digits as 0 to 9. */
function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}
