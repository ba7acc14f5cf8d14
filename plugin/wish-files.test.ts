import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { address } from '../contract/text.ts';
import { fieldOf } from './blocks/my-registries/exchange/reading/columns.ts';
import { readWishFile, type WishFile } from './blocks/my-registries/exchange/reading/read.ts';

/** Maximum processor time in milliseconds to read or refuse a file. */
const SECOND = 1000;

/** Size in bytes of a file that is almost too large. */
const FULL = 1_990_000;

/** Currency of the site, unless a test passes another one. */
const CURRENCY = 'EUR';

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? new TextEncoder().encode(file) : file);

const read = (file: string | Uint8Array, currency = CURRENCY) => readWishFile(bytesOf(file), currency);

/**
 * Reads the wishes of a file.
 * @throws if the file contains no wishes, or is an export of the plugin
 */
function wishesIn(file: string | Uint8Array, currency = CURRENCY) {
  const found = read(file, currency);
  assert.ok('wishes' in found, JSON.stringify(found).slice(0, 1000));
  return found;
}

const fieldsIn = (file: string | Uint8Array) => wishesIn(file).wishes.map(({ fields }) => fields);

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const WINDOWS: Record<string, number> = { '€': 0x80, '–': 0x96 };

const ENCODINGS: [encoding: string, encode: (text: string) => Uint8Array][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\u{FEFF}${text}`)],
  ['UTF-16 with a mark', (text) => utf16(`\u{FEFF}${text}`)],
  ['UTF-16 without one', utf16],
  ['UTF-16 the other way round', (text) => utf16(`\u{FEFF}${text}`).swap16()],
  ['UTF-16 the other way round without a mark', (text) => utf16(text).swap16()],
  ['Windows-1252', (text) => Buffer.from([...text].map((sign) => WINDOWS[sign] ?? sign.charCodeAt(0)))],
];

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('');

const bookmark = (n: number) => `<dt><a href="https://a.example/${n}">x</a>`;

/** Columns that nobody knows. */
const ODD = 'foo,bar\n';

/** Files that the reader must refuse, each with the expected fault. */
const UNREADABLE: [what: string, file: () => string | Uint8Array, fault: string, line?: number][] = [
  ['empty', () => ' \n', 'empty'],
  ['larger than 2 MB', () => 'x'.repeat(2_000_001), 'too large'],
  ['JSON that breaks off', () => '{"format": "largesse.registry/1", "wishes": [', 'damaged data'],
  ['JSON with half of a character', () => '{"format": "largesse.registry/1", "x": "\\ud800"}', 'damaged data'],
  ['JSON with half of a character in a key', () => '{"\\ud800": 1}', 'damaged data'],
  ['JSON 100,000 deep', () => '{"a":'.repeat(100_000), 'too deep'],
  ['JSON with a list 17 deep', () => `{"x": ${'['.repeat(16)}${']'.repeat(16)}}`, 'too deep'],
  ['a table of 2,001 lines', () => `name,url\n${'x,\n'.repeat(2001)}`, 'too many wishes'],
  ['a list of 2,001 addresses', () => times(2001, (n) => `https://shop.example/${n}\n`), 'too many wishes'],
  ['2,001 bookmarks', () => `<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>${times(2001, bookmark)}`, 'too many wishes'],
  ['an Amazon list of 2,001 products', () => 'a\nadded 1\n'.repeat(2001), 'too many wishes'],
  ['an Amazon page of 2,001 products', () => `<ul>${'<li data-itemid="1">'.repeat(2001)}`, 'too many wishes'],
  ['a table with an open quotation mark', () => 'name,url\nPot,\n"Lid,\n', 'open quotation mark', 3],
  ['a table whose columns nobody knows', () => `${ODD}1,2\n`, 'unknown'],
  ...[
    `${ODD}Jug,https://a.example/1\n`,
    'Jug,https://a.example/1,5.00\nMug,https://a.example/2,6.00\n',
    'https://a.example/1;Red jug\nhttps://a.example/2;Mug\n',
    'foo\tbar\tbaz\nJug\thttps://a.example/1\t5\n',
    `${ODD}${'Jug,https://a.example/1\n'.repeat(1500)}`,
    'sep=|\nfoo|bar\n1|2\n',
    'Jug,https://a.example/1,24.50',
  ].map((table): (typeof UNREADABLE)[number] => [
    `a table with unknown columns, such as ${JSON.stringify(table.slice(0, 40))}`,
    () => table,
    'unknown columns',
  ]),
  ['a table without a line', () => 'name,url\n', 'without wishes'],
  [
    'a page of something else',
    () => '<!DOCTYPE html><title>Shop</title><script>alert(1)</script><a href="https://a.example">x</a>',
    'other page',
  ],
  [
    'a page of ours whose data are damaged',
    () => '<!DOCTYPE html><script type="application/json" id="largesse-registry">{"format"</script>',
    'damaged data',
  ],
  [
    'XML with an entity from outside',
    () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    'unknown',
  ],
  [
    'XML with entities that grow',
    () => `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(99)}"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>`,
    'other page',
  ],
  ['bookmarks without any', () => '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>', 'without wishes'],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'unknown'],
  ['a spreadsheet and no table', () => Buffer.from('PK\u0003\u0004 [Content_Types].xml'), 'unknown'],
  ...['%PDF-1.7', 'PK\u0003\u0004', 'GIF89a', '\0'].map((mark): (typeof UNREADABLE)[number] => [
    `a document that begins with ${JSON.stringify(mark)}`,
    () => `${mark}\nhttps://shop.example/pot`,
    'unknown',
  ]),
  ['any text', () => 'Dear Granny,\nthank you!', 'unknown'],
  ['UTF-16 cut within a character', () => utf16('\u{FEFF}https://a.example').subarray(0, 21), 'cut within a character'],
  ['UTF-16 with half of a character', () => utf16('\u{FEFF}https://a.example/\ud800'), 'cut within a character'],
];

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1">Gifts</H3>
  <DL><p>
    <DT><H3>Kitchen</H3>
    <DL><p>
      <DT><A HREF="https://shop.example/a?b=1&amp;c=2" ADD_DATE="1">Pot &amp; pan &lt;3</A>
      <DD>Really
 good
    </DL><p>
    <DT><A HREF="https://shop.example/chair">Chair</A>
    <DT><A HREF="https://SHOP.example/chair/">Chair again</A>
    <DT><A HREF="javascript:alert(1)">Script</A>
    <DT><A HREF="https://shop.example/chair-x"></A>
  </DL><p>
