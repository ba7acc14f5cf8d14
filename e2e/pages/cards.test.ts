import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { DEBIAN_CHROMIUM, lacksDebianChromium, openChromium } from '../../browser/chromium.ts';
import type { Tab } from '../../browser/tab.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

/** Window widths in CSS pixels: phones, and a screen with cards side by side. */
const WIDTHS = [320, 360, 412, 900];

/** Parts of a card from top to bottom. */
const PARTS = ['picture', 'item__name', 'item__shop', 'item__price', 'wanted', 'item__give', 'item__link'];

const BROWSERS = [
  { name: 'the Chromium from npm', program: undefined, skip: false },
  { name: 'Debian’s Chromium', program: DEBIAN_CHROMIUM, skip: lacksDebianChromium },
];

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

  for (const { name, program, skip } of BROWSERS)
    describe(`in ${name}`, { skip }, () => {
      const browser = openForSuite(() => openChromium(program));

      it('have no overlapping parts once they are scrolled into view', async () => {
        await using guest = await openVisitor(site(), browser, 'nobody');
        const { page } = guest;
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 700 });
          await page.goto(site().url + list.path);
          assert.deepEqual(await overlaps(page), [], `${width} px`);
        }
      });

      it('open the form of a gift by their button only', async () => {
        await using guest = await openVisitor(site(), browser, 'nobody', { viewport: { width: 360, height: 700 } });
        const { page } = guest;
        await page.goto(site().url + list.path);
        const card = page.locator('.largesse-item').first();
        await card.getByText('More').click();
        for (const part of ['picture', 'item__name', 'item__shop', 'item__description', 'item__price', 'wanted'])
          await card.locator(`.largesse-${part}`).click();
        await card.click({ position: { x: 4, y: 4 } });
        assert.equal(page.url(), site().url + list.path);
        await card.getByRole('link', { name: 'I’ll give this' }).click();
        await page.getByRole('dialog', { name: 'Give a gift' }).getByLabel('Your name').waitFor();
        assert.deepEqual(guest.complaints(), []);
      });
    });
});

/** Scrolls each card into view and returns a line for each part that overlaps the part above it or leaves the card. */
async function overlaps(page: Tab): Promise<string[]> {
  const faults: string[] = [];
  for (const card of await page.locator('.largesse-item').all()) {
    await card.scrollIntoViewIfNeeded();
    // The browser lays out a card one frame after the card has come into view.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {})',
    );
    const name = await card.getByRole('heading').innerText();
    const boxes = await card.evaluate(
      (one, parts) =>
        [one, ...parts.flatMap((part) => one.querySelector(`.largesse-${part}`) ?? [])].map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return { part: part.className, top, bottom };
        }),
      PARTS,
    );
    const [whole, ...stacked] = boxes;
    let end = whole?.top ?? 0;
    for (const { part, top, bottom } of stacked) {
      if (bottom - top < 10 || top < end - 1 || bottom > (whole?.bottom ?? 0) + 1)
        faults.push(`${name}: ${part} from ${top} to ${bottom}, below ${end}, in a card to ${whole?.bottom}`);
      end = bottom;
    }
  }
  return faults;
}
