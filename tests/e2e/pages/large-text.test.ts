// Needs a browser and site: only a browser knows where it breaks words.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { brokenWords } from '../../../tools/browser/layout.ts';
import { untilDrawn } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { addItem, connected } from '../plugin/connected.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';

/** Windows of phones and a desktop: width in CSS pixels, and the browser's text size in percent. */
const WINDOWS = [
  [320, 100],
  [320, 150],
  [375, 150],
  [375, 200],
  [1280, 200],
] as const;

/** Default text size of browsers, in CSS pixels. */
const TEXT_PX = 16;

const languages = globSync('*.po', { cwd: new URL('../../../theme/languages/', import.meta.url) }).map((file) =>
  file.replace('.po', ''),
);

describe('pages with large text', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(async () => await connected(await withApi(await openSite({ theme: 'largesse' }))));
  let pages: readonly (readonly [path: string, who: Caller])[];
  before(async () => {
    const id = await create(t.site, 'owner', {
      title: 'Ada & Ben',
      status: 'publish',
      meta: { registry_event_type: 'Wedding' },
    });
    const item = await addItem(t, id, 'Tea pot', { price: 40, quantity_needed: 3 });
    const list = await t.site.wordpress.run(`echo wp_parse_url( get_permalink( $input ), PHP_URL_PATH );`, id);
    pages = [
      ['/', 'nobody'],
      [list, 'nobody'],
      [`${list}?give=${item}`, 'nobody'],
      ['/my-registries/', 'owner'],
      ...['wishes', 'share', 'settings'].map((tab) => [`/my-registries/?registry=${id}&tab=${tab}`, 'owner'] as const),
    ];
  });

  for (const language of ['en_US', ...languages])
    it(`break no word and do not scroll sideways in ${language}`, async () => {
      await using _ = await addCode(t.site, `add_filter( 'locale', fn () => '${language}' );`);
      const faults: string[] = [];
      for (const [path, who] of pages) {
        await using visitor = await openVisitor(t.site, browser, who);
        const { page } = visitor;
        const session = await page.context().newCDPSession(page.locator('html').page());
        await page.goto(t.site.url + path);
        await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
        for (const [width, percent] of WINDOWS) {
          await page.setViewportSize({ width, height: 667 });
          // As the browser's setting: it also changes the lengths in media queries.
          await session.send('Page.setFontSizes', { fontSizes: { standard: (TEXT_PX * percent) / 100 } });
          await untilDrawn(page);
          const place = `${path} at ${width} px and ${percent} %`;
          const wide = await page.locator('html').evaluate((root) => root.scrollWidth);
          if (wide > width) faults.push(`${place}: ${wide} px wide`);
          faults.push(...(await brokenWords(page, 'body')).map((fault) => `${place}: ${fault}`));
        }
      }
      assert.deepEqual(faults, []);
    });
});
