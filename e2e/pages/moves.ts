import type { Tab } from '../../browser/tab.ts';

/**
 * Looks at how much the page moves by itself, from the next address on.
 * @returns how much that was since it was asked last, what is still to be drawn included
 */
export async function watchMoves(page: Tab): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.moves = { sum: 0, add: (shifts) => { for (const { value } of shifts) moves.sum += value; } };
    moves.observer = new PerformanceObserver((list) => moves.add(list.getEntries()));
    moves.observer.observe({ type: 'layout-shift' });`);
  // A move is written down when its frame has been drawn, and told of some time later.
  return () =>
    page.evaluate<number>(`(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      moves.add(moves.observer.takeRecords());
      const { sum } = moves;
      moves.sum = 0;
      return sum;
    })()`);
}
