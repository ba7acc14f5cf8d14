import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsIn, utf16, wishesIn } from '../../../../testing/wish-file.ts';

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

  /** Languages of browsers, with the encoding of their Windows and a name in it. */
  const OLD: readonly [language: string, encoding: string, name: string][] = [
    ['pl-PL', 'windows-1250', 'Żółta łódź – mała'],
    ['hu', 'windows-1250', 'Őszi bögre'],
    ['ru-RU', 'windows-1251', 'Синяя чашка'],
    ['el-GR', 'windows-1253', 'Μπλε κούπα'],
    ['tr-TR', 'windows-1254', 'Çay bardağı, ışık'],
    ['he-IL', 'windows-1255', 'כוס כחולה'],
    ['ar', 'windows-1256', 'كأس أزرق'],
    ['lt-LT', 'windows-1257', 'Ąžuolinė dėžė'],
    ['vi-VN', 'windows-1258', 'Đèn bàn'],
    ['th-TH', 'windows-874', 'ถ้วยสีฟ้า'],
    ['ja-JP', 'shift_jis', '青い茶碗'],
    ['zh-TW', 'big5', '藍色茶壺'],
    ['zh-Hant-HK', 'big5', '藍色茶壺'],
    ['zh-CN', 'gb18030', '蓝色茶壶'],
    ['ko-KR', 'euc-kr', '파란 찻잔'],
    ['de-DE', 'macintosh', 'Käseglocke für Zoë, groß'],
    ['fr-FR', 'macintosh', 'Théière émaillée, très légère'],
    ['fr-FR', 'windows-1252', 'Œufs au cœur d’été – « théière »'],
    ['en-US', 'windows-1252', 'Mugs “for two” – Zoë’s'],
  ];
  for (const [language, encoding, name] of OLD)
    it(`are read in ${encoding}, as programs for ${language} write them`, () => {
      const file = encoded(`name;price;url\r\n"${name}";12,50;https://a.example/b\r\n`, encoding);
      const [wish] = wishesIn(file, 'EUR', language).wishes;
      assert.deepEqual(wish?.fields, { name, price: 12.5, url: 'https://a.example/b' });
    });

  it('are read in the encoding that they declare', () => {
    for (const [encoding, name] of [
      ['ISO-8859-2', 'Żółta łódź'],
      ['windows-1251', 'Синяя чашка'],
      ['shift_jis', '青い茶碗'],
      ['no-such-one', 'Caf\u00e9'],
    ] as const) {
      const known = encoding === 'no-such-one' ? 'windows-1252' : encoding;
      const xml = `<?xml version="1.0" encoding="${encoding}"?><opml><body><outline text="${name}" url="https://a.example/b"/></body></opml>`;
      assert.equal(fieldsIn(encoded(xml, known))[0]?.name, name, encoding);
      for (const charset of [
        `<meta charset=${encoding}>`,
        `<META http-equiv="x" content="text/html; charset=${encoding}">`,
      ]) {
        const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1>${charset}<DL><DT><A HREF="https://a.example/b">${name}</A></DL>`;
        assert.equal(fieldsIn(encoded(page, known))[0]?.name, name, charset);
      }
    }
  });
});

/** Encodes a text. Node only decodes old encodings, so this function looks for the bytes of each character. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let byte = 0xff; byte >= 0; byte--) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  for (const char of new Set(text)) {
    for (let first = 0x81; first <= 0xfe && !bytesOf.has(char); first++)
      for (let second = 0x40; second <= 0xfe; second++)
        if (decoder.decode(Uint8Array.of(first, second)) === char) bytesOf.set(char, [first, second]);
    assert.ok(bytesOf.has(char), `${char} in ${encoding}`);
  }
  return Uint8Array.from([...text].flatMap((char) => bytesOf.get(char) ?? []));
}
