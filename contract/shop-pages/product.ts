import { currencyCode, currencyIn } from '../currencies.ts';
import { type Hints, type Money, statedAmount } from './price.ts';
import { comparable } from './texts.ts';
import { isThing, type Thing, textOf, thingsOf, typesOf, valuesOf } from './thing.ts';

/** schema.org product data found on a page; texts are unchanged. */
export interface Product {
  name: string;
  description: string;
  images: readonly string[];
  money: Money | null;
}

/** Names and addresses that identify the main product among the products of a page. */
export interface PageNames {
  /** Addresses of the page, without fragment. */
  addresses: readonly string[];
  /** Heading and titles of the page. */
  titles: readonly string[];
  /** Address of the page in the browser. */
  current: string;
  /** Headings that the visitor sees, or the page's title if there are none. */
  seen: readonly string[];
  /** Words of headings and titles; empty if the page has no heading. */
  words: ReadonlySet<string>;
  /** True if a script has changed the address since the page was loaded. */
  isChanged: boolean;
}

const PRODUCTS = new Set(
  'product productgroup productmodel individualproduct someproducts productcollection vehicle car motorcycle book game videogame softwareapplication mobileapplication musicalbum course'.split(
    ' ',
  ),
);
const NO_PRODUCTS = new Set(
  'organization store localbusiness website webpage person breadcrumblist itemlist offer aggregateoffer offercatalog'.split(
    ' ',
  ),
);

/**
 * Maximum number of products on a product page. A page with more products is a list, unless the name or address of a
 * product matches the page.
 */
const MAX_ALIKE = 3;

/** Points that an offer adds to a product's score when the main product is chosen. */
const OFFER_POINTS = 2;

/** Returns the main product of a page; null if there is none, for example because the page is a list of products. */
export function productOf(things: readonly Thing[], page: PageNames): Thing | null {
  const isPart = new Set(things.flatMap((thing) => thingsOf(thing, 'hasVariant').map(identity)));
  const products = things.filter((thing) => isProduct(thing) && !isPart.has(identity(thing)));
  let best: Thing | null = null;
  let bestPoints = products.length > MAX_ALIKE ? OFFER_POINTS : -1;
  for (const product of products.slice(0, 300)) {
    const points = likeness(product, page);
    if (points > bestPoints) [best, bestPoints] = [product, points];
  }
  return best && belongs(best, page) ? best : null;
}

/** Returns whether a page without a main product has so many products that it is a list. */
export function isList(things: readonly Thing[]): boolean {
  return things.filter(isProduct).length > MAX_ALIKE;
}

function identity(thing: Thing): string {
  return [textOf(thing, '@id'), textOf(thing, 'sku'), textOf(thing, 'name'), textOf(thing, 'url')].join('\n');
}

function isProduct(thing: Thing): boolean {
  const types = typesOf(thing);
  if (types.some((type) => PRODUCTS.has(type))) return true;
  return (
    !types.some((type) => NO_PRODUCTS.has(type)) && thingsOf(thing, 'offers').length > 0 && textOf(thing, 'name') !== ''
  );
}

/** Rates how likely a thing is the main product. The name counts most, then the address, then offers. */
function likeness(product: Thing, { addresses, titles }: PageNames): number {
  const own = [textOf(product, 'url'), textOf(product, '@id'), textOf(product, 'mainEntityOfPage')];
  const name = textOf(product, 'name').slice(0, 200);
  const isHere = own.some((url) => url !== '' && addresses.some((address) => isSameAddress(url, address)));
  const isNamed = isNameOf(name, titles);
  const hasOffer = valuesOf(product, 'offers').length > 0 || valuesOf(product, 'hasVariant').length > 0;
  return (isNamed ? 8 : 0) + (isHere ? 4 : 0) + (hasOffer ? OFFER_POINTS : 0);
}

/**
 * Returns whether a product belongs to the address that the visitor sees, or to what the visitor reads. Other products of
 * the shop do not, and after a script has changed the page, neither does the product with which it was loaded.
 */
