import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OCCASIONS } from '../contract/occasions.ts';

test('the contract knows the occasions that the form of a registry offers', () => {
  const script = readFileSync(new URL('blocks/my-registries/occasions.ts', import.meta.url), 'utf8');
  const offered = [...script.matchAll(/\['(\w+)', \{ name: __\('(\w+)'\)/g)];
  const known = OCCASIONS.map(({ words = '' }) => words.split(' ')[0]);
  assert.ok(offered.length > 4);
  for (const [, word, name] of offered)
    assert.ok(known.includes(word) && name?.toLowerCase() === word, `${word}: ${name}`);
});
