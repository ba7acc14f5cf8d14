import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wishesIn } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('may be tables on pages, as spreadsheets save them', () => {
    const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td class="s0">${cell}</td>`).join('\n')}</tr>`;
    const rows = [
      row(['', 'A', 'B', 'C']),
      row(['1', 'Name', 'Where to buy', 'Price']),
      row(['2', 'Vase, &quot;blue&quot;', '<a href="https://shop.example/v">here</a>', '1.299,00 €']),
      row(['3', '<a href="https://shop.example/c">Cup</a>', '', '5']),
    ];
    for (const page of [`<html><style>td {}</style><table>${rows.join('')}</table>`, `<table>\n${rows.join('\n')}`]) {
      const { format, wishes } = wishesIn(page);
      assert.equal(format, 'csv');
      assert.partialDeepStrictEqual(
        wishes.map(({ fields }) => fields),
        [
          { name: 'Vase, "blue"', url: 'https://shop.example/v', price: 1299 },
          { name: 'Cup', url: 'https://shop.example/c', price: 5 },
        ],
      );
    }
  });
});
