// Needs browsers and a site: only a browser knows where it breaks words.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { brokenWords } from '../../../tools/browser/layout.ts';
import { type AnyPage, untilDrawn, untilReady } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { engines } from '../engines/engines.ts';
import { addItem, connected } from '../plugin/connected.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, logIn } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';

/** Windows of phones and a desktop: width in CSS pixels, and the browser's text size in percent. */
const WINDOWS = [
  [320, 100],
  [320, 150],
  [320, 200],
  [375, 150],
  [375, 200],
  [1280, 200],
] as const;

/** PHP that creates a circle of a member with a person whom the member looks after, and prints its id. */
const CIRCLE = `
  $changes = Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class );
  $user    = get_userdata( $input );
  $circle  = $changes->create( $user, bin2hex( random_bytes( 8 ) ), 'The Webers', 'Anna' );
  echo $circle->id;`;

/** Default text size of browsers, in CSS pixels. */
const TEXT_PX = 16;

const languages = globSync('*.po', { cwd: new URL('../../../theme/languages/', import.meta.url) }).map((file) =>
  file.replace('.po', ''),
);

/** Opens everything that is folded, so that its words are visible. */
const UNFOLD = `(() => { for (const one of document.querySelectorAll('details')) one.open = true; })()`;

/**
 * Returns how a page does not fit into the window. On the narrowest phone with text of double size, only the longest
 * words of paragraphs continue on another line.
 */
async function faultsOf(page: Pick<AnyPage, 'evaluate'>, place: string, isNarrowest: boolean): Promise<string[]> {
  const [wide = 0, shown = 0] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
  const broken = (await brokenWords(page, 'body')).filter((fault) => !isNarrowest || !/ in p\./.test(fault));
  return [...(wide > shown ? [`${wide} px wide`] : []), ...broken].map((fault) => `${place}: ${fault}`);
}

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
    const gift = await give(t, id, { item_id: item, quantity: 1 });
    const list = await t.site.wordpress.run(`echo wp_parse_url( get_permalink( $input ), PHP_URL_PATH );`, id);
    const circle = await t.site.wordpress.run(CIRCLE, t.site.users.owner.id);
    const ofOwner = ['', `registry=${id}`, `registry=${id}&tab=share`, `registry=${id}&tab=settings`].concat([
      `registry=${id}&import=1`,
      `registry=${id}&gifts=list`,
      `circle=${circle}`,
      'account=edit',
    ]);
    pages = [
      ['/', 'nobody'],
      [list, 'nobody'],
      [`${list}?give=${item}`, 'nobody'],
      [`${list}?present=1`, 'nobody'],
      [gift.url.replace(t.site.url, ''), 'nobody'],
      ['/?my-gifts=1', 'nobody'],
      ...ofOwner.map((query) => [`/my-registries/?${query}`, 'owner'] as const),
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
        await page.evaluate(UNFOLD);
        for (const [width, percent] of WINDOWS) {
          await page.setViewportSize({ width, height: 667 });
          // As the browser's setting: it also changes the lengths in media queries.
          await session.send('Page.setFontSizes', { fontSizes: { standard: (TEXT_PX * percent) / 100 } });
          await untilDrawn(page);
          const place = `${path} at ${width} px and ${percent} %`;
          faults.push(...(await faultsOf(page, place, width === 320 && percent === 200)));
        }
      }
      assert.deepEqual(faults, []);
    });

  for (const { name, skip, openPage } of engines.filter((engine) => !/Chromium/.test(engine.name)))
    it(`fit into the narrowest phone in ${name}, in the languages with the longest words`, { skip }, async () => {
      await using page = await openPage();
      await page.resize(320, 667);
      const faults: string[] = [];
      for (const language of ['de_DE', 'nl_NL', 'pl_PL']) {
        await using _ = await addCode(t.site, `add_filter( 'locale', fn () => '${language}' );`);
        for (const who of ['nobody', 'owner'] as const) {
          await page.open(t.site.url);
          for (const cookie of who === 'nobody' ? [] : (await logIn(t.site, who)).split('; ')) {
            const [key = '', ...value] = cookie.split('=');
            await page.setCookie({ name: key, value: value.join('=') });
          }
          for (const [path] of pages.filter(([, reader]) => reader === who)) {
            await page.open(t.site.url + path);
            await untilReady(page, true);
            await page.evaluate(UNFOLD);
            await page.evaluate(`void (document.documentElement.style.fontSize = '200%')`);
            await untilDrawn(page);
            faults.push(...(await faultsOf(page, `${language} ${path}`, true)));
          }
        }
      }
      assert.deepEqual(faults, []);
    });
});
