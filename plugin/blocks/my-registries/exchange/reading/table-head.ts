import { COLUMNS, fieldOf } from './columns.ts';
import { isFilled, split, withLineFeeds } from './rows.ts';

/* Recognizes tables: their separator, and the line with the names of their columns. */

/** Number of characters and rows that are examined to find the names of the columns. */
const BEGINNING = 20_000;
const FIRST_ROWS = 20;

/** Maximum length of an unknown column's name. */
const MAX_COLUMN_CHARS = 40;

/** First line with which a table names its separator for spreadsheets. */
const SEPARATOR_LINE = /^\s*"?sep=([^\w\s"]|[\t ])"?[\s,;]*(?:\n|$)/i;

const SEPARATORS = [',', ';', '\t', '|', '│', '┃', '║'];

/** A cell that contains an address and nothing else. */
export const ADDRESS_CELL = /^\s*https?:\/\/\S+\s*$/i;

/** How the lines of a table are read. */
export interface Table {
  separator: string;
  /** Number of UTF-16 units of the line that names the separator. */
  start: number;
  /** Number of rows with text before the names of the columns; undefined if no row names known columns. */
  above: number | undefined;
}

/** Checks whether a text is a table that Largesse exported, with any separator. */
export const isOwnTable = (text: string, separator: string): boolean => {
  const first = /^[^\r\n]*/.exec(text)?.[0].replaceAll('"', '').split(separator) ?? [];
  return COLUMNS.every((column, index) => first[index] === column);
};

/** Returns how to read a table of wishes; undefined if neither its separator nor its columns are known. */
export function tableIn(text: string): Table | undefined {
  const beginning = withLineFeeds(text.slice(0, BEGINNING));
  const [line, named] = SEPARATOR_LINE.exec(beginning) ?? [];
  if (line !== undefined && named !== undefined) {
    const above = headerIn(firstRows(beginning.slice(line.length), named));
    return { separator: named, start: line.length, above };
  }
  const tables = SEPARATORS.flatMap((separator) => {
    const rows = firstRows(beginning, separator);
    const above = headerIn(rows);
    const known = above === undefined ? 0 : knownIn(rows[above] ?? []).size;
    return above === undefined ? [] : [{ table: { separator, start: 0, above }, known }];
  });
  return tables.toSorted((one, other) => other.known - one.known)[0]?.table;
}

/** Checks whether the first line of a text names unknown columns, or half of its addresses are in cells. */
export function isUnknownTable(text: string): boolean {
  const beginning = withLineFeeds(text.slice(0, BEGINNING));
  const end = text.length > BEGINNING ? beginning.lastIndexOf('\n') : beginning.length;
  return SEPARATORS.some((separator) => {
    const rows = firstRows(beginning.slice(0, Math.max(end, 0)), separator);
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

const knownIn = (cells: readonly string[]) => new Set(cells.map(fieldOf).filter((field) => field !== undefined));

/** Returns the index of the row that names the columns. */
function headerIn(rows: readonly (readonly string[])[]): number | undefined {
  const index = rows.findIndex((cells, at) => {
    // One known name is not enough: any text could begin with a word such as `name`.
    if (cells.filter(isFilled).length < 2 || cells.some((cell) => cell.includes('://'))) return false;
    const known = knownIn(cells);
    const isNamed = known.has('name') || known.has('url') || (known.has('description') && known.has('price'));
    if (isNamed) return (at === 0 && !hasSentence(cells)) || known.size > 1;
    // The names of wishes may be in a column that we do not know.
    return at === 0 && known.has('price') && known.size > 1 && cells.every(({ length }) => length <= MAX_COLUMN_CHARS);
  });
  return index < 0 ? undefined : index;
}

/** Returns the cells of the first rows, as far as they can be split. */
function firstRows(text: string, separator: string): string[][] {
  const end = text.length < BEGINNING ? text.length : text.lastIndexOf('\n');
  return split(text.slice(0, Math.max(end, 0)), separator, 1, FIRST_ROWS).rows.map(({ cells }) => cells);
}
