import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { bytesOf, CURRENCY, read, utf16, wishesIn } from '../../../../testing/wish-file.ts';
import { readWishFile, type WishFile } from './read.ts';

/** Maximum processor time in milliseconds to read or refuse a file. */
const SECOND = 1000;

/** Size in bytes of a file that is almost too large. */
const FULL = 1_990_000;

const times = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join('');

const bookmark = (n: number) => `<dt><a href="https://a.example/${n}">x</a>`;

/** Names of columns that the reader does not know. */
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
    'unknown',
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

/** Beginnings of generated files in different formats. The tests append repeated hostile pieces. */
const BEGINNINGS = [
  '',
  'name,url\n',
  'name\turl\n"',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl>',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><h3>',
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><dl><dt><a href="https://a.example">',
  '<ul><li data-itemid="1">',
  '<table><tr><td>name<td>url<tr>',
  '<ul><li data-itemid="1"><a id="itemName_1" href="/dp/',
  '<!DOCTYPE html><script id="largesse-registry">',
  '<?xml version="1.0"?><opml><outline url="https://a.example" text="',
  'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n\n<ul>',
  '{"format":"largesse.registry/1","wishes":[',
  'https://a.example',
  'Kettle\nadded 1\n',
  '[18:43] Anna: https://a.example\n',
];

/** Pieces of text that a backtracking parser would read slowly. */
const PIECES = [
  ...['a\nadded 1\n', 'by (\nadded 1\n', 'added ', 'by ((((', 'quantity('],
  ...[
    ' ',
    '\u00a0',
    '-',
    'http://',
    'http://.',
    'http:/a.b',
    'http://a/-\n',
    'https://a.example ',
    "'",
    '😀',
    'é',
    'CA$',
    '1,000',
  ],
  ...['"', '""', '",', ',', ';', '\t', '\n', '\r\n', 'x\n', 'name,'],
  ...['<', '</', '<!--', '-->', '<!---->', '<b>', '<h3>', '<h3>x</h3><dl>', '<dl><dt>', '</dl>', '<script>', '<title>'],
  ...[
    '<a href="https://a.example/',
    '<a ',
    'a="" ',
    '<td rowspan=999 colspan=999>',
    '<tr>',
    '<li data-itemid="1">',
    '<b id="itemComment_1">',
  ],
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