function belongs(product: Thing, page: PageNames): boolean {
  const own = addressesOf(product);
  if (own.some((address) => isLikeAddress(address, page.current))) return true;
  const name = textOf(product, 'name').slice(0, 200);
  if (isNameOf(name, page.seen)) return true;
  if (page.isChanged) return false;
  if (own.length > 0)
    return (
      own.some((address) => page.addresses.some((other) => isLikeAddress(address, other))) ||
      isNameOf(name, page.titles)
    );
  return page.words.size === 0 || name === '' || [...wordsIn(name)].some((word) => page.words.has(word));
}

/** Returns whether one of the titles contains a name, or the name contains the title. */
export function isNameOf(name: string, titles: readonly string[]): boolean {
  const own = comparable(name);
  return own.length > 2 && titles.some((title) => title.includes(own) || (title.length > 5 && own.includes(title)));
}

/** Returns the words of a text with more than two characters, in lower case and without accents. */
export function wordsIn(text: string): Set<string> {
  const words = text.slice(0, 1000).split(/[^\p{L}\p{M}\p{N}]+/u);
  return new Set(words.map(comparable).filter((word) => word.length > 2));
}

/** Returns the addresses of a product, its offers and its variants. Addresses without a path say nothing. */
function addressesOf(product: Thing): string[] {
  const all = [product, ...thingsOf(product, 'offers'), ...thingsOf(product, 'hasVariant')].slice(0, 100);
  const texts = all.flatMap((thing) => ['url', '@id', 'mainEntityOfPage'].map((property) => textOf(thing, property)));
  return texts.filter((text) => /^(?:https?:\/\/[^/]*)?\/[^#?]/i.test(text));
}

/** Returns whether two addresses of a shop seem to belong to one product: by path, by its end, or by a long number. */
export function isLikeAddress(some: string, other: string): boolean {
  const parts = (url: string) => {
    const [path = '', query = ''] = url
      .slice(0, 2000)
      .replace(/#.*$/, '')
      .replace(/^https?:\/\/[^/]*/i, '')
      .toLowerCase()
      .split('?', 2);
    const clean = path.replace(/\/+$/, '').replace(/\.[a-z]{3,5}$/, '');
    return {
      clean,
      end: clean.slice(clean.lastIndexOf('/') + 1),
      query,
      ids: [...url.matchAll(/\d{5,}|\b[A-Z0-9]{10}\b/g)].map(([id]) => id),
    };
  };
  const [one, two] = [parts(some), parts(other)];
  if (one.ids.some((id) => two.ids.includes(id))) return true;
  if (one.clean !== two.clean) return one.end.length > 3 && one.end === two.end;
  const values = new URLSearchParams(two.query);
  return [...new URLSearchParams(one.query)].every(([key, value]) => (values.get(key) ?? value) === value);
}

function isSameAddress(some: string, other: string): boolean {
  const plain = (url: string) =>
    url
      .slice(0, 2000)
      .replace(/#.*$/, '')
      .replace(/^https?:\/\/(?:www\.)?[^/]*/, '')
      .replace(/\/$/, '');
  const path = plain(some);
  return path.length > 1 && path === plain(other);
}

/** Reads a product with its lowest price. Old prices do not count. Used goods count only if all offers are used. */
export function readProduct(product: Thing, page: PageNames, hints: Hints): Product {
  const variants = thingsOf(product, 'hasVariant');
  const exact = variants.filter((variant) => isOfPage(variant, page));
  const here = exact.length > 0 ? exact : variants.filter((variant) => hasAddressOf(variant, page));
  const chosen = here.length === 1 ? here : [product, ...variants];
  const all = chosen.flatMap((thing) => [...offersOf(thing, 0)]);
  const ofPage = all.filter((offer) => isOfPage(offer, page));
  const offers = ofPage.length === 1 ? ofPage : all;
  const [variant] = variants;
  return {
    name: textOf(product, 'name') || (variant ? textOf(variant, 'name') : ''),
    description: textOf(product, 'description') || (variant ? textOf(variant, 'description') : ''),
    images: [...here, product, ...variants].flatMap((thing) => imagesOf(thing)),
    money: cheapest(withoutUsed(offers), hints) ?? priceOf(product, hints),
  };
}

/**
 * Returns whether the address of a thing is the address of the page, and contains a query. An address without a query
 * does not count, because it belongs to all variants of a product.
 */
function isOfPage(thing: Thing, { addresses }: PageNames): boolean {
  const url = textOf(thing, 'url');
  return url.includes('?') && addresses.some((address) => isSameAddress(url, address));
}

/** Returns whether the path of the page is the address of a variant or of its offer. Only one of the variants may have it. */
function hasAddressOf(variant: Thing, { addresses }: PageNames): boolean {
  const own = [variant, ...thingsOf(variant, 'offers')]
    .map((thing) => textOf(thing, 'url'))
    .filter((url) => url !== '');
  return own.some((url) => addresses.some((address) => isSameAddress(url, address)));
}

function* offersOf(thing: Thing, depth: number): Generator<Thing> {
  if (depth > 3) return;
  for (const offer of thingsOf(thing, 'offers')) {
    yield offer;
    if (textOf(offer, 'lowPrice') === '') yield* offersOf(offer, depth + 1);
  }
}

function withoutUsed(offers: readonly Thing[]): readonly Thing[] {
  const isNew = (offer: Thing) => !/used|refurbished|damaged/i.test(textOf(offer, 'itemCondition'));
  const fresh = offers.filter(isNew);
  return fresh.length > 0 ? fresh : offers;
}

/** Returns the lowest price. If the offers have several currencies, only prices in the first currency count. */
function cheapest(offers: readonly Thing[], hints: Hints): Money | null {
  const prices = offers.map((offer) => priceOf(offer, hints)).filter((price) => price !== null);
  const currency = prices.find((price) => price.currency !== null)?.currency ?? null;
  let best: Money | null = null;
  for (const price of prices)
    if ((price.currency ?? currency) === currency && (best === null || price.amount < best.amount)) best = price;
  return best && { amount: best.amount, currency };
}

function priceOf(offer: Thing, hints: Hints): Money | null {
  const specified = thingsOf(offer, 'priceSpecification').filter(isPriceToPay);
  const named =
    [offer, ...specified].map((thing) => currencyOf(thing, hints)).find((currency) => currency !== null) ?? null;
  const own = named === null ? hints : { ...hints, currency: named };
  for (const property of ['lowPrice', 'price', 'minPrice']) {
    const amounts = valuesOf(offer, property).map((value) => amountOf(value, own));
    const amount = lowest(amounts);
    if (amount !== null) return { amount, currency: named };
  }
  const alike = specified.filter((thing) => [null, named].includes(currencyOf(thing, hints)));
  const amounts = alike.flatMap((thing) => ['price', 'minPrice'].map((name) => amountOf(textOf(thing, name), own)));
  const amount = lowest(amounts);
  return amount === null ? null : { amount, currency: named };
}

function lowest(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function amountOf(value: unknown, hints: Hints): number | null {
  const amount = isThing(value) ? (value['@value'] ?? value.price) : value;
  return typeof amount === 'string' || typeof amount === 'number' ? statedAmount(String(amount), hints) : null;
}

function currencyOf(thing: Thing, hints: Hints): string | null {
  for (const property of ['priceCurrency', 'currency']) {
    const text = textOf(thing, property);
    const currency = currencyCode(text) ?? currencyIn(text, hints.region);
    if (currency !== null) return currency;
  }
  return currencyIn(`${textOf(thing, 'lowPrice')} ${textOf(thing, 'price')}`, hints.region);
}

/** Returns whether visitors pay this price. Old prices and prices for a litre or a metre do not count. */
function isPriceToPay(price: Thing): boolean {
  const isOld = /listprice|strikethrough|srp|msrp|regularprice/i.test(textOf(price, 'priceType'));
  const [unit] = thingsOf(price, 'referenceQuantity');
  const isOther = unit !== undefined && textOf(unit, 'value') !== '1' && textOf(unit, 'unitCode') !== 'C62';
  const isPerUnit = unit !== undefined && /^(?:KGM|LTR|MTR|MTK|GRM|MLT)$/i.test(textOf(unit, 'unitCode'));
  return !isOld && !isOther && !isPerUnit;
}

function imagesOf(thing: Thing): readonly string[] {
  return valuesOf(thing, 'image').flatMap((value) => {
    if (typeof value === 'string') return [value];
    if (!isThing(value)) return [];
    return [textOf(value, 'url'), textOf(value, 'contentUrl'), textOf(value, '@id')]
      .filter((url) => url !== '')
      .slice(0, 1);
  });
}
