import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTurns } from './turns.ts';

test('turns are taken in order, so many at a time', async () => {
  const turns = openTurns(2);
  const events: string[] = [];
  let most = 0;
  let now = 0;
  const work = async (name: string) => {
    const end = await turns.take();
    assert.ok(end);
    events.push(name);
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    end();
    end(); // once more does no harm
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work));
  assert.deepEqual(events, ['a', 'b', 'c', 'd', 'e']);
  assert.equal(most, 2);
});

test('between two turns the event loop comes round', async () => {
  const turns = openTurns(1);
  const end = await turns.take();
  const next = turns.take();
  const events: string[] = [];
  setImmediate(() => events.push('others'));
  end?.();
  void next.then(() => events.push('next turn'));
  await next;
  assert.deepEqual(events, ['others', 'next turn']);
});

test('when there are no more turns, those who wait and those who come are sent away', async () => {
  const turns = openTurns(1);
  const end = await turns.take();
  const waiting = turns.take();
  turns.close();
  assert.equal(await waiting, undefined);
  assert.equal(await turns.take(), undefined);
  end?.();
});
