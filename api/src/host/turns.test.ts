import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Milliseconds: longer than any test takes. */
const LONG = 60_000;

/** Turns, who got one so far in order, and how to ask for one. */
function watchedTurns(options: { atOnce: number; maxWaiting: number }) {
  const turns = new Turns(options);
  const admitted: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (origin: string, within = LONG) => {
    const end = await turns.take(origin, performance.now() + within);
    admitted.push(origin);
    ends.push(end);
  };
  /** Ends the oldest turn that is under way. */
  const endOne = async () => {
    await nextTurn();
    ends.shift()?.();
    await nextTurn();
  };
  return { ask, admitted, endOne };
}

describe('turns', () => {
  it('are had by so many at once and no more', async () => {
    const { ask, admitted, endOne } = watchedTurns({ atOnce: 2, maxWaiting: 10 });
    for (let n = 0; n < 5; n++) void ask(`${n}`);
    await nextTurn();
    assert.deepEqual(admitted, ['0', '1']);
    await endOne();
    assert.deepEqual(admitted, ['0', '1', '2']);
    await endOne();
    await endOne();
    assert.deepEqual(admitted, ['0', '1', '2', '3', '4']);
  });

  it('go round: who comes from elsewhere waits for one of those who came before, not for all', async () => {
    const { ask, admitted, endOne } = watchedTurns({ atOnce: 1, maxWaiting: 1000 });
    for (let n = 0; n < 100; n++) void ask('attacker');
    void ask('owner');
    void ask('guest');
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'guest']);
    while (admitted.length < 102) await endOne();
  });

  it('are had at the cost of whoever waits most where too many wait', async () => {
    const { ask, admitted, endOne } = watchedTurns({ atOnce: 1, maxWaiting: 3 });
    void ask('attacker');
    const waiting = [ask('attacker'), ask('attacker'), ask('attacker')];
    await assert.rejects(ask('attacker'), { failure: 'unavailable' });
    void ask('owner');
    await assert.rejects(waiting[2]!, { failure: 'unavailable' });
    for (let n = 0; n < 3; n++) await endOne();
    assert.deepEqual(admitted, ['attacker', 'attacker', 'owner', 'attacker']);
  });

  it('are not waited for beyond the deadline', async () => {
    const { ask, admitted, endOne } = watchedTurns({ atOnce: 1, maxWaiting: 3 });
    await ask('first');
    await assert.rejects(ask('late', 1), { failure: 'timeout', outage: false });
    void ask('patient');
    await endOne();
    assert.deepEqual(admitted, ['first', 'patient']);
  });
});
