import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/*
 * Two lists of pages in tests/e2e/secrecy are written by hand: the pages of owners, and the pages of all readers.
 * The tests there run for minutes, and see only the pages of these lists. This test finds pages that a list lacks:
 * subclasses of FormPage and GuestPage, and pages that My registries prints. Pages behind links with a key (LinkPage)
 * are the givers'.
 */

const root = join(import.meta.dirname, '..');
const src = join(import.meta.dirname, 'src');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The lists, with the pages that they need not contain, and the reason. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'tests/e2e/secrecy/owner-requests.ts': {},
  'tests/e2e/secrecy/channels.ts': {
    circle: 'needs a circle; owner-requests.ts opens the circle of world.ts',
  },
};

interface Page {
  /** Path of the class, such as `Together/About/AboutPage.php`. */
  file: string;
  /** Parameter of the address that requests the page. */
  parameter: string;
}

const files = globSync('*/*/*.php', { cwd: src, exclude: ['**/*.test.php'] }).map((file) => file.replaceAll('\\', '/'));
const codes = new Map(files.map((file) => [file, withoutComments(readFileSync(join(src, file), 'utf8'))]));

/** Returns the value of a constant of a class, if it is a text; otherwise ''. */
const constantOf = (code: string, name: string): string =>
  new RegExp(`\\bconst ${name}\\s+= '([\\w-]+)';`).exec(code)?.[1] ?? '';

/** Returns the name of the constant with the parameter of a page; '' for other classes. */
function constantIn(file: string, code: string): string {
  const [, base = ''] = /\bclass \w+ extends (FormPage|GuestPage) /.exec(code) ?? [];
  if (base !== '') return base === 'FormPage' ? 'PARAMETER' : 'FIELD';
  // Other pages of My registries choose themselves.
  const module = codes.get(file.replace(/[^/]+$/, 'Module.php')) ?? '';
  const [, name = ''] = /(\w+)\.php$/.exec(file) ?? [];
  return new RegExp(`'largesse_owner_page', .*\\b${name}::class`).test(module)
    ? (/\bRequest::parameter\( self::(\w+) \)/.exec(code)?.[1] ?? 'PARAMETER')
    : '';
}

const pages = [...codes].flatMap(([file, code]): Page[] => {
  const name = constantIn(file, code);
  return name === '' ? [] : [{ file, parameter: constantOf(code, name) }];
});

/** Returns whether a text contains the address of a page: with `?` or `&`, or as a query of its own. */
const contains = (text: string, parameter: string) => new RegExp(`[?&'\`]${parameter}=`).test(text);

describe('a page for owners or guests', () => {
  it('has a parameter that this test finds', () => {
    assert.ok(pages.length > 10);
    assert.deepEqual(
      pages.filter(({ parameter }) => parameter === '').map(({ file }) => file),
      [],
    );
  });

  for (const [list, without] of Object.entries(LISTS)) {
    const text = withoutComments(read(list));
    it(`is in ${list}`, () =>
      assert.deepEqual(
        pages.filter(({ parameter }) => !(parameter in without) && !contains(text, parameter)).map(({ file }) => file),
        [],
      ));

    it(`is an exception of ${list} only if the list lacks it`, () => {
      for (const parameter of Object.keys(without)) {
        assert.ok(
          pages.some((page) => page.parameter === parameter),
          `${parameter} is a page`,
        );
        assert.ok(!contains(text, parameter), parameter);
      }
    });
  }

  it('has a row in a table of docs/pages.md', () => {
    const rows = read('docs/pages.md').match(/^\| .*$/gm) ?? [];
    // The first column has the addresses.
    const addresses = rows.map((row) => row.split(' | ')[0] ?? '').join('\n');
    assert.deepEqual(
      pages.filter(({ parameter }) => !contains(addresses, parameter)).map(({ file }) => file),
      [],
    );
  });
});
