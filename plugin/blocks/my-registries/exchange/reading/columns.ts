import { currencyCode } from '../../../../../contract/currencies.ts';
import { FURTHER_NAMES, FURTHER_SMALL, FURTHER_WISHES, OTHER_COLUMNS } from './further-columns.ts';
import { truncate } from './wish.ts';

/** Letters that Unicode does not take apart. */
const LETTERS = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['æ', 'ae'],
]);

const words = (text: string) => text.split(/,\s*/).map(comparable);

/** Returns the words of a column's name in lower case, without accents and remarks in brackets. */
function comparable(text: string): string {
  return (
    text
      // Names of programs, such as "unitPrice".
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll(/[ßøłđıæ]/g, (letter) => LETTERS.get(letter) ?? letter)
      .replaceAll('#', ' number ')
      .replaceAll(/\([^()]*\)|[^\p{L}\p{N}]/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
  );
}

/** Columns of the tables that Largesse exports. */
export const COLUMNS =
  'name,url,retailer,price,currency,quantity_needed,quantity_purchased,description,image_url,heading,most_wanted'.split(
    ',',
  );

/**
 * Field of a column. `quantity_left`: how many are still wanted, in a table that may also say how many in all.
 * `bought`: how many are bought, or whether. `detail`: a line of the description, such as an author or a size.
 */
export type ColumnField =
  | 'name'
  | 'url'
  | 'retailer'
  | 'price'
  | 'currency'
  | 'quantity_needed'
  | 'quantity_left'
  | 'description'
  | 'image_url'
  | 'heading'
  | 'most_wanted'
  | 'bought'
  | 'detail';

/** Names of columns in English, German, French, Spanish, Italian and Dutch, without accents. */
const NAMES: readonly (readonly [field: ColumnField, names: readonly string[]])[] = [
  [
    'name',
    words(
      `name, title, listing title, what, bezeichnung, titel, was, nom, titre, designation, libelle, nombre, titulo, denominacion,
    nome, titolo, denominazione, naam, omschrijving, quoi, que, cosa, wat, card name, card title, what want`,
    ),
  ],
  [
    'url',
    words(
      `url, uri, address, link, links, hyperlink, website, site url, webpage, webaddress, page, href, buy link, where to buy,
    where, adresse, webadresse, internetadresse, webseite, seite, bezugsquelle, lien, adresse web, enlace, direccion,
    vinculo, pagina, indirizzo, collegamento, sito, adres, webadres, koppeling, webpagina,
    liens, enlaces, collegamenti, wo, ou, donde, dove, waar, where get, where find`,
    ),
  ],
  [
    'retailer',
    words(
      `retailer, shop, store, seller, vendor, merchant, sold by, laden, geschaft, handler, anbieter, verkaufer, magasin,
    boutique, vendeur, marchand, tienda, vendedor, comercio, negozio, venditore, rivenditore, winkel, verkoper`,
    ),
  ],
  [
    'price',
    words(
      `price, cost, amount, unit price, variant price, price each, each, sale price, retail price, list price, current price, preis,
    einzelpreis, stuckpreis, kosten, betrag, prix, prix unitaire, cout, montant, tarif, precio, precio unitario, coste,
    costo, importe, prezzo, prezzo unitario, importo, prijs, stukprijs, bedrag, price unit, price piece, unit cost, how much,
    preis stuck, preis einheit, prix piece, prix unite, precio unidad, precio pieza, prezzo pezzo, prezzo unita,
    prijs stuk, prijs eenheid`,
    ),
  ],
  ['currency', words('currency, currency code, wahrung, devise, monnaie, moneda, divisa, valuta, munt')],
  [
    'quantity_needed',
    words(
      `quantity, quantities, qty, count, number wanted, how many, anzahl, menge, stuckzahl, stuck, stk, wie viele, quantite,
    qte, combien, cantidad, cant, unidades, cuantos, quantita, qta, pezzi, aantal, hoeveelheid, stuks`,
    ),
  ],
  ['quantity_left', words('remaining, open, noch offen, offen, restant, reste, restantes, rimanenti, resterend')],
  [
    'description',
    words(
      `description, note, notes, excerpt, comment, comments, details, remarks, beschreibung, notiz, notizen, kommentar, bemerkung,
    bemerkungen, anmerkung, anmerkungen, hinweis, remarque, remarques, commentaire, commentaires, descripcion, nota, notas,
    comentario, comentarios, observaciones, descrizione, note aggiuntive, commento, commenti, opmerking, opmerkingen,
    beschrijving, toelichting, notitie`,
    ),
  ],
  [
    'image_url',
    words(
      'image, picture, photo, thumbnail, cover, image src, img, img src, image source, image file, bild, foto, imagen, image url, immagine, fotografia, afbeelding, plaatje',
    ),
  ],
  [
    'heading',
    words(
      `heading, group, category, section, room, folder, ordner, dossier, carpeta, cartella, map, gruppe, kategorie, uberschrift, rubrik, raum, groupe, categorie, rubrique,
    grupo, categoria, seccion, gruppo, sezione, groep, kop, afdeling`,
    ),
  ],
  [
    'most_wanted',
    words(
      `most wanted, favourite, favorite, must have, priority, favorit, liebling, prioritat, wichtig, favori, prefere,
    priorite, favorito, prioridad, preferito, priorita, favoriet, prioriteit`,
    ),
  ],
  [
    'bought',
    words(
      `purchased, bought, status, state, got it, got, received, fulfilled, claimed, reserved, taken, owned, have it, gifted, given, done,
    checked, ticked, completed, purchased by, bought by, reserved by, claimed by, gifted by, given by, who buys, who bought,
    gekauft, erhalten, bekommen, erledigt, reserviert, vergeben, geschenkt, schon da, gekauft von, reserviert von,
    geschenkt von, achete, achetee, recu, recue, offert, offerte, reserve, reservee, fait, statut, etat, achete par, offert par,
    comprado, comprada, recibido, recibida, regalado, reservado, hecho, estado, comprado por, regalado por, comprato,
    acquistato, ricevuto, regalato, prenotato, fatto, stato, comprato da, regalato da, gekocht, ontvangen, gekregen,
    gereserveerd, gedaan, gekocht door, gereserveerd door`,
    ),
  ],
  [
    'detail',
    words(
      `author, authors, writer, isbn, isbn 10, isbn 13, publisher, edition, platform, console, format, artist, band, size, colour, color,
    brand, model, material, autor, autorin, autoren, verlag, ausgabe, auflage, plattform, konsole, kunstler, grosse, farbe,
    marke, modell, auteur, auteurs, editeur, plateforme, artiste, taille, couleur, marque, modele, autora, autores,
    editorial, edicion, plataforma, consola, formato, artista, talla, tamano, marca, modelo, autore, autori, editore,
    edizione, piattaforma, taglia, misura, colore, modello, schrijver, uitgever, uitgave, maat, kleur, merk`,
    ),
  ],
];

/** Names in further languages. Some fields have none. */
const FURTHER: Partial<Record<ColumnField, string>> = FURTHER_NAMES;

const FIELDS = new Map(
  NAMES.flatMap(([field, names]) => {
    const { [field]: further } = FURTHER;
    return [...names, ...(further === undefined ? [] : words(further))].map((name): [string, ColumnField] => [
      name,
      field,
    ]);
  }),
);

const OTHERS = new Set(words(OTHER_COLUMNS));

/** Words for a wish. Alone they name the column of names, and otherwise they add nothing. */
const WISH = new Set([
  ...words(FURTHER_WISHES),
  ...words(
    `wish, wishes, item, items, product, products, gift, gifts, wunsch, artikel, artikels, produkt, produkts, produktes,
    geschenk, article, articles, produit, produits, cadeau, souhait, producto, productos, articulo, articulos, regalo,
    deseo, articolo, articoli, prodotto, prodotti, desiderio, wens, cadeautje, geschenkje, wunsche, geschenke, produkte,
    cadeaux, souhaits, regalos, deseos, regali, desideri, wensen, cadeaus, cadeautjes, producten, artikelen, idea, ideas,
    idee, idees, ideen, thing, things, gegenstand, gegenstande, sache, sachen, chose, cosas, cose, present, presents`,
  ),
]);

/** Words without a meaning of their own. */
const SMALL = new Set([
  ...words(
    `approximate, approximately, approx, estimated, estimate, est, about, ca, circa, ungefahr, ungefahrer, geschatzt,
    geschatzter, environ, approximatif, estime, aproximado, aprox, estimado, indicativo, stimato, geschatte, ongeveer`,
  ),
  ...words(FURTHER_SMALL),
  ...words(
    `of, the, to, in, per, for, your, my, our, de, du, des, la, le, les, l, vers, en, del, el, al, a, der, die, das, den,
    dem, zum, zur, web, par, por, je, incl, inkl, including, vat, mwst, mw, st, tva, ttc, iva, btw, brutto, di, della, dello, il, lo, van, het, een, voor, naar, i, we, you, it`,
  ),
]);

/**
 * Words that say which quantity a column has: how many are wanted in all, or still. Other words name another number.
 */
const WANTED = new Set(
  words(
    `wanted, want, requested, request, needed, need, needs, desired, total, gewunscht, gewunschte, benotigt, gesamt,
    souhaite, souhaitee, demande, demandee, voulu, voulue, deseado, deseada, solicitado, solicitada, pedido, desiderato,
    desiderata, richiesto, richiesta, gewenst, gewenste, gevraagd, nodig`,
  ),
);
const SUMS = new Set(words('total, gesamt, gesamte, totale, totaal'));
const LEFT = new Set(
  words(
    'still, left, remaining, available, noch, ubrig, offen, encore, restant, restante, aun, quedan, ancora, nog, over',
  ),
);

/**
 * Columns whose names have two meanings, which the other columns decide: the field besides `fieldOf()`, and the field
 * that another column must have.
 */
const AMBIGUOUS: readonly (readonly [names: readonly string[], other: ColumnField, beside: ColumnField])[] = [
  [['amount'], 'quantity_needed', 'price'],
  [['nombre'], 'quantity_needed', 'name'],
];

/** Columns that can name a person. */
const PERSON = new Set(words('name, names, nom, nombre, nome, naam, vorname, prenom'));

/** Maximum number of columns whose cells are compared. */
export const MAX_COLUMNS = 200;

/** Columns that can count pages. */
const PAGE = new Set(words('page, seite, pagina'));

/**
 * Returns the fields of all columns. Ambiguous names mean what the other columns leave open: in "Item, Amount, Price",
 * the amount is a quantity, and in "Name, Wish", the name is a person's.
 * @param hasWords checks whether most cells of a column have letters
 * @param hasAddress checks whether a cell of a column has an address
 */
export function fieldsOf(
  columns: readonly string[],
  hasWords: (index: number) => boolean,
  hasAddress: (index: number) => boolean,
): (ColumnField | undefined)[] {
  const fields = columns.map(fieldOf);
  const plain = columns.map((column, index) => (fields[index] === undefined ? '' : comparable(truncate(column))));
  for (const [names, other, beside] of AMBIGUOUS) {
    const isOther = plain.map((name) => names.includes(name));
    if (!fields.some((field, index) => field === beside && !isOther[index])) continue;
    const isFree = !fields.includes(other);
    for (const [index, is] of isOther.entries()) if (is) fields[index] = isFree ? other : undefined;
  }
  const named = [...fields.keys()].slice(0, MAX_COLUMNS).filter((index) => fields[index] === 'name');
  const wishes = named.filter((index) => WISH.has(plain[index] ?? ''));
  const written = new Set(wishes.filter(hasWords));
  // An item that has only a number has its name in another column.
  for (const index of named)
    if (written.size > 0 ? PERSON.has(plain[index] ?? '') : wishes.includes(index) && wishes.length < named.length)
      fields[index] = undefined;
  for (const [index, name] of plain.slice(0, MAX_COLUMNS).entries())
    if (PAGE.has(name) && !hasAddress(index)) fields[index] = undefined;
  return fields;
}

/** First parts of German and Dutch compounds, such as "Produktlink". */
const COMPOUND = /\b(produkt|product|artikel|wunsch|geschenk|bild|foto|shop|wens)(?=[a-z]{3})/g;

/** Returns the field of a column; undefined if the column is unknown. */
export function fieldOf(column: string): ColumnField | undefined {
  const plain = comparable(truncate(column));
  if (OTHERS.has(plain)) return undefined;
  return FIELDS.get(plain) ?? fieldOfWords(plain.replaceAll(COMPOUND, '$1 ').split(' '));
}

function fieldOfWords(all: readonly string[]): ColumnField | undefined {
  // "Link 2" is one more link.
  const own = all.filter(
    (word) => !SMALL.has(word) && !/^\d{1,2}$/.test(word) && (all.length === 1 || currencyCode(word) === null),
  );
  const rest = own.filter((word) => !WISH.has(word));
  if (rest.length === 0) return own.length > 0 ? 'name' : undefined;
  const known = FIELDS.get(rest.join(' '));
  if (known !== undefined) return known;
  const [same, ...others] = new Set(rest.map((word) => FIELDS.get(word)));
  if (same !== undefined && others.length === 0) return same;
  const unsaid = rest.filter((word) => FIELDS.get(word) !== 'quantity_needed');
  // "Total" alone is a column of sums.
  if (rest.every((word) => SUMS.has(word))) return undefined;
  if (unsaid.length > 0 && unsaid.every((word) => WANTED.has(word) || LEFT.has(word)))
    return unsaid.some((word) => LEFT.has(word)) ? 'quantity_left' : 'quantity_needed';
  if (rest.length !== 2) return undefined;
  // "Shop name", "Name of the shop", "Image link", "Link to the image".
  const fields = rest.map((word) => FIELDS.get(word));
  for (const [field, companion] of [
    ['retailer', 'name'],
    ['heading', 'name'],
    ['image_url', 'url'],
    // "Quantity purchased", "Number bought".
    ['bought', 'quantity_needed'],
  ] as const)
    if (fields.includes(field) && fields.includes(companion)) return field;
  return undefined;
}
