/* Decimals and signs of currencies. Finds the currency of a price on shops' pages and in files with wishes. */

const MAX_CHARS = 200;

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Number of decimals by ISO 4217, for the currencies that do not have two. */
// biome-ignore format: many short entries
export const CURRENCY_DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
  BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3,
};

/** Currencies with decimals by ISO 4217, whose prices in shops usually contain no decimals. */
const SHOWN_WHOLE: readonly string[] = ['COP', 'HUF', 'IDR', 'IQD', 'IRR', 'LBP', 'MMK', 'TZS', 'UZS'];

/** Signs that precede prices on the site, by currency. Prices in other currencies contain the code of the currency. */
export const PRICE_SIGNS = { EUR: '€', GBP: '£', INR: '₹', JPY: '¥', KRW: '₩', USD: '$' } as const;

/**
 * Signs that belong to only one currency. If a sign contains a shorter sign, the longer sign comes first: `us$`
 * contains `s$`.
 */
const SIGNS: readonly (readonly [string, string])[] = [
  ['us$', 'USD'],
  ['can$', 'CAD'],
  ['cdn$', 'CAD'],
  ['mex$', 'MXN'],
  ['cn¥', 'CNY'],
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
  [PRICE_SIGNS.EUR, 'EUR'],
  ['euro', 'EUR'],
  [PRICE_SIGNS.GBP, 'GBP'],
  [PRICE_SIGNS.INR, 'INR'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  [PRICE_SIGNS.KRW, 'KRW'],
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

/** Currency signs that also occur inside words. The patterns match a sign only if the sign is not part of a word. */
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
const CROWN = /(?:^|[\s\d.,–-])kr(?=[\s.\d]|$)/;
const RUPEES: Readonly<Record<string, string>> = { lk: 'LKR', np: 'NPR', pk: 'PKR' };

/** Checks whether prices in a currency usually contain no decimals. */
export function isShownWhole(currency: string): boolean {
  return CURRENCY_DECIMALS[currency] === 0 || SHOWN_WHOLE.includes(currency);
}

/** Returns the text as an ISO currency code, or null if the text is no such code. */
export function currencyCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return code.length === 3 && CODES.has(code) ? code : null;
}

/**
 * Returns the currency of a text with a price. Finds codes and signs; returns null if the text contains neither.
 * @param region country of the shop (two letters), which determines the meaning of `kr` and `$`; '' if unknown
 */
export function currencyIn(text: string, region = ''): string | null {
  const short = text.slice(0, MAX_CHARS);
  for (const [code] of short.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)) if (CODES.has(code)) return code;
  const lower = short.toLowerCase();
  for (const [sign, code] of SIGNS) if (lower.includes(sign)) return code;
  for (const [sign, code] of WORDS) if (sign.test(lower)) return code;
  if (/[\u00a5\uffe5]/.test(lower)) return region === 'cn' ? 'CNY' : 'JPY';
  if (lower.includes('$')) return DOLLARS[region] ?? 'USD';
  if (CROWN.test(lower)) return CROWNS[region] ?? null;
  if (/(?:^|\s)rs\.?(?=\s|\d)/.test(lower)) return RUPEES[region] ?? 'INR';
  return region === 'za' && /(?:^|\s)r\s?\d/.test(lower) ? 'ZAR' : null;
}

/**
 * Returns a sign in a price that can mean several currencies, or a currency that we do not know; '' if there is none.
 */
export function unclearSignIn(text: string, region = ''): string {
  const short = text.slice(0, MAX_CHARS);
  if (currencyIn(short, region) !== null) return '';
  return CROWN.test(short.toLowerCase()) ? 'kr' : (/\p{Sc}/u.exec(short)?.[0] ?? '');
}

/** Currencies that a sign can mean. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  kr: Object.values(CROWNS),
  $: ['USD', 'BBD', 'BSD', 'DOP', 'FJD', 'JMD', 'TTD', 'UYU', ...Object.values(DOLLARS)],
  '¥': ['JPY', 'CNY'],
  rs: ['INR', 'MUR', 'SCR', ...Object.values(RUPEES)],
  r: ['ZAR'],
  pesos: ['ARS', 'CLP', 'COP', 'DOP', 'MXN', 'PHP', 'UYU'],
};

/** Checks whether a sign that is used in several countries can mean a currency. */
export function canMean(sign: string, currency: string): boolean {
  return MEANINGS[sign.toLowerCase()]?.includes(currency) ?? false;
}

/** Letters next to `$` and `¥`, in addition to the countries of the dollars and the codes of currencies. */
const LETTERS: Readonly<Record<string, string>> = {
  us: 'USD',
  a: 'AUD',
  c: 'CAD',
  can: 'CAD',
  cdn: 'CAD',
  mex: 'MXN',
  nt: 'TWD',
  r: 'BRL',
  rd: 'DOP',
  s: 'SGD',
  cn: 'CNY',
  rmb: 'CNY',
  jp: 'JPY',
};

/**
 * Returns the currency of `$` or `¥` with letters next to it, as in "Can$", "AU $" and "$ CA". Returns the text itself
 * if the letters name no currency that we know; null for other texts, also for "ca $", which means "about".
 */
export function currencyOfSign(text: string): string | null {
  const [, before = '', sign = '', after = ''] = /^(\p{L}{0,3})\s?([$¥])\s?(\p{L}{0,3})$/u.exec(text) ?? [];
  const written = before + after;
  if (written === '' || (/\s/.test(text) && written !== written.toUpperCase())) return null;
  const letters = written.toLowerCase();
  return currencyCode(letters) ?? LETTERS[letters] ?? (sign === '$' ? DOLLARS[letters] : undefined) ?? text;
}
