import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../../../contract/testing/properties.ts';
import { read, wishesIn } from '../../../../testing/wish-file.ts';

const quotedPrintable = (html: string) =>
  Array.from(Buffer.from(html), (byte) =>
    byte === 10
      ? '\r\n'
      : byte === 61 || byte > 126
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
  )
    .join('')
    // A line may end anywhere, with a sign that it continues.
    .replaceAll(/(\S{3})( ?)(?=\S)/g, (_, text: string, space: string) =>
      text.includes('=') ? text + space : `${text}${space}=\r\n`,
    );

const ENCODINGS: Readonly<Record<string, (html: string) => string>> = {
  'quoted-printable': quotedPrintable,
  base64: (html) => Buffer.from(html).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  '8bit': (html) => html,
};

/** Returns a page as Chrome saves it, after a picture or before it. */
function saved(html: string, encoding: string, isPageFirst: boolean): string {
  const page = `Content-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Location: https://shop.example/list\r\n\r\n${ENCODINGS[encoding]?.(html)}`;
  const picture = 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=';
  const parts = isPageFirst ? [page, picture] : [picture, page];
  return `From: <Saved by Blink>
Snapshot-Content-Location: https://shop.example/list
Subject: My list
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--x----"

${['', ...parts].join('\r\n------MultipartBoundary--x----\r\n')}\r\n------MultipartBoundary--x------\r\n`;
}

const name = fc.constantFrom('Red pot', 'Töpfe für 2', '本棚', 'a=b');

describe('a page that a browser saved with its pictures', () => {
  for (const encoding of Object.keys(ENCODINGS))
    it(`is read if it is encoded as ${encoding}`, () => {
      fc.assert(
        fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean(), (names, isPageFirst) => {
          const rows = names.map((one, n) => `<tr><td>${one}</td><td>https://shop.example/${n}</td></tr>`).join('\n');
          const html = `<!DOCTYPE html>\n<table>\n<tr><th>Name</th><th>Link</th></tr>\n${rows}\n</table>`;
          const { format, wishes } = wishesIn(saved(html, encoding, isPageFirst));
          assert.equal(format, 'csv');
          assert.deepEqual(
            wishes.map(({ fields }) => [fields.name, fields.url]),
            names.map((one, n) => [one, `https://shop.example/${n}`]),
          );
        }),
      );
    });

  it('has links relative to its address, and may name an unknown encoding', () => {
    const html =
      '<!DOCTYPE html><ul><li data-itemid="I1"><h2><a id="itemName_I1" href="/dp/B000000001/">Pot</a></h2></li></ul>';
    const page = saved(html, 'quoted-printable', true)
      .replace('charset="utf-8"', 'charset="x-unknown"')
      .replaceAll('https://shop.example/list', 'https://www.amazon.de/hz/wishlist/ls/ABC');
    assert.deepEqual(
      wishesIn(page).wishes.map(({ fields: { name, url } }) => [name, url]),
      [['Pot', 'https://www.amazon.de/dp/B000000001']],
    );
  });

  it('is refused if it contains no wishes', () => {
    assert.deepEqual(read(saved('<!DOCTYPE html><p>Hello', 'quoted-printable', true)), {
      fault: 'other page',
      line: 0,
    });
  });
});
