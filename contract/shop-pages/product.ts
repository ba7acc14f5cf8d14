import { type Hints, type Money, statedAmount, statedCurrency } from './price.ts';
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
  /** Heading and titles of the page, without entities. */
  titles: readonly string[];
  /** Address of the page in the browser. */
  current: string;
  /** Headings that the visitor sees, or the page's title if there are none. */
  seen: readonly string[];
  /** Words of headings and titles; empty if the page has no heading. */
  words: ReadonlySet<string>;
  /** Address with which the page was loaded, if a script has shown another page since then. */
  loaded: string | null;
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
  const products = things.filter(
    (thing) => isProduct(thing) && (!isPart.has(identity(thing)) || hasVariantGroup(thing)),
  );
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

/** Returns whether a product contains its group. The same product then is among the variants of the group. */
function hasVariantGroup(thing: Thing): boolean {
  return thingsOf(thing, 'isVariantOf').some((group) => thingsOf(group, 'hasVariant').length > 0);
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
  const hasOffer = valuesOf(product, 'offers').length > 0 || valuesOf(product, 'hasVariant').length > 0;
  const rank = nameRank(name, titles);
  // Of several names in a title, the longest says most.
  const named = [0, 8, 9 + name.length / 1000, 12][rank] ?? 0;
  return named + (isHere ? 4 : 0) + (hasOffer ? OFFER_POINTS : 0);
}

/**
 * Returns whether a product belongs to the address that the visitor sees, or to what the visitor reads. Other products
 * of the shop do not, and after a script has changed the page, neither does the product with which it was loaded.
 */
function belongs(product: Thing, page: PageNames): boolean {
  const own = addressesOf(product);
  const name = textOf(product, 'name').slice(0, 200);
  const isNow = isOfNow(own, name, page);
  if (isNow || page.loaded !== null) return isNow;
  if (own.length > 0)
    return (
      own.some((address) => page.addresses.some((other) => isLikeAddress(address, other))) ||
      isNameOf(name, page.titles)
    );
  return page.words.size === 0 || name === '' || [...wordsIn(name)].some((word) => page.words.has(word));
}

/**
 * Returns whether a thing with these addresses and this name is what the visitor sees. After a script has changed the
 * page, names say nothing about a thing that has the address of the loaded page: a kettle can be followed by a kettle
 * XL.
 */
export function isOfNow(
  addresses: readonly string[],
  name: string,
  { current, loaded, seen }: Pick<PageNames, 'current' | 'loaded' | 'seen'>,
): boolean {
  if (loaded === null) return addresses.some((address) => isLikeAddress(address, current)) || isNameOf(name, seen);
  const isOfCurrent = (address: string) => isLikeAddress(address, current, loaded);
  const isOfLoaded = (address: string) => isLikeAddress(address, loaded, current);
  if (addresses.some((address) => isOfCurrent(address) && !isOfLoaded(address))) return true;
  if (addresses.some((address) => isOfLoaded(address) && !isOfCurrent(address))) return false;
  return isNameOf(name, seen);
}

/** Returns whether one of the titles contains a name, or the name contains the title. */
const isNameOf = (name: string, titles: readonly string[]): boolean => nameRank(name, titles) > 0;

/**
 * Rates how a name resembles the most similar title: 3 if they are equal, 2 if the title contains the words of the
 * name, 1 if one contains the letters of the other, otherwise 0.
 */
function nameRank(name: string, titles: readonly string[]): 0 | 1 | 2 | 3 {
  const own = comparable(name);
  if (own.length < 3) return 0;
  const isLike = (title: string) => title.includes(own) || (title.length > 5 && own.includes(title));
  const like = titles.filter((title) => isLike(comparable(title)));
  if (like.some((title) => comparable(title) === own)) return 3;
  const words = inWords(name);
  if (like.some((title) => inWords(title).includes(words))) return 2;
  return like.length > 0 ? 1 : 0;
}

/** Returns the words of a text with spaces around each. */
const inWords = (text: string) =>
  ` ${text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(comparable)
    .filter(Boolean)
    .join(' ')} `;

/** Returns the words of a text with more than two characters, in lower case and without accents. */
export function wordsIn(text: string): Set<string> {
  const words = text.slice(0, 1000).split(/[^\p{L}\p{M}\p{N}]+/u);
  return new Set(words.map(comparable).filter((word) => word.length > 2));
}

