import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Maximum number of characters in a line; a tab is one. */
const MOST = 120;

/** Files that `npm run modules` and `npm run rules` write. */
const GENERATED = [
  'plugin/src/stored.php',
  'plugin/src/Foundation/{Service/Rule{s,Texts},Format/AddressPatterns}.php',
  'plugin/src/Registries/Registry/OccasionTexts.php',
];

/** The markup of WordPress's blocks: its editor writes each comment and each tag in one line. */
const BLOCK_MARKUP = ['theme/patterns/**', 'theme/inc/patterns.php'];

/** Lines that tools read as a whole: exceptions of linters, and comments for translators. */
const OF_TOOLS = /phpcs:|translators:/;

/** Comments with types, which tools read as a whole, too. */
const TYPES = /^\s*(?:\*|\/\*\*) @/;

/** Calls that translate a text. These lines may be longer, because translators search for the whole text. */
const TRANSLATION = /\b_(?:_|n|x|nx)\( /;

/** A text in PHP. */
const TEXT = String.raw`'(?:[^'\\]|\\.)*'`;

/** A call that translates, up to the end of its texts. The second text of `_n()` is the plural. */
const TRANSLATED = new RegExp(
  String.raw`\b(?:(?:esc_html|esc_attr)_(?:_|e|x)|_(?:_|e|n|x|nx))\( ${TEXT}(?:, ${TEXT})*`,
  'g',
);

/** Returns the numbers of the lines that are too long. `without` removes the characters that do not count. */
function longLines(code: string, without: (line: string) => string): number[] {
  return code
    .split('\n')
    .flatMap((line, index) => (!OF_TOOLS.test(line) && without(line).length > MOST ? [index + 1] : []));
}

/** Removes texts and other literals of more than 60 characters, because a break would make them hard to find. */
function withoutLongLiterals(line: string): string {
  if (TYPES.test(line) || TRANSLATION.test(line)) return '';
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (literal) => (literal.length > 60 ? '' : literal));
}

/** Removes translated texts, types in comments, and attributes of more than 120 characters, such as styles of mails. */
function withoutTranslations(line: string): string {
  return line
    .replace(TRANSLATED, '')
    .replace(/@var .*?(?= \$)/, '@var')
    .replace(/="[^"<]{120,}"/g, '');
}

/** Returns the long lines of all files that match a pattern, by file. */
function longLinesOf(pattern: string, exclude: string[], without: (line: string) => string): Record<string, number[]> {
  const files = globSync(pattern, {
    cwd: root,
    exclude: [...exclude, '**/languages/**', '**/{build,node_modules}/**'],
  });
  const long = files
    .map((file): [string, number[]] => [
      file.replaceAll('\\', '/'),
      longLines(readFileSync(join(root, file), 'utf8'), without),
    ])
    .filter(([, lines]) => lines.length > 0);
  return Object.fromEntries(long);
}

test('lines of PHP hold at most 120 characters, except translated texts and literals', () => {
  const exclude = ['**/views/**', ...GENERATED, ...BLOCK_MARKUP];
  assert.deepEqual(longLinesOf('{plugin,theme,deploy,docs}/**/*.php', exclude, withoutLongLiterals), {});
});

test('lines of templates hold at most 120 characters, except translated texts', () => {
  assert.deepEqual(longLinesOf('plugin/src/*/*/views/*.php', [], withoutTranslations), {});
});

test('comments hold at most 120 characters', () => {
  const scripts = '{api,client,contract,deploy,plugin,tests,tools}/**/*.{ts,tsx,js,css}';
  const others = '{deploy,docs}/**/{*.{sh,yaml,yml,conf},*Containerfile,Caddyfile}';
  const withoutCode = (line: string) => (/^\s*(?:\/?\*|\/\/|#)/.test(line) ? line : '');
  assert.deepEqual(longLinesOf(scripts, [], withoutCode), {});
  assert.deepEqual(longLinesOf(others, [], withoutCode), {});
});
