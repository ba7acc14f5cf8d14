import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { DRAWINGS } from '../contract/occasions.ts';
import { openChromium } from './browser/chromium.ts';

/*
 * Renders pictures from drawings. Run this program after you have changed a drawing. It creates the drawings for
 * previews of links, and the icon of the browser extension.
 */

const THEME = fileURLToPath(new URL('../theme/assets', import.meta.url));
const COVERS = fileURLToPath(new URL('../plugin/assets/covers', import.meta.url));

/** Cover drawings by occasion; `gifts` is for all other occasions. */
const OCCASIONS = [...Object.keys(DRAWINGS), 'gifts'];

const EXTENSION = fileURLToPath(new URL('../plugin/extension', import.meta.url));

/** Sizes of the extension's icon (pixels): for the browser's bar, and for lists of extensions. */
const EXTENSION_SIDES = [32, 128] as const;

/** JPEG quality of the drawings, in percent. */
const QUALITY = 90;

/** Returns the HTML page of a cover: a frame, and the drawing in the middle. */
const COVER = (drawing: string, isWide: boolean) => `<!doctype html><style>
  body { margin: 0; width: 1200px; height: 630px; background: #fffaf5; overflow: hidden; position: relative }
  .frame { position: absolute; inset: 26px; border: 2px solid #ebddd5; border-radius: 26px }
  .drawing { position: absolute; inset: 0 0 24px; margin: auto; width: ${isWide ? 500 : 470}px; display: grid; place-items: center }
  .drawing svg { width: 100%; height: auto }
</style><div class="frame"></div><div class="drawing">${drawing}</div>`;

async function shoot(page: Page, html: string, width: number, height: number, file: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  const format = file.endsWith('.jpg')
    ? ({ type: 'jpeg', quality: QUALITY } as const)
    : ({ type: 'png', omitBackground: true } as const);
  await writeFile(file, await page.screenshot(format));
}

const browser = await openChromium();
try {
  const page = await browser.newPage({ colorScheme: 'light' });
  await mkdir(COVERS, { recursive: true });
  for (const occasion of OCCASIONS) {
    const drawing = await readFile(`${THEME}/drawings/${occasion}.svg`, 'utf8');
    await shoot(page, COVER(drawing, occasion === 'gifts'), 1200, 630, `${COVERS}/${occasion}.jpg`);
  }
  const icon = await readFile(`${THEME}/icons/icon.svg`, 'utf8');
  for (const side of EXTENSION_SIDES) {
    const html = `<!doctype html><style>body{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${icon}`;
    await shoot(page, html, side, side, `${EXTENSION}/icon-${side}.png`);
  }
} finally {
  await browser.close();
}
