import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { address } from '../../../../../contract/text.ts';
import { fieldsIn, wishesIn } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('may be tables of any spreadsheet, with columns in any order', () => {
    const { format, wishes } = wishesIn(
      'Anzahl\tTitel\tLink\tPreis\tUnbekannt\n2\tTopf\thttps://shop.example/topf\t"1.299,00 €"\tx\n\n\t\thttps://shop.example/b\tUSD 5\n1\tDeckel\t\tviel\n',
    );
    assert.equal(format, 'csv');
    assert.partialDeepStrictEqual(wishes, [
      {
        place: 2,
        fields: { name: 'Topf', quantity_needed: 2, price: 1299, url: 'https://shop.example/topf' },
      },
      { place: 4, fields: { name: 'shop.example', url: 'https://shop.example/b', price: 5, currency: 'USD' } },
      {
        place: 5,
        fields: { name: 'Deckel', quantity_needed: 1 },
        notes: [{ kind: 'no price', text: 'viel' }],
      },
    ]);
    assert.equal(wishes[0]?.fields.currency, undefined);
  });

  it('may be tables with frames, and with rows that are only numbered', () => {
    const line = '+-----+------+-------+------------------------+';
    const framed = `${line}\n| Nr. | Name | Preis | Link |\n${line}\n| 1 | Topf | 24,50 | https://shop.example/a |\n| 2 | | | |\n${line}\n`;
    const plain = 'Nr.;Name;Preis;Link\n1;Topf;24,50;https://shop.example/a\n2;;;\n3;;;\n';
    for (const text of [framed, plain]) {
      const { wishes } = wishesIn(text);
      assert.deepEqual(
        wishes.map(({ fields: { name, price, url } }) => [name?.trim(), price, url]),
        [['Topf', 24.5, 'https://shop.example/a']],
      );
    }
  });

  it('may contain pictures in any spelling, which are never the address of the shop', () => {
    const rows: [cell: string, picture: string | undefined, notes: number][] = [
      ['https://shop.example/a.jpg', 'https://shop.example/a.jpg', 0],
      ['"=IMAGE(""https://shop.example/a.jpg"")"', 'https://shop.example/a.jpg', 0],
      ['pot.jpg (https://shop.example/a.jpg)', 'https://shop.example/a.jpg', 0],
      ['pot.jpg', undefined, 1],
      ['a red pot', undefined, 1],
      ['-', undefined, 0],
    ];
    const { wishes } = wishesIn(`Name,Image Src\n${rows.map(([cell], index) => `Pot ${index},${cell}`).join('\n')}`);
    assert.deepEqual(
      wishes.map(({ fields, notes }) => [fields.url, fields.image_url, notes.length]),
      rows.map(([, picture, notes]) => [undefined, picture, notes]),
    );
    const [unnamed] = wishesIn('Name,Foto-Datei 1\nPot,https://shop.example/a.jpg\n').wishes;
    assert.equal(unnamed?.fields.url, undefined);
  });

  it('may name their separator in the first line, as some spreadsheets want it', () => {
    const tables: [line: string, separator: string][] = [
      ['sep=;', ';'],
      ['"sep=,"', ','],
      ['SEP=\t', '\t'],
      ['sep=|', '|'],
      ['sep=^', '^'],
      ['sep=;;;', ';'],
      ['\u{FEFF}sep=;', ';'],
    ];
    for (const [line, separator] of tables)
      for (const end of ['\n', '\r\n', '\r']) {
        const rows = [
          ['title', 'link', 'cost'],
          ['Jug', 'https://a.example/1', '"1.299,00"'],
        ];
        const { format, wishes } = wishesIn([line, ...rows.map((cells) => cells.join(separator))].join(end));
        assert.equal(format, 'csv');
        assert.partialDeepStrictEqual(wishes, [
          { place: 3, fields: { name: 'Jug', url: 'https://a.example/1', price: 1299 } },
        ]);
      }
  });

  it('may have other lines above and between their lines, and empty columns', () => {
    const table = ['Name,URL,Price', 'Jug,https://a.example/1,5', 'Mug,https://a.example/2,6'];
    const wanted = [
      { name: 'Jug', url: 'https://a.example/1', price: 5 },
      { name: 'Mug', url: 'https://a.example/2', price: 6 },
    ];
    for (const lines of [
      ['', ',,', ...table],
      ['My wishes', ...table],
      ['Our registry, exported on 5 May', 'https://a.example/list', '', ...table],
      table.map((line) => `,${line}`),
      table.map((line) => `${line},,`),
      [',,,', ...table.map((line) => `,${line}`), ',,,'],
      table.flatMap((line) => [line, ',,', '']),
      [...table.slice(0, 2), table[0] ?? '', ...table.slice(2)],
    ])
      assert.deepEqual(fieldsIn(lines.join('\n')), wanted, lines.join('\n'));
    const markdown = [
      '| Name | URL | Price |',
      '|---|:---|---:|',
      '| Jug | https://a.example/1 | 5 |',
      '| Mug | https://a.example/2 | 6 |',
    ];
    const framed = [
      '┌──────┬─────────────────────┬───────┐',
      '│ Name │ URL                 │ Price │',
      '├──────┼─────────────────────┼───────┤',
      '│ Jug  │ https://a.example/1 │ 5     │',
      '│ Mug  │ https://a.example/2 │ 6     │',
      '└──────┴─────────────────────┴───────┘',
    ];
    for (const lines of [markdown, framed])
      assert.deepEqual(
        fieldsIn(lines.join('\n')).map(({ name, url, price }) => [name?.trim(), url, price]),
        wanted.map(({ name, url, price }) => [name, url, price]),
      );
  });

  it('list the columns that were read, and the other columns with text', () => {
    const { columns } = wishesIn(
      'Item Name,Aisle,Qty Requested,Qty Purchased,Empty,URL\nJug,Pots,4,1,,https://a.example/1\n',
    );
    assert.deepEqual(columns, {
      used: [
        { column: 'Item Name', field: 'name' },
        { column: 'Qty Requested', field: 'quantity_needed' },
        { column: 'Qty Purchased', field: 'bought' },
        { column: 'URL', field: 'url' },
      ],
      unused: ['Aisle'],
    });
  });

  it('give ambiguous columns the meaning that the other columns leave open', () => {
    for (const [columns, cells, fields] of [
      ['Item,Amount,Price', 'Mug,4,5', { name: 'Mug', quantity_needed: 4, price: 5 }],
      ['Item,Amount', 'Mug,4', { name: 'Mug', price: 4 }],
      ['Item,Amount,Price,Qty', 'Mug,20,5,4', { name: 'Mug', quantity_needed: 4, price: 5 }],
      ['Désignation,Nombre,Prix', 'Mug,4,5', { name: 'Mug', quantity_needed: 4, price: 5 }],
      ['Nombre,Precio', 'Mug,5', { name: 'Mug', price: 5 }],
      ['Name,Wish', 'Anna,Mug', { name: 'Mug' }],
      ['Item,Name,Price', '1,Mug,5', { name: 'Mug', price: 5 }],
      ['Name,Page', 'Mug,12', { name: 'Mug' }],
      ['Name,Seite', 'Mug,https://a.example/12', { name: 'Mug', url: 'https://a.example/12' }],
      ['Item,Price,Total', 'Mug,5,20', { name: 'Mug', price: 5 }],
      ['Artikel,Preis,Gesamt', 'Mug,5,20', { name: 'Mug', price: 5 }],
      ['Item,Each,Total,Qty', 'Mug,5,20,4', { name: 'Mug', price: 5, quantity_needed: 4 }],
      ['Gegenst.,Preis,Anzahl', 'Mug,5,4', { name: 'Mug', price: 5, quantity_needed: 4 }],
      ['Foo,Link', 'Red mug,https://a.example/12', { name: 'Red mug', url: 'https://a.example/12' }],
      [
        'What,Where,Link',
        'Mug,IKEA,https://a.example/1',
        { name: 'Mug', retailer: 'IKEA', url: 'https://a.example/1' },
      ],
      ['Link,URL', 'Mug,https://a.example/1', { name: 'Mug', url: 'https://a.example/1' }],
    ] as const)
      assert.deepEqual(fieldsIn(`${columns}\n${cells}\n`), [fields], columns);
    assert.deepEqual(
      fieldsIn('Brand,Link\nIKEA,https://a.example/red-mug\nIKEA,https://a.example/b\n').map(({ name }) => name),
      ['Red mug', 'a.example'],
      'a text that repeats is no name',
    );
  });

  it('may have links in the column of names, besides addresses', () =>
    assert.deepEqual(
      fieldsIn(
        'name,url\n[Kettle](https://a.example/1),https://a.example/1\n"=HYPERLINK(""https://a.example/2"",""Pot"")",a.example/3\nDr.Oetker,https://a.example/4\n',
      ),
      [
        { name: 'Kettle', url: 'https://a.example/1' },
        { name: 'Pot', url: 'https://a.example/3', description: 'https://a.example/2' },
        { name: 'Dr.Oetker', url: 'https://a.example/4' },
      ],
    ));

  it('may have names that begin with a quoted word', () => {
    const name = fc.constantFrom('"Dune" by Herbert', '"A" and "B"', 'The "red" pot', '"Lid', '"two\nlines"', 'Jug');
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        (names, separator) => {
          // A quotation mark that is never closed is refused.
          const rows = [...names, '"Cup" of tea'].map((each) => `${each}${separator}5`);
          const text = `name${separator}price\n${rows.join('\n')}\n`;
          assert.deepEqual(
            fieldsIn(text).map((fields) => [fields.name, fields.price]),
            [...names, '"Cup" of tea'].map((each) => [each.replace(/^"(two\nlines)"$/, '$1'), 5]),
            text,
          );
        },
      ),
    );
  });

  it('have entities decoded once, if they are not ours', () => {
    assert.deepEqual(
      fieldsIn(
        'name,url,price\nBen &amp; Anna&#39;s &quot;tea&quot;,https://a.example/?x=1&amp;y=2&copy=3,&euro;6\n&amp;amp;,,\n',
      ),
      [{ name: 'Ben & Anna\'s "tea"', url: 'https://a.example/?x=1&y=2&copy=3', price: 6 }, { name: '&amp;' }],
    );
    assert.deepEqual(fieldsIn('name;price\nBen &amp; Anna;5\n'), [{ name: 'Ben & Anna', price: 5 }]);
    const header =
      'name,url,retailer,price,currency,quantity_needed,quantity_purchased,description,image_url,heading,most_wanted';
    assert.equal(fieldsIn(`${header}\nBen &amp; Anna,,,,,,,,,,\n`)[0]?.name, 'Ben &amp; Anna');
  });

  it('shorten or leave out texts that are too long, with a note', () => {
    const [wish] = wishesIn(
      `name,url,category,shop\nPot,https://a.example/${'x'.repeat(2000)},${'c'.repeat(101)},${'s'.repeat(2001)}\n`,
    ).wishes;
    assert.deepEqual(wish?.fields, { name: 'Pot', retailer: `${'s'.repeat(1999)}…`, heading: `${'c'.repeat(99)}…` });
    assert.deepEqual(
      wish?.notes.map(({ kind }) => kind),
      ['long text', 'long text'],
    );
  });

  it('may say how many are wanted in all, still wanted, and bought', () => {
    const quantity = (columns: string, cells: string) =>
      fieldsIn(`Product,${columns}\nJug,${cells}\n`)[0]?.quantity_needed;
    assert.equal(quantity('Quantity Requested,Quantity Purchased', '4,1'), 3);
    assert.equal(quantity('Desired,Still Needs', '4,3'), 3);
    assert.equal(quantity('Still Needs,Desired', '3,4'), 3);
    assert.equal(quantity('Still needed,Purchased', '3,1'), 3);
    assert.equal(quantity('Noch benötigt,Gekauft', '3,1'), 3);
    assert.equal(quantity('Purchased', '3'), undefined);
  });

  it('may have their addresses in a column that we do not know', () => {
    const { wishes, columns } = wishesIn('name,Online,price\nLid,,\nJug,https://a.example/1,5\n');
    assert.deepEqual(wishes[1]?.fields.url, 'https://a.example/1');
    assert.deepEqual(columns?.used[1], { column: 'Online', field: 'url' });
  });

  it('note a sum, more cells than columns, and a second text for a field', () => {
    const kinds = (table: string) => wishesIn(table).wishes.map(({ notes }) => notes.map(({ kind }) => kind));
    const sums =
      'Totals|Insgesamt|Endsumme|Montant total|Total général|Importe total|Prezzo totale|Totaalbedrag|Order total|Free shipping|Versand und Verpackung|Total|Gesamtsumme|Grand total: 5 items|Shipping|Versandkosten (DHL)|Tax|Итого|合計|סה"כ|Frais de livraison|Sub-total €';
    for (const sum of sums.split('|'))
      assert.deepEqual(kinds(`name,price\nJug,5\n"${sum.replaceAll('"', '""')}",5\n`), [[], ['sum']], sum);
    for (const wish of [
      'Total War',
      'Delivery bike',
      'Sumo suit',
      'Portobello mushrooms',
      'Taxi toy',
      'Free Willy',
      'Total général du jeu',
    ])
      assert.deepEqual(kinds(`name,price\n${wish},5\n`), [[]], wish);
    assert.deepEqual(kinds('name,price\nJug,5\nMug,6\nAll,11\n'), [[], [], ['sum']]);
    assert.deepEqual(kinds('name,price,qty\nJug,5,2\nMug,6,1\nAll,16,\n'), [[], [], ['sum']]);
    assert.deepEqual(kinds('name,qty,note,price\nJug,1,,5\n,,Total,5\n'), [[], ['sum']]);
    assert.deepEqual(kinds('name,price\nJug,5\nMug,5\n'), [[], []]);
    assert.deepEqual(kinds('name,price\nJug,5,red\n'), [['more cells']]);
    assert.deepEqual(kinds('name,price,price\nJug,5,6\nMug,5,5\nPot,,6\n'), [['second value'], [], []]);
  });

  it('lose no line and no text, whatever the cells contain', () => {
    const cell = fc.string({
      unit: fc.constantFrom(...'aä茶7 .,;|-€"\'=+@\n\t', 'https://a.example/', 'x ', '#N/A', '∞', '0', '1-2'),
      maxLength: 8,
    });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: cell, url: cell, price: cell, quantity: cell, note: cell }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, separator, end) => {
          const filled = rows.map((row) => ({ ...row, name: `Wish ${row.name} x` }));
          const lines = [
            ['Item', 'Link', 'Price', 'Qty', 'Notes'],
            ...filled.map(({ name, url, price, quantity, note }) => [name, url, price, quantity, note]),
          ];
          const { wishes } = wishesIn(lines.map((cells) => cells.map(quoted).join(separator)).join(end));
          assert.equal(wishes.length, filled.length);
          for (const [index, { fields, notes }] of wishes.entries()) {
            const row = filled[index];
            assert.ok(row);
            if (fields.url !== undefined) assert.match(fields.url, new RegExp(address({}).pattern, 'u'));
            if (fields.price !== undefined) assert.ok(Number(fields.price) > 0);
            if (fields.quantity_needed !== undefined) assert.ok(Number(fields.quantity_needed) > 0);
            // A price and a quantity are read, noted, or no text.
            for (const [text, field, kind] of [
              [row.price, 'price', 'no price'],
              [row.quantity, fields.any_number ? 'any_number' : 'quantity_needed', 'unclear quantity'],
            ] as const)
              if (/[1-9a-zä茶]/.test(text.replaceAll('#N/A', '')))
                assert.ok(fields[field] !== undefined || notes.some((note) => note.kind === kind), text);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('may have prices in the currency that their column names', () => {
    for (const [column, currency] of Object.entries({ 'Price (USD)': 'USD', 'Price in $': 'USD', 'Price £': 'GBP' }))
      assert.deepEqual(fieldsIn(`name,${column}\nJug,5\n`), [{ name: 'Jug', price: 5, currency }]);
    assert.equal(wishesIn('name,Price (EUR)\nJug,5\n').wishes[0]?.fields.price, 5);
    const { wishes } = wishesIn('name,price,currency\nJug,5,€\nMug,5,eur\nPot,5,kr\n');
    assert.deepEqual(
      wishes.map(({ isPriceUnclear }) => isPriceUnclear),
      [false, false, true],
    );
    const crowns = (site: string) => wishesIn('name,price\nJug,"1.299,00 kr."\n', site).wishes[0]?.fields.price;
    assert.deepEqual(['EUR', 'SEK', 'DKK', ''].map(crowns), [undefined, 1299, 1299, 1299]);
  });

  it('are read without a price where the price is no single number above zero', () => {
    for (const cell of 'n/a|free|gratis|0|0,00 €|-5|ca. 30 €|30-40 €|30 – 40|£5 each|24.50*|from €20|under $50|2 x 24.50|TBD|see shop|5 apples|#VALUE!'.split(
      '|',
    )) {
      const [wish] = wishesIn(`name;url;price\nJug;https://a.example/1;"${cell}"\n`).wishes;
      assert.deepEqual(wish?.fields, { name: 'Jug', url: 'https://a.example/1' }, cell);
      assert.deepEqual(wish?.notes, cell.startsWith('#') ? [] : [{ kind: 'no price', text: cell }], cell);
    }
    for (const cell of ['', ' ', '-', '–', '?', '/']) {
      const [wish] = wishesIn(`name;price\nJug;"${cell}"\n`).wishes;
      assert.deepEqual([wish?.fields, wish?.notes], [{ name: 'Jug' }, []], cell);
    }
  });

  it('may have prices with two meanings, which are noted if the table also has decimals', () => {
    const notes = (prices: string) =>
      wishesIn(
        `name;price\n${prices
          .split('|')
          .map((price) => `Jug;"${price}"\n`)
          .join('')}`,
      ).wishes.map(({ fields, notes: all }) => [fields.price, ...all.map(({ kind }) => kind)]);
    assert.deepEqual(notes('1,299|25,000'), [[1299], [25_000]]);
    assert.deepEqual(notes('1,299|24.50'), [[1299], [24.5]]);
    assert.deepEqual(notes('1,299|24,50'), [[1299, 'price with two meanings'], [24.5]]);
  });

  it('may have addresses in the column of names', () =>
    assert.deepEqual(fieldsIn('item,price\nhttps://a.example/red-jug,5\nMug,\n'), [
      { name: 'Red jug', url: 'https://a.example/red-jug', price: 5 },
      { name: 'Mug' },
    ]));

  it('are no tables because their addresses or words contain commas', () => {
    const urls = (text: string) => {
      const { format, wishes } = wishesIn(text);
      assert.equal(format, 'addresses', text);
      return wishes.map(({ fields }) => fields.url);
    };
    assert.deepEqual(urls('https://a.example/1,red,b\nhttps://a.example/2,blue,b\n'), [
      'https://a.example/1,red,b',
      'https://a.example/2,blue,b',
    ]);
    urls('Red, big: https://a.example/1\nBlue, small: https://a.example/2\n');
    urls('Jug,https://a.example/1\nMug,https://a.example/2\n');
    urls('Gift, as promised: https://a.example/1\n');
    urls('Jug\nhttps://a.example/1\nhttps://a.example/2,b\n');
  });

  it('lose one apostrophe before a text that a spreadsheet could run as a formula', () => {
    const names: [written: string, name: string][] = [
      ...[...'=+-@\t＝＋－＠'].map((sign): [string, string] => [`'${sign}x`, `${sign}x`]),
      ["''=x", "'=x"],
      ["'''=x", "''=x"],
      ["' \u00a0\u3000=x", ' \u00a0\u3000=x'],
      ["'x", "'x"],
      ["''x", "''x"],
      ["x'=x", "x'=x"],
      ['=x', '=x'],
    ];
    for (const [written, name] of names)
      assert.deepEqual(fieldsIn(`name,url\n"${written}",\n`), [{ name }], JSON.stringify(written));
  });

  it('may be our own tables, whose numbers are exact, and whose numbers of gifts do not count', () => {
    const header =
      'name,url,retailer,price,currency,quantity_needed,quantity_purchased,description,image_url,heading,most_wanted';
    const [pot] = fieldsIn(`${header}\nPot,,,1.299,,any,3,,,,yes\n`);
    assert.deepEqual(pot, { name: 'Pot', price: 1.299, any_number: true, most_wanted: true });
    for (const [written, price] of [
      ['"24,5"', 24.5],
      ['1.0e-9', 1e-9],
      ['1.0E+3', 1000],
      ['0.125', 0.125],
      ['-5', undefined],
      ['5 €', 5],
    ])
      assert.equal(fieldsIn(`${header}\nPot,,,${written},,,,,,,\n`)[0]?.price, price, String(written));
  });

  it('may have several columns for a field; the first text counts', () => {
    const header = 'name,url,link';
    assert.deepEqual(
      fieldsIn(`${header}\nPot,https://a.example/1,https://a.example/2\nLid,,https://a.example/3\n`).map(
        ({ url }) => url,
      ),
      ['https://a.example/1', 'https://a.example/3'],
    );
  });

  it('are tables if the first line names the columns, whatever follows', () => {
    assert.equal(wishesIn('link;notes\nhttps://a.example/1;x\n').format, 'csv');
    assert.equal(wishesIn('name,note\nadded 1,added 2\n').format, 'csv');
    assert.equal(wishesIn('name\nhttps://a.example/1\n').format, 'addresses');
    assert.equal(wishesIn('My wishes; see below\nhttps://a.example/1\n').format, 'addresses');
  });

  it('identify wishes by their first line, also after cells with several lines', () => {
    const { wishes } = wishesIn('name,note\r\n"Pot","one\r\ntwo\rthree"\r\n\r\n"The ""red"" lid",\r\n');
    assert.deepEqual(
      wishes.map(({ place, fields }) => [place, fields]),
      [
        [2, { name: 'Pot', description: 'one\ntwo\nthree' }],
        [6, { name: 'The "red" lid' }],
      ],
    );
  });

  // numbers.test.ts has more spellings.
  it('may have prices as people and shops write them', () => {
    for (const [written, price] of [
      ['€ 1.234,50', 1234.5],
      ["1'299.00 Fr.", 1299],
      ['1.299', 1299],
      ['0.125', 0.125],
      ['5 apples', undefined],
    ])
      assert.equal(wishesIn(`name;price\nA;"${written}"\n`, '').wishes[0]?.fields.price, price, String(written));
  });
});
