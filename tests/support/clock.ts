import type { TestContext } from 'node:test';
/** A clock that only advances when a test moves it, so that results do not depend on the machine's load. */
export interface TestClock {
  /** Returns the time in milliseconds. Tests can pass this function to the service as the override `now`. */
  readonly now: () => number;
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** Returns a test clock. It does not start at zero, because zero would hide a forgotten subtraction. */
export function stoppedClock(): TestClock {
  let milliseconds = 1_000_000;
  return {
    now: () => milliseconds,
    pass: (seconds) => (milliseconds += seconds * 1000),
  };
}

/**
 * Stops the timers and `performance.now()` of this process until the end of a test.
 * @returns a function that moves them
 */
export function stopTimers({ mock }: TestContext): (ms: number) => Promise<void> {
  let now = performance.now();
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  return async (ms) => {
    for (let passed = 0; passed < ms; passed++) {
      now++;
      mock.timers.tick(1);
      // Code behind a timer continues before the next timer ends.
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  };
}
