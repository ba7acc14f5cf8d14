// Needs browsers and site: complete visits in each engine.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { faultsInView } from '../../../tools/browser/layout.ts';
import { untilReady } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { engines } from '../engines/engines.ts';
import { handOn } from '../engines/hand.ts';
import { type Caller, logIn } from '../wordpress/requests.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown, variedWishes } from './guest-site.ts';

/** Window widths in CSS pixels: three phones, then a window that shows cards side by side. */
const WIDTHS = [320, 360, 412, 900];

describe('guests and owners', () => {
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  const site = () => t.system.site;
  let list: Shown;
  before(async () => {
    list = await t.registry({ title: 'Our wedding' }, variedWishes(t.picture));
  });

  for (const { name, skip, openPage } of engines)
    describe(`in ${name}`, { skip }, () => {
      const page = openForSuite(openPage);

      /** Opens a page for a user. */
      const open = async (path: string, width = 375, who: Caller = 'nobody') => {
        await page.resize(width, 667);
        await page.open(site().url + (who === 'nobody' ? path : ''));
        if (who !== 'nobody') {
          for (const cookie of (await logIn(site(), who)).split('; ')) {
            const [key = '', ...value] = cookie.split('=');
            await page.setCookie({ name: key, value: value.join('=') });
          }
          await page.open(site().url + path);
        }
        await untilReady(page, true);
        return handOn(page);
      };

      it('see cards without overlapping parts', async () => {
        for (const width of WIDTHS) {
          await open(list.path, width);
          assert.deepEqual(await faultsInView(page, '.largesse-item'), [], `${width} px`);
        }
      });

      it('see gifts of others when the page is back from the cache of the browser, and nothing moves', async () => {
        const wishes = [{ name: 'Casserole', price: 189 }, { name: 'Pot' }];
        const { id, path, items } = await t.registry({ title: 'Ours' }, wishes);
        await open(path, 360);
        const places = () =>
          page.evaluate<string>(
            `JSON.stringify([...document.querySelectorAll('.largesse-item, .largesse-item :is(h2, p, a)')].map((part) => part.getBoundingClientRect()))`,
          );
        const before = await places();
        await give(t.system, id, { item_id: items[0], quantity: 1, giver_name: 'Tom' });
        await page.evaluate(`void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
        await until('the gift is shown', () =>
          page.evaluate<boolean>(`document.querySelector('.largesse-item').innerText.includes('Already given')`),
        );
        assert.equal(await places(), before);
        assert.equal(await page.evaluate(`document.querySelector('.largesse-item__give').ariaDisabled`), 'true');
      });

      it('open the form of a gift by the button of its card only', async () => {
        const hand = await open(list.path, 360);
        for (const part of ['picture', 'item__name', 'item__shop', 'item__price', 'wanted']) {
          const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
            const part = document.querySelector('.largesse-item .largesse-${part}');
            part.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y } = part.getBoundingClientRect();
            return { x: x + 4, y: y + 4 };
          })()`);
          await page.press(x, y);
        }
        assert.equal(await page.evaluate('document.querySelector("dialog[open]")'), null);
        assert.equal(await page.evaluate('location.href'), site().url + list.path);
        await hand.tap('More');
        await hand.sees('We have wanted one for years');
        await hand.tap('I’ll give this');
        await hand.sees('Your name');
      });

      it('give', async () => {
        const { path } = await t.registry({ title: 'Our wedding' }, [
          { name: 'Teapot', price: 49.95, retailer: 'Kitchen' },
        ]);
        const guest = await open(path);
        await guest.tap('I’ll give this');
        await guest.toNextPage(() => guest.tap('Yes, I’ll give this'));
        await guest.sees('You are giving this.');
        assert.deepEqual(guest.effort(), { taps: 2, fields: 0 });
      });

      it('make a list, add three wishes and share it', async () => {
        const { id } = site().users.stranger;
        await site().wordpress.run(
          `foreach ( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'author' => $input ) ) as $made ) wp_delete_post( $made->ID, true );`,
          id,
        );
        const owner = await open('/my-registries/', 375, 'stranger');
        await owner.fill('Title', 'Our kitchen');
        await owner.toNextPage(() => owner.tap('Create registry'));
        for (const [way, wish] of [
          ['Continue', 'Teapot'],
          ['Add a wish', 'Plates'],
          ['Add a wish', 'Kettle'],
        ] as const) {
          await owner.tap(way);
          await owner.fill('Name', wish);
          await owner.tap('Save wish');
          await owner.sees(`“${wish}” is on the list.`);
        }
        await owner.tap('Share');
        await owner.tap('Continue');
        await owner.sees('Your private link is ready.');
        await owner.tap('Copy link');
        assert.deepEqual(owner.effort(), { taps: 10, fields: 4 });
      });
    });
});
