/*! With Papa Parse (MIT license): see licenses.txt */
import Papa from 'papaparse';
import { MAX_FILE_WISHES } from '../../../../../contract/limits.ts';
import { truncate, UnreadableFile } from './wish.ts';

/* Splits tables into rows with Papa Parse, and repairs quotation marks that it would misread. */

/** A line of a table with text in at least one cell. `line` is its number in the file, from 1. */
export interface Row {
  line: number;
  cells: string[];
}

/** Checks whether a cell contains text. */
export const isFilled = (cell: string) => /\S/.test(cell);

/** Returns a text with one kind of line ends. */
export const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');

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
 * quotation mark for the beginning of a quoted cell. Doubles the quotation marks inside a quoted cell that a backslash
 * escapes (`"12\", black"`), or that mean inches (`"12", black"`). Other quoted cells and cells that are never closed
 * stay.
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
      const inside: number[] = [];
      while (end >= 0 && (text[end + 1] === '"' || isInside(text, separator, end))) {
        // In `\""` at the end of a cell, the second one ends the cell.
        const isLast = text[end - 1] === '\\' && isCellEnd(text, separator, end + 2);
        const isDoubled = text[end + 1] === '"' && !isLast;
        if (!isDoubled) inside.push(end);
        end = text.indexOf('"', end + (isDoubled ? 2 : 1));
        budget -= 1;
      }
      if (end < 0) break;
      budget -= end - at;
      const next = afterSpaces(text, end + 1);
      if (isCellEnd(text, separator, next)) {
        for (const quote of inside) {
          parts.push(text.slice(done, text[quote - 1] === '\\' ? quote - 1 : quote), '""');
          done = quote + 1;
        }
        at = next;
      } else {
        const last = endOfCell(text, separator, at);
        parts.push(text.slice(done, at), `"${text.slice(at, last).replaceAll('"', '""')}"`);
        [done, at] = [last, last];
      }
    }
    at = endOfCell(text, separator, at) + 1;
  }
  return parts.join('') + text.slice(done);
}

/**
 * Checks whether a quotation mark in a quoted cell belongs to its text: a backslash or a digit of inches precedes it,
 * and the cell ends properly at the next quotation mark of the line.
 */
function isInside(text: string, separator: string, at: number): boolean {
  const isEscaped = text[at - 1] === '\\';
  if (!isEscaped && !(/\d/.test(text[at - 1] ?? '') && text[at + 1] === separator && text[at + 2] === ' '))
    return false;
  const end = text.slice(at + 1, at + 1 + MAX_QUOTED_CHARS).search(/["\n]/) + at + 1;
  if (end === at || text[end] !== '"') return false;
  if (isEscaped && text[end - 1] === '\\') return true;
  const before = text
    .slice(at + 1, end)
    .trimEnd()
    .at(-1);
  return before !== separator && isCellEnd(text, separator, afterSpaces(text, end + 1));
}

/** Maximum number of UTF-16 units between two quotation marks of a cell that `isInside()` examines. */
const MAX_QUOTED_CHARS = 200;

/** Returns the index of the separator or the line end behind a cell without quotation marks. */
function endOfCell(text: string, separator: string, at: number): number {
  let end = at;
  while (!isCellEnd(text, separator, end)) end++;
  return end;
}

/** Checks whether the separator, a line end or the end of the text is at an index. */
const isCellEnd = (text: string, separator: string, at: number): boolean =>
  at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';

/** Returns the index of the first character from an index that is no space. */
function afterSpaces(text: string, at: number): number {
  let next = at;
  while (text[next] === ' ') next++;
  return next;
}

/**
 * Splits a table with one kind of line ends into its rows with text.
 * @param line number of the first line
 * @throws {UnreadableFile} if a quotation mark is not closed
 */
export function rowsOf(text: string, separator: string, line: number): Row[] {
  const { rows, fault } = split(text, separator, line, 2 * MAX_FILE_WISHES);
  if (fault) throw fault;
  return rows;
}

/** Splits a table until a fault, or until there are `most` rows. */
export function split(
  table: string,
  separator: string,
  line: number,
  most: number,
): { rows: Row[]; fault?: UnreadableFile } {
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
