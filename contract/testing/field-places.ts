import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { withoutComments } from './code.ts';

/** A place that treats each field of a thing in its own way, and names it. */
export interface Place {
  file: string;
  /** The part of the file; the whole file if it is missing. */
  part?: RegExp;
  /** How the part names a field, with `FIELD` in its place. */
  as: RegExp;
  /** Fields that the place leaves out. */
  without?: readonly string[];
  /** Other names that fields have in this place, as a pattern. They stand for `FIELD`. */
  named?: Readonly<Record<string, string>>;
  /** Other ways to read a field in this place, instead of naming it. */
  through?: Readonly<Record<string, RegExp>>;
  /** True for sentences in comments or texts. */
  isProse?: boolean;
}

/** A key of an array in PHP. A question mark after the name means an optional field. */
export const PHP_KEY = /^\s*'FIELD\??'\s+=> /m;

/** A value in a list of PHP. */
export const PHP_VALUE = /(?:\( |, |^\s*)'FIELD'(?:,| \))/m;

/** A key of an object, or a member of an interface, on its own line. */
export const KEY = /^ +FIELD\??: /m;

/** A row of a table in Markdown, whose first cell may contain several names. */
export const ROW = /^\| [^|]*`FIELD`[^|]*\|/m;

/** A name in backticks. */
export const QUOTED = /`FIELD`/;

/** A key, a text or a property in a test. */
export const IN_TEST = /\bFIELD: |'FIELD'|\.FIELD\b/;

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Code of PHP in which the text of a constant of the class replaces its name. */
function withValues(code: string): string {
  const texts = new Map(
    Array.from(code.matchAll(/\bconst (\w+)\s+= '(\w+)';/g), ([, name = '', text = '']) => [name, text]),
  );
  return code.replaceAll(/\bself::([A-Z_]+)\b/g, (all, name: string) =>
    texts.has(name) ? `'${texts.get(name)}'` : all,
  );
}

/** Returns the part of a file that names the fields. */
function codeOf({ file, part = /[\s\S]*/, isProse = false }: Place, text = read(file)): string {
  const code = isProse || file.endsWith('.md') ? text : withoutComments(text);
  const [found] = part.exec(file.endsWith('.php') ? withValues(code) : code) ?? [];
  assert.ok(found, `${file} has no ${part}`);
  return found;
}

/** Returns whether the code of a place names a field. */
function names(code: string, { as, named = {}, through = {} }: Place, field: string): boolean {
  const other = through[field];
  return (
    new RegExp(as.source.replaceAll('FIELD', named[field] ?? field), as.flags).test(code) || other?.test(code) === true
  );
}

/** Returns a place for the message of a failed test. */
const shown = ({ file, part }: Place): string => (part === undefined ? file : `${file}: ${part.source.slice(0, 25)}`);

/**
 * Defines the tests that each place names each field, and that a recipe of CONTRIBUTING.md names each place.
 * @param recipe title of the recipe
 */
export function testPlaces(places: readonly Place[], fields: readonly string[], recipe: string): void {
  const codes = places.map((place) => ({ place, code: codeOf(place) }));
  const forgottenIn = (field: string): string[] =>
    codes
      .filter(({ place, code }) => !place.without?.includes(field) && !names(code, place, field))
      .map(({ place }) => shown(place));

  for (const field of fields)
    it(`${field} is in each place that names the fields`, () => assert.deepEqual(forgottenIn(field), []));

  it('is missing in all these places if only the contract has it', () => {
    assert.deepEqual(forgottenIn('never_a_field'), places.map(shown));
  });

  it('is missing if only comments and other texts contain its name', () => {
    const talk =
      "/* never_a_field: '', 'never_a_field', textOf('never_a_field') */ // 'never_a_field' => name=\"never_a_field\"\n'A never_a_field.'";
    for (const place of places) {
      if (place.isProse || place.file.endsWith('.md')) continue;
      const code = codeOf(place, read(place.file).replaceAll('\n', ` ${talk}\n`));
      assert.ok(!names(code, place, 'never_a_field'), shown(place));
    }
  });

  it('is left out only where the place really has no such field', () => {
    for (const { place, code } of codes)
      for (const field of place.without ?? []) {
        assert.ok(fields.includes(field), `${shown(place)}: ${field} is no field`);
        assert.ok(!names(code, place, field), `${shown(place)}: ${field}`);
      }
  });

  it('is listed in the recipe of CONTRIBUTING.md with each of these places', () => {
    const [text = ''] = new RegExp(`### ${recipe}[\\s\\S]*?(?=^### )`, 'm').exec(read('CONTRIBUTING.md')) ?? [];
    for (const { file } of places) assert.match(text, new RegExp(`[\`/]${file.split('/').at(-1)}[\`#)]`), file);
  });
}
