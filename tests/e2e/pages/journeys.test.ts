import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilReady } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { debianEngines, npmChromium } from '../engines/engines.ts';
import { handOn } from '../engines/hand.ts';
import { type Caller, logIn } from '../wordpress/requests.ts';
import { openGuestSite } from './guest-site.ts';

describe('the journeys of guests and owners', () => {
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  const site = () => t.system.site;

  for (const { name, skip, openPage } of [npmChromium, ...debianEngines])
    describe(`in ${name}`, { skip }, () => {
      const page = openForSuite(openPage);

      /** Opens a page on a phone for a user. */
      const open = async (path: string, who: Caller = 'nobody') => {
        await page.resize(375, 667);
        await page.open(site().url);
        const cookies = who === 'nobody' ? [] : (await logIn(site(), who)).split('; ');
        for (const cookie of cookies) {
          const [key = '', ...value] = cookie.split('=');
          await page.setCookie({ name: key, value: value.join('=') });
        }
        await page.open(site().url + path);
        await untilReady(page, true);
        return handOn(page);
      };

      it('a guest gives', async () => {
        const list = await t.registry({ title: 'Our wedding' }, [
          { name: 'Teapot', price: 49.95, retailer: 'Kitchen' },
        ]);
        const guest = await open(list.path);
        await guest.tap('I’ll give this');
        await guest.toNextPage(() => guest.tap('Yes, I’ll give this'));
        await guest.sees('You are giving this.');
        assert.deepEqual(guest.effort(), { taps: 2, fields: 0 });
      });

      it('an owner makes a list, adds three wishes and shares it', async () => {
        const { id } = site().users.stranger;
        await site().wordpress.run(
          `foreach ( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'author' => $input ) ) as $made ) wp_delete_post( $made->ID, true );`,
          id,
        );
        const owner = await open('/my-registries/', 'stranger');
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
        await owner.sees('Your family link is ready.');
        await owner.tap('Copy link');
        assert.deepEqual(owner.effort(), { taps: 10, fields: 4 });
      });
    });
});
