import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readArguments, UsageError } from '../../api/src/arguments.ts';
import { reportFailure } from '../../api/src/command.ts';
import { openChromium } from '../browser/chromium.ts';
import { untilReady } from '../browser/readiness.ts';
import { clientOf } from './client.ts';
import { startDemo } from './demo.ts';
import { inDays } from './samples/sample.ts';
import { type Scene, type View, views } from './views.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const HELP = `npm run screenshots -- [FOLDER]

Starts the demonstration on free ports, and writes screenshots of all pages to FOLDER (default data/screenshots). Each
page is shown at 360 and 1,440 pixels, light and dark. The command also writes the upper part of a registry to
docs/screenshots, for the README.

  --help   show this`;

/** Sizes of the window in CSS pixels: a small phone and a desktop. */
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
] as const;

/** Name of the screenshot for the README, and height of its stored part in CSS pixels. */
const README = { file: 'registry-1440-light.jpg', height: 1240 };

const GRACE_MS = 15_000;
const TRIES = 6;
/**
 * Time limit of one try to open a view (milliseconds). After a failed call, the site does not call the service for some
 * seconds. With a shorter limit, all tries could end before the site calls the service again.
 */
const TRY_TIMEOUT_MS = 4_000;

const running = new AsyncDisposableStack();
let isStopped = false;
closeWithGrace({ delay: GRACE_MS, skip: ['beforeExit'] }, () => {
  isStopped = true;
  return running.disposeAsync();
});
try {
  const called = readArguments(HELP, {}, true);
  if (called) await photograph(called.positionals);
} catch (error) {
  if (!isStopped) reportFailure(error); // after Ctrl-C, the error only means that the browser has ended
} finally {
  await running.disposeAsync();
}

async function photograph([folder = join(repository, 'data/screenshots'), ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new UsageError('FOLDER: name one folder');
  await mkdir(folder, { recursive: true });
  const scene = await openScene();
  const browser = await openChromium();
  running.defer(() => browser.close());
  for (const view of views) {
    console.log(`Taking ${view.name}`);
    await take(browser, scene, view, folder);
  }
  console.log(`${views.length * SIZES.length * 2} screenshots in ${folder}`);
}

/** Starts the demonstration on free ports, with an additional empty registry. */
async function openScene(): Promise<Scene> {
  const data = await mkdtemp(join(tmpdir(), 'largesse-screenshots-'));
  // Deletes the folder when the process exits. On Ctrl-C, Playwright may end the process before a disposal would run.
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const demo = await startDemo({ sitePort: 0, apiPort: 0, dataFolder: data, webhooksAllow: '' }, running, (step) =>
    console.log(step),
  );
  const full = demo.registries.find(({ status }) => status === 'publish');
  const keeper = demo.people.find(({ username }) => username === 'clara');
  if (!full || !keeper) throw new Error('The sample data is incomplete');
  const empty = await clientOf(demo.apiUrl, keeper).createRegistry({
    title: 'Grandpa turns eighty',
    story: '<p>He says that he has everything. We will think of something.</p>',
    status: 'publish',
    meta: { registry_event_type: 'Birthday', registry_event_date: inDays(new Date(), 120) },
  });
  if (!empty) throw new Error('The API created no registry');
  return { ...demo, full, empty };
}

/**
 * Takes screenshots of a view at every size, light and dark.
 * @throws {Error} if the page lacks expected content, or one of its pictures cannot be shown
 */
async function take(browser: Browser, scene: Scene, view: View, folder: string): Promise<void> {
  for (const viewport of SIZES) {
    // Turns on reduced motion, so that screenshots show no animations.
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-GB' });
    try {
      if (view.who) await signIn(context, scene, view.who);
      const page = await context.newPage();
      await open(page, scene, view);
      await view.act?.(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const file = `${view.name}-${viewport.width}-${colorScheme}.jpg`;
        const options = { type: 'jpeg', quality: 82, animations: 'disabled', caret: 'hide' } as const;
        await page.screenshot({ ...options, fullPage: !view.isWindow, path: join(folder, file) });
        if (file !== README.file) continue;
        const clip = { x: 0, y: 0, width: viewport.width, height: README.height };
        await page.screenshot({ ...options, fullPage: true, clip, path: join(repository, 'docs/screenshots', file) });
      }
    } finally {
      await context.close();
    }
  }
}

/** Opens a view and waits for its content. Tries again if content is missing, as can happen on a busy machine. */
async function open(page: Page, scene: Scene, view: View): Promise<void> {
  for (let tries = 1; ; tries++) {
    await page.goto(view.url(scene));
    const sight = page.getByText(view.shows).filter({ visible: true }).first();
    const isThere = await sight.waitFor({ timeout: TRY_TIMEOUT_MS }).then(
      () => true,
      () => false,
    );
    if (isThere) return untilReady(page, true);
    if (tries === TRIES) throw new Error(`${view.name}: the page at ${page.url()} does not show “${view.shows}”`);
  }
}

async function signIn(context: BrowserContext, { siteUrl, people }: Scene, username: string): Promise<void> {
  const person = people.find((candidate) => candidate.username === username);
  if (!person) throw new Error(`${username} is missing`);
  await context.request.post(`${siteUrl}/wp-login.php`, { form: { log: username, pwd: person.password } });
}

/** Waits until all fonts and pictures are loaded, including pictures further down the page. */
async function settle(page: Page): Promise<void> {
  const broken = await page.evaluate<string[]>(`(async () => {
    for (const { cssRules } of document.styleSheets) {
      for (const rule of cssRules) {
        if (rule instanceof CSSFontFaceRule) rule.style.setProperty('font-display', 'block');
      }
    }
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.getAttribute('src') && image.checkVisibility());
    for (const image of shown) image.loading = 'eager';
    const outcomes = await Promise.all(shown.map((image) => image.decode().then(() => '', () => image.src)));
    return outcomes.filter((source) => source !== '');
  })()`);
  if (broken.length > 0) throw new Error(`Pictures cannot be shown: ${broken.join(', ')}`);
}
