import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSemaphore } from './semaphore.ts';

test('tasks start in order, with a limit on concurrent ones', async () => {
  const semaphore = openSemaphore(2);
  const events: string[] = [];
  let most = 0;
  let now = 0;
  const work = async (name: string) => {
    const release = await semaphore.acquire();
    assert.ok(release);
    events.push(name);
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    release();
    release(); // a second call has no effect
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work));
  assert.deepEqual(events, ['a', 'b', 'c', 'd', 'e']);
  assert.equal(most, 2);
});

test('the event loop runs between two tasks', async () => {
  const semaphore = openSemaphore(1);
  const release = await semaphore.acquire();
  const next = semaphore.acquire();
  const events: string[] = [];
  setImmediate(() => events.push('others'));
  release?.();
  void next.then(() => events.push('next work'));
  await next;
  assert.deepEqual(events, ['others', 'next work']);
});

test('waiting and new tasks are rejected after closing', async () => {
  const semaphore = openSemaphore(1);
  const release = await semaphore.acquire();
  const waiting = semaphore.acquire();
  semaphore.close();
  assert.equal(await waiting, undefined);
  assert.equal(await semaphore.acquire(), undefined);
  release?.();
});
