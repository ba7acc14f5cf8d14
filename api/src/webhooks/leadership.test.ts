import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../../tests/support/clock.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import { Leadership } from './leadership.ts';
import type { Holder } from './store.ts';

const TIMES = { beat: 3000, lost: 9000, takeover: 12_000 };

/** Returns a row in memory that behaves like the row in the database. */
function row() {
  const state: Holder = { name: null, beat: 0 };
  return {
    state,
    holder: async () => ({ ...state }),
    hold: async (name: string | null, last: Holder) => {
      if (last.name !== state.name || last.beat !== state.beat) return false;
      Object.assign(state, { name, beat: state.beat + 1 });
      return true;
    },
  };
}

/** Returns two processes that share a row and a clock. */
function processes() {
  const store = row();
  const clock = stoppedClock();
  const process = (name: string) => new Leadership(store, TIMES, false, name, clock.now);
  return { store, clock, one: process('one'), two: process('two') };
}

describe('rules: Webhooks, one process delivers', () => {
  it('the first process, as long as it counts', async () => {
    const { clock, one, two } = processes();
    for (let second = 0; second < 60; second += 3) {
      assert.deepEqual([await one.hold(), await two.hold()], [true, false]);
      clock.pass(3);
    }
    assert.deepEqual([one.isHeld, two.isHeld], [true, false]);
  });

  it('another process within 30 seconds, once the first process has stopped counting', async () => {
    const { clock, one, two } = processes();
    await one.hold();
    let seconds = 0;
    for (; !(await two.hold()); seconds += 3) clock.pass(3);
    assert.ok(seconds < 30, `${seconds} s`);
    assert.equal(one.isHeld, false);
    assert.equal(await one.hold(), false, 'a process that slept notices that it was replaced');
    assert.equal(two.isHeld, true);
  });

  it('another process at once, if the first process stops cleanly', async () => {
    const { one, two } = processes();
    await one.hold();
    await one.resign();
    assert.equal(await two.hold(), true);
  });

  it('a process that loses the database stops before another process takes over', async () => {
    const { store, clock, one } = processes();
    await one.hold();
    store.hold = async () => {
      throw new DatabaseUnavailable('away');
    };
    clock.pass(4);
    await assert.rejects(() => one.hold());
    assert.equal(one.isHeld, true);
    clock.pass(5);
    assert.equal(one.isHeld, false);
  });

  it('a process continues after an answer of the database was lost', async () => {
    const { store, clock, one } = processes();
    await one.hold();
    store.state.beat++;
    clock.pass(4);
    assert.equal(await one.hold(), true);
  });
});
