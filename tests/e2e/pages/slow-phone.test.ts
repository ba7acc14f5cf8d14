// Needs a browser and site: only a browser measures shifts of the layout.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { letPass } from '../../../contract/testing/clock.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { fillRegistry } from '../api/fill-registry.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { addressOf, openOwnerSite } from './owner-page.ts';

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true };

/** Number of wishes on a long list. */
const WISHES = 200;

/** Factor by which a cheap phone is slower than this machine. */
const SLOWER = 4;

/** Delay of the site's answers in milliseconds. Browsers ignore shifts within 500 ms after an action. */
const NETWORK_MS = 700;

/** Action of a visitor: its name, what the visitor does, and what the page shows afterwards. */
type Action = [name: string, act: () => Promise<unknown>, shown: () => Promise<unknown>];

describe('a slow phone with a list of 200 wishes', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  /** Makes the processor of the tab slower, and delays the answers to requests of scripts. */
  async function slowDown(page: Tab): Promise<void> {
    const session = await page.context().newCDPSession(page.locator('html').page());
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.route(/[?&]give=|rest_route=|\/wp-json\//, async (route) => {
      if (route.request().resourceType() === 'fetch') await letPass(NETWORK_MS, 'the network is slow');
      await route.continue();
    });
    await page.addInitScript(`
      globalThis.delays = [];
      new PerformanceObserver((list) => delays.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ type: 'event', durationThreshold: 16 });
      new PerformanceObserver((list) => { globalThis.largest = list.getEntries().at(-1).startTime; })
        .observe({ type: 'largest-contentful-paint', buffered: true });`);
  }

  /** Does each action, and checks that nothing on the page jumps. Prints the delay until the browser draws. */
  async function assertCalm(page: Tab, test: TestContext, actions: readonly Action[]): Promise<void> {
    const moved = await recordLayoutShifts(page);
    await page.reload();
    await page.evaluate('document.fonts.ready.then(() => {})');
    await moved();
    test.diagnostic(`largest paint after ${Math.round(await page.evaluate<number>('largest ?? 0'))} ms`);
    for (const [name, act, shown] of actions) {
      await act();
      await shown();
      const sum = await moved();
      const delay = await page.evaluate<number>('Math.max(0, ...delays.splice(0))');
      test.diagnostic(`${name}: drawn after ${delay} ms`);
      assert.ok(sum < 0.01, `${name}: layout shift of ${sum}`);
    }
  }

  it('moves nothing when a guest opens and closes the form of a gift, searches and gives', async (test) => {
    const id = await t.registry('owner', { title: 'Long', status: 'publish' });
    fillRegistry(t.proxied.system, id, WISHES);
    await using guest = await openVisitor(t.site, t.browser, 'nobody', PHONE);
    const { page } = guest;
    await slowDown(page);
    await page.goto(await t.site.wordpress.run('echo get_permalink( $input );', id));
    const dialog = page.getByRole('dialog', { name: 'Give a gift' });
    await assertCalm(page, test, [
      [
        'opening the form of a gift',
        () => page.getByRole('link', { name: 'I’ll give this – Kettle' }).first().click(),
        () => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).waitFor(),
      ],
      [
        'closing the form',
        () => dialog.getByRole('button', { name: 'Close' }).click(),
        () => dialog.waitFor({ state: 'hidden' }),
      ],
      [
        'searching',
        () => page.getByRole('searchbox').fill('Kett'),
        () => page.locator('.largesse-item:not([hidden])').first().waitFor(),
      ],
      [
        'opening the form again',
        () => page.getByRole('link', { name: 'I’ll give this – Kettle' }).first().click(),
        () => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).waitFor(),
      ],
      [
        'giving',
        () => page.toNextPage(() => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).click()),
        () => page.evaluate('document.fonts.ready.then(() => {})'),
      ],
    ]);
    assert.deepEqual(guest.complaints(), []);
  });

  it('moves nothing when an owner opens and closes a wish', async (test) => {
    const id = await t.registry('owner', { title: 'Long' });
    fillRegistry(t.proxied.system, id, WISHES);
    await using visitor = await openVisitor(t.site, t.browser, 'owner', PHONE);
    const { page } = visitor;
    await slowDown(page);
    await page.goto(addressOf(t.site, id));
    const form = page.getByRole('dialog').filter({ visible: true });
    await assertCalm(page, test, [
      [
        'opening a new wish',
        () => page.getByRole('button', { name: /^(Add a wish|Continue)$/ }).click(),
        () => form.getByRole('button', { name: 'Save wish' }).waitFor(),
      ],
      ['closing it', () => page.keyboard.press('Escape'), () => form.waitFor({ state: 'hidden' })],
      [
        'opening the menu of a wish',
        () => page.getByRole('button', { name: 'More for Kettle', exact: true }).first().click(),
        () => page.getByRole('menuitem', { name: 'Remove' }).waitFor(),
      ],
    ]);
    assert.deepEqual(visitor.complaints(), []);
  });
});
