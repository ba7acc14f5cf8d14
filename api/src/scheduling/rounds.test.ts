import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Rounds } from './rounds.ts';

describe('Rounds', () => {
  it('runs one round at a time, and one more for all requests during a round', async () => {
    let [running, most, count] = [0, 0, 0];
    const rounds = new Rounds(async () => {
      most = Math.max(most, ++running);
      if (++count === 1) for (let asked = 0; asked < 3; asked++) rounds.ask();
      await Promise.resolve();
      running--;
    });
    rounds.ask();
    rounds.ask();
    await rounds.idle();
    assert.deepEqual({ most, count, running }, { most: 1, count: 2, running: 0 });
  });

  it('runs again after it was idle', async () => {
    let count = 0;
    const rounds = new Rounds(async () => void count++);
    await rounds.idle();
    for (let asked = 0; asked < 2; asked++) {
      rounds.ask();
      await rounds.idle();
    }
    assert.equal(count, 2);
  });
});