</DL>`;

/**
 * Texts that a member copies from the page of a wish list in a shop. Each text has the currency of the site that reads
 * the text.
 */
const PASTED: [language: string, text: string, currency: string][] = [
  [
    'English',
    `Your Lists\nShare\nElectric Kettle 1.7 l\nby Philips (Kitchen)\n4.7 out of 5 stars\n 159,345\n$29.99\nStyle : Black\nItem added December 1, 2023\nAdd to Cart\nSee Similar Items\nMove\nDelete\nAdd comment, quantity & priority\nDe Luxe Tea, 100 bags\nby Tea & Co (Grocery)\n$1,299.00\nItem added November 3, 2023\nQuantity: 3\nPriority: High\nAdd to Cart\nA book without a price\nby Ada Lovelace (Paperback)\nItem added May 5, 2022\n`,
    'USD',
  ],
  [
    'German',
    `Electric Kettle 1.7 l\nvon Philips (Küche)\n4,7 von 5 Sternen 159.345\n29,99 €\nFarbe : Schwarz\nArtikel hinzugefügt am 1. Dezember 2023\nIn den Einkaufswagen\nVerschieben\nLöschen\nKommentar, Menge & Priorität hinzufügen\nDe Luxe Tea, 100 bags\nvon Tee & Co (Lebensmittel)\n1.299,00 €\nArtikel hinzugefügt am 3. November 2023\nMenge: 3\nPriorität: Hoch\nIn den Einkaufswagen\nA book without a price\nvon Ada Lovelace (Taschenbuch)\nArtikel hinzugefügt am 5. Mai 2022\n`,
    'EUR',
  ],
];

/** Lines around a product of an Amazon list in further languages: when it was added, by whom it is, how many are wanted. */
const ADDED: [added: string, by?: string, wanted?: string][] = [
  ['Article ajouté le 1 décembre 2023', 'de Philips (Cuisine)', 'Quantité : 3'],
  ['Articolo aggiunto il 1 dicembre 2023', 'di Philips (Cucina)', 'Quantità: 3'],
  ['Producto añadido el 1 de diciembre de 2023', 'de Philips (Cocina)', 'Cantidad: 3'],
  ['Toegevoegd op 1 december 2023'],
  ['Artikel toegevoegd op 1 december 2023'],
  ['Dodano 1 grudnia 2023'],
  ['Produkt dodany 1 grudnia 2023'],
  ['Vara tillagd 1 december 2023'],
  ['Adicionado em 1 de dezembro de 2023'],
  ['Agregado el 1 de diciembre de 2023'],
  ['Zur Liste hinzugefügt 1. Dezember 2023'],
];

/** Amazon wish list as a browser saves the page, shortened. */
const SAVED = `<!DOCTYPE html><!-- saved from url=(0050)https://www.amazon.de/hz/wishlist/ls/ABC --><html><head><title>Liste</title></head><body>
<script>var x = '<li data-itemid="no">';</script><ul id="g-items">
<li data-id="ABC" data-itemid="I1" data-price="29.99" class="a-spacing-none g-item-sortable"><div id="itemImage_I1"><a href="/dp/B00ABCDEFG/"><img alt="Kettle" src="https://m.media-amazon.example/k.jpg"></a></div>
<h2><a id="itemName_I1" class="a-link-normal" title="Kettle &amp; co" href="/dp/B00ABCDEFG/?coliid=I1&amp;colid=ABC">Kettle &amp; co</a></h2>
<span id="itemRequested_I1"> 2 </span><span id="itemComment_I1">Red, please</span></li>
</ul></body></html>`;

/** Beginnings of generated files in different formats. The tests append repeated hostile pieces. */
const BEGINNINGS = [
  '',
  'name,url\n',
  'name\turl\n"',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><h3>',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><a href="https://a.example">',
  '<ul><li data-itemid="1">',
  '<ul><li data-itemid="1"><a id="itemName_1" href="/dp/',
  '<!DOCTYPE html><script id="largesse-registry">',
  '{"format":"largesse.registry/1","wishes":[',
  'https://a.example',
  'Kettle\nadded 1\n',
  '[18:43] Anna: https://a.example\n',
];

/** Pieces of text that a backtracking parser would read slowly. */
const PIECES = [
  ...['a\nadded 1\n', 'by (\nadded 1\n', 'added ', 'by ((((', 'quantity('],
  ...[' ', '\u00a0', '-', 'http://', 'http://.', 'https://a.example ', "'", '😀', 'é', 'CA$', '1,000'],
  ...['"', '""', '",', ',', ';', '\t', '\n', '\r\n', 'x\n', 'name,'],
  ...['<', '</', '<!--', '-->', '<!---->', '<b>', '<h3>', '<h3>x</h3><dl>', '<dl><dt>', '</dl>', '<script>', '<title>'],
  ...['<a href="https://a.example/', '<a ', 'a="" ', '<li data-itemid="1">', '<b id="itemComment_1">'],
  ...['12/05/24, 6:43 ', '[18:43 ', '1.1:11 - ', 'a:b 18:43\n', 'May 12, '],
  ...['&', '&lt;', '&amp', '&#x1F600;', '&lt;<!---->', '[', '{"a":', '{},', '"\\ud800",'],
];

const hostileFile = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(1, 100, 20_000, 1_000_000)), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', 'b http://a.example', '">x</a>', '"', '\n', ']}'),
  )
  .map(([beginning, pieces, end]) => fileOf(beginning, pieces, end));

/** Creates a file from a beginning, repeated pieces and an end. The pieces have at most `size` bytes together. */
function fileOf(
  beginning: string,
  pieces: readonly [piece: string, times: number][],
  end: string,
  size = FULL,
): Uint8Array {
  const each = Math.floor(size / pieces.length);
  const middle = pieces.map(([piece, times]) =>
    piece.repeat(Math.min(times, Math.floor(each / Buffer.byteLength(piece)))),
  );
  return bytesOf(beginning + middle.join('') + end);
}

/** Reads a file. Fails if reading takes too long, or if the result has too many wishes. */
function assertQuick(file: string | Uint8Array): WishFile {
  const bytes = bytesOf(file);
  const began = process.cpuUsage();
  const found = readWishFile(bytes, CURRENCY);
  const { user, system } = process.cpuUsage(began);
  const took = Math.round((user + system) / 1000);
  assert.ok(took < SECOND, `${took} ms for ${bytes.length} bytes`);
  if ('wishes' in found) assert.ok(found.wishes.length <= 2000);
  return found;
}

describe('wish files', () => {
  for (const [what, file, fault, line = 0] of UNREADABLE)
    it(`are refused if they are ${what}`, () => assert.deepEqual(read(file()), { fault, line }));

  for (const [encoding, encode] of ENCODINGS)
    it(`are read in ${encoding}`, () => {
      const [wish] = fieldsIn(encode('name;preis;notiz\r\n"Käseglocke – groß";12,50;"zwei\nZeilen €"\r\n'));
      assert.deepEqual(wish, { name: 'Käseglocke – groß', price: 12.5, description: 'zwei\nZeilen €' });
    });

  it('may be our own data, which the reader leaves to the site', () => {
    const data = { format: 'largesse.registry/2', wishes: [{ name: 5 }, 'x'], gifts: null };
    const json = JSON.stringify(data);
    assert.deepEqual(read(` ${json}\n`), { format: 'json', data });
    assert.deepEqual(read('[1, 2]'), { format: 'json', data: [1, 2] });
    const deepest = `${'['.repeat(16)}${']'.repeat(16)}`;
    assert.deepEqual(read(deepest), { format: 'json', data: JSON.parse(deepest) });
    const brackets = { x: `"${'['.repeat(17)}\\` };
    assert.deepEqual(read(JSON.stringify(brackets)), { format: 'json', data: brackets });
    const page = `<!DOCTYPE html><p id="largesse-registry">x</p><script>1</script><script type="application/json" id="largesse-registry">${json}</script><script>2</script>`;
    assert.deepEqual(read(page), { format: 'html', data });
  });

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

  it('may have lines above, beside and between their lines', () => {
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
    assert.deepEqual(
      fieldsIn(markdown.join('\n')).map(({ name, url, price }) => [name?.trim(), url, price]),
      wanted.map(({ name, url, price }) => [name, url, price]),
    );
  });

  it('list the columns that were read, and the other columns with text', () => {
    const { columns } = wishesIn(
      'Item Name,Brand,Qty Requested,Qty Purchased,Empty,URL\nJug,Pots,4,1,,https://a.example/1\n',
    );
    assert.deepEqual(columns, {
      used: [
        { column: 'Item Name', field: 'name' },
        { column: 'Qty Requested', field: 'quantity_needed' },
        { column: 'URL', field: 'url' },
      ],
      unused: ['Brand', 'Qty Purchased'],
    });
  });

  it('may say how many are wanted in all, still wanted, and bought', () => {
    const quantity = (columns: string, cells: string) =>
      fieldsIn(`Product,${columns}\nJug,${cells}\n`)[0]?.quantity_needed;
    assert.equal(quantity('Quantity Requested,Quantity Purchased', '4,1'), 4);
    assert.equal(quantity('Desired,Still Needs', '4,3'), 4);
    assert.equal(quantity('Still Needs,Desired', '3,4'), 4);
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
      'Total|Gesamtsumme|Grand total: 5 items|Shipping|Versandkosten (DHL)|Tax|Итого|合計|סה"כ|Frais de livraison|Sub-total €';
    for (const sum of sums.split('|'))
      assert.deepEqual(kinds(`name,price\nJug,5\n"${sum.replaceAll('"', '""')}",5\n`), [[], ['sum']], sum);
    for (const wish of ['Total War', 'Delivery bike', 'Sumo suit', 'Portobello mushrooms', 'Taxi toy'])
      assert.deepEqual(kinds(`name,price\n${wish},5\n`), [[]], wish);
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

  it('may name their columns with several words, in six languages', () => {
    const names = {
      name: `Wunsch|Title|Item Name|Product|name_of_item|Artikelname|Produktbezeichnung|Nom du produit|Désignation|Título|
        Nombre del artículo|ITEM|Geschenk|Nome|Nome del prodotto|Articolo|Naam|Productnaam|Omschrijving|Cadeau`,
      url: `Item URL|Product Link|product-url|Link to item|Web address|Produktlink|Link zum Produkt|Lien|
        Lien vers le produit|Enlace|Dirección web|Where to buy|Indirizzo|Collegamento|Link al prodotto|Webadres|Productlink`,
      price:
        'Price|Preis|Unit Price|Item price|Price (EUR)|Preis in €|Einzelpreis|Prix unitaire|Precio|Prezzo|Prezzo unitario|Prijs|Sale price',
      quantity_needed:
        'Quantity|Menge|Qty|Quantity needed|Stückzahl|Quantité|Cantidad|Quantità|Aantal|Qty wanted|Desired|Gewünscht|Quantité souhaitée|Cantidad deseada|Gewenst aantal|Total wanted',
      quantity_left: 'Still needs|Still needed|Qty remaining|Noch benötigt|Encore souhaité|Nog gewenst|Remaining',
      image_url:
        'Picture|Bild|Image URL|Item image|Link to image|Bild-URL|Produktbild|URL de la imagen|Photo du produit',
      retailer: 'Store|Händler|Store name|Name of the shop|Shopname|Boutique|Tienda',
      description: 'Notes|Kommentar|Item description|Beschreibung|Remarques|Observaciones',
      heading: 'Category|Überschrift|Category name|Kategorie|Catégorie|Sección',
      currency: 'Currency|Währung',
      most_wanted: 'most wanted|Most-Wanted',
      unknown: `Item number|Item #|Quantity purchased|Store URL|Customer name|Gift message|Registry link|Number|`,
    };
    for (const [field, columns] of Object.entries(names))
      for (const column of columns.split(/\|\s*/)) assert.equal(fieldOf(column) ?? 'unknown', field, column);
  });

  it('may name their columns in any language with a spreadsheet', () => {
    const fields = ['name', 'url', 'price', 'quantity_needed', 'description'];
    for (const [separator, columns] of [
      [',', 'שם המוצר,קישור,מחיר (₪),כמות,הערות'],
      [';', 'Название товара;Ссылка;Цена;Кол-во;Примечание'],
      [';', 'Όνομα;Σύνδεσμος;Τιμή (€);Ποσότητα;Σημειώσεις'],
      [',', '商品名,リンク,価格（円）,数量,備考'],
      [',', '商品名称,链接,价格,数量,备注'],
      [',', '商品名稱,連結,價格,數量,備註'],
      [',', '상품명,링크,가격,수량,메모'],
      [',', 'اسم المنتج,الرابط,السعر,الكمية,ملاحظات'],
      [';', 'Nazwa;Odkaz;Cena jednostkowa;Ilość;Uwagi'],
      [';', 'Název;Odkaz;Cena;Počet kusů;Poznámka'],
      [';', 'Namn;Länk;Pris (kr);Antal;Anteckning'],
      [';', 'Navn;Lenke;Pris;Antall;Beskrivelse'],
      [';', 'Nimi;Linkki;Hinta;Määrä;Huomio'],
      [';', 'Megnevezés;Hivatkozás;Ár;Darab;Megjegyzés'],
      [';', 'Ürün adı;Bağlantı;Fiyat;Adet;Açıklama'],
      [';', 'Nome do produto;Endereço;Preço;Quantidade;Observações'],
      [',', 'नाम,लिंक,कीमत,मात्रा,विवरण'],
      ['\t', 'ชื่อ\tลิงก์\tราคา\tจำนวน\tหมายเหตุ'],
    ] as const) {
      const row = ['Jug', 'https://a.example/1', '5', '2', 'red'].join(separator);
      const found = wishesIn(`${columns}\n${row}\n`);
      assert.deepEqual(
        found.columns?.used.map(({ field }) => field),
        fields,
        columns,
      );
      assert.partialDeepStrictEqual(found.wishes[0]?.fields, { name: 'Jug', price: 5, quantity_needed: 2 });
    }
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
    for (const written of ['0', '-1', '1.5', '1-2', '2 of 4', '2/4', 'many', 'a few'])
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
    ] as const)
      assert.equal(fieldsIn(`name;${column}\nPot;${mark}\n`)[0]?.most_wanted, isFavourite || undefined, mark);
    for (const mark of ['no', '0', 'nein', ''])
      assert.deepEqual(fieldsIn(`name;most wanted\nPot;${mark}\n`), [{ name: 'Pot' }], mark);
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

  it('may have as many wishes, and be as large, as the limit allows', () => {
    const numbers = Array.from({ length: 2000 }, (_, n) => n);
    for (const file of [
      `name,url\n${'x,\n'.repeat(2000)}`,
      numbers.map((n) => `https://shop.example/${n}`).join('\n'),
      `<!-- saved --><!-- again -->\n<!doctype netscape-bookmark-file-1><dl>${numbers.map(bookmark).join('')}`,
      'a\nadded 1\n'.repeat(2000),
      `<ul>${numbers.map((n) => `<li data-itemid="${n}"><a id="itemName_${n}">x</a>`).join('')}`,
    ])
      assert.equal(wishesIn(file).wishes.length, 2000, file.slice(0, 20));
    assert.equal(wishesIn(`https://shop.example/pot${' '.repeat(2_000_000 - 24)}`).wishes.length, 1);
  });

  it('contain a repeated address once, except in tables', () => {
    const addresses = [
      'http://shop.example/Pot',
      'HTTPS://www.SHOP.example/Pot/#top',
      'shop.example/Pot/',
      'https://shop.example/pot',
      'https://shop.example/Pot?x=1',
    ];
    const places = (file: string) => wishesIn(file).wishes.map(({ place }) => place);
    const links = addresses.map((address) => `<dt><a href="${address}">x</a>`).join('');
    assert.deepEqual(places(`<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>${links}`), [1, 4, 5]);
    assert.deepEqual(places(addresses.join('\n')), [1, 4, 5]);
    assert.deepEqual(places(`name,url\n${addresses.map((address) => `x,${address}\n`).join('')}`), [2, 3, 4, 5, 6]);
  });

  it('shorten a name of more than 100 characters, and have all of it in the description', () => {
    const link = (name: string) =>
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><a href="https://a.example/">${name}</a><dd>Red`;
    const read100 = wishesIn(link('😀'.repeat(100))).wishes[0];
    assert.deepEqual(read100?.notes, []);
    assert.partialDeepStrictEqual(read100, {
      fields: { name: '😀'.repeat(100), description: 'Red' },
    });
    const read101 = wishesIn(link('😀'.repeat(101))).wishes[0];
    assert.partialDeepStrictEqual(read101, {
      notes: [{ kind: 'short name', text: '' }],
      fields: { name: `${'😀'.repeat(99)}…`, description: `${'😀'.repeat(101)}\nRed` },
    });
  });

  it('may be UTF-16 with few zeros, and Windows-1252 with a wrong mark and undefined bytes', () => {
    const text = `name,url\n${'茶壶'.repeat(50)},https://a.example/b\n`;
    for (const file of [utf16(`\u{FEFF}${text}`), utf16(`\u{FEFF}${text}`).swap16()])
      assert.equal(fieldsIn(file)[0]?.name, '茶壶'.repeat(50));
    const bytes = [0xef, 0xbb, 0xbf, ...Buffer.from('name,url\nK'), 0xe4, 0x81, ...Buffer.from('se,\n')];
    assert.deepEqual(fieldsIn(Uint8Array.from(bytes)), [{ name: 'Käse' }]);
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

  it('may be bookmarks, whose folders become headings', () => {
    const { format, wishes } = wishesIn(BOOKMARKS);
    assert.equal(format, 'bookmarks');
    assert.deepEqual(
      wishes.map(({ place, fields }) => [place, fields.name, fields.url, fields.heading, fields.description]),
      [
        [1, 'Pot & pan <3', 'https://shop.example/a?b=1&c=2', 'Kitchen', 'Really\ngood'],
        [2, 'Chair', 'https://shop.example/chair', 'Gifts', ''],
        [4, 'Script', 'javascript:alert(1)', 'Gifts', ''],
        [5, 'Chair x', 'https://shop.example/chair-x', 'Gifts', ''],
      ],
    );
  });

  it('may be bookmarks whose folders have descriptions, which belong to no wish', () => {
    const lines = [
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>',
      '<DT><A HREF="https://a.example/1">Jug</A>',
      '<DT><H3>Garden</H3><DD>for the summer <b>house</b>',
      '<DL><p><DD>more words<DT><A HREF="https://a.example/2">Rake</A><DD>a long one</DL><p>',
      '<DD>words after a folder<DT><A HREF="https://a.example/3">Mug</A></DL>',
    ];
    assert.deepEqual(
      fieldsIn(lines.join('\n')).map(({ name, heading, description }) => [name, heading, description]),
      [
        ['Jug', '', ''],
        ['Rake', 'Garden', 'a long one'],
        ['Mug', '', ''],
      ],
    );
  });

  it('may be bookmarks without the usual first line, other lists of links, and the bookmarks that browsers keep', () => {
    const links = ['Kettle', 'Pot'].map((name) => ({ name, url: `https://shop.example/${name}` }));
    const list = (open: string) => links.map(({ name, url }) => `<${open}><a href="${url}">${name}</a>`).join('');
    const tree = (name: string, url: string, type: object) => ({
      [name]: 'menu',
      children: [
        { [name]: 'Kitchen', children: links.map((link) => ({ [name]: link.name, [url]: link.url, ...type })) },
      ],
    });
    for (const [file, heading] of [
      [`<!-- saved -->\n<title>bookmarks</title><dl><p>${list('dt')}</dl>`, ''],
      [`<html><body><ul>${list('li')}</ul></body></html>`, ''],
      [JSON.stringify(tree('title', 'uri', { typeCode: 1 })), 'Kitchen'],
      [
        JSON.stringify({ roots: { bookmark_bar: tree('name', 'url', { type: 'url' }), other: { children: [] } } }),
        'Kitchen',
      ],
    ] as const) {
      const { format, wishes } = wishesIn(file);
      assert.equal(format, 'bookmarks', file);
      assert.deepEqual(
        wishes.map(({ fields }) => [fields.name, fields.url, fields.heading]),
        links.map(({ name, url }) => [name, url, heading]),
      );
    }
  });

  it('may be data of any program that contain links with names, but not ours', () => {
    const card = { name: 'Vase', url: 'https://shop.example/v' };
    for (const data of [
      { name: 'Gifts', cards: [{ ...card, attachments: [] }] },
      [{ Title: 'Vase', URL: card.url }],
      { items: [{ title: 'Vase', link: card.url, tags: ['a'] }], next: null },
      { title: 'Wishes', annotations: [{ uri: card.url, title: 'Vase' }] },
    ]) {
      const { format, wishes } = wishesIn(JSON.stringify(data));
      assert.equal(format, 'bookmarks');
      assert.deepEqual(
        wishes.map(({ fields: { name, url } }) => ({ name, url })),
        [card],
      );
    }
    assert.deepEqual(read(JSON.stringify({ format: 'largesse.registry/1', wishes: [card] })), {
      format: 'json',
      data: { format: 'largesse.registry/1', wishes: [card] },
    });
  });

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

  it('lose bullets, check boxes and marks of quotations, and lines without a word', () => {
    for (const mark of ['- ', '* ', '• ', '- [ ] ', '- [x] ', '☐ ', '> ', '>> ', '> - '])
      assert.deepEqual(
        fieldsIn(`${mark}Red cup https://shop.example/c\n>\n€ 12.50\n---`).map(({ name, url }) => [name, url]),
        [['Red cup', 'https://shop.example/c']],
        mark,
      );
  });

  it('may be the links that Pocket or Instapaper exports', () => {
    const page = (title: string, list: string) =>
      `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>Unread</h1><${list}>
      <li><a href="https://a.example/1" time_added="1">Jug</a></li>
      <li><a href="https://a.example/blue-mug">https://a.example/blue-mug</a></li></${list}></body></html>`;
    for (const html of [page('Pocket Export', 'ul'), page('Instapaper: Export', 'ol')]) {
      const { format, wishes } = wishesIn(html);
      assert.equal(format, 'bookmarks');
      assert.deepEqual(
        wishes.map(({ fields: { name, url, heading } }) => [name, url, heading]),
        [
          ['Jug', 'https://a.example/1', ''],
          ['Blue mug', 'https://a.example/blue-mug', ''],
        ],
      );
    }
  });

  it('may be saved pages of an Amazon list in any country, with nested prices', () => {
    const pageOf = (host: string, ...products: string[]) =>
      `<html><a href="https://www.amazon.com/help">x</a><link rel="canonical" href="https://${host}/hz/wishlist/ls/1"><ul>${products
        .map(
          (parts, n) =>
            `<li data-itemid="${n}" data-price="9.5"><a id="itemName_${n}" href="/dp/B00000000${n}">x</a>${parts}</li>`,
        )
        .join('')}</ul>`;
    const price = (parts: string) => `<span id="itemPrice_0">${parts}</span><b>7</b>`;
    const hidden = (text: string) => `<span class="a-offscreen">${text}</span>`;
    for (const [host, parts, site, expected, currency] of [
      ['www.amazon.co.uk', price(`${hidden('£8.25')}<span><span>£</span>8<span>.</span>25</span>`), 'GBP', 8.25],
      ['www.amazon.co.uk', price(`${hidden('£8.25')}<span><span>£</span>8</span>`), 'EUR', 8.25, 'GBP'],
      ['www.amazon.de', price('<span>1.299<span>,</span></span><span>99</span><span>€</span>'), 'EUR', 1299.99],
      ['www.amazon.co.uk', '', 'EUR', 9.5, 'GBP'],
      ['www.amazon.com.be', '', 'EUR', 9.5],
      ['www.amazon.ca', price('$8.25'), 'USD', 8.25, 'CAD'],
      ['www.amazon.se', price('82,50 kr'), 'NOK', 82.5, 'SEK'],
      ['www.amazon.co.za', price('R825.00'), 'ZAR', 825],
    ] as const) {
      const [wish] = wishesIn(pageOf(host, parts), site).wishes;
      const { price, currency: code } = wish?.fields ?? {};
      assert.deepEqual([price, code], [expected, currency], `${host} ${parts} in ${site}`);
      assert.equal(wish?.fields.url, `https://${host}/dp/B000000000`);
    }
  });

  it('may be saved Amazon lists with products of other shops, mobile links and decoration', () => {
    const { wishes } = wishesIn(
      `<html>https://www.amazon.de/<ul>
      <li data-itemid="1"><img src="https://a.example/images/G/drag_icon.png"><img src="https://a.example/images/I/1.jpg">
      <span id="itemName_1"><span>Wooden</span> <b>train</b></span>Added from <a href="https://www.trains.example/7?x=1">trains.example</a></li>
      <li data-itemid="2"><a id="itemName_2" href="/gp/aw/d/B000000002/?coliid=1">Jug</a><a href="https://ads.example/">Buy now</a></li>
      <li data-itemid="3"><a id="itemName_3" href="https://shop.example/dp/B000000003/red">Mug</a></li>
      <li data-itemid="4"><span id="itemName_4">Gone</span><a href="https://ads.example/">Look here</a></li></ul>`,
    );
    assert.deepEqual(
      wishes.map(({ fields: { name, url, retailer, image_url } }) => [name, url, retailer, image_url]),
      [
        ['Wooden train', 'https://www.trains.example/7?x=1', 'trains.example', 'https://a.example/images/I/1.jpg'],
        ['Jug', 'https://www.amazon.de/dp/B000000002', 'Amazon', undefined],
        ['Mug', 'https://shop.example/dp/B000000003/red', 'shop.example', undefined],
        ['Gone', '', 'Amazon', undefined],
      ],
    );
  });

  for (const [language, text, currency] of PASTED)
    it(`may be lists pasted from Amazon, in ${language}`, () => {
      const { format, wishes } = wishesIn(text, currency);
      assert.equal(format, 'amazon');
      assert.deepEqual(
        wishes.map(({ fields: { name, price, quantity_needed, retailer } }) => [
          name,
          price,
          quantity_needed,
          retailer,
        ]),
        [
          ['Electric Kettle 1.7 l', 29.99, 1, 'Amazon'],
          ['De Luxe Tea, 100 bags', 1299, 3, 'Amazon'],
          ['A book without a price', undefined, 1, 'Amazon'],
        ],
      );
    });

  it('may be saved pages of an Amazon list', () => {
    const { format, wishes } = wishesIn(SAVED);
    assert.equal(format, 'amazon');
    assert.partialDeepStrictEqual(wishes, [
      {
        fields: {
          name: 'Kettle & co',
          url: 'https://www.amazon.de/dp/B00ABCDEFG',
          price: 29.99,
          quantity_needed: 2,
          description: 'Red, please',
          image_url: 'https://m.media-amazon.example/k.jpg',
        },
      },
    ]);
  });

  it('may be saved pages with prices, pictures and links of several kinds', () => {
    const product = (id: number, attributes: string, parts: string, link = `/dp/B00000000${id}`) =>
      `<li data-itemid="${id}" ${attributes}><a id="itemName_${id}" href="${link}">x</a>${parts}</li>`;
    const { wishes } = wishesIn(
      [
        'https://smile.amazon.de/',
        product(1, 'data-price="29.99"', '<b id="itemPrice_1">27,50 €</b><b id="itemRequested_1">0</b>'),
        product(2, 'data-price="0"', '<img src="data:image/gif;base64,x"><img src="https://a.example/2.jpg">'),
        product(3, '', '<img src="https://a.example/3.jpg"><img src="https://a.example/4.jpg">'),
        product(
          4,
          'data-price="5"',
          '<b id="itemPrice_4">unknown</b>',
          'https://WWW.Amazon.co.uk/gp/product/B000000004?x',
        ),
        product(5, '', '', 'https://shop.example/pot?x=1'),
        product(6, '', '', 'javascript:alert(1)'),
        product(7, '', '', '/dp/B000000001/again'),
      ]
        .join('\n')
        .replace(/^(.*)$/s, '<ul>$1</ul>'),
    );
    const amazon = 'https://smile.amazon.de/dp/B00000000';
    assert.deepEqual(
      wishes.map(({ place, fields: { url, price, image_url, quantity_needed } }) => [
        place,
        url,
        price,
        image_url,
        quantity_needed,
      ]),
      [
        [1, `${amazon}1`, 27.5, undefined, 1],
        [2, `${amazon}2`, undefined, undefined, 1],
        [3, `${amazon}3`, undefined, 'https://a.example/3.jpg', 1],
        [4, 'https://www.amazon.co.uk/dp/B000000004', 5, undefined, 1],
        [5, 'https://shop.example/pot?x=1', undefined, undefined, 1],
        [6, '', undefined, undefined, 1],
      ],
    );
  });

  for (const [added, by = 'by Philips (Kitchen)', wanted = 'Menge\u00a0(Stück): 0'] of ADDED)
    it(`may be lists pasted from Amazon with the line “${added}”`, () => {
      const { format, wishes } = wishesIn(`Kettle\u200e\n${by}\n29,99 €\nQuantity: 0\n\u200e${added}\n${wanted}\n`);
      assert.equal(format, 'amazon');
      const quantity_needed = wanted.endsWith('3') ? 3 : 1;
      assert.partialDeepStrictEqual(wishes, [{ fields: { name: 'Kettle', price: 29.99, quantity_needed } }]);
    });

  it('keep the currency of a price, unless it is the site’s (rules: Currencies)', () => {
    const { wishes } = wishesIn('name,price\nA,$5\nB,5 €\nC,5\n');
    assert.deepEqual(
      wishes.map(({ fields }) => [fields.price, fields.currency]),
      [
        [5, 'USD'],
        [5, undefined],
        [5, undefined],
      ],
    );
    assert.equal(wishesIn('name,price\nA,$5\n', '').wishes[0]?.fields.currency, 'USD');
    const { wishes: named } = wishesIn('name,price,currency\nA,$5, EUR \nB,5,USD\nC,5 €, \n');
    assert.deepEqual(
      named.map(({ fields, currency }) => [fields.price, currency]),
      [
        [5, 'EUR'],
        [5, 'USD'],
        [5, 'EUR'],
      ],
    );
  });

  // prices.test.ts has more spellings.
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

  it('lose the end of a long text, cut between two characters', () => {
    const [wish] = fieldsIn(`${'x'.repeat(9999)}${'😀'.repeat(9999)} https://a.example/b`);
    assert.ok(JSON.stringify(wish).length < 1000);
    assert.doesNotMatch(JSON.stringify(wish), /\\ud/);
    const [cell] = wishesIn(`name,note\n${'x'.repeat(9999)}😀😀,y\n`).wishes;
    assert.equal(cell?.fields.name, `${'x'.repeat(99)}…`);
    assert.deepEqual(
      cell?.notes.map(({ kind }) => kind),
      ['short name', 'short description'],
    );
  });
});

describe('a hostile file of 2 MB', () => {
  it('that repeats one of the pieces is read or refused within a second', () => {
    for (const beginning of BEGINNINGS)
      for (const piece of PIECES) assertQuick(fileOf(beginning, [[piece, FULL]], 'b http://a.example', FULL / 4));
  });

  it('made of several pieces is read or refused within a second', () =>
    fc.assert(
      fc.property(hostileFile, (file) => void assertQuick(file)),
      { numRuns: 200 },
    ));

  it('of any bytes is read or refused', () =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void assertQuick(bytes))));
});
