import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { faultsInView } from '../../../tools/browser/layout.ts';
import { untilReady } from '../../../tools/browser/readiness.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { debianEngines, npmChromium } from '../engines/engines.ts';
import { handOn } from '../engines/hand.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

/** Window widths in CSS pixels: three phones, then a window that shows cards side by side. */
const WIDTHS = [320, 360, 412, 900];

describe('the cards of wishes', () => {
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  let list: Shown;
  before(async () => {
    const wishes = Array.from({ length: 8 }, (_, index) => ({
      name: index % 2 ? `A wish with a name that needs several lines on a phone, number ${index}` : `Wish ${index}`,
      price: 10 + index,
      retailer: 'Kitchen & Co',
      image_url: index % 3 ? t.picture : '',
      description: index % 4 ? '' : 'We have wanted one for years, in any colour except green.',
      quantity_needed: 1 + index,
    }));
    list = await t.registry({ title: 'Our wedding' }, wishes);
  });

  const site = () => t.system.site;

  for (const { name, skip, openPage } of [npmChromium, ...debianEngines])
    describe(`in ${name}`, { skip }, () => {
      const page = openForSuite(openPage);
      const open = async (width: number) => {
        await page.resize(width, 700);
        await page.open(site().url + list.path);
        await untilReady(page, true);
      };

      it('have no overlapping parts once they are scrolled into view', async () => {
        for (const width of WIDTHS) {
          await open(width);
          assert.deepEqual(await faultsInView(page, '.largesse-item'), [], `${width} px`);
        }
      });

      // open-pages.test.ts tests this in the Chromium from npm.
      if (name !== npmChromium.name)
        it('show gifts of others when the page is back from the cache of the browser, and nothing moves', async () => {
          const wishes = [{ name: 'Casserole', price: 189 }, { name: 'Pot' }];
          const { id, path, items } = await t.registry({ title: 'Ours' }, wishes);
          await page.resize(360, 700);
          await page.open(site().url + path);
          await untilReady(page, true);
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

      it('open the form of a gift by their button only', async () => {
        await open(360);
        const hand = handOn(page);
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
    });
});
