import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { CONDITION_TIMEOUT_MS, PAGE_TIMEOUT_MS } from '../../../tools/browser/readiness.ts';
import { openTab, type Tab } from '../../../tools/browser/tab.ts';
import { record } from '../../../tools/browser/traces.ts';
import { addWitness } from '../../support/evidence.ts';
import { type Caller, logIn } from './requests.ts';
import type { Site, TestUser } from './site.ts';

/** The browser of one user. The browser collects faults of the site's pages. */
export interface Visitor extends AsyncDisposable {
  readonly page: Tab;
  /**
   * Returns the faults on all pages so far: console messages, failed scripts, requests to other sites, and navigations
   * that did not use the tab's methods.
   */
  complaints(): string[];
  /**
   * Returns axe's findings on the current page, one line for each rule and element. Tests expect an empty list.
   * @param scope CSS selector of the part to check; default: the whole page
   */
  axe(scope?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Message that WordPress itself logs in the console of every screen. */
const SAID_BY_WORDPRESS = /^JQMIGRATE: Migrate is installed/;

/**
 * Opens a separate browser for a signed-in user, or for `nobody`. The page is empty until the test calls
 * `page.goto(site.url)`. Use `page.toNextPage(…)` for later actions that open another page. The browser closes only
 * after the test has ended, so that a failed test can save a screenshot.
 * @param options of the browser: `javaScriptEnabled`, `viewport`, `colorScheme`, `reducedMotion`, …
 */
export async function openVisitor(
  site: Site,
  browser: Browser,
  who: Caller,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(CONDITION_TIMEOUT_MS);
  context.setDefaultNavigationTimeout(PAGE_TIMEOUT_MS);
  const complaints: string[] = [];
  if (who !== 'nobody') await addLogin(context, site, who);
  context.on('request', (request) => {
    const { origin, href } = new URL(request.url());
    if (origin !== new URL(site.url).origin && !isAvatar(href)) complaints.push(`Asked of another site: ${href}`);
  });
  context.on('console', (message) => {
    if (!SAID_BY_WORDPRESS.test(message.text()) && !isAvatar(message.location().url))
      complaints.push(`Console: ${message.text()} (${message.page()?.url()})`);
  });
  context.on('weberror', (error) => void complaints.push(`Script: ${error.error()} (${error.page()?.url()})`));
  const recording = await record(context);
  const close = addWitness({ ...recording, close: () => context.close() });
  const page = await openTab(context, {
    isScripted: options.javaScriptEnabled !== false,
    complain: (complaint) => complaints.push(complaint),
  });
  return {
    page,
    complaints: () => [...complaints],
    axe: (scope = 'html') => violations(page, scope),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Checks whether an address is a user's avatar on another server. Browsers in tests do not load such avatars. */
function isAvatar(address: string): boolean {
  return URL.canParse(address) && new URL(address).hostname.endsWith('.gravatar.com');
}

/** Signs a user in, in a context of a browser. */
export async function addLogin(context: BrowserContext, site: Site, person: TestUser): Promise<void> {
  const cookies = (await logIn(site, person)).split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: site.url };
  });
  await context.addCookies(cookies);
}

/** One of axe's findings, reduced to the fields that tests report. */
interface Violation {
  rule: string;
  target: string;
  html: string;
  summary: string;
}

/** Script that waits for the end of all animations and transitions, except endless ones. */
const AT_REST = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => {})`;

let source: Promise<string> | undefined;

function readAxe(): Promise<string> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return source;
}

async function violations(page: Tab, scope: string): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(await readAxe());
  // Waits for transitions, because colours have the wrong contrast during a transition.
  await page.evaluate(AT_REST);
  const found = await page.evaluate<Violation[]>(`
    axe.run(${JSON.stringify(scope)}, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => ({
          rule: id + ' (' + help + ')', target: target.join(' '), html, summary: failureSummary ?? '',
        }))))`);
  return found.map(
    ({ rule, target, html, summary }) => `${rule} at ${target}: ${html}\n  ${summary.replace(/\s*\n\s*/g, ' ')}`,
  );
}
