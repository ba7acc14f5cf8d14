import { canMean, currencyCode, currencyIn, currencyOfSign } from '../../../../../contract/currencies.ts';
import { partsOf, plain, readingsOf } from '../../numbers.ts';

/*
 * Prices and currencies in files, as people, shops and spreadsheets write them.
 *
 * | beside a number, in a column or in its name              | currency                                            |
 * |----------------------------------------------------------|-----------------------------------------------------|
 * | a code of ISO 4217, also in small letters                | that one                                            |
 * | a sign of one currency; `US$`, `AU $`, `$ CA`, `CN¥`     | that one                                            |
 * | a name: "US Dollar", "pounds", "Schweizer Franken"       | that one                                            |
 * | `$`, `¥`, `kr`, `Rs`, `R`, "dollars"                     | the site's or the column's, if the sign can mean it |
 * | `$` with other letters, a sign that we do not know       | unclear                                             |
 * | two different currencies                                 | unclear                                             |
 * | other words beside a number: `1.5K €`, "from € 20"       | none: the text is no price                          |
 */

/** A price in a file. */
export interface FilePrice {
  readonly value: number;
  /** True if the separator could also precede decimals, as in "1,299". */
  readonly isUnclear: boolean;
  /** Point or comma before decimals; '' for none. */
  readonly decimalSign: string;
  /** ISO 4217 code, a sign of several currencies, or words that name no known currency; '' for none. */
  readonly currency: string;
}

/** Maximum length of a price in a file. */
const MAX_CHARS = 60;

/**
 * Parses a price in a file, such as "€ 1.234,50", "$12.99" or "EUR 49". A single separator before three digits
 * separates thousands.
 * @returns undefined if the text is not a price
 */
export function filePrice(written: string): FilePrice | undefined {
  if (written.length > MAX_CHARS) return undefined;
  const { digits, words } = partsOf(written);
  const named = words.map(currencyNamed);
  if (named.includes('')) return undefined;
  const { whole, split, sign } = readingsOf(digits);
  const value = whole ?? split;
  const isUnclear = whole !== undefined && split !== undefined;
  const decimalSign = whole === undefined ? sign : '';
  return value === undefined ? undefined : { value, isUnclear, decimalSign, currency: agreed(named, written) };
}

/** Returns the number of a price in a file; undefined if the text is not a price. */
export const numberOf = (written: string): number | undefined => filePrice(written)?.value;

/** Names of currencies, and signs with letters, by the code or the sign of several currencies. */
const NAMES = new Map(
  `EUR euro euros;GBP pound pounds pfund livre livres libra libras sterlina sterline sterling pond;
  CHF fr frs sfr franken stutz;USD us-dollar;HUF ft forint;RON lei leu;TRY tl;IDR rp;MYR rm;PEN s/;
  PLN zł zl zloty złoty złote złotych;CZK kč kc;BGN лв;RUB руб р рубль рубля рублей;UAH грн;KRW 원 won;JPY 円 yen;
  CNY 元 yuan rmb;ZAR rand;ILS shekel nis;$ $ dollar dollars dólar dólares dollaro dollari;¥ ¥;
  kr kr krona kronor krone kroner kronen;Rs rs rupee rupees rupien roupies rupias rupie;R r;
  pesos peso pesos;francs franc francs franchi;dinar dinar dinars;lira lira lire liras`
    .split(/;\s*/)
    .flatMap((line) => {
      const [code = '', ...names] = line.split(' ');
      return names.map((name): [string, string] => [name, code]);
    }),
);

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'];

/** Returns a name without the signs and endings in which its spellings differ: "US-Dollars" is "US Dollar". */
const comparable = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[sn](?!\p{L})|[^\p{L}]/gu, '');

/** Names of old currencies contain years. */
const nameOf = (names: Intl.DisplayNames, code: string) => {
  const name = names.of(code) ?? '';
  return /\d/.test(name) ? code : comparable(name);
};

let longNames: Map<string, string> | undefined;

/** Returns the code of a currency by its whole name in six languages. */
function currencyByName(name: string): string | undefined {
  longNames ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'currency' });
      return Intl.supportedValuesOf('currency').map((code): [string, string] => [nameOf(names, code), code]);
    }),
  );
  return longNames.get(comparable(name));
}

/**
 * Returns the currency that words name: its ISO 4217 code, a sign of several currencies, or the words themselves if
 * they contain a sign that we do not know; '' if the words name no currency.
 */
export function currencyNamed(written: string): string {
  // "€/kg", "(€)", "EUR." and "€*" name a currency.
  const word = plain(written)
    .trim()
    .replace(/^[([]\s?|(?<=.)(?:[\s)\].:*–—-]+|\/\s?(?:\p{L}+\.?)?)$/gu, '');
  const one = currencyOfWord(word);
  if (one !== '' || !/\s/.test(word)) return one;
  const parts = word.split(/\s+/).map(currencyOfWord);
  return parts.includes('') ? '' : agreed(parts, word);
}

function currencyOfWord(word: string): string {
  const short = word.toLowerCase().replaceAll(/[.\s]/g, '');
  const known = currencyCode(word) ?? NAMES.get(short) ?? NAMES.get(word.toLowerCase()) ?? currencyOfSign(word);
  if (known !== null && known !== undefined) return known;
  if (/^\p{Sc}$/u.test(word)) return currencyIn(word) ?? word;
  if (/^\p{L}{1,3}£$/u.test(word)) return word;
  return (/^\p{L}[\p{L}\s.’'-]{3,}$/u.test(word) ? currencyByName(word) : undefined) ?? '';
}

/** Returns the currency that all names can mean; the text itself if there is none. */
function agreed(names: readonly string[], text: string): string {
  const currency = names.find((name) => currencyCode(name) !== null) ?? names[0] ?? '';
  return names.every((name) => name === currency || canMean(name, currency)) ? currency : text.trim();
}

/** Words of a column's name that could name a currency, and rarely do. */
const NO_CURRENCY = /^(?:all|top|fr|ft|l|r|rm|s|tl)$/i;

/** Returns the currency in the name of a column of prices, such as "Price (USD)", or in a cell with several words. */
export function currencyInWords(text: string): string {
  const brackets = [...plain(text.slice(0, 200)).matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, inner = '']) => inner);
  const words = plain(text.slice(0, 200))
    .split(/[\s()[\]_:,;/-]+/)
    .filter((word) => !NO_CURRENCY.test(word));
  const named = [text.length > 200 ? '' : text, ...brackets, ...words].map(currencyNamed);
  return named.find((name) => name !== '') ?? '';
}

/**
 * Returns the currency of a price, and whether its sources name different ones.
 * @param names the currencies that the sources name, the most exact source first; '' for none
 */
export function currencyFrom(names: readonly string[]): { currency: string; isDoubtful: boolean } {
  const filled = names.filter((name) => name !== '');
  const [first = ''] = filled;
  const known = filled.find((name) => currencyCode(name) !== null && canMean(first, name));
  const currency = known ?? first;
  return { currency, isDoubtful: filled.some((name) => name !== currency && !canMean(name, currency)) };
}
