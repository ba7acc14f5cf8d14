// Needs a browser and site: an open page updates itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Request } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite } from './guest-site.ts';
import { recordLayoutShifts } from './layout-shifts.ts';

/** Maximum time until a visible page checks for changes again (milliseconds). */
const LATER_MS = 34_000;

/** The clock of a page, which a test controls. */
interface PageClock {
  /** Waits for the answers to all requests, then sets the clock forward. A pending request would time out. */
  forward(ms: number): Promise<void>;
  /** Waits until all requests of scripts are answered. */
  idle(): Promise<void>;
}

/** Replaces the clock of the page after its next navigation. */
async function takeClock(page: Tab): Promise<PageClock> {
  let underWay = 0;
  const count = (by: number) => (request: Request) => {
    // Requests for scripts count as well, because the first check loads a script.
    if (['fetch', 'script'].includes(request.resourceType())) underWay += by;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  await page.clock.install();
  const isIdle = async () => {
    // The page's script needs a moment to handle an answer, and may then send another request.
    await page.evaluate('new Promise(requestAnimationFrame)');
    return underWay === 0;
  };
  const idle = () => until('all requests are answered', async () => (await isIdle()) && (await isIdle()));
  return {
    idle,
    forward: async (ms) => {
      await idle();
      await page.clock.fastForward(ms);
    },
  };
}

describe('the open page of a guest', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));

  it('shows gifts and removed wishes of the last half minute, and moves nothing', async () => {
    const { site } = t.system;
    const list = await t.registry({ title: 'Our wedding', slug: 'open' }, [
      { name: 'Casserole', price: 189, image_url: t.picture },
      { name: 'Napkins', quantity_needed: 3, image_url: t.picture },
      { name: 'Teapot', price: 40 },
      { name: 'Lamp', price: 25 },
      { name: 'Kettle', price: 30 },
    ]);
    await using guest = await openVisitor(site, browser, 'nobody', { viewport: { width: 375, height: 1400 } });
    const { page } = guest;
    const asked: string[] = [];
    const cookies: Promise<string | null>[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'fetch') return;
      asked.push(request.url().replace(site.url, ''));
      cookies.push(request.headerValue('cookie'));
    });
    await page.context().addCookies([{ name: 'largesse_has_gifts', value: '1', url: site.url }]);
    const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    const button = (name: string) => page.getByRole('link', { name: `I’ll give this – ${name}` });
    // On a phone, `innerText` is empty until the browser has painted a card that was off screen (content-visibility).
    const names = () => page.locator('.largesse-wishes').getByRole('heading').allTextContents();
    /** Returns the positions of the cards and their parts. Omits lines that an update can show or hide. */
    const places = () =>
      page
        .locator('.largesse-item, .largesse-item :is(h2, h3, p:not(.largesse-item__most, .largesse-item__gone), a)')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
    const says = (place: Locator, text: string) =>
      until(`the page shows ${text}`, async () => (await place.innerText()).includes(text));
    const clock = await takeClock(page);
    const moved = await recordLayoutShifts(page);
    await page.goto(`${site.url}${list.path}?wishes=open&sort=price-down`);
    await page.evaluate('document.fonts.ready.then(() => {})');
    const order = await names();
    assert.deepEqual(order, ['Casserole', 'Teapot', 'Kettle', 'Lamp', 'Napkins']);
    await button('Napkins').click();
    const dialog = page.getByRole('dialog', { name: 'Give a gift' });
    await dialog.getByLabel('Your name').fill('Aunt Ada');
    asked.length = cookies.length = 0;
    const before = await places();
    await moved();

    await give(t.system, list.id, { item_id: list.items[0], quantity: 1, giver_name: 'Tom' });
    await give(t.system, list.id, { item_id: list.items[1], quantity: 2, giver_name: 'Tom' });
    await t.system.request('admin', 'DELETE', `/items/${list.items[3]}`);
    await clock.forward(LATER_MS);
    await says(card('Casserole'), 'Already given');
    assert.deepEqual(asked, [list.path], 'the page that everyone gets');
    assert.deepEqual(await Promise.all(cookies), [null], 'caches answer visitors without cookies');
    assert.match(await card('Napkins').innerText(), /1 of 3 still wanted/);
    assert.match(await card('Lamp').innerText(), /No longer on the list/);
    assert.deepEqual(await names(), order);
    assert.equal(await moved(), 0);
    assert.deepEqual(await places(), before);
    assert.equal(await dialog.getByLabel('Your name').inputValue(), 'Aunt Ada');
    assert.equal(await dialog.getByLabel('Your name').evaluate((field) => field.matches(':focus')), true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.getByRole('status').first().innerText(), 'Showing 3 of 4 wishes: only open ones.');
    for (const name of ['Casserole', 'Lamp']) {
      await button(name).focus();
      await page.keyboard.press('Enter');
      assert.equal(await dialog.isVisible(), false, `${name} cannot be given`);
    }
    assert.deepEqual(await guest.axe('main'), []);

    const visible = () => page.locator('.largesse-item:visible').getByRole('heading').allTextContents();
    const choose = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await t.system.request('admin', 'PUT', `/items/${list.items[3]}`, { body: { is_active: true } });
    await clock.forward(LATER_MS);
    await until('the wish is back', async () => !(await card('Lamp').innerText()).includes('No longer on the list'));
    assert.equal(await button('Lamp').getAttribute('aria-disabled'), null);
    await choose('All wishes');
    assert.deepEqual(await visible(), order);
    await choose('Still open');
    assert.deepEqual(await visible(), ['Teapot', 'Kettle', 'Lamp', 'Napkins'], 'the page chooses among current wishes');
    assert.deepEqual(guest.complaints(), []);
  });

  it('shows the button of a wish that is open again as soon as its card is not on the screen', async () => {
    const { site } = t.system;
    const list = await t.registry({ title: 'Ours', slug: 'again' }, [{ name: 'Pot' }, { name: 'Pan' }]);
    const { id } = await give(t.system, list.id, { item_id: list.items[1], quantity: 1, giver_name: 'Tom' });
    await using guest = await openVisitor(site, browser, 'nobody', { viewport: { width: 375, height: 1400 } });
    const { page } = guest;
    const clock = await takeClock(page);
    await page.goto(site.url + list.path);
    await t.system.request('admin', 'DELETE', `/purchases/${id}`);
    const pan = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Pan' }) });
    const later = async () => {
      await clock.forward(LATER_MS);
      await clock.idle();
      return await pan.innerText();
    };
    assert.match(await later(), /Taken/);
    assert.match(await later(), /Taken/);
    await page.setViewportSize({ width: 375, height: 200 });
    assert.match(await later(), /Still wanted\s+I’ll give this/);
    assert.deepEqual(guest.complaints(), []);
  });
});
