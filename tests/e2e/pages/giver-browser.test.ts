import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { giftOf } from '../plugin/gifts.ts';
import { addCode } from '../wordpress/add-code.ts';
import { newest } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { assertNoHorizontalScroll } from './owner-page.ts';

describe('the page of a giver in a browser', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite(newest, 'largesse'));
  let shown: Shown;
  before(async () => {
    shown = await t.registry({ title: 'Ada &amp; Lin', meta: { registry_event_type: 'Wedding' } }, [
      { name: 'Casserole', price: 189, retailer: 'Kitchen & Co', image_url: t.picture, quantity_needed: 9 },
      { name: 'A name of a hundred letters'.padEnd(100, 'x') },
    ]);
  });

  const site = () => t.system.site;
  const visit = (options = {}) => openVisitor(site(), browser, 'nobody', options);

  it('supports reading, keyboard and phone: buy, change, give back', async () => {
    const gift = await give(t.system, shown.id, { item_id: shown.items[0], quantity: 2, message: 'For both of you' });
    await using guest = await visit({ viewport: { width: 320, height: 640 } });
    const { page } = guest;
    await page.goto(gift.url);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Your gift');
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await guest.axe(), []);
    await page.toNextPage(() => page.getByRole('button', { name: 'I have bought it' }).press('Enter'));
    await page.getByRole('status').filter({ hasText: 'you have bought it' }).waitFor();
    await page.locator('summary', { hasText: 'Change' }).press('Enter');
    await page.getByLabel('How many').fill('3');
    await page.getByLabel('A message').fill('New');
    assert.deepEqual(await guest.axe(), []);
    await page.toNextPage(() => page.getByRole('button', { name: 'Save' }).press('Enter'));
    await page.getByText('Your changes are saved').waitFor();
    const { quantity, message, state } = (await giftOf(t.system, gift.id)) ?? {};
    assert.deepEqual({ quantity, message, state }, { quantity: 3, message: 'New', state: 'bought' });
    await page.locator('summary', { hasText: 'Give back' }).press('Enter');
    await page.toNextPage(() => page.getByRole('button', { name: 'Yes, give it back' }).press('Enter'));
    await page.getByText('You have given it back').waitFor();
    assert.deepEqual(await guest.axe(), []);
    assert.equal(await giftOf(t.system, gift.id), null);
    await page.toNextPage(() => page.getByRole('link', { name: 'Open Ada & Lin' }).click());
    await page.getByRole('heading', { name: 'Casserole' }).waitFor();
    assert.deepEqual(guest.complaints(), []);
  });

  it('copies its link with a button, or shows it if the browser refuses', async () => {
    const gift = await give(t.system, shown.id, { item_id: shown.items[0] });
    await using guest = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = guest;
    await page.goto(`${gift.url}&told=bought`);
    const field = page.getByLabel('Your private link');
    assert.equal(await field.isVisible(), false, 'invisible in screenshots');
    await page.getByRole('button', { name: 'Copy your private link' }).click();
    await page.getByText('Copied. Keep it to yourself').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), gift.url);
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`);
    await page.getByRole('button', { name: 'Copy your private link' }).click();
    await field.waitFor();
    assert.equal(await page.evaluate('getSelection().toString()'), gift.url);
    assert.deepEqual(guest.complaints(), []);
  });

  it('works without scripts, and blocks scripts of other sites', async () => {
    const gift = await give(t.system, shown.id, { item_id: shown.items[1] });
    await using guest = await visit({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const { page } = guest;
    await page.goto(gift.url);
    assert.equal(await page.getByLabel('Your private link').inputValue(), gift.url);
    assert.equal(await page.getByRole('button', { name: 'Copy your private link' }).isVisible(), false);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(guest.complaints(), []);
    await using _ = await addCode(
      site(),
      `add_action( 'wp_head', fn () => print '<script src=https://counter.example/count.js></script>' );`,
    );
    await using counted = await visit();
    const other = await give(t.system, shown.id, { item_id: shown.items[0] });
    await counted.page.goto(other.url);
    assert.match(counted.complaints().join('\n'), /counter\.example.*Content Security Policy.*blocked/);
  });
});
