import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batches } from './batches.ts';

it('a batch can gather until it has as many statements as the running batches', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const sizes: number[] = [];
  const ends: (() => void)[] = [];
  const batches = new Batches({
    atOnce: 3,
    maxWaiting: 100,
    select: (waiting, usual) => (waiting.length < usual ? [] : waiting),
    run: (batch) => {
      sizes.push(batch.length);
      return new Promise<void>((end) => ends.push(end));
    },
    late: () => null,
  });
  const add = async (count: number): Promise<void> => {
    for (let one = 0; one < count; one++) batches.add({ since: 0, reject: assert.fail });
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  await add(1);
  await add(1);
  assert.deepEqual(sizes.splice(0), [1, 1]);
  for (const end of ends.splice(0)) end();
  for (const count of [4, 3, 1, 2]) await add(count);
  assert.deepEqual(sizes.splice(0), [4, 4]);
  for (const end of ends.splice(0)) end();
  await add(0);
  assert.deepEqual(sizes.splice(0), [2]);
  await add(1);
  assert.deepEqual(sizes, []);
  // A slow batch does not count.
  mock.timers.tick(200);
  assert.deepEqual(sizes, [1]);
  for (const end of ends) end();
  await batches.idle();
});
