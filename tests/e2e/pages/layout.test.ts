// Needs a browser and site: only a browser knows the sizes of boxes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { layoutFaults, lengthenTexts } from '../../../tools/browser/layout.ts';
import { untilDrawn } from '../../../tools/browser/readiness.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { Caller } from '../wordpress/requests.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown, variedWishes, type Wish } from './guest-site.ts';

/** Window widths in CSS pixels: three phones, a tablet, a desktop. */
const WIDTHS = [320, 360, 412, 768, 1280];

/** Minimum width of windows in which people use a mouse. */
const DESKTOP_PX = 1280;

/** Window of a small phone. */
const PHONE = { width: 375, height: 667 };

/** Maximum height of a page with 24 wishes. The unit is the height of the phone's screen. */
const MOST_SCREENS = 8;

/** A page to check, in a certain state. */
interface PageShown {
  name: string;
  path(): string;
  who?: Caller;
  /** CSS selector of the part to check; default: the whole page. */
  scope?: string;
  /** Opens a closed part of the page before the check. */
  act?(page: Tab): Promise<void>;
}

describe('the layout of the pages', () => {
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  const browser = openForSuite(openChromium);
  const site = () => t.system.site;
  let list: Shown;
  let gift: string;
  let given: Shown;
  before(async () => {
    list = await t.registry(
      { title: 'Clara & Jonas', content: 'You being there is the gift.', meta: { registry_event_date: '2027-06-12' } },
      variedWishes(t.picture),
    );
    given = await t.registry({ title: 'Given' }, [
      { name: 'Toaster', price: 50, quantity_purchased: 1 },
      { name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenaufbewahrungsschrank', price: 50 },
    ]);
    gift = (await give(t.system, list.id, { item_id: list.items[1], message: 'For you both' })).url;
  });

  const managing = (tab: string) => `/my-registries/?registry=${list.id}&tab=${tab}`;
  const pages: PageShown[] = [
    {
      name: 'a registry with an open filter',
      path: () => list.path,
      act: (page) => page.getByText('Filter', { exact: true }).click(),
    },
    {
      name: 'the form of a gift',
      path: () => list.path,
      act: (page) => page.locator('.largesse-item__give').first().click(),
    },
    { name: 'the form of a gift that somebody else gives', path: () => `${given.path}?give=${given.items[0]}` },
    { name: 'a gift of a giver', path: () => gift.replace(site().url, '') },
    { name: 'a search', path: () => '/?s=Clara&post_type=registry' },
    { name: 'sign-in', path: () => '/wp-login.php', scope: '#login' },
    { name: 'sign-up', path: () => '/?largesse-sign-up=1' },
    { name: 'a member’s registries', path: () => '/my-registries/', who: 'owner' },
    { name: 'the wishes of an owner', path: () => managing('wishes'), who: 'owner' },
    { name: 'the sharing of an owner', path: () => managing('share'), who: 'owner' },
    { name: 'the gifts of an owner', path: () => `/my-registries/?registry=${list.id}&gifts=list`, who: 'owner' },
    { name: 'the settings of an owner', path: () => managing('settings'), who: 'owner' },
    {
      name: 'the settings of the site',
      path: () => '/wp-admin/options-general.php?page=largesse',
      who: 'admin',
      scope: '.wrap',
    },
  ];

  /** Returns the faults of the page at every width. */
  const faultsOf = async (
    page: Tab,
    scope: string,
    texts: string,
    colorSchemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
  ): Promise<string[]> => {
    const faults: string[] = [];
    for (const width of WIDTHS)
      for (const colorScheme of colorSchemes) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await untilDrawn(page);
        const found = await layoutFaults(page, scope, width < DESKTOP_PX ? undefined : 0);
        faults.push(...found.map((fault) => `${texts}, ${width} px, ${colorScheme}: ${fault}`));
      }
    return faults;
  };
  const open = async ({ path, who = 'nobody', act }: PageShown) => {
    const phone = { viewport: { width: 412, height: 800 }, hasTouch: true };
    const visitor = await openVisitor(site(), browser, who, phone);
    await visitor.page.goto(site().url + path());
    await act?.(visitor.page);
    return visitor;
  };

  for (const shown of pages)
    it(`${shown.name} has no faults, also with texts that are half as long again`, async () => {
      const { scope = 'body' } = shown;
      await using visitor = await open(shown);
      const faults = await faultsOf(visitor.page, scope, 'English');
      await lengthenTexts(visitor.page, scope);
      assert.deepEqual([...faults, ...(await faultsOf(visitor.page, scope, 'long', ['light']))], []);
    });

  describe('of guests on a small phone', () => {
    let goals: Shown;
    before(async () => {
      const wishes = Array.from(
        { length: 24 },
        (_, index): Wish => ({
          name: index % 2 ? 'Oak dining table for ten' : 'Teapot',
          price: 24.5 + index,
          retailer: 'Lakeside Joinery',
          image_url: index % 4 ? t.picture : '',
          description: index % 3 ? 'Made by the joiner two villages on. We are saving for it ourselves.' : '',
          quantity_needed: index % 5 ? 1 : 8,
          quantity_purchased: index % 6 ? 0 : 1,
        }),
      );
      goals = await t.registry({ title: 'Anna & Tom', content: 'A story. '.repeat(40) }, wishes);
    });
    const visit = () => openVisitor(site(), browser, 'nobody', { viewport: PHONE, hasTouch: true });
    const cards = (page: Tab) => page.locator('.largesse-item');

    it('24 wishes take at most 8 screens in German', async () => {
      await using _ = await addCode(site(), `add_filter( 'locale', fn () => 'de_DE' );`);
      await using guest = await visit();
      const { page } = guest;
      await page.goto(site().url + goals.path);
      // The browser only estimates the height of a card that it has not shown yet. So the test scrolls to each card
      // first.
      await page.evaluate(`(async () => {
        for (const card of document.querySelectorAll('.largesse-item')) {
          card.scrollIntoView();
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }
      })()`);
      // The links of the site below the wishes do not count.
      const end = await page.evaluate<number>(
        `document.querySelector('footer').getBoundingClientRect().top + document.documentElement.scrollTop`,
      );
      const screens = end / PHONE.height;
      assert.ok(screens <= MOST_SCREENS, `${screens} screens`);
    });

    it('each choice of the filter shows the status and the first wish that it found', async () => {
      await using guest = await visit();
      const { page } = guest;
      await page.goto(site().url + goals.path);
      await page.getByText('Filter', { exact: true }).tap();
      for (const choice of await page.locator('.largesse-choice').all()) {
        await choice.tap();
        for (const shown of [page.getByRole('status'), page.locator('.largesse-item:visible').first()]) {
          const { y = -1 } = (await shown.boundingBox()) ?? {};
          assert.ok(y >= 0 && y < PHONE.height, `after ${await choice.innerText()}: ${y}`);
        }
      }
    });

    it('two wishes share a row from 340 pixels, unless the block has the class for one wish in a row', async () => {
      await using guest = await visit();
      const { page } = guest;
      const inRow = async (width: number) => {
        await page.setViewportSize({ ...PHONE, width });
        const [first, second] = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()));
        return first?.y === second?.y ? 2 : 1;
      };
      await page.goto(site().url + goals.path);
      assert.deepEqual([await inRow(339), await inRow(340), await inRow(412)], [1, 2, 2]);
      const address = await site().wordpress.run(
        `echo get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Ours',
          'post_content' => '<!-- wp:largesse/registry {"registry":"' . $input . '","className":"largesse-one-column"} /-->' ) ) );`,
        goals.id,
      );
      await page.goto(address);
      assert.deepEqual([await inRow(340), await inRow(412)], [1, 1]);
    });

    it('the button of the form covers no field on a screen of 553 pixels, and errors are visible', async () => {
      await using guest = await visit();
      const { page } = guest;
      await page.setViewportSize({ ...PHONE, height: 553 });
      await page.goto(site().url + goals.path);
      await page.locator('.largesse-item__give').first().tap();
      const dialog = page.getByRole('dialog', { name: 'Give a gift' });
      await dialog.getByRole('button', { name: 'Yes, I’ll give this' }).waitFor();
      const covered = await dialog.evaluate((one) => {
        const found: string[] = [];
        for (let top = 0; top <= one.scrollHeight; top += 20) {
          one.scrollTop = top;
          const button = one.querySelector('.largesse-give__button')?.getBoundingClientRect();
          for (const field of one.querySelectorAll('.largesse-field')) {
            const { top: start, bottom: end } = field.getBoundingClientRect();
            if (button && start < button.bottom && end > button.top) found.push(`${field.textContent} at ${top}`);
          }
        }
        return found;
      });
      assert.deepEqual(covered, []);
      await dialog.getByLabel('E-mail address').fill('ada');
      await dialog.getByRole('button', { name: 'Yes, I’ll give this' }).tap();
      const error = dialog.getByText('Enter an e-mail address such as');
      await error.waitFor();
      const { y = 0, height = 0 } = (await error.boundingBox()) ?? {};
      assert.ok(y > 0 && y + height < 553, `the error is visible: ${y}`);
    });
  });
});
