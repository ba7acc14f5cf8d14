// Needs a browser and site: only a browser knows how wide the words of a language are.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { addItem, connected } from '../plugin/connected.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';

/** Width of the narrowest phones, in CSS pixels. */
const NARROW = 320;

const languages = globSync('*.po', { cwd: new URL('../../../theme/languages/', import.meta.url) }).map((file) =>
  file.replace('.po', ''),
);

describe('the pages for guests on the narrowest phone', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(async () => await connected(await withApi(await openSite({ theme: 'largesse' }))));
  let list: string;
  let item: number;
  before(async () => {
    const { wordpress } = t.site;
    await wordpress.run(
      `Largesse\\Features::store( array_fill_keys( array_keys( Largesse\\Features::switches() ), true ) );`,
    );
    const id = await create(t.site, 'owner', {
      title: 'Ada & Ben',
      status: 'publish',
      meta: { registry_event_type: 'Wedding' },
    });
    item = await addItem(t, id, 'Tea pot', { price: 40, quantity_needed: 3 });
    for (let n = 0; n < 12; n++) await addItem(t, id, `Plate ${n}`, { price: 5 + n });
    list = await wordpress.run(`echo wp_parse_url( get_permalink( $input ), PHP_URL_PATH );`, id);
  });

  for (const language of languages)
    it(`cut no button and no tab in ${language}`, async () => {
      await using _ = await addCode(t.site, `add_filter( 'locale', fn () => '${language}' );`);
      await using visitor = await openVisitor(t.site, browser, 'nobody', { viewport: { width: NARROW, height: 600 } });
      const tab = visitor.page;
      for (const path of [
        list,
        `${list}?giving=1`,
        `${list}?give=${item}`,
        `${list}?follow=1`,
        `${list}?suggest=1`,
        '/my-registries/',
        '/',
      ]) {
        await tab.goto(t.site.url + path);
        assert.equal(await tab.locator('html').getAttribute('lang'), language.replace('_', '-'), path);
        const wide = await tab.locator('html').evaluate((root) => root.scrollWidth);
        assert.ok(wide <= NARROW, `${path}: ${wide} px`);
        const cut = await tab
          .locator('button:visible, a.wp-element-button:visible, [role="tab"]:visible, label:visible')
          .evaluateAll((all) =>
            all
              .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
              .map((one) => one.textContent),
          );
        assert.deepEqual(cut, [], path);
      }
    });
});
