import { currencyIn } from '../../../../../contract/currencies.ts';
import { numberOf } from '../../numbers.ts';
import { addressInText } from './addresses.ts';
import { COLUMNS, fieldOf } from './columns.ts';
import { add, currencyOf, nameOf, oneLine, type ReadWish, truncate, UnreadableFile, type WishFields } from './wish.ts';

/** Values in the column `most_wanted` that mean yes. */
const YES = ['yes', 'ja', 'oui', 'sí', 'si', 'true', '1', 'x'];

/** Values in the column `quantity_needed` that mean any number. */
const ANY = ['any', 'any number', 'beliebig', 'beliebig viele'];

/** Number of characters of a text that are searched for names of columns. */
const FIRST_LINE = 2000;

/** Number of characters and rows that are examined to find a table without known columns. */
const BEGINNING = 20_000;
const FIRST_ROWS = 20;

/** Maximum length of an unknown column's name. */
const MAX_COLUMN_CHARS = 40;

/** First line with which a table names its separator for spreadsheets. */
const SEPARATOR_LINE = /^\s*"?sep=([^\w\s"]|[\t ])"?[\s,;]*(?:[\r\n]|$)/i;

const SEPARATORS = [',', ';', '\t'];

/** A cell that contains an address and nothing else. */
const ADDRESS_CELL = /^https?:\/\/\S+$/i;

/** White space as PHP, which writes our tables, defines it. */
const SPACE = String.raw`[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

/** Apostrophes before text that a spreadsheet would run as a formula. The reader removes the first, which was added. */
const HARMLESS = new RegExp(String.raw`^'+${SPACE}*[=+\-@\t\r＝＋－＠]`);

/** A line of a table with text in at least one cell. */
interface Row {
  line: number;
  cells: string[];
}

/** How the lines of a table are read. */
interface Table {
  separator: string;
  /** True if the first line only names the separator. */
  hasSeparatorLine: boolean;
}

/** Returns how to read a table of wishes; undefined if neither its separator nor its columns are known. */
export function tableIn(text: string): Table | undefined {
  const named = SEPARATOR_LINE.exec(text.slice(0, FIRST_LINE))?.[1];
  if (named !== undefined) return { separator: named, hasSeparatorLine: true };
  const [line = ''] = text
    .trimStart()
    .slice(0, FIRST_LINE)
    .split(/[\r\n]/, 1);
  const separator = SEPARATORS.find((each) => {
    const [cells = []] = firstRows(line, each);
    // One known name is not enough: any text could begin with a word such as `name`.
    return cells.length > 1 && !line.includes('://') && hasKnownColumns(cells.map(fieldOf));
  });
  return separator === undefined ? undefined : { separator, hasSeparatorLine: false };
}

/** Checks whether the first line of a text names unknown columns, or half of its addresses are in cells. */
export function isUnknownTable(text: string): boolean {
  const end = text.length > BEGINNING ? text.lastIndexOf('\n', BEGINNING) : text.length;
  return SEPARATORS.some((separator) => {
    const rows = firstRows(text.slice(0, Math.max(end, 0)), separator);
    const withAddress = rows.filter((cells) => cells.some((cell) => cell.includes('://')));
    const [first = []] = rows;
    const isHeader =
      first.length > 1 &&
      first.every((cell) => cell.length <= MAX_COLUMN_CHARS && !cell.includes('://')) &&
      withAddress.every((cells) => cells.length === first.length && !hasSentence(cells));
    const inCells = withAddress.filter(isRow);
    return withAddress.length > 0 && ((isHeader && !hasSentence(first)) || inCells.length * 2 >= withAddress.length);
  });
}

/** Checks whether a line with an address is the row of a table, and not a name and an address in a list. */
function isRow(cells: readonly string[]): boolean {
  const place = cells.findIndex((cell) => ADDRESS_CELL.test(cell));
  if (place < 0 || hasSentence(cells)) return false;
  if (place > 0) return cells.length > 2;
  // Without spaces or prices, the other cells can be parts of an address that contains the separator.
  return cells.slice(1).some((cell) => cell === '' || / |^\W*\d+[.,]\d\d\W*$/.test(cell));
}

/** Checks whether a separator is part of a sentence, because a space follows. */
const hasSentence = (cells: readonly string[]) => cells.slice(1).some((cell) => /^\s/.test(cell));

