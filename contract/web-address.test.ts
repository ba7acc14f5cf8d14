import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressesIn, cleaned } from './addresses-in-text.ts';
import * as fc from './testing/properties.ts';
import { brief, ruleCases } from './testing/rule-cases.ts';
import { address, patternRule } from './text.ts';
import { readAddress } from './web-address.ts';

const { pattern } = address({});
const isValid = (text: string) => new RegExp(pattern, 'u').test(text);

const withScheme = (text: string) =>
  text.replace(/^(https?:|\/\/)?/i, (start) => (start === '//' ? 'https://' : start || 'https://'));

const opens = (typed: string) => {
  const read = readAddress(typed);
  assert.ok('address' in read, `${typed}: ${JSON.stringify(read)}`);
  return read.address;
};

/** Hosts of letters and digits of one script, an IP address, and a host with a port. */
const host = fc.oneof(
  fc
    .constantFrom('abcz059', 'äöüßé', 'абвя', 'אבג', '가나다', 'あいアイ', '茶碗水', 'कखग')
    .chain((letters) =>
      fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 }), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map((labels) => `${labels.join('.')}.example`),
  fc.constantFrom('shop.example:8080', '192.168.1.5', '[2001:db8::1]', 'localhost', 'a@shop.example'),
);

/** Paths, queries and fragments with everything that shops write without encoding. */
const after = fc.array(
  fc.constantFrom(
    ...['/', '?', '#', '&', '=', '%20', '%zz', '-', '–', '_', '.', '..', ',', ';', ':', '!', '~', '$', '+', '@'],
    ...[
      'a',
      'B',
      '7',
      'ä',
      'é',
      'ж',
      'ב',
      '茶',
      'ア',
      '가',
      'क',
      '|',
      '(x)',
      '[1]',
      '{y}',
      "it's",
      '&amp;',
      'https://b.example/',
    ],
  ),
  { maxLength: 12 },
);
const complete = fc
  .tuple(fc.constantFrom('http://', 'https://', 'HTTPS://'), host, after)
  .map(([scheme, name, parts]) => scheme + name + (parts.length > 0 ? `/${parts.join('')}` : ''))
  // These are several addresses.
  .filter((typed) => !/[,;|]https:/.test(typed));

describe('the address of an item', () => {
  for (const { address: typed, isOpened } of ruleCases.webAddresses)
    it(`${isOpened ? 'can' : 'cannot'} be ${brief(typed)}`, () => {
      assert.equal(isValid(typed), isOpened);
      if (isOpened) assert.ok(URL.canParse(withScheme(typed)));
    });

  it('can be any complete address of a browser', () =>
    fc.assert(
      fc.property(complete, (typed) => {
        assert.ok(isValid(typed), typed);
        assert.ok(URL.canParse(typed), typed);
      }),
    ));

  it('that the service refuses is named with the fault', () => {
    for (const [typed, format] of [
      ['https:/shop.example/x', 'two-slashes'],
      ['"https://shop.example/x"', 'bare-address'],
      ['ftp://shop.example/x', 'http-scheme'],
      ['https://shop.example/a b', 'one-address'],
      ['https://shop.example/a,https://shop.example/b', 'one-address'],
      ['https://shop.example:65536/', 'port-number'],
      ['https://shop"x.example/', 'host-name'],
      ['kettle-red-blue', 'web-address'],
    ] as const)
      assert.deepEqual(
        [patternRule('url', pattern, typed).rule, patternRule('url', pattern, typed).limit],
        ['format', format],
        typed,
      );
  });
});

