import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { type Fields, load } from '../testing/owner-data.ts';

const { clearSoon } = await load('../../assets/passing.ts');

describe('a message', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.reset());

  it('ends at the next click elsewhere, or after ten seconds, but not while the pointer or the focus is on it', () => {
    const clicks = new Set<(event: Fields) => void>();
    class Box {
      isHeld = false;
      matches = () => this.isHeld;
      querySelector = () => null;
      contains = (other: unknown) => other === this;
    }
    const document = {
      addEventListener: (_: string, listener: (event: Fields) => void) => clicks.add(listener),
      removeEventListener: (_: string, listener: (event: Fields) => void) => clicks.delete(listener),
    };
    Object.assign(globalThis, { Node: Box, document });
    const click = (target: Box) => {
      for (const listener of clicks) listener({ target });
    };
    const wait = (_?: Box) => mock.timers.tick(10_000);
    for (const [act, isTimed, isCleared] of [
      [() => mock.timers.tick(9_999), true, false],
      [wait, true, true],
      [wait, false, false],
      [() => click(new Box()), false, true],
      [click, true, false],
      [(box: Box) => void wait(Object.assign(box, { isHeld: true })), true, false],
    ] as const) {
      const box = new Box();
      const clear = mock.fn();
      const stop = clearSoon(box, clear, isTimed);
      act(box);
      assert.equal(clear.mock.callCount(), Number(isCleared), String(act));
      stop();
      wait();
      assert.deepEqual([clear.mock.callCount(), clicks.size], [Number(isCleared), 0]);
    }
  });
});
