import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const ROOT = `${import.meta.dirname}/..`;

describe('the assertions of tests', () => {
  // partialDeepStrictEqual accepts any list where the expected list is empty.
  it('expect no empty list in a partial comparison', () => {
    const found = globSync('{api,client,plugin,tests,tools}/**/*.ts', {
      cwd: ROOT,
      exclude: (path) => path.includes('node_modules'),
    }).flatMap((path) => {
      const text = readFileSync(`${ROOT}/${path}`, 'utf8');
      return [...text.matchAll(/partialDeepStrictEqual(?=\()/g)]
        .filter(({ 0: name, index }) => hasEmptyList(text.slice(index + name.length)))
        .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
    });
    assert.deepEqual(found, []);
  });
});

/** Checks whether the parentheses at the beginning of a text contain an empty list. */
function hasEmptyList(text: string): boolean {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end++) {
    if ('([{'.includes(text[end] ?? '')) depth++;
    else if (')]}'.includes(text[end] ?? '') && --depth === 0) break;
  }
  return /(?<![\w)\]])\[\]/.test(text.slice(0, end));
}
