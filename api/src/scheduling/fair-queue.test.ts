import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Waiting time (milliseconds) that is longer than any test. */
const LONG = 60_000;

/**
 * Creates a queue.
 * @returns `ask`, which adds a caller; `admitted`, the list of admitted callers in order; and `endOne`, which ends a
 * call
 */
function watchedQueue(options: FairQueueOptions) {
  const queue = new FairQueue(options);
  const admitted: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (origin: string, within = LONG) => {
    const end = await queue.enter(origin, performance.now() + within);
    admitted.push(origin);
    ends.push(end);
  };
  /** Ends the call that was admitted first. */
  const endOne = async () => {
    await nextTurn();
    ends.shift()?.();
    await nextTurn();
  };
  return { ask, admitted, endOne };
}

describe('a fair queue', () => {
  it('admits the maximum number at once', async () => {
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

  it('admits origins in turn: a caller from a new origin waits for one earlier caller, not for all', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 1000 });
    for (let n = 0; n < 100; n++) void ask('attacker');
    void ask('owner');
    void ask('guest');
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'guest']);
    while (admitted.length < 102) await endOne();
  });

  it('gives one origin no more places than its share, and leaves the others free', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 4, each: 2, maxWaiting: 10 });
    for (let n = 0; n < 4; n++) void ask('busy');
    await nextTurn();
    assert.deepEqual(admitted, ['busy', 'busy']);
    for (let n = 0; n < 3; n++) void ask('other');
    await nextTurn();
    assert.deepEqual(admitted.slice(2), ['other', 'other']);
    void ask('third');
    await endOne();
    assert.deepEqual(admitted.slice(4), ['busy']);
    await endOne();
    assert.deepEqual(admitted.slice(5), ['third']);
    while (admitted.length < 8) await endOne();
  });

  it('admits the newest of one origin first', async () => {
    const queue = new FairQueue({ atOnce: 1, maxWaiting: 10 });
    const leave = await queue.enter('busy', performance.now() + LONG);
    const order: number[] = [];
    const waiting = [0, 1, 2].map(async (n) => {
      const end = await queue.enter('busy', performance.now() + LONG);
      order.push(n);
      end();
    });
    leave();
    await Promise.all(waiting);
    assert.deepEqual(order, [2, 1, 0]);
  });

  it('drops the oldest caller of the origin with most waiting callers if too many wait', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 3 });
    void ask('attacker');
    const waiting = [ask('attacker'), ask('attacker'), ask('attacker')];
    await assert.rejects(ask('attacker'), { reason: 'full' });
    void ask('owner');
    await assert.rejects(waiting[0]!, { reason: 'full' });
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'attacker']);
  });

  it('drops a caller of the largest origin, and none of an origin with only one more than the new caller', async () => {
    const { ask, admitted, endOne } = watchedQueue({ atOnce: 1, maxWaiting: 5 });
    void ask('first');
    const [some, most] = [
      [ask('two'), ask('two')],
      [ask('three'), ask('three'), ask('three')],
    ];
    void ask('new');
    await assert.rejects(most[0]!, { reason: 'full' });
    await assert.rejects(ask('new'), { reason: 'full' });
    for (let n = 0; n < 5; n++) await endOne();
    await Promise.all([...some, ...most.slice(1)]);
    assert.deepEqual(admitted.toSorted(), ['first', 'new', 'three', 'three', 'two', 'two']);
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
