import { currencyIn } from '../currencies.ts';
import type { PriceText } from './page.ts';
import { amountsIn, type Hints, hasUnclearCurrency, isRange, type Money } from './price.ts';

/** Minimum score with which a text counts as the price. */
const ENOUGH = 4;

/** Minimum score with which a text is certainly the price. */
const SURE = 7;

const GOOD =
  /current|actual|aktuell|sale|final|offer|special|our|now|main|product|selling|actuel|oferta|our-?price|today/i;
const OLD =
  /old|was|list-?price|regular|uvp|\brrp|msrp|compare|strike|crossed|before|previous|original|vorher|barr|tachad|streich|ancien|antes|retail|instead|statt/i;
const OTHER =
  /ship|versand|livraison|deliver|saving|save|spar|rabat|discount|unit-?price|per-?unit|grundpreis|base-?price|basis|installment|instalment|monat|month|rate|financ|klarna|deposit|pfand|tax|mwst|points|bonus|filter|range-?slider|slider|total|subtotal|threshold|coupon|voucher|reward/i;
const ELSEWHERE =
  /relat|recommend|carousel|upsell|up-sell|cross|similar|also|basket|cart-?(?:drawer|item|mini|total)|mini-?cart|minicart|header|footer|\bnav\b|menu|aside|sidebar|accessor|bundle|history|recent|viewed|listing|product-?list|grid|tile|teaser|slider|swiper|compare|wishlist|sponsor|widget|upgrade|together|addon|add-on|suggest/i;
const HERE =
  /product-?(?:detail|info|main|page|summary|view|single|essential)|\bpdp\b|buy-?box|summary|single-product|main|detail|purchase|add-?to-?cart|entry/i;

/** A price that the page shows. */
export interface ShownPrice {
  /** Null if the page does not determine the currency of its sign, such as `kr`. */
  money: Money | null;
  /** The price as the page shows it. */
  text: string;
  /** True if the text is certainly the price. It then replaces a structured price that the page does not show. */
  isSure: boolean;
}

/** Chooses the product's price from texts that look like prices. Returns null if no text is likely to be the price. */
export function shownPrice(texts: readonly PriceText[], hints: Hints): ShownPrice | null {
  const rated = texts.map((text) => rate(text, hints)).filter((price) => price !== null);
  let best: Rated | null = null;
  for (const price of rated) if (best === null || price.points > best.points) best = price;
  if (best === null || best.points < ENOUGH) return null;
  const { amount, currency, isUnclear, text } = best;
  return { money: isUnclear ? null : { amount, currency }, text, isSure: best.points >= SURE };
}

interface Rated extends Money {
  text: string;
  isUnclear: boolean;
  points: number;
}

function rate(price: PriceText, hints: Hints): Rated | null {
  const amounts = amountsIn(price.text, hints);
  const [first] = amounts;
  if (first === undefined || amounts.length > 3) return null;
  const { text } = price;
  const currency = currencyIn(text, hints.region);
  const isUnclear = hasUnclearCurrency(text, hints);
  const amount = isRange(price.text) ? Math.min(...amounts) : first;
  const isMixed = amounts.some((other) => other !== first) && !isRange(price.text);
  return { amount, currency, text, isUnclear, points: points(price, currency !== null || isUnclear, isMixed) };
}

function points(
  { own, around, text, isStruck, isAfterHeading }: PriceText,
  hasCurrency: boolean,
  isMixed: boolean,
): number {
  let sum = 0;
  sum += hasCurrency ? 3 : -1;
  sum += /[.,]\d\d(?!\d)|\u2060/.test(text) ? 1 : 0;
  sum += isAfterHeading ? 2 : 0;
  sum += GOOD.test(own) ? 1 : 0;
  sum += /(?:^|[\s_-])(?:price|preis|prix|prezzo|precio|prijs|cena)(?:[\s_-]|$)/i.test(own) ? 1 : 0;
  sum += HERE.test(around) ? 1 : 0;
  sum -= isStruck || OLD.test(own) ? 6 : 0;
  sum -= OLD.test(around.slice(0, 80)) ? 3 : 0;
  sum -= OTHER.test(own) ? 4 : 0;
  sum -= OTHER.test(around.slice(0, 120)) ? 2 : 0;
  sum -= ELSEWHERE.test(`${own} ${around}`) ? 4 : 0;
  sum -= isMixed ? 3 : 0;
  sum -= text.length > 50 ? 1 : 0;
  // A price per litre, or per piece of a pack, is less likely to be the product's price.
  sum -= /\d\s?\D{0,3}\s?(?:\/|per\b|pro\b|par\b)\s?\p{L}/iu.test(text) ? 4 : 0;
  return sum;
}
