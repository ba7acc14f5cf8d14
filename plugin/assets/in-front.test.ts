import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { load, settled } from '../testing/owner-data.ts';

const { checkInFront, pauseAfter } = await load('../../assets/in-front.ts');

describe('the pause between two checks of an open page', () => {
  it('is about 30 seconds, and differs between pages', () =>
    assert.deepEqual([pauseAfter(0, 0), pauseAfter(0, 0.5), pauseAfter(0, 1)], [27_000, 30_000, 33_000]));

  it('doubles with each failure, up to ten minutes', () =>
    assert.deepEqual(
      [1, 2, 3, 4, 5, 50].map((failures) => pauseAfter(failures, 0.5) / 1000),
      [60, 120, 240, 480, 600, 600],
    ));
});

describe('an open page', () => {
  afterEach(() => mock.reset());

  it('looks for changes one at a time, not in the background, and not twice in five seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    Object.assign(globalThis, { document, addEventListener: () => {} });
    const switchTo = (visibilityState: 'visible' | 'hidden') => {
      document.visibilityState = visibilityState;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    let checks = 0;
    let held = Promise.resolve(true);
    checkInFront(() => {
      checks++;
      return held;
    });
    const after = async (ms: number, expected: number) => {
      mock.timers.tick(ms);
      await settled();
      assert.equal(checks, expected);
    };
    await after(26_000, 0);
    await after(7_000, 1);
    switchTo('hidden');
    switchTo('visible');
    await after(4_000, 1);
    await after(1_001, 2);
    switchTo('hidden');
    await after(600_000, 2);
    const slow = Promise.withResolvers<boolean>();
    held = slow.promise;
    switchTo('visible');
    await after(5_001, 3);
    switchTo('hidden');
    switchTo('visible');
    await after(100_000, 3);
    slow.reject(new Error('No connection'));
    await settled();
    switchTo('hidden');
    switchTo('visible');
    await after(50_000, 3);
    held = Promise.resolve(true);
    await after(17_000, 4);
    await after(33_001, 5);
  });
});
