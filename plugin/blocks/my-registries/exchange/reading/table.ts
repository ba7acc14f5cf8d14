import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { type ColumnField, fieldsOf, MAX_COLUMNS } from './columns.ts';
import { withoutQuoteEntities } from './entities.ts';
import { currencyInWords, filePrice } from './price.ts';
import { type Column, cellsOf, type TableFacts, wishOf } from './row-wish.ts';
import { isFilled, type Row, rowsOf, withLineFeeds } from './rows.ts';
import { ADDRESS_CELL, isOwnTable, type Table } from './table-head.ts';
import { oneLine, type ReadWish, UnreadableFile, type WishFields } from './wish.ts';

/*
 * Tables of registries, spreadsheets and people. `table-head.ts` finds the line with the names of the columns,
 * `rows.ts` splits the others, this file finds which column is which, and `row-wish.ts` reads the wish in each line.
 *
 * | in the file                                               | result                                             |
 * |-----------------------------------------------------------|----------------------------------------------------|
 * | commas, semicolons, tabs, bars (| │), or a line `sep=`   | split there                                        |
 * | lines above the names of the columns, blank or a title    | ignored                                            |
 * | blank lines, blank columns, columns without a name        | ignored                                            |
 * | lines of dashes and frames, names of the columns again    | ignored                                            |
 * | lines with text only in columns that we do not know       | ignored, as rows that are only numbered            |
 * | columns that we do not know                               | listed as not used                                 |
 * | no known column of addresses, but a column has addresses  | used for the addresses, if they are no pictures    |
 * | a formula or words around the address of a picture        | the address; no picture for other words            |
 * | two columns for one field                                 | the first text counts; another one is noted        |
 * | how many are wanted, and how many are still wanted        | how many are still wanted, with a note             |
 * | how many are bought, or a status (`bought.ts`)            | the rest is wanted, noted; of none: not selected   |
 * | author, ISBN, platform, size, colour                      | lines of the description                           |
 * | a line of a sum, of shipping, taxes or a discount         | noted, and not selected                            |
 * | more cells than columns, or cells in wrong columns        | noted, and not selected                            |
 * | a price that is no single number above zero               | no price, noted (`price.ts` has the spellings)     |
 * | a price whose separator other prices use for decimals     | read as thousands, noted                           |
 */

