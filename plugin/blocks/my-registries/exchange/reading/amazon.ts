import { currencyIn } from '../../../../../contract/currencies.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { numberOf } from '../../numbers.ts';
import { readPage } from './html.ts';
import { type Line, linesOf, looseWish, oneLine, type ReadWish, UnreadableFile, withoutRepeats } from './wish.ts';

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
      if (wish && wishes.length === MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
      if (wish) wishes.push(wish);
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

/**
 * Reads the page of an Amazon list as a browser saves it.
 * @throws {UnreadableFile} if there are too many products
 */
export function readAmazonPage(html: string): ReadWish[] {
  const [, named = 'www.amazon.com'] = /https?:\/\/((?:www\.|smile\.)?amazon\.[a-z.]{2,6})\//i.exec(html) ?? [];
  const products: Product[] = [];
  /** Part of the last product that the next text on the page belongs to; undefined to ignore the text. */
  let part: keyof Product | undefined;
  readPage(html, {
    open(name, attributes) {
      part = undefined;
      if (name === 'li' && attributes.has('data-itemid')) {
        if (products.length === MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
        const price = attributes.get('data-price') ?? '';
        products.push(Number(price) > 0 ? { price } : {});
        return;
      }
      const product = products.at(-1);
      if (!product) return;
      if (name === 'img') product.image ??= attributes.get('src') ?? '';
      const id = attributes.get('id') ?? '';
      [, part] = TEXTS.find(([prefix]) => id.startsWith(prefix)) ?? [];
      if (part !== 'name') return;
      product.url ??= addressOf(attributes.get('href') ?? '', named.toLowerCase());
      const title = attributes.get('title');
      if (!title) return;
      product.name ??= title;
      part = undefined;
    },
    close() {},
    text(text) {
      const product = products.at(-1);
      const line = part && product ? oneLine(text) : '';
      if (!part || !product || line === '') return;
      product[part] ??= line;
      part = undefined;
    },
  });
  return withoutRepeats(products.map((product, index) => savedWish(index + 1, product)));
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
  const price = texts.find((text) => currencyIn(text) !== null && numberOf(text) !== undefined);
  const wanted = texts.map((text) => WANTED.exec(text)?.[1]).findLast((number) => number !== undefined);
  const fields = { name, retailer: 'Amazon', quantity_needed: Math.max(1, Number(wanted ?? 1)) };
  return looseWish(place, fields, price);
}

/** Creates a wish from a product on a saved page. */
function savedWish(place: number, product: Product): ReadWish {
  const { name = '', url = '', image = '', wanted = '', comment = '', writtenPrice = '', price = '' } = product;
  const fields = {
    name,
    url,
    retailer: 'Amazon',
    description: comment,
    quantity_needed: Math.max(1, Number.parseInt(wanted, 10) || 1),
    ...(/^https?:\/\//i.test(image) ? { image_url: image } : {}),
  };
  return looseWish(place, fields, numberOf(writtenPrice) === undefined ? price : writtenPrice);
}

/** Returns the plain address of a product. */
function addressOf(href: string, host: string): string {
  const [, own] = /^https?:\/\/([^/]+)\//i.exec(href) ?? [];
  const [, product] = /\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?=[/?]|$)/.exec(href) ?? [];
  if (product) return `https://${own?.toLowerCase() ?? host}/dp/${product}`;
  return own ? href : '';
}
