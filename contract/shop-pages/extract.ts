import { currencyCode } from '../currencies.ts';
import { ITEM_MAX_CHARS, type PREVIEW_SOURCES } from '../limits.ts';
import { nameInAddress } from './address-name.ts';
import { hintsOf } from './hints.ts';
import { parseJsonLd, thingsIn } from './json-ld.ts';
import { isConsent, isName, isNoProduct, isShop, nameIn } from './names.ts';
import { type Page, type Picture, readHtml } from './page.ts';
import { type Hints, type Money, statedAmount, statedCurrency } from './price.ts';
import {
  isLikeAddress,
  isList,
  isOfNow,
  isSamePage,
  namesPage,
  type PageNames,
  type Product,
  productOf,
  readProduct,
  wordsIn,
} from './product.ts';
import { shownPrice } from './shown-price.ts';
import { cleanLines, cleanText, comparable, shorten } from './texts.ts';
import { type Thing, textOf, typesOf } from './thing.ts';

/** Part of a page from which a value was read, such as its JSON-LD. */
export type Source = (typeof PREVIEW_SOURCES)[number];

/** Product data found on a shop page; missing fields are null. */
export interface Found {
  name: string | null;
  description: string | null;
  image_url: string | null;
  price: number | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** The price as the page shows it, if the page does not determine the price's currency; `price` is then null. */
  price_text: string | null;
  retailer: string | null;
  /** Source of the price, or of the name if there is no price. */
  source: Source | null;
}

/** Maximum length of a price as the page shows it (characters). */
const MAX_PRICE_CHARS = 40;

/** Maximum length of a shop's name (characters). */
const MAX_RETAILER_CHARS = 100;

/**
 * Extracts product data from a shop page (rules: Previews). Texts fit the fields of an item; addresses are http or
 * https. Never throws.
 * @param url final address of the page after redirects
 */
export function extract(html: string, url: string): Found {
  const page = readHtml(html);
  const jsonThings = thingsIn(page.jsonLd.flatMap(parseJsonLd));
  return new Extraction(page, url, jsonThings).found();
}

const PRODUCT_PICTURE = /product|main|gallery|zoom|detail|hero|landing/i;
const OTHER_MARKS =
  'icon|avatar|payment|banner|flag|header|footer|menu|\\bnav|relat|recommend|badge|pixel|spinner|\\bstars?\\b|rating';
const OTHER_PICTURE = new RegExp(`logo|${OTHER_MARKS}`, 'i');
const OTHER_ADDRESS = new RegExp(OTHER_MARKS, 'i');

/** Paths of pictures that show no product: of a shop's logo, or in place of a missing picture. */
const NO_PICTURE =
  /placeholder|(?<![a-z])(?:no|kein|sin|pas-?de)[-_]?(?:image|img|photo|foto|picture|pic|bild|imagen)(?![a-z])|(?:image|img|photo|picture|bild)[-_]?(?:not[-_]?(?:available|found)|unavailable|missing|coming)|coming[-_]?soon|(?:ajax|pre)[-_]?loader|\/load(?:er|ing)\.|sprite|spacer\.|blank\.|\b1x1\b|(?:share|social|og|image|product)[-_]?default|default[-_]?(?:share|social|og|image|product)|\/default\.|logo(?:[-_@.]?(?:\d+(?:x\d*)?|x?s|small|m|medium|l|large|white|black|dark|light|main|header|footer|square|og|social|share|default|new|full))*\.[a-z]+$|\/logos?\//i;

/** Minimum size of a product's picture, if the page declares a size (pixels). Smaller ones are signs and counters. */
const MIN_PICTURE = 50;

/** Data from one source of a page. */
interface SourceData {
  source: Source;
  name: string;
  description: string;
  images: readonly string[];
  money: Money | null;
  /** Whether the page clearly shows this price. */
  isSure?: boolean;
  /** The price as the page shows it, if its currency is unknown. */
  unclear?: string;
}

