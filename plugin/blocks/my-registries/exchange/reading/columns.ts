import { currencyCode } from '../../../../../contract/currencies.ts';
import { truncate } from './wish.ts';

const words = (text: string) => text.split(', ');

/** Columns of the tables that Largesse exports. */
export const COLUMNS = words(
  'name, url, retailer, price, currency, quantity_needed, quantity_purchased, description, image_url, heading, most_wanted',
);

/** Names of columns in English, German, French and Spanish, without accents. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  name: words('name, title, bezeichnung, titel, nom, titre, designation, libelle, nombre, titulo, denominacion'),
  url: words(
    'url, address, link, website, webpage, webaddress, page, href, adresse, webadresse, internetadresse, webseite, seite, lien, site, enlace, direccion, vinculo, pagina',
  ),
  retailer: words(
    'retailer, shop, store, seller, vendor, laden, geschaft, handler, anbieter, verkaufer, magasin, boutique, vendeur, marchand, tienda, vendedor, comercio',
  ),
  price: words(
    'price, cost, unit price, price each, preis, einzelpreis, stuckpreis, kosten, prix, prix unitaire, cout, montant, tarif, precio, precio unitario, coste, costo, importe',
  ),
  currency: words('currency, currency code, wahrung, devise, monnaie, moneda, divisa'),
  quantity_needed: words(
    'quantity needed, quantity, qty, wanted, quantity wanted, requested, needed, anzahl, menge, stuckzahl, stuck, quantite, qte, cantidad, cant, unidades',
  ),
  description: words(
    'description, note, notes, comment, comments, details, beschreibung, notiz, notizen, kommentar, bemerkung, anmerkung, remarque, remarques, commentaire, commentaires, descripcion, nota, notas, comentario, comentarios, observaciones',
  ),
  image_url: words('image url, image, picture, photo, thumbnail, bild, foto, imagen'),
  heading: words(
    'heading, group, category, section, gruppe, kategorie, uberschrift, rubrik, groupe, categorie, rubrique, grupo, categoria, seccion',
  ),
  most_wanted: words('most wanted, favourite, favorite, favorit, favori, favorito'),
};

const FIELDS = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name): [string, string] => [name, field])),
);

/** Words for a wish. Alone they name the column of names, and otherwise they add nothing. */
const WISH = new Set(
  words(
    'wish, wishes, item, items, product, products, gift, gifts, wunsch, artikel, artikels, produkt, produkts, produktes, geschenk, article, articles, produit, produits, cadeau, souhait, producto, productos, articulo, articulos, regalo, deseo',
  ),
);

/** Words without a meaning of their own. */
const SMALL = new Set(
  words(
    'of, the, to, in, per, for, de, du, des, la, le, les, l, vers, en, del, el, al, a, der, die, das, zum, zur, web',
  ),
);

/** First parts of German compounds, such as "Produktlink". */
const COMPOUND = /\b(produkt|artikel|wunsch|geschenk|bild|foto|shop)(?=[a-z]{3})/g;

/** Returns the field of a column; undefined if the column is unknown. */
export function fieldOf(column: string): string | undefined {
  const plain = truncate(column)
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll(/\([^()]*\)|[^a-z0-9]+/g, ' ')
    .trim();
  return FIELDS.get(plain) ?? fieldOfWords(plain.replaceAll(COMPOUND, '$1 ').split(' '));
}

function fieldOfWords(all: readonly string[]): string | undefined {
  const own = all.filter((word) => !SMALL.has(word) && (all.length === 1 || currencyCode(word) === null));
  const rest = own.filter((word) => !WISH.has(word));
  if (rest.length === 0) return own.length > 0 ? 'name' : undefined;
  const known = FIELDS.get(rest.join(' '));
  if (known !== undefined || rest.length !== 2) return known;
  // "Shop name", "Name of the shop", "Image link", "Link to the image".
  const fields = rest.map((word) => FIELDS.get(word));
  for (const [field, companion] of [
    ['retailer', 'name'],
    ['heading', 'name'],
    ['image_url', 'url'],
  ] as const)
    if (fields.includes(field) && fields.includes(companion)) return field;
  return undefined;
}
