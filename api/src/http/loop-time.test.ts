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

test('while connections come in, most turns are left to them, but answers are built beside', async () => {
  const loop = new LoopTime();
  const built: number[] = [];
  let turn = 0;
  const build = async () => {
    await loop.take('whole');
    built.push(turn);
  };
  const during = async (turns: number, everyTurn: () => void) => {
    built.length = 0;
    for (const end = turn + turns; turn < end; turn++) {
      everyTurn();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return built.length;
  };
  loop.accepted();
  const all = Promise.all(Array.from({ length: 50 }, build));
  const beside = await during(100, () => loop.accepted());
  assert.ok(beside >= 3 && beside <= 10, `${beside} were built`);
  assert.equal(new Set(built).size, beside);
  // The last connection counts in its own turn and the one after it.
  await during(3, () => {});
  await all;
});
