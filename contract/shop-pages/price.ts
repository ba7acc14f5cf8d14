import { CURRENCY_DECIMALS, canMean, currencyCode, currencyIn, isShownWhole, unclearSignIn } from '../currencies.ts';
import { westernDigits } from '../digits.ts';
import { SMALL_DIGITS } from './page.ts';
import { plainText } from './texts.ts';

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
  return pricesIn(withMarks(shown), hints, false).map(({ amount }) => amount);
}

/** Returns a text with digits 0 to 9 and single spaces, in which SMALL_DIGITS stands before smaller digits. */
const withMarks = (shown: string) =>
  westernDigits(shown.slice(0, MAX_PRICE_CHARS))
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    // Removes SMALL_DIGITS next to a decimal separator, because the separator already marks the decimals.
    .replace(/([.,])\s?\u2060|\u2060(?=\s?[.,])/g, '$1')
    .replace(/(?<=\d)\s?\u2060\s?(?=\d\d(?!\d))/g, SMALL_DIGITS)
    // Only between whole euros and cents: two prices can follow each other.
    .replace(/(?<=\d)(?<![.,]\d{1,2})\s?€\s?\u2060?(?=\d\d(?!\d|[.,]\d))/g, SMALL_DIGITS);

/** Returns the amounts of a text without percentages and discounts, each with its position. */
function pricesIn(text: string, hints: Hints, isStructured: boolean): { amount: number; from: number }[] {
  return numbersIn(text)
    .filter(({ from, to }) => !isNoPrice(text.slice(0, from), text.slice(to, to + 2)))
    .flatMap((number) => {
      const amount = readNumber(number.text, hints, isStructured);
      return amount === null ? [] : [{ amount, from: number.from }];
    });
}

/** Returns whether a text with several amounts is a range, such as `10 € – 20 €`. */
export function isRange(text: string): boolean {
  return /\d[^\d]{0,12}[-–—][^\d]{0,12}\d|\d\s?(?:to|bis|à|a|tot|do|até)\s/i.test(text.slice(0, 120));
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

/** Words next to an amount that say nothing about it, in the languages of shops. */
const PRICE_WORDS =
  /^(?:from|ab|von|vanaf|fra|från|desde|da|de|à|a|ab|partir|od|to|bis|tot|do|até|only|just|nur|seulement|sólo|solo|price|preis|prix|prezzo|precio|prijs|pris|preço|cena|our|now|jetzt|incl?|inkl|including|excl?|zzgl|vat|tax|taxes|gst|mwst|ust|moms|mva|iva|tva|ttc|btw|dph|each|per|pro|stück|stk|st|piece|pc|税込|税抜)$/iu;

/** A word, and then the amount to pay: `2 for 10.00`, `3 x 9.99`, `Was 39.99 Now 29.99`. */
const BEFORE_PRICE =
  /(?:(?<!\p{L})(?:now|for|jetzt|für|maintenant|pour|ahora|por|ora|nu|voor)(?!\p{L})|\d\s?[x×])[^\p{L}\d]*(?:(?:only|just|nur|seulement)[^\p{L}\d]*)?(?:\p{L}{1,3}[^\p{L}\d]*)?$/iu;

/**
 * Parses an amount in structured data. Most amounts have a decimal point, but some shops write the amount as they show
 * it to visitors. A text with other words, or with several amounts, has an amount only if it says which one to pay.
 */
export function statedAmount(stated: string, hints: Hints): number | null {
  const short = stated.slice(0, MAX_PRICE_CHARS);
  const text = withMarks(short.includes('&') ? plainText(short) : short).replace(/^(\d+)\.[–—-]$/, '$1');
  if (/^\s*\d+(?:\.\d+)?e[+-]?\d+\s*$/i.test(text)) return limited(Number(text), hints);
  if (/^\s*[-−]/.test(text) || hasUnclearCurrency(text, hints)) return null;
  const prices = pricesIn(text, hints, true);
  const amounts = new Set(prices.map(({ amount }) => amount));
  const isClear = (text.match(/\p{L}+[.$/]*/gu) ?? []).every((word) => isPriceWord(word, hints));
  if (isClear && (amounts.size === 1 || (amounts.size === 2 && isRange(text)))) return Math.min(...amounts);
  return prices.findLast(({ from }) => BEFORE_PRICE.test(text.slice(0, from)))?.amount ?? null;
}

function isPriceWord(word: string, { region }: Hints): boolean {
  const sign = `1 ${word} 1`;
  return (
    PRICE_WORDS.test(word.replace(/[.$/]+$/, '')) ||
    currencyIn(sign, region) !== null ||
    unclearSignIn(sign, region) !== ''
  );
}

/**
 * Returns the currency of an amount in structured data; null if neither the data nor the amount names one.
 * @param stated texts that name the currency
 * @param amounts texts of the amount, which can contain a sign
 * @returns undefined if we do not know the stated currency: the amount then is no price
 */
export function statedCurrency(
  stated: readonly string[],
  amounts: readonly string[],
  { currency, region }: Hints,
): string | null | undefined {
  const texts = stated.filter((text) => text.trim() !== '');
  for (const text of texts) {
    const found = currencyCode(text) ?? currencyIn(text, region);
    if (found !== null) return found;
  }
  const [first] = texts;
  if (first !== undefined) return canMean(unclearSignIn(first, region), currency ?? '') ? currency : undefined;
  return currencyIn(amounts.join(' '), region);
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
