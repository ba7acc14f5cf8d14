import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './errors.ts';
import { LoopTime } from './loop-time.ts';

const work = () => {
  const end = performance.now() + 5;
  while (performance.now() < end);
};

test('of many long answers at once some are built, the others begin later or are refused, and short ones go on', async () => {
  const loop = new LoopTime();
  let [begun, most, ended, endedBefore] = [0, 0, 0, -1];
  const long = async () => {
    try {
      // As in the service, where nothing comes between having time and using it.
      const turn = loop.take('first');
      if (turn) await turn;
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 503);
      return;
    }
    most = Math.max(most, ++begun);
    for (let part = 0; part < 10; part++) {
      work();
      await loop.take('further');
    }
    begun--;
    ended++;
  };
  const short = async () => {
    await loop.take('whole');
    endedBefore = ended;
  };
  await Promise.all([...Array.from({ length: 200 }, long), short()]);
  assert.ok(ended > 0);
  assert.ok(most < 50, `${most} were begun beside each other`);
  assert.ok(endedBefore < 50, `a short one waited for ${endedBefore} long ones`);
});
