import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../tests/support/patience.ts';

/** A page of any browser. */
export interface AnyPage {
  url(): string;
  /** Evaluates an expression inside the page and returns its value; `undefined` may arrive as null. */
  evaluate<T>(expression: string): Promise<T>;
}

/** Time limit for a page to load. PHP in the process of a test is slow on a busy machine. */
export const PAGE_TIMEOUT_MS = patience(90_000);

/** Time limit for an element or another condition on a loaded page. */
export const CONDITION_TIMEOUT_MS = patience(30_000);

/** Milliseconds between two checks of a page that is not ready. */
const POLL_MS = 30;

/**
 * Matches Playwright's error messages about a page that was replaced during a check. These errors have no code and no
 * class of their own.
 */
const REPLACED = /context was destroyed|Cannot find context|frame was detached/;

/**
 * Expression that runs inside a page and returns whether the page's scripts are ready. The first check starts to wait
 * for the conditions that cannot be polled. Later checks read the result of this wait.
 *
 * - Everything is loaded, including modules.
 * - jQuery's ready handlers have run. jQuery delays them until after `DOMContentLoaded`. The check waits twice, because
 *   a handler may register other handlers.
 * - The Interactivity API has initialised the last region of the page. It initialises regions one by one. After the
 *   next frame, it runs the callbacks of the regions (`data-wp-init`, `data-wp-watch`).
 * - The members' page shows its content instead of an empty frame.
 * - The login form has taken the focus, which happens after 200 ms. Earlier input would go to another field.
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

/** Returns the start time of the page's document. If the page loads another document, the start time changes. */
export const documentOf = (page: AnyPage): Promise<number> => page.evaluate<number>('performance.timeOrigin');

/**
 * Waits until a page is interactive: everything that a user sees reacts to input. Between two checks, this function
 * waits outside of the page. Inside the page, a wait would fail if scripts are disabled, or if a content security
 * policy forbids evaluating code.
 * @param isScripted whether the browser runs scripts; otherwise a page is ready when it is loaded
 * @param former start time of the document that must have been replaced; see `documentOf`
 */
export async function untilReady(page: AnyPage, isScripted: boolean, former?: number): Promise<void> {
  const isAnother = former === undefined ? 'true' : `performance.timeOrigin !== ${former}`;
  const isReady = isScripted ? IS_READY : `document.readyState === 'complete'`;
  const isThere = `location.href !== 'about:blank' && ${isAnother} && ${isReady}`;
  const end = performance.now() + PAGE_TIMEOUT_MS;
  while (!(await page.evaluate<boolean>(isThere).catch(falseWhereItGaveWay))) {
    const what = former === undefined ? 'the page is ready' : 'another page is ready';
    if (performance.now() > end)
      throw new Error(`timed out after ${PAGE_TIMEOUT_MS} ms, waiting until ${what}: ${page.url()}`);
    await sleep(POLL_MS);
  }
}

/** Waits until the browser has drawn the page again, so that its scripts have processed earlier events. */
export async function untilDrawn(page: Pick<AnyPage, 'evaluate'>): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

function falseWhereItGaveWay(error: unknown): false {
  if (error instanceof Error && REPLACED.test(error.message)) return false;
  throw error;
}
