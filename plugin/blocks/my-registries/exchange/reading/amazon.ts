import { readPage } from './html.ts';
import { numberOf } from './price.ts';
import { add, currencyOf, type Line, linesOf, looseWish, oneLine, type ReadWish, withoutRepeats } from './wish.ts';

/** The line at the end of a product's description. It contains the day on which the product was added to the list. */
const ADDED =
  /^(?:item added|added|(?:artikel )?hinzugefügt am|zur liste hinzugefügt|article ajouté|ajouté|(?:articolo )?aggiunto|(?:producto )?(?:añadido|agregado)|(?:artikel )?toegevoegd|(?:produkt )?dodan[oy]|(?:vara )?tillagd|(?:item )?adicionado)(?![\p{L}\p{N}_]).{0,60}\d/iu;

/** The line with the wanted quantity. */
const WANTED =
  /^(?:quantity|desired|wants|needs|wanted|gewünscht|menge|anzahl|quantité|souhaité|quantità|desiderat[oi]|cantidad|deseado|aantal|gewenst|quantidade|önskat|ilość)(?: ?\([^)]*\))? ?:? ?(\d{1,4})$/iu;

/** Buttons and other lines between two products. */
const BUTTON =
  /^(?:see similar(?: items)?|add to (?:cart|basket|list|your list)|buy now|in den (?:einkaufswagen|warenkorb)|ähnliche artikel(?: ansehen)?|(?:see )?all buying options|alle kaufoptionen(?: anzeigen)?|move|delete|remove|share|verschieben|löschen|entfernen|teilen|ajouter au panier|déplacer|supprimer|voir les articles similaires|aggiungi al carrello|sposta|elimina|rimuovi|añadir a la cesta|agregar al carrito|mover|eliminar|in winkelwagen|verplaatsen|verwijderen|add comment.*|kommentar.*hinzufügen|ajouter un commentaire.*|aggiungi commento.*|añadir comentario.*|(?:priority|priorität|priorité|priorità|prioridad|prioriteit)(?![\p{L}\p{N}_]).{0,20}|(?:has|vorhanden|reçu|ricevut[oi]|tiene|recibido) ?:? ?\d+)$/iu;

