import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { splitPeople } from './typed-people.ts';

/** Typed and pasted lists, each with its expected entries. */
const LISTS: [text: string, entries: string[]][] = [
  ['', []],
  [' , ;\n\t', []],
  ['granny, uncle@family.example, Tom,', ['granny', 'uncle@family.example', 'Tom']],
  ['granny, uncle@family.example; Tom,', ['granny?', 'uncle@family.example', 'Tom?']],
  ['granny,\nTom,\nada', ['granny', 'Tom', 'ada']],
  ['a@b.example\nc@d.example\r\ne@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['Anna Berger <a@b.example>', ['a@b.example']],
  ['Anna Berger <a@b.example>, Ben <b@b.example>;', ['a@b.example', 'b@b.example']],
  ['"Berger, Anna" <a@b.example>, "Berger, Ben" <b@b.example>', ['a@b.example', 'b@b.example']],
  ['Anna\ta@b.example\t030 1234\nBen\tb@b.example', ['a@b.example', 'b@b.example']],
  ['ada\tben', ['ada?', 'ben?']],
  ['a@b.example c@d.example', ['a@b.example', 'c@d.example']],
  ['a@b.example.', ['a@b.example']],
  ['mailto:a@b.example', ['a@b.example']],
  ['MAILTO:a@b.example', ['a@b.example']],
  ['a@b.example\nc@d.example\rA@B.EXAMPLE', ['a@b.example', 'c@d.example']],
  ['(a@b.example)', ['a@b.example']],
  ['A@b.example, a@B.example, Ada, ada', ['A@b.example', 'Ada']],
  ['Anna Berger', ['Anna Berger']],
  ['anna@gmail', ['anna@gmail']],
  ['o’brien@b.example', ['o’brien@b.example']],
  ['Mum "the boss", Dad', ['Mum "the boss"?', 'Dad?']],
  ['Stone, Alice <alice@b.example>; Jonas, Bob <bob@b.example>', ['alice@b.example', 'bob@b.example']],
  ['Stone, Alice <alice@b.example>, Jonas, Bob <bob@b.example>', ['alice@b.example', 'bob@b.example']],
  ['Alice Stone (Garden) <alice@b.example>; Bob <bob@b.example>;', ['alice@b.example', 'bob@b.example']],
  ['Alice Stone alice@b.example, Bob Jonas bob@b.example', ['alice@b.example', 'bob@b.example']],
  ['alice@b.example / bob@b.example', ['alice@b.example', 'bob@b.example']],
  ['alice@b.example|bob@b.example', ['alice@b.example', 'bob@b.example']],
  [
    'alice@b.example、bob@b.example；carol@b.example，dan@b.example',
    ['alice@b.example', 'bob@b.example', 'carol@b.example', 'dan@b.example'],
  ],
  ['alice@b.example\u200b,\ufeffbob@b.example\u2060', ['alice@b.example', 'bob@b.example']],
  ['To: Alice <alice@b.example>\nCc: Bob <bob@b.example>', ['alice@b.example', 'bob@b.example']],
  ['1. alice@b.example\n2) bob@b.example\n• carol@b.example', ['alice@b.example', 'bob@b.example', 'carol@b.example']],
  ["'alice@b.example' <alice@b.example>", ['alice@b.example']],
  ['"bob@b.example" <alice@b.example>', ['alice@b.example']],
  ['alice [at] b.example', ['alice@b.example']],
  ['=?utf-8?Q?J=C3=B6rg?= <joerg@b.example>', ['joerg@b.example']],
  ['Anna,anna@b.example\nBen,ben@b.example', ['anna@b.example', 'ben@b.example']],
  [
    'Name,Email\n"Berger, Anna",anna@b.example,1\nBen,ben@b.example,2',
    ['Name?', 'Email?', 'anna@b.example', 'ben@b.example'],
  ],
  ['BEGIN:VCARD\nFN:Anna\nEMAIL;TYPE=home:a@b.example\nEND:VCARD', ['a@b.example']],
  ['Friends: a@b.example, c@d.example;', ['a@b.example', 'c@d.example']],
  ['Alice <a@b.example> Bob <b@b.example>', ['a@b.example', 'b@b.example']],
  ['أليس <a@b.example>، بوب <b@b.example>', ['a@b.example', 'b@b.example']],
  ['a@b.example؛ b@b.example', ['a@b.example', 'b@b.example']],
  ['田中＜a@b.example＞、山田＜b＠b.example＞', ['a@b.example', 'b@b.example']],
  ['a@b.example/b@b.example', ['a@b.example', 'b@b.example']],
  ['«a@b.example», `b@b.example` *c@d.example*…', ['a@b.example', 'b@b.example', 'c@d.example']],
  ['a [at] b [dot] example', ['a@b.example']],
  ['mailto:a@b.example?cc=b@b.example&subject=Hi', ['a@b.example', 'b@b.example']],
  ['Anna <a@b.example<mailto:a@b.example>>; Ben <b@b.example>', ['a@b.example', 'b@b.example']],
  ['<a href="mailto:a@b.example">Anna</a>', ['a@b.example']],
  ['Anna\na@b.example\nBen\nb@b.example', ['Anna?', 'a@b.example', 'Ben?', 'b@b.example']],
  ['Anna Berger, a@b.example', ['Anna Berger?', 'a@b.example']],
  ['First name,E-mail address\nAnna,a@b.example', ['First name?', 'E-mail address?', 'Anna?', 'a@b.example']],
  ['Name\tEmail\nAnna\ta@b.example', ['Name?', 'Email?', 'a@b.example']],
  [
    'BEGIN:VCARD\nitem1.EMAIL;TYPE=INTERNET:anna.berger@\n b.example\nEMAIL;ENCODING=QUOTED-PRINTABLE:b=40b.example\nEND:VCARD',
    ['anna.berger@b.example', 'b@b.example'],
  ],
  ['=HYPERLINK("mailto:a@b.example";"Anna")', ['a@b.example']],
  ['anna, anna@b.example', ['anna?', 'anna@b.example']],
  ['Anna Stone, Ben', ['Anna Stone', 'Ben']],
  ['"Stone, Alice"', ['"Stone?', 'Alice"?']],
  // A name of an address is lost with its address, or people behind it.
  ['Alice <alice@b.example, Bob <bob@b.example>', ['Alice <alice@b.example, Bob <bob@b.example>?']],
  ['alice@b.example granny', ['alice@b.example granny?']],
  ['granny und opa@b.example', ['granny und opa@b.example?']],
  ['a@b.example, c@b.example und granny', ['a@b.example', 'c@b.example und granny?']],
  ['a@b.example und c@b.example', ['a@b.example', 'c@b.example']],
  ['alice@alpha .example', ['alice@alpha .example?']],
  ['Alice <alice@alpha .example>', ['Alice <alice@alpha .example>?']],
  ['alice@gmail com', ['alice@gmail com?']],
  ['alice@gmail。com', ['alice@gmail.com']],
  ['a@b.example。c@b.example', ['a@b.example', 'c@b.example']],
  ['alice@gmail,com', ['alice@gmail?', 'com?']],
  ['alice@gmail;com', ['alice@gmail?', 'com?']],
  ['a@b.example (Anna)', ['a@b.example']],
  ['Anna (a@b.example)', ['a@b.example']],
  ['a@b.example <a@b.example> granny', ['a@b.example', 'granny?']],
  // HTML.
  ['Alice<br>alice@b.example<br/>Bob<BR>bob@b.example', ['Alice?', 'alice@b.example', 'Bob?', 'bob@b.example']],
  ['<ul><li>a@b.example</li><li class="x">c@b.example</li></ul>', ['a@b.example', 'c@b.example']],
  [
    '<tr><td>Anna</td><td>a@b.example</td></tr><tr><td>Ben</td><td>c@b.example</td></tr>',
    ['a@b.example', 'c@b.example'],
  ],
  ['<p>a&#64;b.example</p><p>Ben &lt;c&#x40;b.example&gt;</p>', ['a@b.example', 'c@b.example']],
  ['a&commat;b&period;example; &quot;Ben&quot; &lt;c@b.example&gt;', ['a@b.example', 'c@b.example']],
  // Numbers and marks.
  ['1.a@b.example\n2.c@b.example', ['a@b.example', 'c@b.example']],
  ['1.a@b.example', ['1.a@b.example']],
  ['Anna "the boss <a@b.example>, Ben <c@b.example>', ['a@b.example', 'c@b.example']],
  ['<mailto:a@b.example?subject=hi>', ['a@b.example']],
  ['مي\u200cخواهم, gran\u200dny\u200d, 👩\u200d👧', ['مي\u200cخواهم', 'granny', '👩\u200d👧']],
  ['al\u200dice\u034f@b.ex\u2800am\u3164ple\u0000', ['alice@b.example']],
];

for (const [text, entries] of LISTS)
  test(`${JSON.stringify(text)} names ${entries.join(' and ') || 'nobody'}`, () =>
    assert.deepEqual(
      splitPeople(text).map(({ entry, isUnclear }) => (isUnclear ? `${entry}?` : entry)),
      entries,
    ));

test('words without an address are asked about if other addresses have names', () => {
  for (const [text, entries] of [
    ['granny, Stone, Alice <alice@b.example>', ['granny?', 'alice@b.example']],
    ['Alice <alice@b.example>, granny', ['alice@b.example', 'granny?']],
    ['Alice <alice@b.example>\ngranny', ['alice@b.example', 'granny?']],
    ['Stone, Alice alice@b.example', ['Stone?', 'alice@b.example']],
    ['Alice via Lists <alice@b.example>\nOn Tue, Bob wrote:', ['alice@b.example', 'On Tue?', 'Bob wrote:?']],
  ] as const)
    assert.deepEqual(
      splitPeople(text).map(({ entry, isUnclear }) => (isUnclear ? `${entry}?` : entry)),
      entries,
      text,
    );
});

test('no part of a name becomes a user name, whatever the list', () => {
  const word = fc.stringMatching(/^[A-ZÄÖА-Я](?:[a-zäöа-я]{0,3}['-])?[a-zäöа-я]{1,4}$/u);
  const person = fc.record({ first: word, last: word, address: fc.stringMatching(/^[a-z]{1,6}@[a-z]{2,6}\.example$/) });
  const written = (format: string, { first, last, address }: { first: string; last: string; address: string }) =>
    format.replace(/[FLA]/g, (part) => ({ F: first, L: last, A: address })[part] ?? '');
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('L, F <A>', '"L, F" <A>', 'F L <A>', 'F <A>', "'F L' <A>", 'F L (L) <A>', '<A>', 'A', 'F L A'),
      fc.constantFrom('; ', ';', ', ', '\n', '；', ' | ', ' / '),
      (people, format, between) => {
        const entries = splitPeople(people.map((each) => written(format, each)).join(between));
        assert.deepEqual(
          entries.map(({ entry, isUnclear }) => [entry, isUnclear]),
          [...new Set(people.map(({ address }) => address))].map((address) => [address, false]),
        );
      },
    ),
  );
});

const word = fc.stringMatching(/^[A-ZÄÖА-Я][a-zäöа-я]{1,5}$/u);
const address = fc.stringMatching(/^[a-z]{1,6}@[a-z]{2,6}\.example$/);
const person = fc.record({ F: word, L: word, A: address });

test('words that can be names are asked about, in cells and lines of all formats', () => {
  const formats = [
    'F;L;A',
    'F|L|A',
    'A;F',
    'F;A',
    '"F";"L";"A"',
    'A,F,L',
    'A\tF',
    'F\nL\nA',
    'F\nA',
    'L, F',
    '"L, F"',
    'F\tL',
  ];
  const anyFormat = fc.constantFrom(
    ...formats.map((format) => [format, '\n']),
    ['L, F', '; '],
    ['"L, F"', ','],
    ['F, A', ', '],
  );
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 2, maxLength: 5 }),
      anyFormat,
      fc.constantFrom('', 'Carol', '030 1234'),
      (people, [format = '', between = ''], extra) => {
        const written = people.map((each) => format.replace(/[FLA]/g, (part) => each[part as 'F']));
        const entries = splitPeople([...written, ...(extra === '' ? [] : [extra])].join(between));
        const invited = entries.filter(({ isUnclear }) => !isUnclear).map(({ entry }) => entry);
        assert.deepEqual(invited, format.includes('A') ? [...new Set(people.map(({ A }) => A))] : []);
      },
    ),
  );
});

