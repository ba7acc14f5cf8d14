/* Finds the currency of a price in a text, on shops' pages and in files with wishes. */

const MAX_CHARS = 200;

const CODES = new Set(Intl.supportedValuesOf('currency'));

/**
 * Signs that belong to only one currency. If a sign contains a shorter sign, the longer sign comes first: `us$`
 * contains `s$`.
 */
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
const RUPEES: Readonly<Record<string, string>> = { lk: 'LKR', np: 'NPR', pk: 'PKR' };

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
  if (/(?:^|[\s\d.,-])kr(?=[\s.\d]|$)/.test(lower)) return CROWNS[region] ?? null;
  if (/(?:^|\s)rs\.?(?=\s|\d)/.test(lower)) return RUPEES[region] ?? 'INR';
  return region === 'za' && /(?:^|\s)r\s?\d/.test(lower) ? 'ZAR' : null;
}
