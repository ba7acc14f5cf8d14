import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shuffled } from './shuffle.ts';

it('a shuffled list has the same entries, in an order that only depends on the seed', () => {
  const list = Array.from({ length: 50 }, (_, index) => index);
  const once = shuffled(list, 7);
  assert.deepEqual(
    once.toSorted((a, b) => a - b),
    list,
  );
  assert.deepEqual(shuffled(list, 7), once);
  assert.notDeepEqual(once, list);
  assert.notDeepEqual(shuffled(list, 8), once);
});