/** Returns the addresses of a product, its offers and its variants. Addresses without a path say nothing. */
function addressesOf(product: Thing): string[] {
  const all = [product, ...thingsOf(product, 'offers'), ...thingsOf(product, 'hasVariant')].slice(0, 100);
  const texts = all.flatMap((thing) => ['url', '@id', 'mainEntityOfPage'].map((property) => textOf(thing, property)));
  return texts.filter(namesPage);
}

/** Returns whether an address has a path. Others are those of the shop. */
export const namesPage = (address: string): boolean => /^(?:https?:\/\/[^/]*)?\/[^#?]/i.test(address);

/** Parameters that shops and mails add to any address, to count visitors. */
const TRACKING =
  /^(?:utm_.*|mtm_.*|pk_.*|(?:fb|g|d|y|msc?l?k|ttc|twc)(?:cl|l)?id|[gw]braid|igshid|mc_[ce]id|srsltid|_gl|_ga|ref_?|from|source|campaign|cmpid)$/i;

/** Ends of addresses that do not name a product. */
const ANY_END = /^(?:index|details?|products?|produkte?|items?|artikel|view|show|default|page|info|overview)$/;

interface AddressParts {
  /** Path without slashes at its end and without an ending of a file, in lower case. */
  path: string;
  end: string;
  /** Parameters that can determine the product. */
  values: ReadonlyMap<string, string>;
  /** Long numbers, and numbers of products with letters. */
  ids: readonly string[];
}

function partsOf(url: string): AddressParts {
  const text = url.slice(0, 2000).replace(/#.*$/, '');
  const [path = '', query = ''] = text.replace(/^https?:\/\/[^/?]*/i, '').split('?', 2);
  const clean = path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\.[a-z]{3,5}$/, '');
  return {
    path: clean,
    end: clean.slice(clean.lastIndexOf('/') + 1),
    values: new Map([...new URLSearchParams(query)].filter(([key]) => !TRACKING.test(key))),
    ids: text.match(/\d{5,}|\b(?=[A-Z]*\d)[A-Z0-9]{10}\b/g) ?? [],
  };
}

/**
 * Returns whether two addresses of a shop seem to belong to one product: by path, by its end, or by a long number.
 * @param without address whose end and numbers do not count, because it belongs to another product
 */
export function isLikeAddress(some: string, other: string, without = ''): boolean {
  const [one, two, no] = [some, other, without].map(partsOf) as [AddressParts, AddressParts, AddressParts];
  if (one.path === two.path) return [...one.values].every(([key, value]) => (two.values.get(key) ?? value) === value);
  if (one.ids.some((id) => two.ids.includes(id) && !no.ids.includes(id))) return true;
  return one.end.length > 3 && one.end === two.end && one.end !== no.end && !ANY_END.test(one.end);
}

/**
 * Returns whether the other address has the path of an address, and all its parameters that can determine a product.
 */
function isSameAddress(some: string, other: string): boolean {
  const [one, two] = [partsOf(some), partsOf(other)];
  return (
    one.path.length > 1 &&
    one.path === two.path &&
    [...one.values].every(([key, value]) => two.values.get(key) === value)
  );
}

/** Returns whether two addresses open the same page, whatever is added to count visitors. */
export function isSamePage(some: string, other: string): boolean {
  const [one, two] = [partsOf(some), partsOf(other)];
  return (
    one.path === two.path &&
    one.values.size === two.values.size &&
    [...one.values].every(([key, value]) => two.values.get(key) === value)
  );
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
  const named = [product, ...(here.length === 1 ? here : []), ...variants.slice(0, 1)];
  const firstText = (property: string) =>
    named.map((thing) => textOf(thing, property)).find((text) => text !== '') ?? '';
  return {
    name: firstText('name'),
    description: firstText('description'),
    images: [...here, product, ...variants].flatMap((thing) => imagesOf(thing)),
    money: cheapest(preferred(offers), hints) ?? priceOf(product, hints),
  };
}

/**
 * Returns whether the address of a thing is the address of the page, and contains a query. An address without a query
 * does not count, because it belongs to all variants of a product.
 */
function isOfPage(thing: Thing, { addresses }: PageNames): boolean {
  const url = textOf(thing, 'url');
  return partsOf(url).values.size > 0 && addresses.some((address) => isSameAddress(url, address));
}

/**
 * Returns whether the path of the page is the address of a variant or of its offer. Only one of the variants may have
 * it.
 */
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

const isNew = (offer: Thing) => !/used|refurbished|damaged/i.test(textOf(offer, 'itemCondition'));
const isAvailable = (offer: Thing) => !/outofstock|soldout|discontinued/i.test(textOf(offer, 'availability'));
const isWithTax = (price: Thing) => !/false/i.test(String(valuesOf(price, 'valueAddedTaxIncluded')[0]));

function isValid(offer: Thing): boolean {
  const end = Date.parse(textOf(offer, 'priceValidUntil') || textOf(offer, 'validThrough'));
  // A day without a time ends later in other time zones.
  return !(end < Date.now() - 48 * 3_600_000);
}

/** Returns the offers that visitors most likely choose. Others count only if there are none like them. */
function preferred(offers: readonly Thing[]): readonly Thing[] {
  let left = offers.filter(isPriceToPay);
  for (const isBetter of [isNew, isAvailable, isValid, isWithTax]) {
    const better = left.filter(isBetter);
    if (better.length > 0) left = better;
  }
  return left;
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
  if (!isPriceToPay(offer)) return null;
  const specified = preferred(thingsOf(offer, 'priceSpecification'));
  const inOffer = currencyOf(offer, hints);
  const named = inOffer ?? specified.map((thing) => currencyOf(thing, hints)).find((currency) => currency) ?? null;
  const own = named === null ? hints : { ...hints, currency: named };
  const inCurrency = specified.filter((thing) => [null, named].includes(currencyOf(thing, hints) ?? null));
  const alike = inCurrency.filter((thing) => currencyOf(thing, hints) !== undefined);
  const amountsOf = (things: readonly Thing[], properties: readonly string[]) =>
    things.flatMap((thing) => properties.flatMap((name) => valuesOf(thing, name).map((value) => amountOf(value, own))));
  const isSale = (thing: Thing) => /saleprice/i.test(textOf(thing, 'priceType'));
  const stated = inOffer === undefined ? [] : [offer];
  const amount =
    lowest(amountsOf(stated, ['lowPrice'])) ??
    lowest([...amountsOf(stated, ['price']), ...amountsOf(alike.filter(isSale), ['price'])]) ??
    lowest(amountsOf(stated, ['minPrice'])) ??
    lowest(amountsOf(alike, ['price', 'minPrice']));
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

/** Returns the currency of a price; undefined if the price is in one that we do not know. */
function currencyOf(thing: Thing, hints: Hints): string | null | undefined {
  const [stated, amounts] = [
    ['priceCurrency', 'currency'],
    ['lowPrice', 'price'],
  ].map((properties) => properties.map((property) => textOf(thing, property))) as [string[], string[]];
  return statedCurrency(stated, amounts, hints);
}

/**
 * Returns whether visitors pay this price for one new piece. Old prices, prices for members, for many pieces, for a
 * litre or a month, and costs of delivery do not count.
 */
function isPriceToPay(price: Thing): boolean {
  const isCharge = typesOf(price).some((type) => /^(?:delivery|payment)chargespecification$/.test(type));
  const isOld = /listprice|strikethrough|srp|msrp|regularprice|advertised/i.test(textOf(price, 'priceType'));
  const [unit] = thingsOf(price, 'referenceQuantity');
  const isOther = unit !== undefined && textOf(unit, 'value') !== '1' && textOf(unit, 'unitCode') !== 'C62';
  const isPerUnit = unit !== undefined && /^(?:KGM|LTR|MTR|MTK|GRM|MLT)$/i.test(textOf(unit, 'unitCode'));
  const isForMembers = valuesOf(price, 'validForMemberTier').length > 0;
  const isRate = ['billingDuration', 'billingIncrement'].some((property) => valuesOf(price, property).length > 0);
  const isForMany = thingsOf(price, 'eligibleQuantity').some(
    (many) => Number(textOf(many, 'minValue') || textOf(many, 'value')) > 1,
  );
  const isRent = /leaseout|rent/i.test(textOf(price, 'businessFunction'));
  return !(isCharge || isOld || isOther || isPerUnit || isForMembers || isRate || isForMany || isRent);
}

function imagesOf(thing: Thing): readonly string[] {
  return valuesOf(thing, 'image').flatMap((value) => {
    // Some shops write several addresses into one text.
    if (typeof value === 'string') return value.slice(0, 5000).split(/,\s+|(?<=\.(?:jpe?g|png|webp|gif|avif)),/i);
    if (!isThing(value)) return [];
    return [textOf(value, 'url'), textOf(value, 'contentUrl'), textOf(value, '@id')]
      .filter((url) => url !== '')
      .slice(0, 1);
  });
}
