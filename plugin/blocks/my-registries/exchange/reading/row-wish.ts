import { boughtInCell } from './bought.ts';
import { addressInCell, quantityInCell, saysFavourite, saysNone, saysZero, textOfCell } from './cells.ts';
import type { ColumnField } from './columns.ts';
import { currencyFrom, currencyInWords, currencyNamed, type FilePrice, filePrice } from './price.ts';
import { isFilled, type Row } from './rows.ts';
import {
  fitted,
  headingOf,
  type Note,
  nameOf,
  oneLine,
  type ReadWish,
  type WishFields,
  withoutLongTexts,
} from './wish.ts';

/* Reads the wish in a row of a table. */

/** The name of a line that contains a sum, or a cost that is no wish. */
const SUM =
  /^\s*(?:(?:sub-?|grand |order |cart )?total[eos]?|total (?:général|general|due)|(?:montant|prix|importe|prezzo|costo|coste|precio|preço|valor) total[e]?|insgesamt|endsumme|endbetrag|totaalbedrag|totaalprijs|sum|summe|zwischensumme|gesamt(?:summe|betrag)?|somme|suma|somma|totaal|razem|celkem|summa|итого|всего|σύνολο|סה"כ|المجموع|الإجمالي|合計|小計|总计|合计|總計|합계|shipping|delivery|postage|handling|versand(?:kosten)?|porto|(?:frais de )?(?:port|livraison)|gastos de envío|envío|spedizione|(?:spese|costi) di spedizione|verzendkosten|bezorgkosten|(?:sales )?tax|vat|mwst\.?|mehrwertsteuer|tva|iva|btw|(?:free|standard|express) (?:shipping|delivery)|versand (?:und|&|u\.) verpackung|verpackung|shipping (?:and|&) handling|frais de port et d'emballage|discount|rabatt|remise|descuento|sconto|korting)(?=\s*(?:[:=(\p{Sc}\d]|(?:amount|price|costs?|betrag|preis|kosten)(?!\p{L})|$))/iu;

/** White space as PHP, which writes our tables, defines it. */
const SPACE = String.raw`[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

/** Apostrophes before text that a spreadsheet would run as a formula. The reader removes the first, which was added. */
const HARMLESS = new RegExp(String.raw`^'+${SPACE}*[=+\-@\t\r＝＋－＠]`);

/** Column of a table. */
export interface Column {
  readonly name: string;
  readonly field: ColumnField | undefined;
}

/** Facts about a table that its lines need. */
export interface TableFacts {
  readonly columns: readonly Column[];
  readonly isOwn: boolean;
  /** Currencies in the names of the columns of prices: "Price (USD)". */
  readonly currencies: ReadonlyMap<Column, string>;
  /** Signs that precede decimals in the prices of the table. */
  readonly decimalSigns: ReadonlySet<string>;
  readonly isPriority: boolean;
}

/** Returns the filled cells of a field. */
export const cellsOf = (row: Row, columns: readonly Column[], field: ColumnField): string[] =>
  cellsIn(row, columns, field).map(({ text }) => text);

/** Returns the filled cells of a field with their columns. */
function cellsIn({ cells }: Row, columns: readonly Column[], field: ColumnField): { text: string; column: Column }[] {
  const found: { text: string; column: Column }[] = [];
  // A line may have more cells than columns.
  for (const [index, cell] of cells.slice(0, columns.length).entries()) {
    const column = columns[index];
    if (column?.field === field && textOfCell(cell) !== '')
      found.push({ text: HARMLESS.test(cell) ? cell.slice(1) : cell, column });
  }
  return found;
}

/** Returns the wish in a row, with notes about the texts that it omits. */
export function wishOf(row: Row, table: TableFacts): ReadWish {
  const { columns, isOwn } = table;
  const notes: Note[] = [];
  const note = (kind: Note['kind'], text = '') => notes.push({ kind, text: oneLine(text) });
  const textOf = (field: ColumnField) => {
    const [first, ...others] = cellsOf(row, columns, field);
    for (const other of others) if (other !== first) note('second value', other);
    return first;
  };
  const fields: WishFields = {};
  for (const field of ['retailer', 'image_url', 'heading'] as const) {
    const text = textOf(field);
    if (text !== undefined) fields[field] = text;
  }
  if (fields.heading !== undefined && !isOwn) fields.heading = headingOf(fields.heading);
  const picture = fields.image_url;
  if (picture !== undefined && !isOwn) {
    // A name of a file, such as "pot.jpg", is no host.
    const address = picture.includes('/') ? addressInCell(picture).address : '';
    if (address === '') delete fields.image_url;
    else fields.image_url = address;
    if (address === '' && !saysNone(picture)) note('no address', picture);
  }
  let description = textOf('description');
  const more = (text: string) => {
    description = description === undefined ? text : `${description}\n${text}`;
  };

  if (!isOwn)
    for (const { text, column } of cellsIn(row, columns, 'detail'))
      if (!saysNone(text)) more(`${column.name}: ${oneLine(text)}`);

  const links = cellsOf(row, columns, 'url').map(addressInCell);
  const link = links.find(({ address }) => address !== '') ?? links[0];
  let name = textOf('name');
  // A name may be a link, too.
  const named = isOwn ? undefined : addressInCell(name ?? '');
  if (named?.address) name = named.words;
  else if (named?.isBroken && /:\/\//.test(name ?? '')) note('no address', name);
  const url = link?.address || named?.address || '';
  const others = [...links, ...(named ? [named] : [])].flatMap(({ address, more: further }) => [address, ...further]);
  const further = [...new Set(others)].filter((address) => address !== '' && address !== url);
  if (further.length > 0) {
    note('more addresses');
    more(further.join('\n'));
  }
  if (url !== '' && (link?.address ? link : named)?.isUnsure) note('address', url);
  if (url !== '') fields.url = url;
  else if (link && link.words !== '' && !saysNone(link.words)) {
    if (!isOwn && isNumber(link.words)) note('shifted', link.words);
    else if (link.isBroken || fields.retailer !== undefined) note('no address', link.words);
    else {
      fields.retailer = link.words;
      note('shop', link.words);
    }
  }
  // Words in another column of addresses are the shop, or the name if the table has no other.
  const wordsBeside =
    url === ''
      ? []
      : links.flatMap(({ address, words, isBroken }) => {
          if (isBroken) note('no address', words);
          return address === '' && !isBroken && !saysNone(words) ? [words] : [];
        });
  for (const words of wordsBeside)
    if (name === undefined || !isFilled(name)) name = words;
    else if (fields.retailer === undefined) fields.retailer = words;
    else if (fields.retailer !== words) more(words);
  // Words next to an address are a name, if the table has no other.
  if (name === undefined || !isFilled(name)) name = (url === '' ? undefined : link?.words || nameOf(url)) ?? name;
  else if (url !== '' && link?.words && link.words !== name) more(link.words);

  const price = priceOf(textOf('price'), table, note);
  const [priced] = cellsIn(row, columns, 'price');
  const { currency, isDoubtful } = currencyFrom([
    currencyInCell(textOf('currency') ?? ''),
    price?.currency ?? '',
    (priced && table.currencies.get(priced.column)) ?? '',
  ]);
  if (price !== undefined) fields.price = price.value;
  if (price !== undefined && isDoubtful) note('other currency', priced?.text);
  const left = textOf('quantity_left');
  const quantity = textOf('quantity_needed') ?? left;
  if (quantity !== undefined) {
    const read = quantityInCell(quantity);
    if ('isAny' in read) fields.any_number = true;
    else if ('quantity' in read) fields.quantity_needed = read.quantity;
    else if (read.isUnclear && !(quantity === left && saysZero(left))) note('unclear quantity', quantity);
  }
  const wanted = Number(fields.quantity_needed ?? 1);
  const isKnown = left !== undefined && /^\d+$/.test(left.trim());
  const bought = isOwn || fields.any_number ? 0 : isKnown ? wanted - Number(left) : boughtIn(row, columns);
  if (isKnown && saysZero(left)) note('bought', left);
  else if (bought >= wanted) note('bought', cellsOf(row, columns, 'bought')[0]);
  else if (bought > 0) {
    fields.quantity_needed = wanted - bought;
    note('partly bought', String(bought));
  }
  const favourite = textOf('most_wanted');
  if (favourite !== undefined && saysFavourite(favourite, table.isPriority)) fields.most_wanted = true;
  if (row.cells.some((cell, index) => index >= columns.length && isFilled(cell))) note('more cells');
  else if (!isOwn && cellsOf(row, columns, 'price').some((cell) => /:\/\//.test(cell))) note('shifted');
  // A line without a name may have the word in any cell.
  const titles = name === undefined ? row.cells : [name];
  if (url === '' && titles.some((text) => SUM.test(text))) note('sum');

  if (!isOwn) notes.push(...withoutLongTexts(fields));
  const fit = isOwn ? { name, description, notes: [] } : fitted(name ?? '', description ?? '');
  if (fit.name !== undefined && (name !== undefined || fit.name !== '')) fields.name = fit.name;
  if (fit.description !== undefined && fit.description !== '') fields.description = fit.description;
  return {
    place: row.line,
    fields,
    currency,
    isPriceUnclear: false,
    notes: [...notes, ...fit.notes],
  };
}

/** Returns how many pieces the row says are bought; `Infinity` for all. */
const boughtIn = (row: Row, columns: readonly Column[]): number =>
  Math.max(0, ...cellsIn(row, columns, 'bought').map(({ text, column }) => boughtInCell(text, column.name)));

/** Checks whether a cell has a number or a price, and no word. */
const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[\d\s.,'\p{Sc}-]+$/u.test(cell);

/** Returns the price in a cell; undefined for none. Adds a note about a text that is no clear price. */
function priceOf(
  cell: string | undefined,
  { isOwn, decimalSigns }: TableFacts,
  note: (kind: Note['kind'], text?: string) => void,
): FilePrice | undefined {
  if (cell === undefined || !isFilled(cell)) return undefined;
  const exact = isOwn ? exactPrice(cell) : undefined;
  const read: FilePrice | undefined =
    exact === undefined ? filePrice(cell) : { value: exact, isUnclear: false, decimalSign: '', currency: '' };
  if (!read || read.value <= 0) {
    if (/[\p{L}\p{N}]/u.test(cell)) note('no price', cell);
    return undefined;
  }
  const sign = /[.,]/.exec(cell)?.[0] ?? '';
  if (read.isUnclear && decimalSigns.has(sign)) note('price with two meanings', cell);
  return read;
}

/** Returns the currency in a cell; the cell's text if it names none that we know. */
const currencyInCell = (cell: string): string =>
  currencyNamed(cell) || currencyInWords(cell) || (saysNone(cell) && !cell.includes('?') ? '' : oneLine(cell));

/** Parses a price in a table that Largesse exported, such as "24.5", "24,5" or "1.0e-9". */
function exactPrice(price: string): number | undefined {
  const text = price.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
