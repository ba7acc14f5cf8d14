import { untilDrawn } from '../../../tools/browser/readiness.ts';
import type { Tab } from '../../../tools/browser/tab.ts';

/** An event of Chromium's tracing; see https://chromedevtools.github.io/devtools-protocol/tot/Tracing/ */
interface Traced {
  args?: { elementCount?: number };
}

/**
 * Runs an action on a page. Returns the largest number of elements whose styles the browser recomputes in one pass.
 * Unlike a time, this number is the same on each machine.
 */
export async function countRestyledElements(page: Tab, act: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page.mainFrame());
  const events: Traced[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  await untilDrawn(page);
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  return Math.max(0, ...events.map(({ args }) => args?.elementCount ?? 0));
}
