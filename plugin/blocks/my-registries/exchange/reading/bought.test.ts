import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wishesIn } from '../../../../testing/wish-file.ts';
import { DOUBTS } from './wish.ts';

/*
 * Space of tables: a column for bought wishes (by its name), a cell in it, and how many are wanted (one, several, any
 * number, how many are left). A wish is bought (not selected), bought in part (only the rest is wanted), or wanted.
 */

/** Returns `bought`, the number of wanted pieces, or `wanted` for one piece without a quantity. */
function stateOf(columns: string, cells: string): string | number {
  const [wish] = wishesIn(`Name\t${columns}\nJug\t${cells}\n`).wishes;
  const kinds = wish?.notes.map(({ kind }) => kind) ?? [];
  if (kinds.includes('bought')) return 'bought';
  return wish?.fields.quantity_needed ?? 'wanted';
}

describe('wishes that are bought already', () => {
  const ALL = 'yes|x|✓|✅|TRUE|ja|Oui|2025-12-01|Grandma|received!|1'.split('|');
  const NONE = '|no|No.|-|0|n/a|false|nein|not yet|noch nicht|pas encore|open|☐|[ ]|❌'.split('|');
  for (const column of ['Purchased', 'Bought?', 'Got it?', 'Reserved by', 'Gekauft', 'Acheté', 'Comprado', 'Comprato'])
    it(`are found by a column ${column}`, () => {
      for (const cell of ALL) assert.equal(stateOf(column, cell), 'bought', cell);
      for (const cell of NONE) assert.equal(stateOf(column, cell), 'wanted', cell);
    });

  it('are found by words of a status, and by no others', () => {
    for (const column of ['Status', 'Item status', 'État', 'Stato']) {
      for (const cell of ['Purchased', 'bought', 'Already bought', 'reserved', 'erledigt', 'reçu', 'comprado', 'X'])
        assert.equal(stateOf(column, cell), 'bought', cell);
      for (const cell of ['', 'Not purchased', 'to buy', 'Wishlist', 'in stock', 'active', 'nicht gekauft', 'maybe'])
        assert.equal(stateOf(column, cell), 'wanted', cell);
    }
  });

  it('are wanted only as far as the number of bought pieces leaves some', () => {
    for (let wanted = 1; wanted <= 4; wanted++)
      for (let bought = 0; bought <= 5; bought++) {
        const rest = bought >= wanted ? 'bought' : wanted - bought;
        assert.equal(stateOf('Qty\tQty purchased', `${wanted}\t${bought}`), rest, `${bought} of ${wanted}`);
        if (bought <= wanted)
          assert.equal(stateOf('Qty\tRemaining', `${wanted}\t${wanted - bought}`), rest, `${bought} of ${wanted}`);
      }
    assert.equal(stateOf('Remaining', '0'), 'bought');
    assert.equal(stateOf('Qty\tPurchased', '4\tyes'), 'bought');
    assert.equal(stateOf('Qty\tPurchased', 'any\t3'), 'wanted');
    const [part] = wishesIn('Name,Qty,Purchased\nJug,4,1\n').wishes;
    assert.deepEqual(part?.notes, [{ kind: 'partly bought', text: '1' }]);
  });

  it('are found by ticked boxes of a list, but not by signs that are its bullets', () => {
    const names = (list: string) =>
      wishesIn(list).wishes.map(({ fields: { name }, notes }) => [name, notes.some(({ kind }) => kind === 'bought')]);
    const list = (first: string, second: string) =>
      `${first} Jug https://a.example/1\n${second} Pot https://a.example/2\n`;
    const one = [
      ['Jug', true],
      ['Pot', false],
    ];
    for (const [ticked, empty] of [
      ['- [x]', '- [ ]'],
      ['[X]', '[ ]'],
      ['☑', '☐'],
      ['✅', '☐'],
      ['1. [x]', '2. [ ]'],
    ] as const)
      assert.deepEqual(names(list(ticked, empty)), one, ticked);
    assert.deepEqual(names(list('✅', '✅')), [
      ['Jug', false],
      ['Pot', false],
    ]);
    assert.deepEqual(names(list('- [x]', '-')), one);
  });
});

describe('rows that have shifted', () => {
  const isDoubtful = (table: string) =>
    wishesIn(table).wishes.map(({ notes }) => notes.some(({ kind }) => DOUBTS.includes(kind)));

  it('are not selected', () => {
    for (const row of [
      'Pan,12", black,30,https://a.example/1',
      'Pan,red, wide,30,https://a.example/1',
      'Pan,red,https://a.example/1,30',
    ])
      assert.deepEqual(isDoubtful(`Name,Note,Price,Link\n${row}\nPot,x,20,https://a.example/2\n`), [true, false], row);
  });

  it('are none if a quotation mark inside a cell is escaped by a backslash, or means inches', () => {
    for (const cell of ['"12\\", black"', '"12"", black"', '"12", black"', '"a \\"red\\" one, 12\\""']) {
      const [wish, next] = wishesIn(`Name,Note,Price,Link\nPan,${cell},30,https://a.example/1\nPot,x,20,\n`).wishes;
      assert.partialDeepStrictEqual(wish, { fields: { price: 30, url: 'https://a.example/1' }, notes: [] }, cell);
      assert.match(wish?.fields.description ?? '', /12"/);
      assert.equal(next?.fields.name, 'Pot');
    }
    for (const row of ['"C:\\dir\\",30,"x"', '"Jug", 48",30', '"12","13","14"'])
      assert.equal(wishesIn(`Note,Price,Name\n${row}\nred,5,Pot\n`).wishes.length, 2, row);
  });
});

it('details of books and games become lines of the description', () => {
  const [wish] = wishesIn('Title,Author,ISBN,Platform,Notes\nDune,Frank Herbert,9780441013593,-,hardcover\n').wishes;
  assert.deepEqual(wish?.fields, {
    name: 'Dune',
    description: 'hardcover\nAuthor: Frank Herbert\nISBN: 9780441013593',
  });
});