/**
 * Reads a table in the same way as spreadsheets do (RFC 4180). The first line names the columns.
 * @throws {UnreadableFile} if there are too many lines, a quotation mark is not closed, or the columns are unknown
 */
export function readTable(text: string, { separator, hasSeparatorLine }: Table): ReadWish[] {
  const rows = rowsOf(text, separator);
  if (hasSeparatorLine) rows.next();
  const header = rows.next().value?.cells ?? [];
  const fields = header.map(fieldOf);
  if (!hasKnownColumns(fields)) throw new UnreadableFile('unknown columns');
  const isOwn = COLUMNS.every((column, index) => header[index] === column);
  // "Price (USD)" names the currency of all prices.
  const currency = currencyIn(header[fields.indexOf('price')] ?? '') ?? '';
  const wishes: ReadWish[] = [];
  for (const row of rows) {
    const stray = fields.includes('url')
      ? -1
      : row.cells.findIndex((cell, at) => !fields[at] && ADDRESS_CELL.test(cell));
    if (stray >= 0) throw new UnreadableFile('unknown address column', 0, oneLine(header[stray] ?? ''));
    add(wishes, wishOf(row, fields, isOwn, currency));
  }
  return wishes;
}

const hasKnownColumns = (fields: readonly (string | undefined)[]) => fields.includes('name') || fields.includes('url');

/** Returns the cells of the first rows; no rows if a quotation mark is not closed. */
function firstRows(text: string, separator: string): string[][] {
  const found: string[][] = [];
  try {
    for (const { cells } of rowsOf(text, separator)) if (found.push(cells) === FIRST_ROWS) break;
    return found;
  } catch {
    return [];
  }
}

function wishOf(
  { line, cells }: Row,
  fields: readonly (string | undefined)[],
  isOwn: boolean,
  tableCurrency: string,
): ReadWish {
  const found: Record<string, string> = {};
  // Loop over the cells of this line, not over all columns: there may be a million columns and two thousand lines.
  for (const [index, cell] of cells.entries()) {
    const field = fields[index];
    if (field && cell !== '') found[field] ??= HARMLESS.test(cell) ? cell.slice(1) : cell;
  }
  const { currency = '', price, quantity_needed: quantity, most_wanted: mostWanted, ...texts } = found;
  const result: WishFields = texts;
  // A list of addresses in a column for names has no other column for addresses.
  const isName = texts.url === undefined && ADDRESS_CELL.test(texts.name ?? '');
  const url = addressIn((isName ? texts.name : texts.url) ?? '');
  if (isName) result.name = nameOf(url);
  if (url) result.url = url;
  else delete result.url;
  if (price !== undefined) result.price = (isOwn ? exactPrice(price) : numberOf(price)) ?? price;
  if (quantity !== undefined && ANY.includes(quantity.trim().toLowerCase())) result.any_number = true;
  else if (quantity !== undefined) result.quantity_needed = wholeNumber(quantity.trim()) ?? quantity;
  if (mostWanted !== undefined && YES.includes(mostWanted.trim().toLowerCase())) result.most_wanted = true;
  return {
    place: line,
    fields: result,
    currency: currencyOf(currency) || currencyOf(price ?? '') || tableCurrency,
    isPriceUnclear: false,
    isShortened: false,
  };
}

/** Returns the address in a cell; '' for an empty cell. For other texts, returns a text that the site refuses. */
function addressIn(cell: string): string {
  const text = cell.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return '';
  // An address without a scheme contains a point. The site refuses schemes other than http and https.
  if (/^\S+$/.test(text) && (text.includes('.') || text.includes(':'))) return text;
  // Without the space, the site would accept a single word as the host of an address.
  return addressInText(text) ?? ` ${text}`;
}

/** Parses a price in a table that Largesse exported, such as "24.5", "24,5" or "1.0e-9". */
function exactPrice(price: string): number | undefined {
  const text = price.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

const wholeNumber = (text: string) => (/^[+-]?\d{1,20}$/.test(text) ? Number(text) : undefined);

/** Splits a table into its rows with text. @throws {UnreadableFile} if a quotation mark is not closed */
function* rowsOf(text: string, separator: string): Generator<Row, undefined> {
  const ends = new RegExp(`[\\${separator}\r\n]`, 'g');
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
