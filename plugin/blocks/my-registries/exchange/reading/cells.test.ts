import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address } from '../../../../../contract/text.ts';
import { fieldsIn, wishesIn } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('may have damaged addresses, links and words in the column of addresses', () => {
    for (const [cell, url, notes = [], more = {}] of [
      ['https://a.example/1.', 'https://a.example/1.'],
      ['a.example/2', 'https://a.example/2'],
      ['https:/a.example/2', 'https://a.example/2'],
      ['at https://a.example/3 (red)', 'https://a.example/3', [], { description: 'at red' }],
      ['see www.a.example/3', 'https://www.a.example/3', [], { description: 'see' }],
      ['=HYPERLINK(""https://a.example/4"";""Jug"")', 'https://a.example/4', [], { description: 'Jug' }],
      ['[x](https://a.example/5)', 'https://a.example/5'],
      ['<a href=""https://a.example/6"">x</a>', 'https://a.example/6'],
      [
        'https://a.example/7\nhttps://b.example/7',
        'https://a.example/7',
        ['more addresses'],
        { description: 'https://b.example/7' },
      ],
      ['-', undefined],
      ['', undefined],
      ['#N/A', undefined],
      ['n/a', undefined],
      ['the blue shop', undefined, ['shop'], { retailer: 'the blue shop' }],
      ['n/a (local shop)', undefined, ['shop'], { retailer: 'n/a (local shop)' }],
      ['Buchhandlung', undefined, ['shop'], { retailer: 'Buchhandlung' }],
      ['javascript:alert(1)', undefined, ['no address']],
      ['ftp://a.example/8', undefined, ['no address']],
      ['https://a..example/9', undefined, ['no address']],
      ['https://a,example/9', undefined, ['no address']],
      ['https://256.1.1.1/9', undefined, ['no address']],
      ['https://a.example/red jug.html', 'https://a.example/red%20jug.html', ['address']],
      ['https://a.example/very-long-\npath/x', 'https://a.example/very-long-path/x'],
      ['https://a.example/long-\npath', 'https://a.example/long-', ['address'], { description: 'path' }],
      ['Cup https:/a.example/c', 'https://a.example/c', [], { description: 'Cup' }],
      ['htps://a.example/c, blue', 'https://a.example/c', [], { description: 'blue' }],
      ['a.example/1 a.example/2', 'https://a.example/1', ['more addresses'], { description: 'https://a.example/2' }],
      ['shop.example', 'https://shop.example'],
      [
        '=HYPERLINK(""https://a.example/4"",""A """"red"""" jug"")',
        'https://a.example/4',
        [],
        { description: 'A "red" jug' },
      ],
      ...['Dr.Oetker', 'S.Oliver', 'Dr.No', 'Elektr.Zahnbürste', '1.Buch'].map(
        (name) => [name, undefined, ['shop'], { retailer: name }] as const,
      ),
    ] as const) {
      const [wish] = wishesIn(`name,url\nx,"${cell}"\n`).wishes;
      assert.deepEqual(wish?.fields, { name: 'x', ...(url === undefined ? {} : { url }), ...more }, cell);
      assert.deepEqual(
        wish?.notes.map(({ kind }) => kind),
        notes,
        cell,
      );
      if (url !== undefined) assert.match(url, new RegExp(address({}).pattern, 'u'), cell);
    }
    const [wish] = wishesIn('name,url,shop\nx,the blue shop,Pots\n').wishes;
    assert.deepEqual([wish?.fields.retailer, wish?.notes], ['Pots', [{ kind: 'no address', text: 'the blue shop' }]]);
  });

  it('may have words and signs in the columns with numbers and marks', () => {
    for (const quantity of [
      'any',
      'Any number',
      ' BELIEBIG ',
      'beliebig viele',
      '∞',
      'unlimited',
      'ilimitado',
      'onbeperkt',
    ])
      assert.deepEqual(fieldsIn(`name;menge\nPot;${quantity}\n`), [{ name: 'Pot', any_number: true }], quantity);
    for (const [written, quantity_needed] of [
      ...[
        ...[
          '+2',
          '2.0',
          '2,00',
          '2x',
          'x2',
          '2 ×',
          '2 pcs',
          '2 Stk.',
          'two',
          'Zwei',
          'a pair',
          'deux',
          'dos',
          'due',
          'twee',
        ],
      ].map((text) => [text, 2] as const),
      [' 3 ', 3],
      ['٢', 2],
      ['２', 2],
      ['2 pièces', 2],
      ['2 шт.', 2],
      ['2 dozen', 24],
      ['3 Dutzend', 36],
      ['a dozen', 12],
      ['zwölf', 12],
      ['', undefined],
      ['-', undefined],
      ['n/a', undefined],
    ] as const)
      assert.deepEqual(
        wishesIn(`name;menge\nPot;${written}\n`).wishes.map(({ fields, notes }) => [fields.quantity_needed, notes]),
        [[quantity_needed, []]],
        written,
      );
    for (const written of [
      '0',
      '-1',
      '1.5',
      '1,000',
      '1.000',
      '1-2',
      '2 of 4',
      '2/4',
      'many',
      'a few',
      '500 g',
      '5 EUR',
      '12 months',
      '3D',
      '4K',
    ])
      assert.deepEqual(
        wishesIn(`name;menge\nPot;${written}\n`).wishes.map(({ fields, notes }) => [fields, notes]),
        [[{ name: 'Pot' }, [{ kind: 'unclear quantity', text: written }]]],
        written,
      );
    for (const mark of ['yes', ' JA ', 'true', '1', 'X'])
      assert.deepEqual(fieldsIn(`name;most wanted\nPot;${mark}\n`), [{ name: 'Pot', most_wanted: true }], mark);
    for (const [column, mark, isFavourite] of [
      ['Priority', 'High', true],
      ['Priorität', '1', false],
      ['Priorité', 'haute', true],
      ['Priority', 'low', false],
      ['Favorit', '★', true],
      ['Priority', '✅', true],
      ['Priority', '⭐⭐⭐', true],
      ['Priority', 'Very high', true],
      ['Priority', 'Must have!', true],
      ['Priority', 'very low', false],
    ] as const)
      assert.equal(fieldsIn(`name;${column}\nPot;${mark}\n`)[0]?.most_wanted, isFavourite || undefined, mark);
    for (const mark of ['no', '0', 'nein', ''])
      assert.deepEqual(fieldsIn(`name;most wanted\nPot;${mark}\n`), [{ name: 'Pot' }], mark);
  });
});
