import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RegistryLock } from './lock.ts';

/** A database that no other process uses. */
const alone = { exclusively: <T>(_id: number, work: () => Promise<T>) => work() };

describe('RegistryLock', () => {
  it('runs the work of one registry one after the other, in the order asked', async () => {
    const lock = new RegistryLock(alone);
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${name} ends`);
    };
    await Promise.all([lock.run(1, work('a')), lock.run(1, work('b')), lock.run(1, work('c'))]);
    assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('lets registries work beside each other', async () => {
    const lock = new RegistryLock(alone);
    const other = Promise.withResolvers<void>();
    const one = lock.run(1, () => other.promise);
    await lock.run(2, async () => other.resolve());
    await one;
  });

  it('goes on after work that failed, and tells its owner', async () => {
    const lock = new RegistryLock(alone);
    const failing = lock.run(1, async () => {
      throw new Error('no');
    });
    const next = lock.run(1, async () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
    await lock.idle();
  });
});
