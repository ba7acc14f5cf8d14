import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { patience } from '../api/testing/patience.ts';

/** How long a condition is waited for: PHP in the process of a test is slow where a machine is busy. */
export const CONDITION_TIMEOUT_MS = patience(90_000);

/** Milliseconds between two looks at a page that is not ready yet. */
const POLL_MS = 30;

/** What Playwright says when a page gives way to another one while it is looked at. */
const GAVE_WAY = /context was destroyed|Cannot find context|frame was detached/;

/**
 * Tells whether the scripts of a page have taken over, as an expression that runs inside the page. What can only be
 * waited for is begun by the first look, and its end is remembered with the document.
 *
 * - All is loaded, modules too.
 * - jQuery's ready handlers have run, which it puts off until after `DOMContentLoaded`; twice, for those that register
 *   further ones.
 * - The Interactivity API has taken over the last of its regions, which it does one by one; what it then calls
 *   (`data-wp-init`, `data-wp-watch`) comes after the next frame.
 * - The page of members is drawn, and no longer a frame.
 * - The login form has taken the focus, 200 ms later: whoever types meanwhile types into another field.
 */
const IS_READY = `(() => {
  if (document.readyState !== 'complete') return false;
  const mark = Symbol.for('largesse.readiness');
  const known = window[mark];
  if (known) return known.isReady;
  const readiness = window[mark] = { isReady: false };
  const pause = () => new Promise((done) => setTimeout(done, ${POLL_MS}));
  const isLoaded = (script) => performance.getEntriesByType('resource').some(({ name }) => script.test(name));
  const lastRegion = () => [...document.querySelectorAll('[data-wp-interactive]')]
    .filter((one) => !one.parentElement.closest('[data-wp-interactive]')).at(-1);
  const isTaken = (region) => {
    const root = region.parentElement.__k;
    return root?.firstChild === region && Boolean(root.__k);
  };
  (async () => {
    if (window.jQuery) await new Promise((done) => jQuery(() => jQuery(() => done())));
    const region = isLoaded(/\\/interactivity(\\.min)?\\.js/) ? lastRegion() : undefined;
    if (region) {
      while (region.isConnected && !isTaken(region)) await pause();
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    while (document.querySelector('[data-largesse-page="frame"]')) await pause();
    if (typeof wp_attempt_focus === 'function') while (document.activeElement === document.body) await pause();
    readiness.isReady = true;
  })();
  return false;
})()`;

/** Returns when the document began: no two documents of a page have the same time. */
export const documentOf = (page: Page): Promise<number> => page.evaluate<number>('performance.timeOrigin');

/**
 * Waits until a page can be acted on: whatever a person would see of it reacts as it will from now on. It is looked at
 * from outside: where no scripts run, nothing in a page can wait, and a policy may keep it from reading code.
 * @param isScripted whether the browser runs scripts at all; else a page is ready when it is loaded
 * @param former the document that must have given way to another one; see `documentOf`
 */
export async function untilReady(page: Page, isScripted: boolean, former?: number): Promise<void> {
  const isAnother = former === undefined ? 'true' : `performance.timeOrigin !== ${former}`;
  const isReady = isScripted ? IS_READY : `document.readyState === 'complete'`;
  const isThere = `location.href !== 'about:blank' && ${isAnother} && ${isReady}`;
  const end = performance.now() + CONDITION_TIMEOUT_MS;
  while (!(await page.evaluate<boolean>(isThere).catch(falseWhereItGaveWay))) {
    const what = former === undefined ? 'the page is ready' : 'another page is ready';
    if (performance.now() > end)
      throw new Error(`timed out after ${CONDITION_TIMEOUT_MS} ms, waiting until ${what}: ${page.url()}`);
    await sleep(POLL_MS);
  }
}

/** Waits until the browser has drawn the page once more, so that its scripts have seen what came before. */
export async function untilDrawn(page: Pick<Page, 'evaluate'>): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

function falseWhereItGaveWay(error: unknown): false {
  if (error instanceof Error && GAVE_WAY.test(error.message)) return false;
  throw error;
}
