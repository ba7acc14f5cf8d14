import { currencyIn } from '../../../../../contract/currencies.ts';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { numberOf } from '../../numbers.ts';
import { type ReadWish, truncate, UnreadableFile, type WishFields } from './wish.ts';

/** Columns of the tables that Largesse exports. */
const COLUMNS = [
  'name',
  'url',
  'retailer',
  'price',
  'currency',
  'quantity_needed',
  'quantity_purchased',
  'description',
  'image_url',
  'heading',
  'most_wanted',
];

/** Other names of columns, in English and German. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  name: ['title', 'wish', 'item', 'product', 'bezeichnung', 'titel', 'wunsch', 'artikel', 'produkt'],
  url: ['address', 'link', 'website', 'adresse', 'webadresse'],
  retailer: ['shop', 'store', 'laden', 'geschäft', 'händler'],
  price: ['preis'],
  currency: ['währung'],
  quantity_needed: ['quantity', 'wanted', 'anzahl', 'menge'],
  description: ['note', 'notes', 'comment', 'beschreibung', 'notiz', 'kommentar'],
  image_url: ['image', 'picture', 'bild'],
  heading: ['group', 'category', 'gruppe', 'kategorie', 'überschrift'],
};

const FIELDS = new Map(
  COLUMNS.filter((name) => name !== 'quantity_purchased').flatMap((field) =>
    [field, ...(NAMES[field] ?? [])].map((name): [string, string] => [name, field]),
  ),
);

/** Values in the column `most_wanted` that mean yes. */
const YES = ['yes', 'ja', 'true', '1', 'x'];

/** Values in the column `quantity_needed` that mean any number. */
const ANY = ['any', 'any number', 'beliebig', 'beliebig viele'];

/** Number of characters of a text that are searched for names of columns. */
const FIRST_LINE = 2000;

/** White space as PHP, which writes our tables, defines it. */
const SPACE = String.raw`[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

/**
 * Apostrophes before text that a spreadsheet would run as a formula. The program that wrote the table added the first
 * apostrophe, and the reader removes it.
 */
const HARMLESS = new RegExp(String.raw`^'+${SPACE}*[=+\-@\t\r＝＋－＠]`);

/** A line of a table with text in at least one cell. */
interface Row {
  line: number;
  cells: string[];
}

/** Returns the character between the cells of a table of wishes; undefined if its first line names no known columns. */
export function separatorOf(text: string): string | undefined {
  const [line = ''] = text
    .trimStart()
    .slice(0, FIRST_LINE)
    .split(/[\r\n]/, 1);
  return [',', ';', '\t'].find((separator) => {
    const fields = columnsOf(line, separator);
    const known = fields.filter((field) => field !== undefined);
    // One known name is not enough: any text could begin with a word such as `name`.
    return fields.length > 1 && (known.includes('name') || known.includes('url'));
  });
}

/**
 * Reads a table in the same way as spreadsheets do (RFC 4180). The first line names the columns.
 * @throws {UnreadableFile} if there are too many lines, or a quotation mark is not closed
 */
export function readTable(text: string, separator: string): ReadWish[] {
  const rows = rowsOf(text, separator);
  const header = rows.next().value?.cells ?? [];
  const fields = header.map(fieldOf);
  const isOwn = COLUMNS.every((column, index) => header[index] === column);
  const wishes: ReadWish[] = [];
  for (const row of rows) {
    if (wishes.length === MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
    wishes.push(wishOf(row, fields, isOwn));
  }
  return wishes;
}

/** Returns the fields of the columns that a line names; no fields if a quotation mark in the line is not closed. */
function columnsOf(line: string, separator: string): (string | undefined)[] {
  try {
    return rowsOf(line, separator).next().value?.cells.map(fieldOf) ?? [];
  } catch {
    return [];
  }
}

/** Returns the field of a column; undefined if the column is unknown. */
function fieldOf(column: string): string | undefined {
  return FIELDS.get(truncate(column).trim().toLowerCase().replaceAll(/[ -]/g, '_'));
}

function wishOf({ line, cells }: Row, fields: readonly (string | undefined)[], isOwn: boolean): ReadWish {
  const found: Record<string, string> = {};
  // Loop over the cells of this line, not over all columns: there may be a million columns and two thousand lines.
  for (const [index, cell] of cells.entries()) {
    const field = fields[index];
    if (field && cell !== '') found[field] ??= HARMLESS.test(cell) ? cell.slice(1) : cell;
  }
  const { currency = '', price, quantity_needed: quantity, most_wanted: mostWanted, ...texts } = found;
  const result: WishFields = texts;
  if (price !== undefined) result.price = (isOwn ? exactPrice(price) : numberOf(price)) ?? price;
  if (quantity !== undefined && ANY.includes(quantity.trim().toLowerCase())) result.any_number = true;
  else if (quantity !== undefined) result.quantity_needed = wholeNumber(quantity.trim()) ?? quantity;
  if (mostWanted !== undefined && YES.includes(mostWanted.trim().toLowerCase())) result.most_wanted = true;
  return {
    place: line,
    fields: result,
    currency: currency.trim() || (currencyIn(price ?? '') ?? ''),
    isPriceForeign: false,
    isShortened: false,
    lacksAddress: false,
  };
}

/** Parses a price in a table that Largesse exported, such as "24.5", "24,5" or "1.0e-9". */
function exactPrice(price: string): number | undefined {
  const text = price.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

const wholeNumber = (text: string) => (/^[+-]?\d{1,20}$/.test(text) ? Number(text) : undefined);

/**
 * Splits a table into its rows with text.
 * @throws {UnreadableFile} if a quotation mark is not closed
 */
function* rowsOf(text: string, separator: string): Generator<Row, undefined> {
  const ends = new RegExp(`[${separator}\r\n]`, 'g');
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const row: Row = { line, cells: [] };
    let isMore = true;
    while (isMore) {
      let cell = '';
      if (text.charAt(at) === '"') {
        const close = closingQuote(text, at);
        if (close < 0) throw new UnreadableFile('open quotation mark', row.line);
        cell = text.slice(at + 1, close).replaceAll('""', '"');
        line += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
        at = close + 1;
      }
      // Text after a closed quotation mark belongs to the cell, as spreadsheets read it.
      ends.lastIndex = at;
      const end = ends.exec(text)?.index ?? text.length;
      row.cells.push(truncate(cell + text.slice(at, end)));
      isMore = text.charAt(end) === separator;
      at = isMore ? end + 1 : end;
    }
    if (at < text.length) line++;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (row.cells.some((cell) => /\S/.test(cell))) yield row;
  }
}

/**
 * Returns the index of the quotation mark that closes a cell; -1 for none. Two quotation marks in a row stand for one.
 */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}
