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

test('while connections come in, a turn builds one answer, so that the next connection is not kept waiting', async () => {
  const loop = new LoopTime();
  const built: number[] = [];
  let turn = 0;
  const build = async () => {
    await loop.take('whole');
    built.push(turn);
  };
  const inTurns = async (everyTurn: () => void) => {
    built.length = 0;
    everyTurn();
    const all = Promise.all(Array.from({ length: 5 }, build));
    while (built.length < 5) {
      await new Promise((resolve) => setImmediate(resolve));
      turn++;
      everyTurn();
    }
    await all;
    return new Set(built).size;
  };
  // The first two may come before and after the end of the same turn.
  assert.ok((await inTurns(() => loop.accepted())) >= 4);
  // The last connection counts in its own turn and the one after it.
  for (let n = 0; n < 2; n++) await inTurns(() => {});
  assert.equal(await inTurns(() => {}), 1);
});
