import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stopTimers } from '../../../tests/support/clock.ts';
import { WaitingLine, WaitingLines } from './waiting-line.ts';

const LONG = { left: 20_000 };

describe('WaitingLine', () => {
  it('admits callers in order, and reports whether they waited', async () => {
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

  it('drops a caller without time left, and admits the next one', async () => {
    const line = new WaitingLine(1, 10);
    await line.enter(LONG);
    const late = line.enter({ left: 0 });
    const next = line.enter(LONG);
    await assert.rejects(late, { reason: 'late' });
    line.leave();
    assert.ok(await next);
  });

  it('keeps a waiting caller who got more time', async () => {
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

describe('WaitingLines', () => {
  const PATIENCE_MS = 1000;

  it('wait longer than their patience while work inside succeeds', async (t) => {
    const pass = stopTimers(t);
    const lines = new WaitingLines(10, { patience: PATIENCE_MS });
    const half = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS / 2));
    let count = 0;
    const all = Promise.all(Array.from({ length: 5 }, () => lines.run(7, LONG, half).then(() => count++)));
    for (let done = 1; done <= 5; done++) {
      // Work begins some turns after the end of the work before.
      await pass(PATIENCE_MS / 2 + 5);
      assert.equal(count, done);
    }
    await all;
  });

  it('lose their patience if no work inside succeeds', async (t) => {
    const pass = stopTimers(t);
    const lines = new WaitingLines(10, { patience: PATIENCE_MS });
    const held = Promise.withResolvers<void>();
    const stuck = lines.run(7, LONG, () => held.promise);
    const impatient = assert.rejects(
      lines.run(7, LONG, async () => {}),
      { reason: 'late' },
    );
    await pass(PATIENCE_MS);
    await impatient;
    await lines.run(8, LONG, async () => {});
    held.resolve();
    await stuck;
    const line = new WaitingLine(1, 10, PATIENCE_MS);
    await line.enter(LONG);
    const [next, last] = [line.enter(LONG), line.enter(LONG)];
    const gone = assert.rejects(last, { reason: 'late' });
    await pass(PATIENCE_MS / 2);
    line.leave(false);
    await next;
    // A failure is no reason to wait longer.
    await pass(PATIENCE_MS / 2);
    await gone;
  });

  it('admit as many callers at once as an id has places', async () => {
    const lines = new WaitingLines(10, { places: 2 });
    const held = Promise.withResolvers<void>();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await held.promise;
      inside--;
    };
    const all = [1, 2, 3].map(() => lines.run(7, LONG, work));
    held.resolve();
    await Promise.all(all);
    assert.equal(most, 2);
  });
});
