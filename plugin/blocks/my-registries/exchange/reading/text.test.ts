import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsIn, utf16 } from '../../../../testing/wish-file.ts';

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

describe('wish files', () => {
  for (const [encoding, encode] of ENCODINGS)
    it(`are read in ${encoding}`, () => {
      const [wish] = fieldsIn(encode('name;preis;notiz\r\n"Käseglocke – groß";12,50;"zwei\nZeilen €"\r\n'));
      assert.deepEqual(wish, { name: 'Käseglocke – groß', price: 12.5, description: 'zwei\nZeilen €' });
    });

  it('may be UTF-16 with few zeros, and Windows-1252 with a wrong mark and undefined bytes', () => {
    const text = `name,url\n${'茶壶'.repeat(50)},https://a.example/b\n`;
    for (const file of [utf16(`\u{FEFF}${text}`), utf16(`\u{FEFF}${text}`).swap16()])
      assert.equal(fieldsIn(file)[0]?.name, '茶壶'.repeat(50));
    const bytes = [0xef, 0xbb, 0xbf, ...Buffer.from('name,url\nK'), 0xe4, 0x81, ...Buffer.from('se,\n')];
    assert.deepEqual(fieldsIn(Uint8Array.from(bytes)), [{ name: 'Käse' }]);
  });
});
