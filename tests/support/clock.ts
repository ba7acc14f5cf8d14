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
