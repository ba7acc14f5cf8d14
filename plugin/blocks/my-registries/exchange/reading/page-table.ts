import { readPage } from './html.ts';
import { joined, oneLine } from './wish.ts';

/** Maximum number of cells that are read from a page. */
const MAX_CELLS = 100_000;

/**
 * Returns the rows of the tables on a page as a table with commas, as spreadsheets save their sheets as pages. The address
 * of a link follows its text.
 */
export function tableOfPage(html: string): string {
  const rows: string[][] = [];
  let cells = 0;
  let cell: string | undefined;
  let link = '';
  const end = () => {
    if (cell !== undefined) rows.at(-1)?.push(`"${oneLine(cell).replaceAll('"', '""')}"`);
    cell = undefined;
  };
  readPage(html, {
    open(name, attributes) {
      if (name === 'tr') {
        end();
        rows.push([]);
      } else if ((name === 'td' || name === 'th') && ++cells <= MAX_CELLS) {
        end();
        cell = '';
      } else if (name === 'a') link = attributes.get('href') ?? '';
      else if (name === 'br' && cell !== undefined) cell = joined(cell, ' ');
    },
    close(name) {
      if (name === 'a' && cell !== undefined && /^https?:/i.test(link) && !cell.includes(link))
        cell = joined(cell, ` ${link}`);
      if (name === 'a') link = '';
      if (['td', 'th', 'tr', 'table'].includes(name)) end();
    },
    text(text) {
      if (cell !== undefined) cell = joined(cell, text);
    },
  });
  end();
  return rows.map((row) => row.join(',')).join('\n');
}