/** The line after the name: the maker with a note in brackets, or the star rating. */
const BEHIND_NAME =
  /^(?:(?:by|von|de|di|da|door|par|av) .*\([^(]{1,60}\)|[1-5](?:[.,]\d)? ?(?:out of|von|sur|su|de|van|av|na|étoiles sur) ?5(?![\p{L}\p{N}_]).{0,30})$/iu;

/** Maximum number of characters that are read from a line. */
const MAX_LINE_CHARS = 1000;

/** Maximum number of lines that are read for one product. */
const MAX_LINES = 60;

/** Checks whether a text was copied from the page of an Amazon list. */
export function isAmazonText(text: string): boolean {
  for (const [, line] of linesOf(text)) if (isAdded(plain(line))) return true;
  return false;
}

/**
 * Reads text that was copied from the page of an Amazon list, in several languages. The products in such a text have no
 * addresses.
 * @throws {UnreadableFile} if there are too many products
 */
export function readAmazonText(text: string): ReadWish[] {
  const wishes: ReadWish[] = [];
  let lines: Line[] = [];
  for (const [number, raw] of linesOf(text)) {
    const line = plain(raw);
    const last = wishes.at(-1);
    const wanted = lines.length === 0 && last ? WANTED.exec(line)?.[1] : undefined;
    if (wanted && last) {
      // A number after the date still belongs to the product above.
      last.fields.quantity_needed = Math.max(1, Number(wanted));
    } else if (isAdded(line)) {
      const wish = productOf(lines.slice(-MAX_LINES));
      if (wish) add(wishes, wish);
      lines = [];
    } else if (line !== '' && (lines.length > 0 || !BUTTON.test(line))) {
      // Discards old lines, because the text above the first product can be long.
      if (lines.push([number, line]) === 2 * MAX_LINES) lines = lines.slice(-MAX_LINES);
    }
  }
  return wishes;
}

/** Checks whether a page is the saved page of an Amazon list. */
export const isAmazonPage = (html: string): boolean => /\sid=["']?itemName_|\sdata-itemid=/i.test(html);

/** A product on a saved page. If the page repeats a part of the product, the first value counts. */
interface Product {
  name?: string;
  url?: string;
  /** Address of a product that was added from another shop. */
  otherUrl?: string;
  image?: string;
  wanted?: string;
  comment?: string;
  writtenPrice?: string;
  price?: string;
}

/** Prefixes of element ids, and the parts of a product that the elements contain. */
const TEXTS: readonly [prefix: string, part: keyof Product][] = [
  ['itemName_', 'name'],
  ['itemRequested_', 'wanted'],
  ['itemComment_', 'comment'],
  ['itemPrice_', 'writtenPrice'],
];

/** An element with a part of a product. */
interface PartElement {
  part: keyof Product;
  name: string;
  /** Number of open elements of the same name inside. */
  depth: number;
  texts: string[];
}

/** Maximum number of texts that are read from one element. */
const MAX_TEXTS = 20;

/** Currencies of Amazon's sites that are not in the euro area, by the last part of their host. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ com: 'USD', uk: 'GBP', ca: 'CAD', au: 'AUD', mx: 'MXN', br: 'BRL', jp: 'JPY', in: 'INR', sg: 'SGD', cn: 'CNY' },
  ...{ se: 'SEK', pl: 'PLN', tr: 'TRY', ae: 'AED', sa: 'SAR', eg: 'EGP', za: 'ZAR' },
};

const HOST = String.raw`((?:www\.|smile\.|m\.)?amazon\.[a-z]{2,3}(?:\.[a-z]{2})?)`;

const ANY_HOST = new RegExp(`https?://${HOST}/`, 'i');

/** Comment of a browser with the address of a saved page, near the page's start. */
const SAVED_FROM = new RegExp(String.raw`<!-- saved from url=\(\d{1,6}\)https?://${HOST}/`, 'i');
const START_CHARS = 2000;

/** Pictures that are part of Amazon's page. */
const NO_PRODUCT = /\/images\/G\/|drag_icon|transparent-pixel|sprite/;

/** Reads the page of an Amazon list as a browser saves it. @throws {UnreadableFile} if there are too many products */
export function readAmazonPage(html: string): ReadWish[] {
  const [, named = 'www.amazon.com'] = SAVED_FROM.exec(html.slice(0, START_CHARS)) ?? ANY_HOST.exec(html) ?? [];
  let host = named.toLowerCase();
  const products: Product[] = [];
  let element: PartElement | undefined;
  /** Address of the current link to another shop; '' for none. */
  let other = '';
  const end = () => {
    const product = products.at(-1);
    if (product && element) {
      const { part, texts } = element;
      const text = part === 'writtenPrice' ? priceIn(texts) : oneLine(texts.join(' '));
      if (text !== '') product[part] ??= text;
    }
    element = undefined;
  };
  readPage(html, {
    open(name, attributes) {
      if (name === 'li' && attributes.has('data-itemid')) {
        end();
        const price = attributes.get('data-price') ?? '';
        add(products, Number(price) > 0 ? { price } : {});
        return;
      }
      const product = products.at(-1);
      if (!product) {
        const [, own] =
          attributes.get('rel') === 'canonical' ? (ANY_HOST.exec(attributes.get('href') ?? '') ?? []) : [];
        if (own) host = own.toLowerCase();
        return;
      }
      const href = attributes.get('href') ?? '';
      if (name === 'a') other = isAmazonHost(hostOf(href)) ? '' : href;
      const picture = attributes.get('src') ?? '';
      if (name === 'img' && !NO_PRODUCT.test(picture)) product.image ??= picture;
      const id = attributes.get('id') ?? '';
      const [, part] = TEXTS.find(([prefix]) => id.startsWith(prefix)) ?? [];
      if (part === undefined) {
        if (element?.name === name) element.depth++;
        return;
      }
      end();
      element = { part, name, depth: 0, texts: [] };
      if (part !== 'name') return;
      product.url ??= addressOf(href, host);
      const title = attributes.get('title');
      if (title) product.name ??= title;
    },
    close(name) {
      if (name === 'a') other = '';
      if (element?.name !== name) return;
      if (element.depth === 0) end();
      else element.depth--;
    },
    text(text) {
      const line = oneLine(text);
      if (line === '') return;
      if (element && element.texts.length < MAX_TEXTS) element.texts.push(line);
      // Amazon shows the other shop's host as the text of the link, in every language.
      const product = products.at(-1);
      if (product && other !== '' && withoutWww(line.toLowerCase()) === withoutWww(hostOf(other)))
        product.otherUrl ??= other;
    },
  });
  end();
  return withoutRepeats(products.map((product, index) => savedWish(index + 1, product, host)));
}

/** Returns the price in the texts of an element. Some pages repeat the price, and mark up the parts of one copy. */
function priceIn(texts: readonly string[]): string {
  const whole = texts.find((text) => /\d/.test(text) && currencyOf(text) !== '' && numberOf(text) !== undefined);
  return whole ?? texts.join('');
}

/**
 * Checks whether a line ends the description of a product. First looks for a digit, because most lines contain none.
 */
const isAdded = (line: string) => /\d/.test(line) && ADDED.test(line);

/** Returns a line without invisible characters. */
const plain = (line: string) =>
  line
    .slice(0, MAX_LINE_CHARS)
    .replaceAll(/[\s\u200e\u200f]+/g, ' ')
    .trim();

/** Creates a wish from the lines of a product; undefined if there are none. */
function productOf(lines: readonly Line[]): ReadWish | undefined {
  // The name is the line before the maker or the stars, because the copied text may begin above the first product.
  // Without maker and stars, the name is the first line.
  const behind = lines.findIndex(([, text], index) => index > 0 && BEHIND_NAME.test(text));
  const [place, name] = lines[Math.max(0, behind - 1)] ?? [];
  if (place === undefined || name === undefined) return undefined;
  const texts = lines.map(([, text]) => text);
  const price = texts.find((text) => currencyOf(text) !== '' && numberOf(text) !== undefined);
  const wanted = texts.map((text) => WANTED.exec(text)?.[1]).findLast((number) => number !== undefined);
  const fields = { name, retailer: 'Amazon', quantity_needed: Math.max(1, Number(wanted ?? 1)) };
  return looseWish(place, fields, price);
}

/** Creates a wish from a saved product. The country of `host` determines the currency of a price without one. */
function savedWish(place: number, product: Product, host: string): ReadWish {
  const { name = '', image = '', wanted = '', comment = '', writtenPrice = '', price = '', otherUrl = '' } = product;
  const url = product.url || otherUrl;
  const fields = {
    name,
    url,
    retailer: isAmazonHost(hostOf(url)) ? 'Amazon' : withoutWww(hostOf(url)),
    description: comment,
    quantity_needed: Math.max(1, Number.parseInt(wanted, 10) || 1),
    ...(/^https?:\/\//i.test(image) ? { image_url: image } : {}),
  };
  const country = host.slice(host.lastIndexOf('.') + 1);
  const written = numberOf(writtenPrice) === undefined ? price : writtenPrice;
  return looseWish(place, fields, written, currencyOf(written, country) || (CURRENCIES[country] ?? 'EUR'));
}

/** Returns the plain address of a product. */
function addressOf(href: string, host: string): string {
  const own = hostOf(href);
  const isAmazon = own === '' || isAmazonHost(own);
  const [, product] =
    /\/(?:dp|dp\/product|gp\/product|gp\/aw\/d|gp\/offer-listing|ASIN)\/([A-Z0-9]{10})(?=[/?]|$)/.exec(href) ?? [];
  if (isAmazon && product) return `https://${own || host}/dp/${product}`;
  return own ? href : '';
}

/** Returns the host of a complete address, in lower case; '' for other texts. */
const hostOf = (address: string): string => /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? '';

const isAmazonHost = (host: string) => host === '' || /(?:^|\.)(?:amazon\.[a-z.]{2,6}|amzn\.\w{2,4})$/.test(host);

const withoutWww = (host: string) => host.replace(/^www\./, '');