class Extraction {
  readonly #page: Page;
  readonly #url: string;
  readonly #things: readonly Thing[];
  readonly #hints: Hints;
  readonly #names: PageNames;
  readonly #headings: readonly string[];
  /** Whether the page blocks robots or shows an error. Its title and headings then name no product. */
  readonly #hasNoProduct: boolean;

  constructor(read: Page, url: string, jsonThings: readonly Thing[]) {
    // A script can also remove parameters that count visitors from the address.
    const loaded = read.loaded === null || isSamePage(read.loaded, url) ? null : read.loaded;
    const page = withoutStaleMeta({ ...read, loaded }, url);
    this.#page = page;
    this.#url = url;
    this.#things = jsonThings;
    this.#hints = hintsOf(
      page,
      url,
      this.#currencyTexts()
        .map(currencyCode)
        .find((code) => code !== null) ?? null,
    );
    const headings = page.headings.slice(0, 3).map(cleanText);
    this.#hasNoProduct = [page.title, ...headings].some((text) => isNoProduct(cleanText(text)));
    this.#headings = this.#hasNoProduct ? [] : headings.filter((heading) => isName(heading) && !isConsent(heading));
    const titles = [...this.#headings, this.#meta('og:title'), page.title].map(cleanText);
    this.#names = {
      current: url,
      loaded,
      seen: this.#headings.length > 0 ? this.#headings : [cleanText(page.title)],
      // A title alone can be the shop's name.
      words: wordsIn(this.#headings.length > 0 ? titles.join(' ') : ''),
      addresses: [url, page.canonical ?? '', this.#meta('og:url')].filter((address) => address !== ''),
      titles,
    };
  }

  found(): Found {
    const all = this.#sources();
    const retailer = this.#retailer();
    const shops = this.#shopNames(retailer);
    const priced = this.#priced(all);
    const named = this.#name(all, shops);
    const description = all.map((data) => cleanLines(data.description)).find((text) => text !== '');
    return {
      name: named && shorten(named.name, ITEM_MAX_CHARS.name),
      description: description ? shorten(description, ITEM_MAX_CHARS.description) : null,
      image_url: this.#image(all),
      price: priced?.money?.amount ?? null,
      currency: priced?.money ? (priced.money.currency ?? this.#hints.currency) : null,
      price_text: priced ? null : (all.find(({ unclear }) => unclear)?.unclear ?? null),
      retailer: retailer === '' ? null : shorten(retailer, MAX_RETAILER_CHARS),
      source: priced?.source ?? named?.source ?? null,
    };
  }

  /**
   * Returns the data with the most reliable price, usually the structured data. If the page does not show this price to
   * visitors, but clearly shows another price, returns the data with the price that visitors see.
   */
  #priced(all: readonly SourceData[]): SourceData | undefined {
    const first = all.find((data) => data.money !== null);
    const shown = all.find(({ source }) => source === 'page');
    const isSeen = first?.money && this.#hints.seen.has(first.money.amount);
    return shown?.isSure && shown.money !== null && !isSeen ? shown : first;
  }

  /** Returns the data of all sources, the most reliable source first. */
  #sources(): readonly SourceData[] {
    const json = productOf(this.#things, this.#names);
    const micro = productOf(this.#page.things, this.#names);
    const isOfMany = json === null && micro === null && (isList(this.#things) || isList(this.#page.things));
    return [
      ...(json ? [this.#productData('json-ld', json)] : []),
      ...(micro ? [this.#productData('microdata', micro)] : []),
      this.#openGraph(),
      ...(isOfMany ? [] : [this.#loose(), this.#shown()]),
    ];
  }

  #productData(source: Source, thing: Thing): SourceData {
    const product: Product = readProduct(thing, this.#names, this.#hints);
    return { source, ...product, name: cleanText(product.name) };
  }

  #openGraph(): SourceData {
    const money = ['product:sale_price:amount', 'product:price:amount', 'og:price:amount', 'product:price']
      .map((key) => this.#statedMoney(this.#meta(key)))
      .find((price) => price !== null);
    return {
      source: 'open-graph',
      name: '',
      description: this.#meta('og:description') || this.#meta('twitter:description') || this.#meta('description'),
      images: [
        this.#meta('og:image:secure_url'),
        this.#meta('og:image'),
        this.#meta('og:image:url'),
        this.#meta('twitter:image'),
        this.#meta('twitter:image:src'),
      ],
      money: money ?? null,
    };
  }

  #statedMoney(text: string): Money | null {
    const currency = statedCurrency(this.#currencyTexts(), [text], this.#hints);
    if (currency === undefined) return null;
    const amount = statedAmount(text, { ...this.#hints, currency: currency ?? this.#hints.currency });
    return amount === null ? null : { amount, currency };
  }

  /** Reads microdata that is outside of any item scope. Some shops forget the scope. */
  #loose(): SourceData {
    const { loose } = this.#page;
    const product = readProduct({ offers: loose, ...loose }, this.#names, this.#hints);
    return { source: 'microdata', ...product, name: '', description: '' };
  }

  #shown(): SourceData {
    const shown = shownPrice(this.#page.prices, this.#hints);
    return {
      source: 'page',
      name: '',
      description: '',
      images: [this.#meta('image_src'), this.#meta('item:image'), ...this.#pictures()],
      money: shown?.money ?? null,
      isSure: shown?.isSure ?? false,
      ...(shown?.money === null ? { unclear: shorten(cleanText(shown.text), MAX_PRICE_CHARS) } : {}),
    };
  }

  #name(all: readonly SourceData[], shops: readonly string[]): { name: string; source: Source } | null {
    for (const { name, source } of all) if (isName(name)) return { name: nameIn(name, shops, []), source };
    const openGraph = this.#meta('og:title') || this.#meta('twitter:title');
    const named = nameIn(openGraph, shops, this.#headings);
    if (isName(named)) return { name: named, source: 'open-graph' };
    const title = this.#hasNoProduct ? '' : nameIn(this.#page.title, shops, this.#headings);
    const titled = isShop(title, shops) ? '' : title;
    const headings = this.#headings.filter((heading) => !shops.includes(comparable(heading)));
    const guessed = nameInAddress(this.#url);
    const addressed = guessed.includes(' ') ? [guessed] : [];
    const own = [...(isName(titled) ? [...headings, titled] : []), ...addressed, ...headings].find(isName);
    return own === undefined || this.#isEmpty() ? null : { name: own, source: 'page' };
  }

  #isEmpty(): boolean {
    const { title, headings, meta, things, pictures } = this.#page;
    return title === '' && headings.length + meta.size + things.length + this.#things.length + pictures.length === 0;
  }

  #retailer(): string {
    const site = this.#things.find((thing) => typesOf(thing).includes('website'));
    const names = [this.#meta('og:site_name'), site ? textOf(site, 'name') : '', this.#meta('application-name')];
    const name = names.map(cleanText).find((text) => isName(text) && !/^https?:/i.test(text));
    return name ?? hostOf(this.#url);
  }

  /** Returns names of the shop that titles may contain, such as its own name and its host. */
  #shopNames(retailer: string): readonly string[] {
    const host = hostOf(this.#url);
    const label = host
      .split('.')
      .slice(0, -1)
      .reduce((one, other) => (other.length > one.length ? other : one), '');
    const organizations = this.#things.filter((thing) =>
      typesOf(thing).some((type) => /^(?:website|organization|onlinestore|store)$/.test(type)),
    );
    const names = [
      retailer,
      host,
      label,
      ...organizations.slice(0, 5).map((thing) => textOf(thing, 'name').slice(0, 100)),
    ];
    return [...new Set(names.map(comparable))].filter((name) => name.length > 1);
  }

  #image(all: readonly SourceData[]): string | null {
    const urls = all.flatMap((data) => data.images).slice(0, 100);
    const absolute = urls.map((image) => this.#absolute(image)).filter((image) => image !== null);
    const isPicture = (image: string) =>
      !NO_PICTURE.test(new URL(image).pathname) && image.replace(/[?#].*$/, '') !== this.#url.replace(/[?#].*$/, '');
    return absolute.find(isPicture) ?? null;
  }

  #absolute(image: string): string | null {
    const text = image.trim();
    if (/^(?:|null|undefined|none|false|n\/?a)$/i.test(text) || text.length > ITEM_MAX_CHARS.image_url) return null;
    const base =
      this.#page.base !== null && URL.canParse(this.#page.base, this.#url)
        ? new URL(this.#page.base, this.#url).href
        : this.#url;
    if (!URL.canParse(text, base)) return null;
    const { protocol, href, pathname, username } = new URL(text, base);
    const isWeb = (protocol === 'http:' || protocol === 'https:') && username === '';
    return isWeb && pathname.length > 1 && href.length <= ITEM_MAX_CHARS.image_url ? href : null;
  }

  /** Returns pictures that may show the product. The most likely picture is first. */
  #pictures(): readonly string[] {
    const points = ({ size, marks, isAfterHeading }: Picture) =>
      (PRODUCT_PICTURE.test(marks) ? 2 : 0) + (size >= 200 ? 2 : 0) + (isAfterHeading ? 1 : 0);
    return this.#page.pictures
      .filter(
        (picture) =>
          (picture.size === 0 || picture.size >= MIN_PICTURE) &&
          points(picture) > 0 &&
          !OTHER_PICTURE.test(picture.marks) &&
          !OTHER_ADDRESS.test(picture.url),
      )
      .sort((one, other) => points(other) - points(one))
      .map(({ url }) => url);
  }

  /** Returns the texts that name the currency of the page's head. */
  #currencyTexts(): readonly string[] {
    return [
      'product:price:currency',
      'og:price:currency',
      'product:sale_price:currency',
      'item:pricecurrency',
      'og:currency',
    ].map((key) => this.#meta(key));
  }

  #meta(key: string): string {
    return this.#page.meta.get(key)?.[0] ?? '';
  }
}

/** Names in the head of a page that describe the site, and not the product. */
const OF_SITE = /^(?:og:site_name|application-name|og:locale)$/;

/**
 * Returns a page without a head that describes another product. After a script has changed the page, the head has
 * neither the address that the visitor sees, nor the heading. A page can also arrive with the head of another one, for
 * example from a wrong cache: no address in it is like that of the page, and its name has no word of heading and title.
 */
function withoutStaleMeta(page: Page, url: string): Page {
  const get = (key: string) => page.meta.get(key)?.[0] ?? '';
  const addresses = [page.canonical ?? '', get('og:url')].filter((address) => address !== '');
  const seen = page.headings.map(cleanText).filter((heading) => heading !== '');
  const named = cleanText(get('og:title'));
  const words = wordsIn([...seen, cleanText(page.title)].join(' '));
  const isOther =
    page.loaded === null
      ? seen.length > 0 &&
        addresses.some(namesPage) &&
        !addresses.some((address) => isLikeAddress(address, url)) &&
        !NO_SPACES.test(named) &&
        haveNoWordInCommon(words, wordsIn(named))
      : !isOfNow(addresses, named, { current: url, loaded: page.loaded, seen });
  if (!isOther) return page;
  return { ...page, canonical: null, meta: new Map([...page.meta].filter(([key]) => OF_SITE.test(key))) };
}

/** Scripts without spaces between words. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Returns whether two texts have words, but none in common. */
const haveNoWordInCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size > 0 && others.size > 0 && ![...others].some((word) => some.has(word));

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\d?\./, '') : '';
}
