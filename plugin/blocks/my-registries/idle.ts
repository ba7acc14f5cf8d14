/** Runs a function when the browser is idle. Safari cannot report idle time, so a timer runs the function there. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 1000);
}
