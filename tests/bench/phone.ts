import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Measurements of a page on a phone: times in milliseconds since the request, and the size of the transferred HTML. */
export interface Load {
  firstByte: number;
  largestPaint: number;
  bytes: number;
}

/** Screen of the simulated phone. */
const SCREEN = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Network of the phone: 150 ms latency, 1.6 Mbit/s for downloads and 0.75 Mbit/s for uploads. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** Factor by which the phone's processor is slower than this machine. */
const SLOWER = 4;

/** Time for which a page is observed after it has loaded, or after a tap (milliseconds). */
const WATCHED = 1500;

/** Script that records the largest paint, and the time from each tap to its paint. */
const WATCH = `
  window.largest = 0; window.taps = [];
  new PerformanceObserver((list) => { largest = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { interactionId, duration } of list.getEntries()) if (interactionId) taps.push(duration); })
    .observe({ type: 'event', buffered: true, durationThreshold: 16 });`;

/** An open page on the phone. */
export interface Phone extends AsyncDisposable {
  readonly page: Page;
  readonly load: Load;
  /** Taps the element of a selector. @returns milliseconds until the next paint; browsers report at least 16 */
  tap(selector: string): Promise<number>;
}

/** Opens a page on a phone with an empty cache. @param cookies value of the header `Cookie` for a logged-in user */
export async function openOnPhone(browser: Browser, address: string, cookies = ''): Promise<Phone> {
  const context = await browser.newContext(SCREEN);
  await addCookies(context, address, cookies);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(WATCHED);
  const load = await page.evaluate<Load>(`(() => {
    const [{ responseStart, encodedBodySize }] = performance.getEntriesByType('navigation');
    return { firstByte: responseStart, largestPaint: largest, bytes: encodedBodySize };
  })()`);
  return {
    page,
    load,
    tap: async (selector) => {
      const found = page.locator(selector).first();
      await found.scrollIntoViewIfNeeded();
      await page.waitForTimeout(WATCHED / 3);
      await page.evaluate('taps.length = 0');
      await found.tap({ noWaitAfter: true });
      await page.waitForTimeout(WATCHED);
      return await page.evaluate<number>('Math.max(16, ...taps)');
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function addCookies(context: BrowserContext, url: string, cookies: string): Promise<void> {
  const pairs = cookies.split('; ').filter((pair) => pair !== '');
  await context.addCookies(
    pairs.map((pair) => ({
      name: pair.replace(/=.*/s, ''),
      value: pair.replace(/^[^=]*=/, ''),
      url: new URL(url).origin,
    })),
  );
}
