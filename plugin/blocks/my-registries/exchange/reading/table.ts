/*! With Papa Parse (MIT license): see licenses.txt */
import Papa from 'papaparse';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { addressInCell, quantityInCell, saysFavourite, saysNone, textOfCell } from './cells.ts';
import { COLUMNS, type ColumnField, fieldOf, fieldsOf, MAX_COLUMNS } from './columns.ts';
import { withoutQuoteEntities } from './entities.ts';
import { currencyFrom, currencyInWords, currencyNamed, type FilePrice, filePrice } from './price.ts';
import {
  fitted,
  headingOf,
  type Note,
  nameOf,
  oneLine,
  type ReadWish,
  truncate,
  UnreadableFile,
  type WishFields,
  withoutLongTexts,
} from './wish.ts';

/*
 * Tables of registries, spreadsheets and people. Papa Parse splits them; this file finds the line with the names of the
 * columns, and reads the other lines.
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
 * | how many are wanted, and how many are still wanted        | how many are wanted                                |
 * | how many were bought                                      | not used                                           |
 * | a line of a sum, of shipping, taxes or a discount         | noted, and not selected                            |
 * | more cells than columns                                   | noted                                              |
 * | a price that is no single number above zero               | no price, noted (`price.ts` has the spellings)     |
 * | a price whose separator other prices use for decimals     | read as thousands, noted                           |
 */

/** Number of characters and rows that are examined to find the names of the columns. */
const BEGINNING = 20_000;
const FIRST_ROWS = 20;

/** Maximum length of an unknown column's name. */
const MAX_COLUMN_CHARS = 40;

/** First line with which a table names its separator for spreadsheets. */
const SEPARATOR_LINE = /^\s*"?sep=([^\w\s"]|[\t ])"?[\s,;]*(?:\n|$)/i;

const SEPARATORS = [',', ';', '\t', '|', '│', '┃', '║'];

/** A cell that contains an address and nothing else. */
const ADDRESS_CELL = /^\s*https?:\/\/\S+\s*$/i;

