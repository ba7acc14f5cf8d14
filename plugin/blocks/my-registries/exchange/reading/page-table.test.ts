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

  it('may be tables on pages with merged cells', () => {
    const page = `<table>
      <tr><th>Category</th><th colspan="2">Name</th><th>Price</th><th>Link</th></tr>
      <tr><td colspan="5">2026</td></tr>
      <tr><td rowspan="2">Kitchen</td><td>Jug</td><td></td><td rowspan="3">5</td><td>https://shop.example/j</td></tr>
      <tr><td colspan=2>Mug</td><td>https://shop.example/m</td></tr>
      <tr><td>Garden</td><td colspan=2>Rake</td></tr></table>`;
    for (const html of [page, page.replaceAll(/<\/t[rdh]>/g, '')])
      assert.deepEqual(
        wishesIn(html)
          .wishes.map(({ fields: { heading, name, price, url } }) => [heading, name, price, url])
          .slice(1),
        [
          ['Kitchen', 'Jug', 5, 'https://shop.example/j'],
          ['Kitchen', 'Mug', 5, 'https://shop.example/m'],
          ['Garden', 'Rake', 5, undefined],
        ],
      );
  });
});
