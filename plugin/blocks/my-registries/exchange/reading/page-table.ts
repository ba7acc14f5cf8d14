import { readPage } from './html.ts';
import { joined, oneLine } from './wish.ts';

/** Maximum number of cells that are read from a page. */
const MAX_CELLS = 100_000;

/** Maximum number of rows and columns of a merged cell. */
const MAX_SPAN = 1000;

/** A cell that continues in the next rows. */
interface Merged {
  readonly text: string;
  rows: number;
}

/**
 * Returns the rows of the tables on a page as a table with commas, as spreadsheets save their sheets as pages. The
 * address of a link follows its text. A cell that is merged over several rows is in each of them, and one that is
 * merged over several columns precedes empty cells.
 */
export function tableOfPage(html: string): string {
  const rows: string[][] = [];
  let cells = 0;
  let cell: string | undefined;
  let link = '';
  let spans = { rows: 1, columns: 1 };
  /** Cells that continue in the next rows, by column. */
  const merged = new Map<number, Merged>();
  /** Adds the cells of earlier rows that are at the end of the current row. */
  const fill = (row: string[]) => {
    for (let above = merged.get(row.length); above && above.rows > 0; above = merged.get(row.length)) {
      if (--above.rows === 0) merged.delete(row.length);
      if (++cells > MAX_CELLS) return;
      row.push(above.text);
    }
  };
  const end = () => {
    const row = rows.at(-1);
    if (cell === undefined || !row) return;
    fill(row);
    const text = `"${oneLine(cell).replaceAll('"', '""')}"`;
    for (let column = 0; column < spans.columns && (column === 0 || ++cells <= MAX_CELLS); column++) {
      const own = column === 0 ? text : '""';
      if (spans.rows > 1) merged.set(row.length, { text: own, rows: spans.rows - 1 });
      row.push(own);
    }
    cell = undefined;
  };
  const endRow = () => {
    end();
    const row = rows.at(-1);
    if (row) fill(row);
  };
  readPage(html, {
    open(name, attributes) {
      if (name === 'tr') {
        endRow();
        rows.push([]);
      } else if ((name === 'td' || name === 'th') && ++cells <= MAX_CELLS) {
        end();
        cell = '';
        spans = { rows: spanOf(attributes.get('rowspan')), columns: spanOf(attributes.get('colspan')) };
      } else if (name === 'a') link = attributes.get('href') ?? '';
      else if (name === 'br' && cell !== undefined) cell = joined(cell, ' ');
    },
    close(name) {
      if (name === 'a' && cell !== undefined && /^https?:/i.test(link) && !cell.includes(link))
        cell = joined(cell, ` ${link}`);
      if (name === 'a') link = '';
      if (name === 'td' || name === 'th') end();
      if (name === 'tr' || name === 'table') endRow();
      if (name === 'table') merged.clear();
    },
    text(text) {
      if (cell !== undefined) cell = joined(cell, text);
    },
  });
  endRow();
  return rows.map((row) => row.join(',')).join('\n');
}

const spanOf = (written = '1') => Math.min(MAX_SPAN, Math.max(1, Number.parseInt(written, 10) || 1));
