/** Currencies by their signs. "$" and "kr" are ambiguous; the currency that most shops mean counts. */
const SIGNS: readonly [sign: string, currency: string][] = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['￥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['zł', 'PLN'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['US$', 'USD'],
  ['R$', 'BRL'],
  ['$', 'USD'],
  ['Fr.', 'CHF'],
];

const SIGN = `(?:[A-Z]{3}|${SIGNS.map(([sign]) => sign.replaceAll(/[$.]/g, '\\$&')).join('|')})?`;

/** A number with thousands separators of any language. */
const NUMBER = String.raw`\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;

const PRICE = new RegExp(`^${SIGN}\\s*(${NUMBER})\\s*${SIGN}$`);

/** Maximum length of a price. */
const MAX_CHARS = 60;

/** Returns the number of a price such as "€ 1.234,50", "$12.99" or "EUR 49"; undefined for other texts. */
export function numberOf(written: string): number | undefined {
  const text = written.trim();
  const [, number] = (text.length <= MAX_CHARS && PRICE.exec(text)) || [];
  if (number === undefined) return undefined;
  const digits = number.replaceAll(/[^\d.,]/g, '');
  const point = decimalPoint(digits);
  return point < 0
    ? Number(digits.replaceAll(/\D/g, ''))
    : Number(`${digits.slice(0, point).replaceAll(/\D/g, '')}.${digits.slice(point + 1)}`);
}

/** Returns the ISO 4217 code of the currency that a text names; '' for none. */
export function currencyOf(written: string): string {
  const [, code] = /(?:^|[^A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(written) ?? [];
  return code ?? SIGNS.find(([sign]) => written.includes(sign))?.[1] ?? '';
}

/** Returns the index of the decimal point in digits, dots and commas; -1 for none. */
function decimalPoint(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  // Three digits after the only sign, or after one of several, are a group.
  const isRepeated = digits.indexOf(digits.charAt(last)) < last;
  const isGroup = last > 0 && digits.length - last === 4 && (isRepeated || /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits));
  return isGroup ? -1 : last;
}
