// Needs a browser and site: history, focus and dialogs are the browser's.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Route } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { untilDrawn } from '../../../tools/browser/readiness.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { keyIn, linksOn } from './links.ts';
import { assertNoHorizontalScroll } from './owner-page.ts';

const PHONE = { viewport: { width: 320, height: 640 } };

/** Starts another site that answers every request with one page. */
async function openOtherSite(html: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(html));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('giving in a browser', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  let list: Shown;
  before(async () => {
    list = await t.registry({ title: 'Our wedding', slug: 'ours', meta: { registry_event_date: '2037-06-12' } }, [
      { name: 'Casserole', price: 189, retailer: 'Kitchen & Co', image_url: t.picture },
      { name: 'Napkins', price: 9.5, quantity_needed: 12 },
      { name: 'Teapot', price: 40, quantity_needed: 40 },
      { name: 'A cup with a rather long name that has to be broken somewhere', price: 30 },
    ]);
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;
  const visit = (options: BrowserContextOptions = {}) => openVisitor(site(), browser, 'nobody', options);
  const dialogIn = (page: Tab) => page.getByRole('dialog', { name: 'Give a gift' });
  const isFocused = (field: Locator) => field.evaluate((one) => one.matches(':focus'));
  const focused = (page: Tab) => page.evaluate<string>('document.activeElement.textContent.trim()');

  it('leads from a family link to the list and to the shop, without telling anyone the key', async () => {
    const shown = await t.registry({ title: 'Hush', status: 'private' }, [
      { name: 'Ring', url: `${site().url}/shop-of-rings/`, image_url: t.picture },
    ]);
    const link = await linksOn(site()).family(shown.id);
    await using guest = await visit({ viewport: { width: 375, height: 800 } });
    const { page } = guest;
    const told: string[] = [];
    page.context().on('request', (request) => {
      const { referer } = request.headers();
      if (referer?.includes('open=') || (request.url() !== link && request.url().includes(keyIn(link))))
        told.push(request.url());
    });
    await page.goto(link);
    await page.getByRole('heading', { name: 'Hush' }).waitFor();
    assert.deepEqual(await guest.axe(), []);
    await assertNoHorizontalScroll(page);
    await page.toNextPage(() => page.getByRole('button', { name: 'Continue' }).click());
    assert.equal(page.url(), `${site().url}${shown.path}?giving=1`);
    await page.getByRole('link', { name: 'I’ll give this – Ring' }).click();
    await dialogIn(page).getByLabel('Your name').waitFor();
    assert.deepEqual(told, [], 'the key was sent nowhere');
    assert.deepEqual(guest.complaints(), []);
  });

  it('keeps the input, however the form is left', async () => {
    await using guest = await visit();
    const { page } = guest;
    const address = site().url + list.path;
    await page.goto(address);
    const dialog = dialogIn(page);
    const link = page.getByRole('link', { name: 'I’ll give this – Napkins' });
    const isClosed = async () => {
      await dialog.waitFor({ state: 'hidden' });
      await until(`the page ${address}`, () => page.url() === address);
    };
    await link.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Napkins' }).waitFor();
    assert.equal(await focused(page), 'Napkins');
    assert.deepEqual(await guest.axe('dialog'), []);
    await dialog.getByLabel('A message').fill('All the best');
    await dialog.getByLabel('Your name').fill('Bo');
    await dialog.getByLabel('E-mail address').fill('bo@people.example');
    await page.keyboard.press('Escape');
    await isClosed();
    assert.match(await focused(page), /I’ll give this – Napkins/, 'where they were');
    await link.click();
    assert.equal(await dialog.getByLabel('A message').inputValue(), 'All the best');
    await page.goBack();
    await isClosed();
    await page.evaluate('history.forward()');
    assert.equal(await dialog.getByLabel('A message').inputValue(), 'All the best');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await isClosed();
    await page.getByRole('link', { name: 'I’ll give this – Teapot' }).click();
    await dialog.getByRole('heading', { name: 'Teapot' }).waitFor();
    const person = ['Your name', 'E-mail address'].map((label) => dialog.getByLabel(label).inputValue());
    assert.deepEqual(await Promise.all(person), ['Bo', 'bo@people.example'], 'givers fill in their name only once');
    assert.equal(await dialog.getByLabel('A message').inputValue(), '', 'each gift has its own message');
    await page.reload();
    assert.equal(await dialog.count(), 0, 'opened directly, it is a page');
    await page.getByRole('heading', { name: 'Teapot' }).waitFor();
    await page.goBack();
    assert.equal(page.url(), address);
    await link.waitFor();
    assert.deepEqual(guest.complaints(), []);
  });

  it('shows the gift when the guest goes back, also on another page with the list', async () => {
    const { path } = await t.registry({ title: 'Party', slug: 'party' }, [{ name: 'Vase', price: 20 }]);
    const other = await site().wordpress.run(
      `$page = array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Invitation', 'post_content' => '<!-- wp:largesse/registry {"registry":"party"} /-->' );
      echo get_permalink( wp_insert_post( $page ) );`,
    );
    await using guest = await visit();
    const { page } = guest;
    // Otherwise, the open page would update itself after some seconds.
    await page.context().route(
      ({ pathname, search }) => search === '' && [path, new URL(other).pathname].includes(pathname),
      (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.fallback()),
    );
    await page.goto(site().url + path);
    await page.goto(other);
    await page.getByRole('link', { name: 'I’ll give this – Vase' }).click();
    const dialog = dialogIn(page);
    const form = dialog.locator('form[action*="give="]').first();
    await form.getByLabel('Your name').fill('Dee');
    await form.getByLabel('E-mail address').fill('dee@people.example');
    await page.toNextPage(() => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).click());
    for (const address of [other, site().url + path]) {
      await page.goBack();
      await until(`the page ${address}`, () => page.url() === address);
      await page.locator('.largesse-item.is-complete').waitFor();
    }
  });

  it('explains errors next to their fields, and keeps the input', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    await page.getByRole('link', { name: 'I’ll give this – Casserole' }).click();
    const dialog = dialogIn(page);
    const field = (label: string) => dialog.locator('form[action*="give="]').getByLabel(label);
    const button = dialog.getByRole('button', { name: 'Yes, I’ll give this' });
    await field('Your name').fill('Cy');
    await field('E-mail address').fill('cy@here');
    await button.click();
    const email = field('E-mail address');
    await dialog.getByText('Enter an e-mail address such as').waitFor();
    assert.equal(await isFocused(email), true);
    await email.fill('');
    // The service is away, so the site does not know whether it has stored the gift.
    const sentGift = () => page.evaluate<string | null>(`localStorage.getItem('largesse-sent')`);
    t.interference = { before: ({ method }) => method !== 'PUT' };
    const refused = page.waitForResponse((response) => response.status() === 503);
    await button.click();
    await (await refused).finished();
    await page.waitForFunction(`!document.querySelector('.largesse-dialog [aria-busy]')`);
    assert.match((await sentGift()) ?? '', /^[0-9a-f-]{36}$/);
    t.interference = {};
    // Another guest gives the wish first.
    await t.system.request('admin', 'PUT', `/purchases/${crypto.randomUUID()}`, {
      body: { item_id: list.items[0], secret: false },
    });
    await button.click();
    await dialog.getByText('Somebody already gives this').waitFor();
    assert.equal(await sentGift(), null, 'the gift was refused');
    assert.deepEqual(await guest.axe('dialog'), []);
    await dialog.getByRole('button', { name: 'A cup with' }).click();
    await dialog.getByText('Nothing has been given yet: please check the form').waitFor();
    assert.equal(await field('Your name').inputValue(), 'Cy');
    await page.toNextPage(() => button.click());
    assert.match(page.url(), /gift-of=/);
    assert.deepEqual(
      guest.complaints().filter((complaint) => !/Failed to load resource/.test(complaint)),
      [],
    );
  });

  it('gives once if the site’s answer is lost, however the guest sends the form again', async () => {
    const own = await t.registry({ title: 'Lost' }, [{ name: 'Spoons', quantity_needed: 40 }]);
    const given = async () =>
      (await t.system.request<unknown[]>('admin', 'GET', `/purchases?registry_id=${own.id}`)).body.length;
    await using guest = await visit();
    const { page } = guest;
    const dialog = dialogIn(page);
    const link = page.getByRole('link', { name: /^(I’ll give this|Give another one) – Spoons/ });
    const button = dialog.getByRole('button', { name: /^Yes, I’ll give (this|another one)$/ });
    for (const [index, lose] of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 504, body: '<h1>504 Gateway Time-out</h1>' }),
      (route: Route) => route.fulfill({ status: 303, headers: { location: '/wp-login.php' } }),
    ].entries()) {
      await page.goto(site().url + own.path);
      await link.click();
      await button.waitFor();
      await page.route('**/*give=*', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch({ maxRedirects: 0 });
        return lose(route);
      });
      await button.click();
      await dialog.getByRole('alert').filter({ hasText: 'Your gift will not be counted twice' }).waitFor();
      await page.unroute('**/*give=*');
      assert.equal(await given(), index + 1);
      // The guest presses the button again, or closes and opens the form first.
      if (index > 0) {
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });
        await link.click();
      }
      await page.toNextPage(() => button.click());
      assert.match(page.url(), /gift-of=/);
      assert.equal(await given(), index + 1);
    }
  });

  it('marks gifts from this browser on the list, which is the same for everyone', async () => {
    await using guest = await visit();
    const { page } = guest;
    const asked: string[] = [];
    page.context().on('request', (request) => void asked.push(request.url()));
    await page.goto(site().url + list.path);
    await page.getByRole('link', { name: 'I’ll give this – Teapot' }).click();
    const dialog = dialogIn(page);
    await dialog.getByRole('button', { name: 'Yes, I’ll give this' }).waitFor();
    assert.equal(
      asked.filter((url) => url.includes('own-gifts')).length,
      0,
      'the page of a guest without gifts sends no request',
    );
    await page.toNextPage(() => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).click());
    const gift = page.url();
    await page.goto(site().url + list.path);
    const card = page.locator('.largesse-item').filter({ hasText: 'Teapot' });
    await card.getByText('You are giving this.').waitFor();
    assert.equal(await page.getByText('You are giving this.').count(), 1);
    await card.getByRole('link', { name: 'Give another one – Teapot' }).waitFor();
    assert.equal(await page.getByText('Give another one').count(), 1);
    await card.getByRole('link', { name: 'Give another one – Teapot' }).click();
    await dialog.getByRole('button', { name: 'Yes, I’ll give another one', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await guest.axe('main'), []);
    await card.getByRole('link', { name: 'See or change – Teapot' }).focus();
    await page.toNextPage(() => page.keyboard.press('Enter'));
    assert.equal(page.url(), gift.replace('told=given&', ''));
    assert.deepEqual(guest.complaints(), []);
  });

  it('shows the form of the wish opened last, even if an earlier one arrives later', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    const late = Promise.withResolvers<void>();
    const isOfNapkins = (address: URL) => address.searchParams.get('give') === String(list.items[1]);
    await page.route(isOfNapkins, async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    const dialog = dialogIn(page);
    await page.getByRole('link', { name: 'I’ll give this – Napkins' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'I’ll give this – Teapot' }).click();
    await dialog.getByRole('heading', { name: 'Teapot' }).waitFor();
    const answered = page.waitForResponse((response) => isOfNapkins(new URL(response.url())));
    late.resolve();
    await (await answered).finished();
    await untilDrawn(page);
    assert.equal(await dialog.getByRole('heading', { name: 'Teapot' }).count(), 1);
    assert.deepEqual(guest.complaints(), []);
  });

  it('explains that nothing was sent if the form does not load', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    await page.route('**/*give=*', (route) => route.abort());
    await page.getByRole('link', { name: 'I’ll give this – Teapot' }).click();
    await dialogIn(page).getByText('The form could not be loaded, so nothing was sent.').waitFor();
    await dialogIn(page).getByRole('button', { name: 'Close' }).click();
    // If the answer contains no form, the browser opens the address, so that the guest sees what the site says.
    await page.unroute('**/*give=*');
    await page.route('**/*give=*', (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ body: 'Please sign in.' }) : route.continue(),
    );
    await page.toNextPage(() => page.getByRole('link', { name: 'I’ll give this – Napkins' }).click());
    await page.getByRole('heading', { name: 'Napkins' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('give'), String(list.items[1]));
  });

  it('opens the form in a new tab if another site shows the list in a frame', async () => {
    await using guest = await visit();
    const { page } = guest;
    // Browsers refuse to load a page of this machine in a frame of a page on the internet.
    await using other = await openOtherSite(
      `<iframe src="${site().url}${list.path}" width="600" height="800"></iframe>`,
    );
    await page.goto(other.url);
    const link = page.frameLocator('iframe').getByRole('link', { name: 'I’ll give this – Teapot' });
    const form = await page.toNewTab(() => link.click());
    assert.equal(new URL(form.url()).searchParams.get('give'), String(list.items[2]));
  });

  it('works without scripts', async () => {
    await using guest = await visit({ ...PHONE, javaScriptEnabled: false });
    const { page } = guest;
    await page.goto(site().url + list.path);
    await page.toNextPage(() => page.getByRole('link', { name: 'I’ll give this – Teapot' }).click());
    await assertNoHorizontalScroll(page);
    await page.getByLabel('How many?').fill('3');
    // No person sends a form this quickly, so the site shows the form again, with the same input. The test presses the
    // button until the site accepts the form.
    do await page.toNextPage(() => page.getByRole('button', { name: /^Yes, I’ll give (this|another one)$/ }).click());
    while (!page.url().includes('gift-of=') && (await page.getByLabel('How many?').inputValue()) === '3');
    assert.match(page.url(), /gift-of=/);
  });

  describe('and then the page of the gift', () => {
    let giving: Shown;
    before(async () => {
      giving = await t.registry({ title: 'Ada &amp; Lin', meta: { registry_event_type: 'Wedding' } }, [
        { name: 'Casserole', price: 189, retailer: 'Kitchen & Co', image_url: t.picture, quantity_needed: 9 },
        { name: 'A name of a hundred letters'.padEnd(100, 'x') },
      ]);
    });

    it('copies its link with a button, or shows it if the browser refuses', async () => {
      const gift = await give(t.system, giving.id, { item_id: giving.items[0] });
      await using guest = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
      const { page } = guest;
      await page.goto(`${gift.url}&told=bought`);
      const field = page.getByLabel('Your personal link');
      assert.equal(await field.isVisible(), false, 'invisible in screenshots');
      assert.deepEqual(await guest.axe(), []);
      await page.getByRole('button', { name: 'Copy your personal link' }).click();
      await page.getByText('Copied. Keep it to yourself').waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), gift.url);
      const share = page.getByRole('button', { name: 'Share' });
      assert.equal(await share.isVisible(), await page.evaluate(`'share' in navigator`));
      await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
      await page.getByRole('button', { name: 'Copy your personal link' }).click();
      await field.waitFor();
      assert.equal(await page.evaluate('getSelection().toString()'), gift.url);
      assert.deepEqual(guest.complaints(), []);
    });

    it('shows its link without scripts', async () => {
      const gift = await give(t.system, giving.id, { item_id: giving.items[1] });
      await using guest = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
      const { page } = guest;
      await page.goto(gift.url);
      assert.equal(await page.getByLabel('Your personal link').inputValue(), gift.url);
      assert.equal(await page.getByRole('button', { name: 'Copy your personal link' }).isVisible(), false);
      await assertNoHorizontalScroll(page);
      assert.deepEqual(guest.complaints(), []);
    });
  });
});