/** The address of a picture. */
const PICTURE_CELL = /\.(?:jpe?g|png|gif|webp|avif|heic|svg)(?:[?#]\S*)?\s*$/i;

/** The name of a line that contains a sum, or a cost that is no wish. */
const SUM =
  /^\s*(?:(?:sub-?|grand |order |cart )?total[eos]?|total (?:général|general|due)|(?:montant|prix|importe|prezzo|costo|coste|precio|preço|valor) total[e]?|insgesamt|endsumme|endbetrag|totaalbedrag|totaalprijs|sum|summe|zwischensumme|gesamt(?:summe|betrag)?|somme|suma|somma|totaal|razem|celkem|summa|итого|всего|σύνολο|סה"כ|المجموع|الإجمالي|合計|小計|总计|合计|總計|합계|shipping|delivery|postage|handling|versand(?:kosten)?|porto|(?:frais de )?(?:port|livraison)|gastos de envío|envío|spedizione|(?:spese|costi) di spedizione|verzendkosten|bezorgkosten|(?:sales )?tax|vat|mwst\.?|mehrwertsteuer|tva|iva|btw|(?:free|standard|express) (?:shipping|delivery)|versand (?:und|&|u\.) verpackung|verpackung|shipping (?:and|&) handling|frais de port et d'emballage|discount|rabatt|remise|descuento|sconto|korting)(?=\s*(?:[:=(\p{Sc}\d]|(?:amount|price|costs?|betrag|preis|kosten)(?!\p{L})|$))/iu;

/** White space as PHP, which writes our tables, defines it. */
const SPACE = String.raw`[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

/** Apostrophes before text that a spreadsheet would run as a formula. The reader removes the first, which was added. */
const HARMLESS = new RegExp(String.raw`^'+${SPACE}*[=+\-@\t\r＝＋－＠]`);

/** A line of a table with text in at least one cell. `line` is its number in the file, from 1. */
interface Row {
  line: number;
  cells: string[];
}

/** How the lines of a table are read. */
interface Table {
  separator: string;
  /** Number of UTF-16 units of the line that names the separator. */
  start: number;
  /** Number of rows with text before the names of the columns; undefined if no row names known columns. */
  above: number | undefined;
}

/** Which columns of a table were read. */
export interface ReadColumns {
  readonly used: readonly { readonly column: string; readonly field: ColumnField }[];
  /** Names of the other columns with text; '' for a column without a name. */
  readonly unused: readonly string[];
}

/** Checks whether a text is a table that Largesse exported, with any separator. */
export const isOwnTable = (text: string, separator: string): boolean => {
  const first = /^[^\r\n]*/.exec(text)?.[0].replaceAll('"', '').split(separator) ?? [];
  return COLUMNS.every((column, index) => first[index] === column);
};

const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');

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

const isFilled = (cell: string) => /\S/.test(cell);

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

/** Column of a table. */
interface Column {
  readonly name: string;
  readonly field: ColumnField | undefined;
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
  if (has('quantity_left')) {
    const isKnown = has('quantity_needed');
    for (const [index, { field }] of columns.entries())
      if (field === 'quantity_left')
        columns[index] = { name: columns[index]?.name ?? '', field: isKnown ? undefined : field };
  }
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

/** Facts about a table that its lines need. */
interface TableFacts {
  readonly columns: readonly Column[];
  readonly isOwn: boolean;
  /** Currencies in the names of the columns of prices: "Price (USD)". */
  readonly currencies: ReadonlyMap<Column, string>;
  /** Signs that precede decimals in the prices of the table. */
  readonly decimalSigns: ReadonlySet<string>;
  readonly isPriority: boolean;
}

/** Returns the filled cells of a field. */
const cellsOf = (row: Row, columns: readonly Column[], field: ColumnField): string[] =>
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

function wishOf(row: Row, table: TableFacts): ReadWish {
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
    if (link.isBroken || fields.retailer !== undefined) note('no address', link.words);
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
  const quantity = textOf('quantity_needed') ?? textOf('quantity_left');
  if (quantity !== undefined) {
    const read = quantityInCell(quantity);
    if ('isAny' in read) fields.any_number = true;
    else if ('quantity' in read) fields.quantity_needed = read.quantity;
    else if (read.isUnclear) note('unclear quantity', quantity);
  }
  const favourite = textOf('most_wanted');
  if (favourite !== undefined && saysFavourite(favourite, table.isPriority)) fields.most_wanted = true;
  if (row.cells.some((cell, index) => index >= columns.length && isFilled(cell))) note('more cells');
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

/** Returns the price in a cell; undefined for none. Notes what is left out. */
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

/**
 * Quotation marks that end no cell. A file with so many is damaged. Papa Parse would report each of them, and after the
 * last separator search the rest of the file for each of them.
 */
const STRAY = /[^\n,;|\t"]"(?=[^\n,;|\t"])/g;
const MAX_STRAY = 50_000;
const MAX_STRAY_AT_END = 500;

function hasTooManyStrays(text: string, separator: string): boolean {
  const end = Math.max(0, Math.min(text.lastIndexOf(separator), text.lastIndexOf('\n')));
  let count = 0;
  let atEnd = 0;
  for (const { index } of text.matchAll(STRAY)) {
    if (index > end) atEnd++;
    if (++count > MAX_STRAY || atEnd > MAX_STRAY_AT_END) return true;
  }
  return false;
}

/**
 * Quotes cells that begin with a quoted word, such as `"Dune" by Herbert`, because Papa Parse would take the first
 * quotation mark for the beginning of a quoted cell. Quoted cells and cells that are never closed stay.
 */
function withQuotedWords(text: string, separator: string): string {
  if (!text.includes('"')) return text;
  const parts: string[] = [];
  let done = 0;
  // Each cell is searched only once up to its next quotation mark, except for doubled ones.
  let budget = 4 * text.length;
  for (let at = 0; at < text.length && budget > 0; ) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) break;
      budget -= end - at;
      let next = end + 1;
      while (text[next] === ' ') next++;
      if (endOfCell(text, separator, next) === next) at = next;
      else {
        const last = endOfCell(text, separator, at);
        parts.push(text.slice(done, at), `"${text.slice(at, last).replaceAll('"', '""')}"`);
        [done, at] = [last, last];
      }
    }
    at = endOfCell(text, separator, at) + 1;
  }
  return parts.join('') + text.slice(done);
}

/** Returns the index of the separator or the line end behind a cell without quotation marks. */
function endOfCell(text: string, separator: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/**
 * Splits a table with one kind of line ends into its rows with text.
 * @param line number of the first line
 * @throws {UnreadableFile} if a quotation mark is not closed
 */
function rowsOf(text: string, separator: string, line: number): Row[] {
  const { rows, fault } = split(text, separator, line, 2 * MAX_FILE_WISHES);
  if (fault) throw fault;
  return rows;
}

/** Splits a table until a fault, or until there are `most` rows. */
function split(table: string, separator: string, line: number, most: number): { rows: Row[]; fault?: UnreadableFile } {
  const text = withQuotedWords(table, separator);
  if (hasTooManyStrays(text, separator)) return { rows: [], fault: new UnreadableFile('open quotation mark', line) };
  const rows: Row[] = [];
  let next = line;
  let at = 0;
  let open = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: /\r\n?|\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n',
    step({ data, errors, meta }, parser) {
      const own = next;
      for (; at < meta.cursor; at++) if (text.charCodeAt(at) === 10) next++;
      // Papa Parse takes the rest of the file, or the next lines, for a part of the cell.
      const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
      const isStray = errors.some(({ code }) => code === 'InvalidQuotes') && data.some((cell) => cell.includes('\n'));
      if (isOpen || isStray) open = own;
      else if (data.some(isFilled)) rows.push({ line: own, cells: data.map(truncate) });
      if (open > 0 || rows.length >= most) parser.abort();
    },
  });
  return open > 0 ? { rows, fault: new UnreadableFile('open quotation mark', open) } : { rows };
}
