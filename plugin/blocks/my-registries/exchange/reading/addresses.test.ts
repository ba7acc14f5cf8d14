import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { fieldsIn, wishesIn } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('may be lists of addresses, with or without names', () => {
    const { format, wishes } = wishesIn(
      [
        'https://www.shop.example/kitchen/red-kettle.html?ref=1',
        'Blue pot – https://shop.example/p/17.',
        '* [A “book”](https://books.example/b)',
        'https://shop.example/x | Lamp',
        'https://www.shop.example/x#reviews',
        'no address here, not even http://!',
        'https://shop.example',
        'https://SHOP.example:8080/%E4%BD%A0%E5%A5%BD%E5%91%80/%FF',
        'https://www.SHOP.example:8080/?a=%41%',
        'https://shop.example/100%-wool.html',
        'Cup: "HTTP://shop.example/cup"',
      ].join('\r\n'),
    );
    assert.equal(format, 'addresses');
    assert.deepEqual(
      wishes.map(({ place, fields }) => [place, fields.name, fields.url]),
      [
        [1, 'Red kettle', 'https://www.shop.example/kitchen/red-kettle.html?ref=1'],
        [2, 'Blue pot', 'https://shop.example/p/17'],
        [3, 'A “book”', 'https://books.example/b'],
        [4, 'Lamp', 'https://shop.example/x'],
        [6, 'no address here, not even http://!', undefined],
        [7, 'shop.example', 'https://shop.example'],
        [8, '你好呀', 'https://SHOP.example:8080/%E4%BD%A0%E5%A5%BD%E5%91%80/%FF'],
        [9, 'SHOP.example', 'https://www.SHOP.example:8080/?a=%41%'],
        [10, 'Wool', 'https://shop.example/100%-wool.html'],
        [11, 'Cup', 'HTTP://shop.example/cup'],
      ],
    );
  });

  it('lose bullets, check boxes and marks of quotations, and lines without a word', () => {
    for (const mark of ['- ', '* ', '• ', '- [ ] ', '- [x] ', '☐ ', '> ', '>> ', '> - '])
      assert.deepEqual(
        fieldsIn(`${mark}Red cup https://shop.example/c\n>\n€ 12.50\n---`).map(({ name, url }) => [name, url]),
        [['Red cup', 'https://shop.example/c']],
        mark,
      );
  });

  it('may be files that open an address', () => {
    for (const text of [
      '[InternetShortcut]\r\nURL=https://shop.example/red-pot\r\nIconFile=C:\\x.ico\r\nIconIndex=0\r\n',
      '[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,2\r\n[InternetShortcut]\r\nURL=https://shop.example/red-pot\r\n',
      '[DEFAULT]\r\nBASEURL=https://shop.example/\r\n[InternetShortcut]\r\nURL=https://shop.example/red-pot\r\n',
      '[Desktop Entry]\nVersion=1.0\nType=Link\nName=Red pot\nURL=https://shop.example/red-pot\n',
    ])
      assert.deepEqual(
        fieldsIn(text).map(({ name, url }) => [name, url]),
        [['Red pot', 'https://shop.example/red-pot']],
      );
  });

  it('may have each name on the line before or after its address', () => {
    const pairs = fc.array(
      fc.record({
        name: fc.constantFrom('Red kettle', 'Two mugs, blue', 'Ein Buch über Wale', '本棚', 'Lamp (small)'),
        path: fc.constantFrom('/p/1', '/a-b/c?d=e', '/x#y', ''),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        pairs,
        fc.boolean(),
        fc.constantFrom(
          ['\n', '\n'],
          ['\n', '\n\n'],
          ['\n', '\r\n\r\n'],
          ['\n', '\n---\n'],
          ['\n\n', '\n\n'],
          ['\n\n', '\n\n\n'],
          ['\n\n', '\n\n---\n\n'],
        ),
        fc.constantFrom('', 'My wishes:\n\n', '# Meine Wünsche\n\n', '**Wishes:**\n\n'),
        (wishes, isNameFirst, [within, between], title) => {
          const expected = wishes.map(({ name, path }, index) => [
            `${name} ${index}`,
            `https://s${index}.example${path}`,
          ]);
          const text =
            title + expected.map((pair) => (isNameFirst ? pair : pair.toReversed()).join(within)).join(between);
          const read = fieldsIn(text).map(({ name, url }) => [name, url]);
          assert.deepEqual(read.slice(title === '' ? 0 : 1), expected, text);
        },
      ),
    );
  });

  it('may have bullets, numbers, colons and labels around names and addresses on two lines', () => {
    for (const [name, address] of [
      ['Red kettle:', 'https://s.example/k'],
      ['- Red kettle', '  https://s.example/k'],
      ['1. Red kettle', 'https://s.example/k'],
      ['☐ Red kettle', 'https://s.example/k'],
      ['> Red kettle', '> https://s.example/k'],
      ['Red kettle', '👉 https://s.example/k'],
      ['Red kettle', 'Link: https://s.example/k'],
      ['Red kettle', 'https://s.example/k, '],
    ] as const)
      for (const between of ['\n', '\n\n'])
        assert.deepEqual(
          fieldsIn(
            [name, address, name, `${address.trimEnd()}2`].join('\n').replace(`\n${name}\n`, `${between}${name}\n`),
          ).map((one) => [one.name?.replace(/:$/, ''), one.url?.slice(0, 19)]),
          [
            ['Red kettle', 'https://s.example/k'],
            ['Red kettle', 'https://s.example/k'],
          ],
          `${name} ${address}`,
        );
    assert.deepEqual(
      fieldsIn('Red kettle\nikea.de\n\nMug\nhttps://s.example/m\nhttps://s.example/n').map(({ name, url }) => [
        name,
        url,
      ]),
      [
        ['Red kettle', 'https://ikea.de'],
        ['Mug', undefined],
        ['s.example', 'https://s.example/m'],
        ['s.example', 'https://s.example/n'],
      ],
      'a block with two addresses stays apart',
    );
  });

  it('may have prices on lines of their own', () => {
    for (const price of ['€ 24,50', '24,50 eur', '24,50 EUR', 'EUR 24.50', '24,50 €'])
      for (const lines of [
        ['Red kettle', 'https://s.example/k', price],
        ['Red kettle', price, 'https://s.example/k'],
        ['https://s.example/k', 'Red kettle', price],
        ['Red kettle https://s.example/k', price],
      ])
        for (const between of ['\n', '\n\n'])
          assert.deepEqual(
            fieldsIn([lines.join('\n'), lines.join('\n').replace('/k', '/m')].join(between)).map((one) => [
              one.name,
              one.url,
              one.price,
            ]),
            [
              ['Red kettle', 'https://s.example/k', 24.5],
              ['Red kettle', 'https://s.example/m', 24.5],
            ],
            lines.join('\n'),
          );
  });

  it('may have titles, which are noted', () => {
    const { wishes } = wishesIn(
      'Meine Wünsche:\n\nA bread knife\nhttps://shop.example/knife\n\nFor the bath：\nTowels',
    );
    assert.deepEqual(
      wishes.map(({ fields: { name }, notes }) => [name, notes.map(({ kind }) => kind)]),
      [
        ['Meine Wünsche:', ['title']],
        ['A bread knife', []],
        ['For the bath：', ['title']],
        ['Towels', []],
      ],
    );
  });

  it('keep words and addresses apart if the list has no order of them', () => {
    for (const text of [
      'Books\nA lamp\nhttps://shop.example/kettle',
      'Books\nhttps://shop.example/kettle\nA lamp',
      'Books\nhttps://shop.example/kettle\n\nhttps://shop.example/mug\nA lamp',
      '- Books\n- https://shop.example/kettle',
      'Books\nhttps://shop.example/kettle https://shop.example/mug',
    ]) {
      const names = fieldsIn(text).map(({ name }) => name);
      assert.ok(names.includes('Books'), text);
      assert.ok(names.includes('Kettle'), text);
    }
  });

  it('lose numbers, letters and keycaps before lines, if the lines are numbered', () => {
    const names = (text: string) => fieldsIn(text).map(({ name }) => name);
    assert.deepEqual(names('a) Pot https://a.example/1\nb) Mug\n(3) Lid\n4.) Cup\n5\ufe0f\u20e3 Fork\n✅ Spoon'), [
      'Pot',
      'Mug',
      'Lid',
      'Cup',
      'Fork',
      'Spoon',
    ]);
    assert.deepEqual(names('2. Weltkrieg Buch https://a.example/1\nMug'), ['2. Weltkrieg Buch', 'Mug']);
    assert.deepEqual(names('Ben &amp; Anna&#39;s &quot;big&quot; tea https://a.example/?x=1&amp;y=2'), [
      'Ben & Anna\'s "big" tea',
    ]);
  });

  it('never cut an address, and join one that a mail program has wrapped', () => {
    const part = fc.string({ unit: fc.constantFrom(...'abc09'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('-', '/', '=', '&', '_'),
        fc.constantFrom('', '> '),
        fc.constantFrom('', 'Red kettle: ', '- '),
        (parts, sign, quote, words) => {
          const [first = '', ...rest] = parts;
          const more = `${rest.join('/')}/1`;
          const text = `${quote}${words}https://shop.example/p?${first}${sign}\n${quote}${more}\n`;
          const { wishes } = wishesIn(text);
          assert.deepEqual(
            wishes.map(({ place, fields }) => [place, fields.url]),
            [[1, `https://shop.example/p?${first}${sign}${more}`]],
            text,
          );
        },
      ),
    );
    for (const [text, wishes] of [
      [
        'Pot https://shop.example/long-\nkettle',
        [
          ['Pot', 'https://shop.example/long-', 'address'],
          ['kettle', undefined],
        ],
      ],
      [
        'Pot https://shop.example/\nKettle',
        [
          ['Pot', 'https://shop.example/'],
          ['Kettle', undefined],
        ],
      ],
      [
        'Pot https://shop.example/\n1/2 litre',
        [
          ['Pot', 'https://shop.example/'],
          ['1/2 litre', undefined],
        ],
      ],
      [
        'Pot https://shop.example/\nTable/Chair',
        [
          ['Pot', 'https://shop.example/'],
          ['Table/Chair', undefined],
        ],
      ],
      [
        'Pot https://shop.example/?r=\nT-Shirt',
        [
          ['Pot', 'https://shop.example/?r=', 'address'],
          ['T-Shirt', undefined],
        ],
      ],
      ['Mug https://shop..example/x', [['Mug', undefined, 'no address']]],
      ['https://shop,example/x', [['https://shop,example/x', undefined, 'no address']]],
      ['https://256.1.1.1/x', [['https://256.1.1.1/x', undefined, 'no address']]],
      ['https://shop.example/red pot.html', [['Red pot', 'https://shop.example/red%20pot.html', 'address']]],
      [
        'Cup https:/shop.example/c\nikea.com/a-a-a ikea.com/b',
        [
          ['Cup', 'https://shop.example/c'],
          ['ikea.com', 'https://ikea.com/a-a-a'],
          ['ikea.com', 'https://ikea.com/b'],
        ],
      ],
      [
        'https://shop.example/x\nDr.Oetker\nMr.Men',
        [
          ['shop.example', 'https://shop.example/x'],
          ['Dr.Oetker', undefined],
          ['Mr.Men', undefined],
        ],
      ],
    ] as const)
      assert.deepEqual(
        wishesIn(text).wishes.map(({ fields, notes }) => [fields.name, fields.url, ...notes.map(({ kind }) => kind)]),
        wishes,
        text,
      );
  });
});
