import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OCCASIONS } from '../contract/occasions.ts';

test('the form of a registry suggests the occasions that the contract names', () => {
  const form = new URL('blocks/my-registries/views/details-form.tsx', import.meta.url);
  const [, list = ''] = /const suggested = \[(.*?)\];/s.exec(readFileSync(form, 'utf8')) ?? [];
  const suggested = [...list.matchAll(/__\('([^']+)'\)/g)].map(([, word = '']) => word.toLowerCase());
  const named = OCCASIONS.filter(({ isSuggested }) => isSuggested).map(({ words }) => words?.split(' ')[0]);
  assert.deepEqual(suggested, named);
});
