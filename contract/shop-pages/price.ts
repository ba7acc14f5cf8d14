import { CURRENCY_DECIMALS, canMean, isShownWhole, unclearSignIn } from '../currencies.ts';
import { westernDigits } from '../digits.ts';
import { SMALL_DIGITS } from './page.ts';

/** An amount of money on a page. `currency` is its ISO 4217 code, or null if the page does not specify a currency. */
export interface Money {
  amount: number;
  currency: string | null;
}

/** Number format and currency of a page. */
export interface Hints {
  /** Decimal separator; null if unknown. */
  decimal: ',' | '.' | null;
  /** Currency of the page, or null if unknown. */
  currency: string | null;
  /** Country of the shop (two letters), which determines the meaning of `kr` and `$`; '' if unknown. */
  region: string;
  /** Amounts shown on the page. */
  seen: ReadonlySet<number>;
}

const MAX_AMOUNT = 1e9;
const MAX_PRICE_CHARS = 200;

/** Matches a number in a text. Spaces, apostrophes, points and commas may separate the digits. */
const NUMBER = /\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,'’⁠]\d+)*/g;

/** A number in a text, and its position. */
interface NumberText {
  text: string;
  from: number;
  to: number;
}

/**
 * Returns the amounts of money in a visible text, in the order of the text. Examples of texts: `ab 1.234,56 €`,
 * `12€99` and `1 299,-`.
 * @param hints the number format of the page: `1.299` differs between German and English pages
 */
export function amountsIn(shown: string, hints: Hints): readonly number[] {
  const text = westernDigits(shown.slice(0, MAX_PRICE_CHARS))
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    // Removes SMALL_DIGITS next to a decimal separator, because the separator already marks the decimals.
    .replace(/([.,])\s?\u2060|\u2060(?=\s?[.,])/g, '$1')
    .replace(/(?<=\d)\s?\u2060\s?(?=\d\d(?!\d))/g, SMALL_DIGITS)
    // Only between whole euros and cents: two prices can follow each other.
    .replace(/(?<=\d)(?<![.,]\d{1,2})\s?€\s?\u2060?(?=\d\d(?!\d|[.,]\d))/g, SMALL_DIGITS);
  return numbersIn(text)
    .filter(({ from, to }) => !isNoPrice(text.slice(0, from), text.slice(to, to + 2)))
    .map((number) => readNumber(number.text, hints, false))
    .filter((amount) => amount !== null);
}

/**
 * Returns whether a price has the sign of a currency that neither the price nor its page determines. Such a price must
 * not count as a price without a currency, because the site would add its own currency.
 */
export function hasUnclearCurrency(text: string, { currency, region }: Hints): boolean {
  const sign = unclearSignIn(text, region);
  return sign !== '' && !canMean(sign, currency ?? '');
}

/** Returns whether the text around a number shows that it is a percentage (`-20 %`) or a discount (`-5,00 €`). */
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

/**
 * Parses an amount in structured data. Most amounts have a decimal point, but some shops write the amount as they show
 * it to visitors.
 */
export function statedAmount(stated: string, hints: Hints): number | null {
  const text = westernDigits(stated.slice(0, MAX_PRICE_CHARS));
  if (/^\s*\d+(?:\.\d+)?e[+-]?\d+\s*$/i.test(text)) return limited(Number(text), hints);
  if (/^\s*-/.test(text) || hasUnclearCurrency(text, hints)) return null;
  const [number] = numbersIn(text.replace(/[\s\u00a0\u202f]+/g, ' '));
  return number === undefined ? null : readNumber(number.text, hints, true);
}

function readNumber(text: string, hints: Hints, isStructured: boolean): number | null {
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
  return meaningOfThreeDigits(text.charAt(last), whole, parted, hints, isStructured);
}

/**
 * Returns 1299 or 1.299 for `1.299`. If the page shows exactly one of these amounts elsewhere, returns this amount.
 * Otherwise, the currency and the number format decide.
 */
function meaningOfThreeDigits(
  separator: string,
  whole: number | null,
  parted: number | null,
  hints: Hints,
  isStructured: boolean,
): number | null {
  const seesWhole = whole !== null && hints.seen.has(whole);
  const seesParted = parted !== null && hints.seen.has(parted);
  if (seesWhole !== seesParted) return seesWhole ? whole : parted;
  if (hints.currency !== null && isShownWhole(hints.currency)) return whole;
  if (hasThousandths(hints.currency)) return isStructured || hints.decimal === separator ? parted : whole;
  return isStructured && separator === '.' && hints.decimal !== ',' ? parted : whole;
}

/** Checks whether a currency has three decimals. */
function hasThousandths(currency: string | null): boolean {
  return currency !== null && CURRENCY_DECIMALS[currency] === 3;
}

/** Rounds an amount to the decimals of its currency. Returns null if the amount cannot be a price. */
function limited(amount: number, { currency }: Hints): number | null {
  const parts = hasThousandths(currency) ? 1000 : 100;
  const rounded = Math.round(amount * parts) / parts;
  return Number.isFinite(rounded) && rounded > 0 && rounded <= MAX_AMOUNT ? rounded : null;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}
