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
import { openGuestSite } from './guest-site.ts';

/** Window widths in CSS pixels: three phones, a tablet, a desktop. */
const WIDTHS = [320, 360, 412, 768, 1280];

/** Minimum width of windows in which people use a mouse. */
const DESKTOP_PX = 1280;

/** A page to check, in a certain state. */
interface Shown {
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
  let list: { id: number; path: string };
  let gift: string;
  before(async () => {
    const wishes = Array.from({ length: 12 }, (_, index) => ({
      name: index % 2 ? `A wish with a name that needs several lines on a phone, number ${index}` : `Wish ${index}`,
      price: 10 ** (index % 7),
      retailer: 'Kitchen & Co',
      image_url: index % 3 ? t.picture : '',
      description: index % 4 ? '' : 'We have wanted one for years, in any colour except green.',
      quantity_needed: 1 + index,
    }));
    const shown = await t.registry(
      { title: 'Clara & Jonas', content: 'You being there is the gift.', meta: { registry_event_date: '2027-06-12' } },
      wishes,
    );
    list = shown;
    gift = (await give(t.system, shown.id, { item_id: shown.items[1], message: 'For you both' })).url;
  });

  const managing = (tab: string) => `/my-registries/?registry=${list.id}&tab=${tab}`;
  const pages: Shown[] = [
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
  const open = async ({ path, who = 'nobody', act }: Shown) => {
    const phone = { viewport: { width: 412, height: 800 }, hasTouch: true };
    const visitor = await openVisitor(site(), browser, who, phone);
    await visitor.page.goto(site().url + path());
    await act?.(visitor.page);
    return visitor;
  };

  describe('in English', () => {
    for (const shown of pages)
      it(`${shown.name} has no faults, also with texts that are half as long again`, async () => {
        const { scope = 'body' } = shown;
        await using visitor = await open(shown);
        const faults = await faultsOf(visitor.page, scope, 'English');
        await lengthenTexts(visitor.page, scope);
        assert.deepEqual([...faults, ...(await faultsOf(visitor.page, scope, 'long', ['light']))], []);
      });
  });

  describe('in German', () => {
    openForSuite(() => addCode(site(), `add_filter( 'locale', fn () => 'de_DE' );`));

    for (const shown of pages)
      it(`${shown.name} has no faults`, async () => {
        await using visitor = await open(shown);
        assert.match(await visitor.page.evaluate<string>('document.documentElement.lang'), /^de/);
        assert.deepEqual(await faultsOf(visitor.page, shown.scope ?? 'body', 'German'), []);
      });

    it('no button of a registry, and no way to share it, is alone on the last line', async () => {
      for (const [width, path, group, buttons] of [
        [375, '/my-registries/', '.largesse-mine__cards .largesse-mine__buttons', 3],
        [375, managing('share'), '.largesse-mine__tab .largesse-mine__buttons', 2],
      ] as const) {
        await using visitor = await open({ name: path, path: () => path, who: 'owner' });
        await visitor.page.setViewportSize({ width, height: 800 });
        const tops = await visitor.page
          .locator(group)
          .first()
          .evaluate(({ children }) => [...children].map((one) => Math.round(one.getBoundingClientRect().top)));
        assert.equal(tops.filter((top) => top === tops.at(-1)).length, buttons, `${path}: ${tops}`);
      }
    });
  });
});
