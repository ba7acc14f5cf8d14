import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../database/database.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { mergeOrder, RegistryLock } from './lists.ts';

const ids = fc.array(fc.integer({ min: 1, max: 12 }));
const active = fc.uniqueArray(fc.integer({ min: 1, max: 12 }));

describe('mergeOrder', () => {
  it('returns every active id once, and no others', () => {
    fc.assert(
      fc.property(ids, active, (order, items) => {
        assert.deepEqual(mergeOrder(order, items).sort(ascending), [...items].sort(ascending));
      }),
    );
  });

  it('keeps the order of known items and appends the others', () =>
    assert.deepEqual(mergeOrder([5, 9, 2, 5, 7], [2, 3, 4, 5]), [5, 2, 3, 4]));

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(ids, active, (order, items) => {
        const once = mergeOrder(order, items);
        assert.deepEqual(mergeOrder(once, items), once);
      }),
    );
  });
});

const ascending = (one: number, other: number): number => one - other;

/** A database that no other process uses. */
const alone = {
  exclusively: <T>(_id: number, _time: TimeLeft, work: (hasWaited: boolean) => Promise<T>) => work(false),
};

const registry = (id: number) => ({ id, pluginLists: [] });
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
      lock.run(registry(1), LONG, work('a')),
      lock.run(registry(1), LONG, work('b')),
      lock.run(registry(1), LONG, work('c')),
    ]);
    assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('runs the work of different registries at the same time', async () => {
    const lock = new RegistryLock(alone);
    const other = Promise.withResolvers<void>();
    const one = lock.run(registry(1), LONG, () => other.promise);
    await lock.run(registry(2), LONG, async () => other.resolve());
    await one;
  });

  it('also locks the database, unless the host compares the lists', async () => {
    const locked: number[] = [];
    const shared: Pick<Database, 'exclusively'> = {
      exclusively: async (id, _time, work) => {
        locked.push(id);
        return work(true);
      },
    };
    const waits: number[] = [];
    const lock = new RegistryLock(shared, (seconds) => waits.push(seconds));
    await lock.run(registry(1), LONG, async () => {});
    await lock.run({ id: 2, pluginLists: ['registry_item_ids'] }, LONG, async () => {});
    assert.deepEqual(locked, [1]);
    assert.equal(waits.length, 1, 'another process had the lock of the first registry');
  });

  it('is idle only after all changes have ended, including changes that began during the wait', async () => {
    const lock = new RegistryLock(alone);
    const held = Promise.withResolvers<void>();
    const ended: string[] = [];
    const first = lock.run(registry(1), LONG, async () => {
      await held.promise;
      void lock.run(registry(2), LONG, async () => {
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
    const failing = lock.run(registry(1), LONG, async () => {
      throw new Error('no');
    });
    const next = lock.run(registry(1), LONG, async () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
    await lock.idle();
  });
});
