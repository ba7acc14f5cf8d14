import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPeople } from './blocks/my-registries/typed-people.ts';

/** Typed and pasted lists, each with its expected entries. */
const LISTS: [text: string, entries: string[]][] = [
  ['', []],
  [' , ;\n\t', []],
  ['granny, uncle@family.example; Tom,', ['granny', 'uncle@family.example', 'Tom']],
  ['a@b.example\nc@d.example\r\ne@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ['Anna Berger <a@b.example>', ['a@b.example']],
  ['Anna Berger <a@b.example>, Ben <b@b.example>;', ['a@b.example', 'b@b.example']],
  ['"Berger, Anna" <a@b.example>, "Berger, Ben" <b@b.example>', ['a@b.example', 'b@b.example']],
  ['Anna\ta@b.example\t030 1234\nBen\tb@b.example', ['a@b.example', 'b@b.example']],
  ['ada\tben', ['ada', 'ben']],
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
  ['Mum "the boss", Dad', ['Mum "the boss"', 'Dad']],
];

for (const [text, entries] of LISTS)
  test(`${JSON.stringify(text)} names ${entries.join(' and ') || 'nobody'}`, () =>
    assert.deepEqual(
      splitPeople(text).map(({ entry }) => entry),
      entries,
    ));

test('each address keeps the text that was typed, so that unknown people stay in the form as typed', () =>
  assert.deepEqual(splitPeople(' Anna Berger <anna@> ; x'), [
    { typed: 'Anna Berger <anna@>', entry: 'Anna Berger <anna@>' },
    { typed: 'x', entry: 'x' },
  ]));

test('a long text without separators is split at once', () => {
  assert.equal(splitPeople('"'.repeat(50_000)).length, 1);
  assert.equal(splitPeople('x@'.repeat(50_000)).length, 1);
});
