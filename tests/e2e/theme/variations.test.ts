import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { newest } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { type Family, settle } from './family.ts';
import { chooseVariation, variations } from './variation.ts';

/** Window size of a common phone. */
const PHONE = { width: 390, height: 844 };

describe('the style variations of the theme', () => {
  const browser = openForSuite(openChromium);
  const proxied = openForSuite(() => openProxiedSite(newest, 'largesse'));
  const site = () => proxied.system.site;
  let family: Family;
  before(async () => {
    family = await settle(proxied);
  });

  /** Buttons of the plugin: background, text and corners. */
  const BUTTONS: Record<string, string[]> = {
    Harbour: ['rgb(26, 90, 150)', 'rgb(255, 255, 255)', '6px'],
    Honey: ['rgb(43, 36, 22)', 'rgb(253, 249, 239)', '999px'],
    Meadow: ['rgb(47, 98, 56)', 'rgb(255, 255, 255)', '12px'],
  };

  it('are offered in the site editor', async () => {
    assert.deepEqual((await variations(site())).sort(), Object.keys(BUTTONS));
  });

  for (const [title, button] of Object.entries(BUTTONS))
    it(`${title}: pages are readable, light and dark, and have its colours and corners`, async () => {
      await chooseVariation(site(), title);
      const { light, dark } = backgrounds(title);
      for (const [path, who, opener] of [
        [`/?p=${family.wedding}`, 'nobody', 'I’ll give this'],
        [`/my-registries/?registry=${family.wedding}`, 'owner', 'Add a wish'],
      ] as const) {
        await using visitor = await openVisitor(site(), browser, who, { viewport: PHONE });
        const { page } = visitor;
        await page.goto(site().url + path);
        if (who === 'nobody')
          assert.deepEqual(
            await page.evaluate<string[]>(`(() => {
              const { backgroundColor, color, borderRadius } = getComputedStyle(document.querySelector('.largesse-item__give'));
              return [backgroundColor, color, borderRadius];
            })()`),
            button,
          );
        await page.locator('.wp-element-button', { hasText: opener }).first().click();
        await page.locator('dialog[open] form').first().waitFor();
        for (const [colorScheme, background] of [['light', light] as const, ['dark', dark] as const]) {
          await page.emulateMedia({ colorScheme });
          assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), background, path);
          assert.deepEqual(await visitor.axe('.wp-site-blocks'), [], `${path} ${colorScheme}`);
        }
        assert.deepEqual(visitor.complaints(), []);
      }
    });
});

/** Returns the background colours of a variation in the notation that browsers return. */
function backgrounds(title: string): { light: string; dark: string } {
  const path = fileURLToPath(new URL(`../../../theme/styles/${title.toLowerCase()}.json`, import.meta.url));
  const { color, custom } = JSON.parse(readFileSync(path, 'utf8')).settings;
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;
  const base = color.palette.find(({ slug }: { slug: string }) => slug === 'base');
  return { light: rgb(base.color), dark: rgb(custom.night.base) };
}
