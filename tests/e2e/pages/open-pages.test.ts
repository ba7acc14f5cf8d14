import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Request } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { rest } from '../wordpress/requests.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite } from './guest-site.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { assertNoErrors, openOwnerSite } from './owner-page.ts';

/** Maximum time until a visible page checks for changes again (milliseconds). */
const LATER_MS = 34_000;

/** Time in which a visible page normally checks for changes 20 times (milliseconds). */
const LONG_MS = 600_000;

/** Makes the browser report that the page is visible or hidden. */
const bring = (page: Tab, state: 'visible' | 'hidden') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

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
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') asked.push(request.url().replace(site.url, ''));
    });
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
    asked.length = 0;
    const before = await places();
    await moved();

    await give(t.system, list.id, { item_id: list.items[0], quantity: 1, giver_name: 'Tom' });
    await give(t.system, list.id, { item_id: list.items[1], quantity: 2, giver_name: 'Tom' });
    await t.system.request('admin', 'DELETE', `/items/${list.items[3]}`);
    await clock.forward(LATER_MS);
    await says(card('Casserole'), 'Already given');
    assert.deepEqual(asked, [list.path], 'the page that everyone gets, which caches can answer');
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

    const casserole = await card('Casserole').innerText();
    await button('Teapot').focus();
    await moved();
    await give(t.system, list.id, { item_id: list.items[2], quantity: 1, giver_name: 'Tom' });
    await clock.forward(LATER_MS);
    await says(card('Teapot'), 'Already given');
    assert.equal(await moved(), 0);
    assert.equal(await button('Teapot').evaluate((link) => link.matches(':focus')), true);
    assert.equal(await card('Casserole').innerText(), casserole);
    await t.system.request('admin', 'PUT', `/items/${list.items[3]}`, { body: { is_active: true } });
    await clock.forward(LATER_MS);
    await until('the wish is back', async () => !(await card('Lamp').innerText()).includes('No longer on the list'));
    assert.equal(await button('Lamp').getAttribute('aria-disabled'), null);
    const visible = () => page.locator('.largesse-item:visible').getByRole('heading').allTextContents();
    const choose = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await choose('All wishes');
    assert.deepEqual(await visible(), order);
    await t.system.request('admin', 'DELETE', `/items/${list.items[3]}`);
    await clock.forward(LATER_MS);
    await says(card('Lamp'), 'No longer on the list');
    await choose('Still open');
    assert.deepEqual(await visible(), ['Kettle', 'Napkins'], 'the page chooses among the current wishes');
    assert.match(await page.getByRole('status').first().innerText(), /^Showing 2 of 4 wishes: only open ones\./);
    assert.deepEqual(guest.complaints(), []);
  });

  it('sends no requests in the background, resumes in front, and sends fewer after failures', async () => {
    const { site } = t.system;
    const list = await t.registry({ title: 'Ours', slug: 'calm' }, [{ name: 'Pot' }, { name: 'Pan' }]);
    await using guest = await openVisitor(site, browser, 'nobody');
    const { page } = guest;
    await page.context().addCookies([{ name: 'largesse_has_gifts', value: '1', url: site.url }]);
    const clock = await takeClock(page);
    await page.goto(site.url + list.path);
    let asked = 0;
    let isDown = false;
    await page.route(`**${list.path}`, async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.fallback();
      asked++;
      assert.equal((await route.request().allHeaders()).cookie, undefined, 'caches answer visitors without cookies');
      return isDown ? route.fulfill({ status: 503 }) : route.fallback();
    });
    /** Runs `act`, waits for at least `least` requests, and returns the number of all requests. */
    const asksAfter = async (act: () => Promise<unknown>, least = 1) => {
      await clock.idle();
      asked = 0;
      await act();
      await until(`${least} requests`, async () => asked >= least);
      await clock.idle();
      return asked;
    };
    assert.equal(await asksAfter(() => clock.forward(LATER_MS)), 1);
    await bring(page, 'hidden');
    assert.equal(await asksAfter(() => clock.forward(LONG_MS), 0), 0);
    assert.equal(await asksAfter(() => bring(page, 'visible').then(() => clock.forward(1))), 1);
    isDown = true;
    const failed = await asksAfter(async () => {
      for (let minute = 0; minute < 10; minute++) await clock.forward(60_000);
    });
    assert.ok(failed >= 2 && failed <= 4, `${failed} requests in ten minutes of failures`);
    isDown = false;
    assert.equal(await asksAfter(() => clock.forward(LONG_MS)), 1);
    await clock.forward(6_000);
    // Simulates the event that the browser sends when a user returns to a cached page.
    const comeBack = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`;
    assert.equal(await asksAfter(() => page.evaluate(comeBack).then(() => clock.forward(1))), 1);
    assert.deepEqual(
      guest.complaints().filter((complaint) => !complaint.includes('status of 503')),
      [],
    );
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
    assert.match(await later(), /Already given, thank you/);
    assert.match(await later(), /Already given, thank you/);
    await page.setViewportSize({ width: 375, height: 200 });
    assert.match(await later(), /Still wanted\s+I’ll give this/);
    assert.deepEqual(guest.complaints(), []);
  });

  it('reads a member’s own view, and only when it comes to the front', async () => {
    const { site } = t.system;
    const list = await t.registry(
      { title: 'Birthday', slug: 'secret', meta: { registry_surprise: 'hidden', registry_event_date: '2037-06-12' } },
      [{ name: 'Pot' }, { name: 'Pan' }],
    );
    await using owner = await openVisitor(site, browser, 'owner');
    await using guest = await openVisitor(site, browser, 'nobody');
    const clocks = new Map<Tab, PageClock>();
    for (const { page } of [owner, guest]) {
      clocks.set(page, await takeClock(page));
      await page.goto(`${site.url}${list.path}?giving=1`);
    }
    await give(t.system, list.id, { item_id: list.items[0], quantity: 1, giver_name: 'Tom' });
    for (const [page, clock] of clocks) {
      const asked: string[] = [];
      page.on('request', (request) => {
        asked.push(new URL(request.url()).search);
      });
      await clock.forward(LATER_MS);
      await clock.idle();
      assert.equal(asked.length, 0);
      await bring(page, 'hidden');
      await bring(page, 'visible');
      await clock.forward(1);
      await clock.idle();
      assert.ok(asked.includes('?giving=1'));
    }
    const pot = (page: Tab) => page.getByRole('listitem').filter({ hasText: 'Pot' });
    await until('the guest sees the gift', async () => /Already given/.test(await pot(guest.page).innerText()));
    assert.doesNotMatch(await pot(owner.page).innerText(), /found/);
  });
});

describe('the open page of an owner', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  it('offers changes by a helper and of another window, and keeps unsaved input', async () => {
    const id = await t.registry('owner', { title: 'Ours', meta: { registry_owners: '["invitee"]' } }, [
      'Kettle',
      'Pot',
    ]);
    await using ada = await t.visit('owner', id, { tab: 'settings' });
    await using helper = await t.visit('invitee', id);
    const clock = await takeClock(ada.page);
    await ada.page.reload();
    const later = () => clock.forward(LATER_MS);
    const offered = (text: string) =>
      ada.page
        .getByRole('status')
        .filter({ hasText: text })
        .waitFor()
        .then(() => {});
    await ada.field('Occasion').fill('Party');
    const name = await t.site.wordpress.run(`echo get_user_by( 'login', 'invitee' )->display_name;`);

    await helper.choose('Pot', 'Remove');
    await helper.says('“Pot” is removed.');
    const calls = await t.proxied.callsDuring(async () => {
      await later();
      await offered(`${name} changed this list.`);
    });
    assert.deepEqual(calls, [], 'the service is not asked');
    assert.deepEqual(await ada.axe('.largesse-mine'), []);
    await rest(t.site, 'admin', 'POST', `/registries/${id}`, { title: 'Theirs' });
    await ada.button('Show the changes').click();
    await ada.page.getByRole('heading', { name: 'Theirs', exact: true }).waitFor();
    assert.equal(await ada.field('Title').inputValue(), 'Theirs');
    assert.equal(await ada.field('Occasion').inputValue(), 'Party');
    await ada.openTab('Wishes');
    assert.deepEqual(await ada.names(), ['Kettle']);
    assert.equal(await ada.button('Show the changes').count(), 0);

    await ada.choose('Kettle', 'Most wanted');
    await ada.card('Kettle').getByText('Most wanted').first().waitFor();
    await later();
    await using second = await t.visit('owner', id);
    await second.addWish();
    await second.field('Name').fill('Pan');
    await second.button('Save wish').click();
    await second.says('“Pan” is on the list.');
    await later();
    await offered('You changed this list in another window.');
    await ada.button('Dismiss').click();
    await later();
    assert.equal(await ada.button('Show the changes').count(), 0, 'dismissed');
    await t.site.wordpress.run(
      `wp_set_current_user( 0 ); wp_update_post( array( 'ID' => $input, 'post_content' => 'A story' ) );`,
      id,
    );
    await later();
    await offered('This list was changed.');
    await ada.button('Show the changes').click();
    await until('the list is right', async () => `${await ada.names()}` === 'Kettle,Pan');

    const [kettle] = (await t.proxied.system.request<{ id: number }[]>('admin', 'GET', `/items?registry_id=${id}`))
      .body;
    await give(t.proxied.system, id, { item_id: kettle?.id, quantity: 1, giver_name: 'Tom' });
    await later();
    await until('the gift is counted', async () => /Bought/.test((await ada.card('Kettle').textContent()) ?? ''));
    assert.equal(await ada.button('Show the changes').count(), 0, 'a gift is no change of the list');
    // The site learns of the API's changes when the site reads the service's log of events.
    const followLog = () => t.site.wordpress.run('do_action( Largesse\\Mail\\Queue::HOOK );');
    await followLog();
    await ada.choose('Pan', 'Remove');
    await ada.says('“Pan” is removed.');
    await t.proxied.system.request('admin', 'PUT', `/items/${kettle?.id}`, { body: { name: 'Tea kettle' } });
    await followLog();
    await later();
    await clock.idle();
    await ada.button('Undo').waitFor();
    await ada.button('Dismiss').click();
    await later();
    await offered('This list was changed.');
    await ada.button('Show the changes').click();
    await ada.card('Tea kettle').waitFor();
    assertNoErrors(ada);
    assertNoErrors(helper);
  });
});
