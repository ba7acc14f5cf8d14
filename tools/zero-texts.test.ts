import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

// A test, because a sniff would run only where Composer has installed PHP_CodeSniffer, and not in `npm test`.

const ROOT = `${import.meta.dirname}/..`;

/**
 * PHP code that treats the text "0" as empty: `array_filter` without a callback in lists or maps of texts, and `?:`.
 */
const TREATS_ZERO_AS_EMPTY = [
  /implode\( [^\n]*array_filter\( \$\w+ \)/g,
  /'(?:facts|lines|texts|parts)'\s*=> [^\n]*array_filter\( \$\w+ \)/g,
  /array_filter\( array_combine\( [^\n]* \?\? '', [^\n]*\) \);/g,
  / \?: (?!\$follower)/g,
];

it('PHP code keeps the text "0"', () => {
  const files = globSync('{plugin/src,theme}/**/*.php', { cwd: ROOT, exclude: (path) => path.endsWith('.test.php') });
  const found = files.flatMap((path) => {
    const text = readFileSync(`${ROOT}/${path}`, 'utf8');
    return TREATS_ZERO_AS_EMPTY.flatMap((pattern) => [...text.matchAll(pattern)]).map(
      ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
    );
  });
  assert.deepEqual(found, [], 'use a comparison with the empty text, or array_filter with strlen');
});