describe('a typed address', () => {
  for (const { typed, address: repaired, fault } of ruleCases.typedAddresses)
    it(`${brief(typed)} ${repaired === undefined ? `lacks the format ${fault}` : `means ${brief(repaired)}`}`, () =>
      assert.deepEqual(readAddress(typed), repaired === undefined ? { fault } : { address: repaired }));

  it('that is complete stays unchanged, whatever it contains', () =>
    fc.assert(fc.property(complete, (typed) => assert.equal(opens(typed), typed))));

  it('is the same with any marks around it, without its scheme, and with a damaged scheme', () =>
    fc.assert(
      fc.property(
        complete.filter(
          (typed) => typed.startsWith('https://') && !/\.example:|[@[\]]|\d\.\d|localhost|["*_]$/.test(typed),
        ),
        fc.constantFrom(
          ...['"…"', "'…'", '“…”', '„…“', '«…»', '<…>', '(…)', '[…]', '「…」', '**…**', '\u200b…\ufeff', '\n …\t'],
          ...['[x](…)', '[url]…[/url]', '<a href="…">x</a>', '=HYPERLINK("…";"x")', 'URL:…', '<URL:…>'],
          ...["'…", '~~…~~', '||…||', '👉…', '👉 … 👈', '- …', 'Link:…', 'Lien : …', '链接：…', '“…” ,'],
        ),
        fc.constantFrom(
          'https://',
          'https:/',
          'https:',
          'https//',
          'https;//',
          'https//:',
          'https.//',
          'https:// ',
          'https://www.https://',
          'htps://',
          'ttps://',
          'https：//',
          '//',
          '',
        ),
        (typed, around, scheme) => {
          // Entities in a link of HTML are decoded.
          fc.pre(!around.startsWith('<a') || !typed.includes('&amp;'));
          // Slack writes a link and its name between these brackets.
          fc.pre(around !== '<…>' || !typed.includes('|'));
          assert.equal(opens(around.replace('…', () => typed)), typed);
          assert.equal(opens(scheme + typed.slice('https://'.length)), typed);
        },
      ),
    ));

  it('is valid after a repair, also for service and browser; a repair changes nothing twice', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...['http', 'https', ':', '/', '//', '://', 'shop', '.', 'example', ' ', '"', '(', ')', '<', '>', '[', ']'],
            ...['*', '=', 'a', '7', '茶', '\u200b', '。', '：', '?', '#', '@', 'ftp:', '%', '\\', '\n'],
          ),
          { maxLength: 14 },
        ),
        (pieces) => {
          const read = readAddress(pieces.join(''));
          if ('fault' in read) return;
          assert.ok(isValid(read.address), read.address);
          // A host named like a scheme is read as a repeated scheme.
          if (!/\/\/[^/]*\bhttps?(?![a-z])/i.test(read.address)) assert.equal(opens(read.address), read.address);
        },
      ),
      { numRuns: 2000 },
    ));
});

describe('the first address in a text', () => {
  const first = (text: string) => addressesIn(cleaned(text)).next().value?.address ?? null;

  for (const { text: shared, address: found } of ruleCases.addressesInTexts)
    it(`is ${found} in ${brief(shared)}`, () => assert.equal(first(shared), found));

  /**
   * Addresses as texts contain them: they end with a letter or digit, have no second address inside, and no two
   * punctuation marks in a row, which end a sentence.
   */
  const written = fc
    .tuple(host, after)
    .map(([name, parts]) => `https://${name}/${parts.filter((part) => !/[%:&(){}[\]|–]|^[,;]$/.test(part)).join('')}x`)
    .filter((typed) => !/[.?!,;:'#/]{2}/.test(typed.slice('https://'.length)));

  it('is complete between words of any script, spaces or full-width punctuation', () =>
    fc.assert(
      fc.property(
        written,
        fc.constantFrom('', 'Jug ', '水壶：', '链接', '「', '(', '“', '* ', 'Cup, ', 'かわいい'),
        fc.constantFrom(
          '',
          ' red',
          '，红色的',
          '。',
          '」です',
          ')',
          '.',
          '!',
          '” nice',
          '\n',
          '>',
          '**',
          '（共有',
          ' – x',
          '?',
        ),
        (typed, before, behind) => assert.equal(first(before + typed + behind), typed, before + typed + behind),
      ),
    ));

  it('is one of several', () =>
    fc.assert(
      fc.property(
        fc.array(
          written.filter((typed) => !typed.includes("'")),
          { minLength: 1, maxLength: 4 },
        ),
        fc.constantFrom(' ', ', ', ',', ';', '\n', ' and ', '、', '|'),
        (all, between) =>
          assert.deepEqual(
            [...addressesIn(all.join(between))].map(({ address: found }) => found),
            all,
          ),
      ),
    ));
});
