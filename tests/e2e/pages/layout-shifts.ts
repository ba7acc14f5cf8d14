import type { Tab } from '../../../tools/browser/tab.ts';

/**
 * Records layout shifts of the page after its next navigation.
 * @returns a function that waits until the browser has drawn pending frames. It returns the sum of the shifts since its
 *   previous call
 */
export async function recordLayoutShifts(page: Tab): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.moves = { sum: 0, add: (shifts) => { for (const { value } of shifts) moves.sum += value; } };
    moves.observer = new PerformanceObserver((list) => moves.add(list.getEntries()));
    moves.observer.observe({ type: 'layout-shift' });`);
  // The browser records a shift after it has drawn the frame, and reports the shift later. So the returned function
  // waits for two frames.
  return () =>
    page.evaluate<number>(`(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      moves.add(moves.observer.takeRecords());
      const { sum } = moves;
      moves.sum = 0;
      return sum;
    })()`);
}
