import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../database/database.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { RegistryLock } from './registry-lock.ts';

/** A database that no other process uses. */
const alone = {
  exclusively: <T>(_id: number, _time: TimeLeft, work: (hasWaited: boolean) => Promise<T>) => work(false),
};

const LONG = { left: 20_000 };

describe('RegistryLock', () => {
  it('runs the work of one registry one after the other, in the order asked', async () => {
    const lock = new RegistryLock(alone);
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
    };
    await Promise.all([
      lock.run(1, 'database', LONG, work('a')),
      lock.run(1, 'database', LONG, work('b')),
      lock.run(1, 'database', LONG, work('c')),
    ]);
    assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('runs the work of different registries at the same time', async () => {
    const lock = new RegistryLock(alone);
    const other = Promise.withResolvers<void>();
    const one = lock.run(1, 'database', LONG, () => other.promise);
    await lock.run(2, 'database', LONG, async () => other.resolve());
    await one;
  });

  it('also locks the database, unless its scope is the process', async () => {
    const locked: number[] = [];
    const shared: Pick<Database, 'exclusively'> = {
      exclusively: async (id, _time, work) => {
        locked.push(id);
        return work(true);
      },
    };
    const waits: number[] = [];
    const lock = new RegistryLock(shared, (seconds) => waits.push(seconds));
    await lock.run(1, 'database', LONG, async () => {});
    await lock.run(2, 'process', LONG, async () => {});
    assert.deepEqual(locked, [1]);
    assert.equal(waits.length, 1, 'another process had the lock of the first registry');
  });

  it('is idle only after all changes have ended, including changes that began during the wait', async () => {
    const lock = new RegistryLock(alone);
    const held = Promise.withResolvers<void>();
    const ended: string[] = [];
    const first = lock.run(1, 'database', LONG, async () => {
      await held.promise;
      void lock.run(2, 'database', LONG, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        ended.push('second');
      });
      ended.push('first');
    });
    const idle = lock.idle();
    held.resolve();
    await idle;
    await first;
    assert.deepEqual(ended, ['first', 'second']);
  });

  it('continues after failed work, and reports the failure to its caller', async () => {
    const lock = new RegistryLock(alone);
    const failing = lock.run(1, 'database', LONG, async () => {
      throw new Error('no');
    });
    const next = lock.run(1, 'database', LONG, async () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
    await lock.idle();
  });
});
