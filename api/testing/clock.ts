/** A clock that stands still until a test moves it: what ages by it ages the same on a busy machine. */
export interface TestClock {
  /** Returns the time in milliseconds, as the override `now` of the service wants it. */
  readonly now: () => number;
  /** Lets time go by. */
  pass(seconds: number): void;
}

/** Makes a clock that begins at some moment that is not zero, which would hide a forgotten subtraction. */
export function stoppedClock(): TestClock {
  let milliseconds = 1_000_000;
  return {
    now: () => milliseconds,
    pass: (seconds) => {
      milliseconds += seconds * 1000;
    },
  };
}
