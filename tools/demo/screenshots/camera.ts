import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { untilReady } from '../../browser/readiness.ts';
import type { Scene, View } from './views.ts';

/** Widths of screenshots in CSS pixels: a small phone and a desktop. */
const WIDTHS = [360, 1440] as const;

/** Colour schemes of screenshots. */
const SCHEMES = ['light', 'dark'] as const;

const HEIGHTS = { 360: 780, 1440: 900 };
const QUALITY = 82;
const TRIES = 6;
/**
 * Time limit of one try to open a view (milliseconds). After a failed call, the site does not call the service for some
 * seconds. With a shorter limit, all tries could end before the site calls the service again.
 */
const TRY_TIMEOUT_MS = 4_000;

/** The screenshot for the README. The repository contains only the upper part of the screenshot. */
export interface Chosen {
  view: string;
  width: (typeof WIDTHS)[number];
  scheme: (typeof SCHEMES)[number];
  /** Height of the stored part, from the top of the page (CSS pixels). */
  height: number;
}

/** Folders for the screenshots, and the screenshot for the README. */
export interface Album {
  folder: string;
  /** Folder for the cropped copy of the screenshot for the README. */
  chosenFolder: string;
  chosen: Chosen;
}

function fileName({ view, width, scheme }: Omit<Chosen, 'height'>): string {
  return `${view}-${width}-${scheme}.jpg`;
}

/**
 * Takes screenshots of a view at every width, light and dark.
 * @returns number of pictures
 * @throws {Error} if the page lacks expected content, or one of its pictures cannot be shown
 */
export async function take(browser: Browser, scene: Scene, view: View, album: Album): Promise<number> {
  let taken = 0;
  for (const width of WIDTHS) {
    // Turns on reduced motion, so that screenshots show no animations.
    const context = await browser.newContext({
      viewport: { width, height: HEIGHTS[width] },
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    try {
      if (view.who) await signIn(context, scene, view.who);
      const page = await context.newPage();
      await open(page, scene, view);
      await view.act?.(page);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        await settle(page);
        await shoot(page, view, { view: view.name, width, scheme }, album);
        taken++;
      }
    } finally {
      await context.close();
    }
  }
  return taken;
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

async function shoot(page: Page, view: View, shot: Omit<Chosen, 'height'>, album: Album): Promise<void> {
  const file = fileName(shot);
  const options = {
    type: 'jpeg',
    quality: QUALITY,
    animations: 'disabled',
    caret: 'hide',
    fullPage: !view.isWindow,
  } as const;
  await page.screenshot({ ...options, path: join(album.folder, file) });
  if (file !== fileName(album.chosen)) return;
  const clip = { x: 0, y: 0, width: shot.width, height: album.chosen.height };
  await page.screenshot({ ...options, path: join(album.chosenFolder, file), clip });
}
