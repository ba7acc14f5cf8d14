import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';

/** Milliseconds: longer than any test takes. */
const LONG = 60_000;

/** Makes a queue; returns it with who was let in so far, in order, and how to ask. */
function watchedQueue(options: { atOnce: number; maxWaiting: number }) {
  const queue = new FairQueue(options);
  const admitted: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (origin: string, within = LONG) => {
    const end = await queue.enter(origin, performance.now() + within);
    admitted.push(origin);
    ends.push(end);
  };
  /** Lets the one go who has been inside for longest. */
  const endOne = async () => {
    await nextTurn();
    ends.shift()?.();
    await nextTurn();
  };
  return { ask, admitted, endOne };
}

describe('a fair queue', () => {
  it('lets so many in at once and no more', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 2, maxWaiting: 10 });
    for (let n = 0; n < 5; n++) void ask(`${n}`);
    await nextTurn();
    assert.deepEqual(admitted, ['0', '1']);
    await endOne();
    assert.deepEqual(admitted, ['0', '1', '2']);
    await endOne();
    await endOne();
    assert.deepEqual(admitted, ['0', '1', '2', '3', '4']);
  });

  it('goes round: whoever comes from elsewhere waits for one of those who came before, not for all', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 1000 });
    for (let n = 0; n < 100; n++) void ask('attacker');
    void ask('owner');
    void ask('guest');
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'guest']);
    while (admitted.length < 102) await endOne();
  });

  it('makes room at the cost of whoever waits most where too many wait', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 3 });
    void ask('attacker');
    const waiting = [ask('attacker'), ask('attacker'), ask('attacker')];
    await assert.rejects(ask('attacker'), { reason: 'full' });
    void ask('owner');
    await assert.rejects(waiting[2]!, { reason: 'full' });
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'attacker']);
  });

  it('keeps nobody waiting beyond the deadline', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 3 });
    await ask('first');
    await assert.rejects(ask('late', 1), { reason: 'late' });
    void ask('patient');
    await endOne();
    assert.deepEqual(admitted, ['first', 'patient']);
  });
});
