/** A clock that only advances when a test moves it, so that results do not depend on the machine's load. */
export interface TestClock {
  /** Returns the time in milliseconds, in the form of the service's override `now`. */
  readonly now: () => number;
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** Returns a clock that does not start at zero, which would hide a forgotten subtraction. */
export function stoppedClock(): TestClock {
  let milliseconds = 1_000_000;
  return {
    now: () => milliseconds,
    pass: (seconds) => {
      milliseconds += seconds * 1000;
    },
  };
}
