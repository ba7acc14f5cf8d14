import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WaitingLine } from './waiting-line.ts';

const LONG = { left: 20_000 };

describe('WaitingLine', () => {
  it('lets in whoever came first, and tells whether they had to wait', async () => {
    const line = new WaitingLine(2, 10);
    assert.deepEqual([await line.enter(LONG), await line.enter(LONG)], [false, false]);
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map((name) =>
      line.enter(LONG).then((hasWaited) => {
        order.push(name);
        assert.ok(hasWaited);
      }),
    );
    for (const _ of waiting) line.leave();
    await Promise.all(waiting);
    assert.deepEqual(order, ['a', 'b', 'c']);
    assert.equal(line.isEmpty, false);
    line.leave();
    line.leave();
    assert.ok(line.isEmpty);
  });

  it('refuses at once when too many wait', async () => {
    const line = new WaitingLine(1, 1);
    await line.enter(LONG);
    const waiting = line.enter(LONG);
    await assert.rejects(line.enter(LONG), { reason: 'full' });
    line.leave();
    await waiting;
  });

  it('gives up whoever has no time left, and lets the next one in', async () => {
    const line = new WaitingLine(1, 10);
    await line.enter(LONG);
    const late = line.enter({ left: 0 });
    const next = line.enter(LONG);
    await assert.rejects(late, { reason: 'late' });
    line.leave();
    assert.ok(await next);
  });

  it('goes on waiting for whoever was given more time meanwhile', async () => {
    const line = new WaitingLine(1, 10);
    await line.enter(LONG);
    const end = performance.now() + 20;
    let isExtended = false;
    const looked = Promise.withResolvers<void>();
    const waiting = line.enter({
      get left() {
        if (performance.now() < end) return end - performance.now();
        isExtended = true;
        looked.resolve();
        return 20_000;
      },
    });
    await looked.promise;
    line.leave();
    await waiting;
    assert.ok(isExtended);
  });
});