test('nothing is lost: each address and the words behind the last one are in an entry', () => {
  const piece = fc.oneof(
    address,
    word,
    fc.constantFrom(',', ';', '\n', '<', '>', '"', ' and ', 'und', '(', ' / ', '|', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join(' ');
      const found = splitPeople(text).map(({ entry }) => entry.toLowerCase());
      const isFound = (part: string) => found.some((entry) => entry.includes(part.toLowerCase()));
      // Words in quotation marks and round brackets can belong to an address.
      if (/["(]/.test(text)) return;
      for (const each of pieces.filter((one) => one.includes('@'))) assert.ok(isFound(each), text);
      const behind = text.slice(text.lastIndexOf('@') + 1).replace(/^[a-z]+\.example/, '');
      if (text.includes('\n')) return;
      for (const one of behind.match(/\p{Lu}\p{Ll}+/gu) ?? []) assert.ok(isFound(one), text);
    }),
    { numRuns: 2000 },
  );
});

test('marks around an address do not belong to it', () => {
  const before = [
    '-',
    '#',
    '=',
    '①',
    '–',
    '📧',
    '📧\ufe0f ',
    '收件人：',
    '〈',
    '《',
    '「',
    '。',
    '{',
    '* ',
    '→',
    '(',
    '"',
    '>',
    '- [ ] ',
  ];
  const behind = ['', '〉', '》', '」', '。', '}', '!', '?subject=hi', '…', ')', '"', '?', '\ufe0f'];
  fc.assert(
    fc.property(address, address, fc.constantFrom(...before), fc.constantFrom(...behind), (one, other, start, end) => {
      const people = splitPeople(`${start}${one}${end}\n${start}${other}${end}`);
      // A bracket without an end is asked about.
      if ('〈《'.includes(start) !== '〉》'.includes(end || 'x') || (start === '>' && '〉》'.includes(end || 'x')))
        return;
      assert.deepEqual(
        people.map(({ entry, isUnclear }) => [entry, isUnclear]),
        [...new Set([one, other])].map((each) => [each, false]),
        `${start}${one}${end}`,
      );
    }),
    { numRuns: 1000 },
  );
});

test('each address keeps the text that was typed, so that unknown people stay in the form as typed', () =>
  assert.deepEqual(splitPeople(' Anna Berger <anna@> ; x'), [
    { typed: 'Anna Berger <anna@>', entry: 'Anna Berger <anna@>', isUnclear: true },
    { typed: 'x', entry: 'x', isUnclear: true },
  ]));

test('a long text without separators is split at once', () => {
  assert.equal(splitPeople('"'.repeat(50_000)).length, 1);
  assert.ok(splitPeople('x@'.repeat(50_000)).length > 0);
  for (const piece of [
    ',"',
    'a; b, ',
    '\u200d',
    '&#',
    '<td ',
    'a@b.c und ',
    '=?utf-8?Q?',
    '=?',
    '<',
    'Stone, Alice <',
    'a@b.example<',
    '(at)',
  ])
    assert.ok(splitPeople(piece.repeat(5000)).length > 0);
});