/** The address of a picture. */
const PICTURE_CELL = /\.(?:jpe?g|png|gif|webp|avif|heic|svg)(?:[?#]\S*)?\s*$/i;

/** Which columns of a table were read. */
export interface ReadColumns {
  readonly used: readonly { readonly column: string; readonly field: ColumnField }[];
  /** Names of the other columns with text; '' for a column without a name. */
  readonly unused: readonly string[];
}

/**
 * Reads a table whose columns are named in one of the first lines.
 * @throws {UnreadableFile} if there are too many lines, a quotation mark is not closed, or the columns are unknown
 */
export function readTable(
  text: string,
  { separator, start, above }: Table,
): { wishes: ReadWish[]; columns: ReadColumns } {
  if (above === undefined) throw new UnreadableFile('unknown columns');
  // Our own tables keep their line breaks inside cells.
  const isOwn = isOwnTable(text, separator);
  const plain = isOwn ? text : withLineFeeds(text);
  const [header, ...rows] = rowsOf(plain.slice(start), separator, start > 0 ? 2 : 1).slice(above);
  const names = header?.cells ?? [];
  if (!isOwn) for (const row of rows) row.cells = row.cells.map(withoutQuoteEntities);
  const filled = rows.filter(({ cells }) => isOwn || !isDecoration(cells, names));
  const fields = columnsOf(names, filled).map(({ field }) => field);
  // Rows of a form are numbered before they are filled.
  const lines = filled.filter(
    ({ cells }) => isOwn || cells.some((cell, index) => isFilled(cell) && (index >= fields.length || fields[index])),
  );
  if (lines.length > MAX_FILE_WISHES) throw new UnreadableFile('too many wishes');
  const columns = columnsOf(names, lines);
  const priced = lines.map((row) => filePrice(cellsOf(row, columns, 'price')[0] ?? ''));
  const table: TableFacts = {
    columns,
    isOwn,
    currencies: new Map(
      columns.filter(({ field }) => field === 'price').map((column) => [column, currencyInWords(column.name)]),
    ),
    decimalSigns: new Set(priced.map((price) => price?.decimalSign ?? '')),
    isPriority: /^prior/i.test(columns.find(({ field }) => field === 'most_wanted')?.name ?? ''),
  };
  return { wishes: withSum(lines.map((row) => wishOf(row, table))), columns: usedColumns(columns, lines) };
}

/** Notes that the last line is a sum, if it has no address, and its price is the sum of the others. */
function withSum(wishes: ReadWish[]): ReadWish[] {
  const last = wishes.at(-1);
  const sumOf = (price: (fields: WishFields) => number) =>
    wishes.slice(0, -1).reduce((sum, { fields }) => sum + price(fields), 0);
  const each = sumOf(({ price }) => Number(price ?? 0));
  const all = sumOf(({ price, quantity_needed }) => Number(price ?? 0) * Number(quantity_needed ?? 1));
  if (!last || wishes.length < 3 || last.fields.url !== undefined || last.notes.some(({ kind }) => kind === 'sum'))
    return wishes;
  const isSum = [each, all].some((sum) => Math.abs(sum - Number(last.fields.price ?? 0)) < 0.005);
  return isSum && each > 0
    ? [...wishes.slice(0, -1), { ...last, notes: [...last.notes, { kind: 'sum', text: '' }] }]
    : wishes;
}

/** Checks whether a row contains only lines, or the names of the columns again. */
const isDecoration = (cells: readonly string[], names: readonly string[]) =>
  cells.every((cell) => !isFilled(cell) || /^\s*[:=_+|─-╬-]{2,}\s*$/.test(cell)) ||
  (cells.length === names.length && cells.every((cell, index) => cell === names[index]));

/** Returns the columns with their fields. Without a known one, the column with the most addresses has the addresses. */
function columnsOf(names: readonly string[], rows: readonly Row[]): Column[] {
  const cellsAt = (index: number) => rows.map(({ cells: { [index]: cell = '' } }) => cell).filter(isFilled);
  const fields = fieldsOf(
    names,
    (index) => cellsAt(index).filter((cell) => /\p{L}/u.test(cell)).length * 2 >= rows.length,
    (index) => cellsAt(index).some((cell) => /[./]\p{L}/u.test(cell)),
  );
  const columns = names.map((name, index): Column => ({ name: oneLine(name), field: fields[index] }));
  const has = (field: ColumnField) => columns.some((column) => column.field === field);
  const give = (index: number, field: ColumnField) => {
    columns[index] = { name: columns[index]?.name ?? '', field };
  };
  if (!has('url')) {
    const counts = columns.map(({ field }, index) =>
      field === undefined
        ? rows.filter(({ cells: { [index]: cell = '' } }) => ADDRESS_CELL.test(cell) && !PICTURE_CELL.test(cell)).length
        : 0,
    );
    const most = Math.max(0, ...counts.slice(0, 1000));
    if (most > 0) give(counts.indexOf(most), 'url');
  }
  if (!has('name')) {
    const index = wordiest(columns, rows, has('url'));
    if (index !== undefined) give(index, 'name');
  }
  return columns;
}

/**
 * Returns the index of the column that has the most words, and could have the names of the wishes: a column that we do
 * not know, or that of descriptions if there are no addresses, which are names, too.
 */
function wordiest(columns: readonly Column[], rows: readonly Row[], hasUrl: boolean): number | undefined {
  let most = 0;
  let found: number | undefined;
  for (const [index, { field, name }] of columns.slice(0, MAX_COLUMNS).entries()) {
    if (field !== undefined && (field !== 'description' || hasUrl)) continue;
    // "Quantity purchased" has no names.
    if (field === undefined && name === '' && hasUrl) continue;
    const texts = rows.map(({ cells: { [index]: cell = '' } }) => cell.slice(0, MAX_NAME_CHARS));
    const named = texts.filter((text) => /\p{L}{2}/u.test(text) && !text.includes('://'));
    // Texts that repeat are groups or shops.
    if (named.length * 2 < rows.length || new Set(named).size * 5 < named.length * 4) continue;
    const count = named.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    if (count > most) [most, found] = [count, index];
  }
  return found;
}

const MAX_NAME_CHARS = 200;

function usedColumns(columns: readonly Column[], rows: readonly Row[]): ReadColumns {
  const filled = new Set<number>();
  // Loop over the cells of a line, not over all columns: there may be a million columns and two thousand lines.
  for (const { cells } of rows) for (const [index, cell] of cells.entries()) if (isFilled(cell)) filled.add(index);
  const used = columns.flatMap(({ name, field }) => (field === undefined ? [] : [{ column: name, field }]));
  const unused = columns.filter(({ field }, index) => field === undefined && filled.has(index)).map(({ name }) => name);
  return { used, unused };
}
