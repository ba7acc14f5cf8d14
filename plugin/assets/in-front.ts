/** Milliseconds between two checks. */
const PAUSE_MS = 30_000;

/** Maximum number of milliseconds between two checks while checks fail. */
const MAX_PAUSE_MS = 600_000;

/** Minimum pause between two checks (milliseconds), however often the user brings the page to the front. */
const MIN_PAUSE_MS = 5_000;

/**
 * Runs a check when the user brings the page to the front. Repeats the check about every 30 seconds while the page is
 * in front.
 * @param check resolves to false, or is rejected, if the check failed. The next checks are then less frequent
 * @param isRepeated false to check only when the page comes to the front
 */
export function checkInFront(check: () => Promise<boolean>, isRepeated = true): void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let earliest = performance.now() + MIN_PAUSE_MS;
  const isInFront = () => document.visibilityState === 'visible';
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const run = async () => {
    clearTimeout(timer);
    if (isRunning || !isInFront()) return;
    isRunning = true;
    const isDone = await check().catch(() => false);
    isRunning = false;
    failures = isDone ? 0 : failures + 1;
    const pause = pauseAfter(failures);
    earliest = performance.now() + (isDone ? MIN_PAUSE_MS : pause);
    if (isRepeated && isInFront()) plan(pause);
  };
  const comeToFront = () => {
    if (isInFront()) plan(Math.max(0, earliest - performance.now()));
    else clearTimeout(timer);
  };
  document.addEventListener('visibilitychange', comeToFront);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeToFront();
  });
  if (isRepeated && isInFront()) plan(pauseAfter(0));
}

/** Random milliseconds until the next check, so that pages opened at once differ. @param chance from 0 to 1 */
export function pauseAfter(failures: number, chance = Math.random()): number {
  return Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** failures) * (0.9 + 0.2 * chance);
}
