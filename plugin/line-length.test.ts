import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = join(import.meta.dirname, 'src');

/** Maximum number of characters in a line; a tab is one. */
const MOST = 120;

/** Texts and other literals of more characters do not count, because a break would make them hard to find. */
const LONG_LITERAL = 60;

/** Files that `npm run modules` and `npm run rules` write. */
const GENERATED = [
  'stored.php',
  'Foundation/{Service/Rule{s,Texts},Format/AddressPatterns}.php',
  'Registries/Registry/OccasionTexts.php',
];

/** Lines that tools read as a whole: exceptions of linters, and types in comments. */
const OF_TOOLS = /phpcs:|^\s*(?:\*|\/\*\*) @|translators:/;

/** Calls that translate a text. These lines may be longer, because translators search for the whole text. */
const TRANSLATION = /\b_(?:_|n|x|nx)\( /;

/** Returns the numbers of the lines that are too long. */
function longLines(code: string): number[] {
  return code.split('\n').flatMap((line, index) => {
    if (OF_TOOLS.test(line) || TRANSLATION.test(line)) return [];
    const counted = line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (literal) =>
      literal.length > LONG_LITERAL ? '' : literal,
    );
    return counted.length > MOST ? [index + 1] : [];
  });
}

test('lines of PHP, except templates, hold at most 120 characters', () => {
  const files = globSync('**/*.php', {
    cwd: src,
    exclude: ['**/views/**', ...GENERATED],
  });
  const long = files
    .map((file): [string, number[]] => [file.replaceAll('\\', '/'), longLines(readFileSync(join(src, file), 'utf8'))])
    .filter(([, lines]) => lines.length > 0);
  assert.deepEqual(Object.fromEntries(long), {});
});
