import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import type { Caller } from '../wordpress/requests.ts';
import { versions } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { type Family, settle } from './family.ts';
import { chooseVariation, variations } from './variation.ts';

/** Window size of a common phone. */
const PHONE = { width: 390, height: 844 };

const TITLES = ['Harbour', 'Honey', 'Meadow'];

for (const version of versions) {
  describe(`the style variations of the theme on WordPress ${version}`, () => {
    const browser = openForSuite(openChromium);
    const proxied = openForSuite(() => openProxiedSite(version, 0, 'largesse'));
    const site = () => proxied.system.site;
    let family: Family;
    before(async () => {
      family = await settle(proxied);
    });

    /** Opens a page of the site on a phone. */
    const open = async (path: string, who: Caller = 'nobody') => {
      const visitor = await openVisitor(site(), browser, who, { viewport: PHONE });
      await visitor.page.goto(site().url + path);
      return visitor;
    };

    it('are offered in the site editor', async () => {
      assert.deepEqual((await variations(site())).sort(), TITLES);
    });

    for (const title of TITLES)
      it(`${title}: every page is readable, light and dark, and has its colours and corners`, async () => {
        await chooseVariation(site(), title);
        const { light, dark } = backgrounds(title);
        const faults: string[] = [];
        const pages: [path: string, who: Caller, button?: string][] = [
          ['/', 'nobody'],
          ['/?s=Clara&post_type=registry', 'nobody'],
          [`/?p=${family.wedding}`, 'nobody'],
          [`/?p=${family.wedding}`, 'nobody', 'I’ll give this'],
          ['/my-registries/', 'owner'],
          [`/my-registries/?registry=${family.wedding}`, 'owner', 'Add a wish'],
          ['/wp-login.php', 'nobody'],
        ];
        for (const [path, who, button] of pages) {
          await using visitor = await open(path, who);
          const { page } = visitor;
          if (button !== undefined) {
            await page.locator('.wp-element-button', { hasText: button }).first().click();
            await page.locator('dialog[open] form').waitFor();
          }
          const scope = path.startsWith('/wp-login') ? '#login' : '.wp-site-blocks';
          for (const [colorScheme, background] of [['light', light] as const, ['dark', dark] as const]) {
            await page.emulateMedia({ colorScheme });
            const look = `${path} ${button ?? ''} ${colorScheme}: `;
            assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), background, look);
            faults.push(...(await visitor.axe(scope)).map((fault) => look + fault));
          }
          const reached = await page.evaluate<number>('document.documentElement.scrollWidth');
          if (reached > PHONE.width) faults.push(`${path}: ${reached} px wide`);
          faults.push(...visitor.complaints());
        }
        assert.deepEqual(faults, []);
      });

    it('give the buttons of the plugin their colours and corners', async () => {
      const looks: Record<string, string[]> = {};
      for (const title of TITLES) {
        await chooseVariation(site(), title);
        await using visitor = await open(`/?p=${family.wedding}`);
        looks[title] = await visitor.page.evaluate<string[]>(`(() => {
          const { backgroundColor, color, borderRadius } = getComputedStyle(document.querySelector('.largesse-item__give'));
          return [backgroundColor, color, borderRadius];
        })()`);
      }
      assert.deepEqual(looks, {
        Harbour: ['rgb(26, 90, 150)', 'rgb(255, 255, 255)', '6px'],
        Honey: ['rgb(43, 36, 22)', 'rgb(253, 249, 239)', '999px'],
        Meadow: ['rgb(47, 98, 56)', 'rgb(255, 255, 255)', '12px'],
      });
    });
  });
}

/** Returns the background colours of a variation in the notation that browsers return. */
function backgrounds(title: string): { light: string; dark: string } {
  const path = fileURLToPath(new URL(`../../../theme/styles/${title.toLowerCase()}.json`, import.meta.url));
  const { color, custom } = JSON.parse(readFileSync(path, 'utf8')).settings;
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;
  const base = color.palette.find(({ slug }: { slug: string }) => slug === 'base');
  return { light: rgb(base.color), dark: rgb(custom.night.base) };
}
