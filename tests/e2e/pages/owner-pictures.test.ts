import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { drawn, fromCamera } from '../plugin/picture-files.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { assertNoErrors, assertNoHorizontalScroll, type OwnerPage, openOwnerSite } from './owner-page.ts';

const PHONE = { viewport: { width: 375, height: 667 } };

describe('the picture of a wish', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));
  let photo: Buffer;
  before(async () => {
    photo = fromCamera(await drawn(t.site, 'jpeg', 2400, 1200));
    // Like most photos, this file is too large, so the page cannot send the file unchanged.
    photo = Buffer.concat([photo, Buffer.alloc(700_000)]);
  });

  const choose = (ownerPage: OwnerPage, buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') =>
    ownerPage.page.locator('[data-largesse-file]').setInputFiles({ name, mimeType, buffer });
  const address = (ownerPage: OwnerPage) => ownerPage.field('Address of a picture');
  const imageOf = async (id: number, name: string) => {
    const { body } = await ask(t.site, 'owner', 'GET', `/${id}`);
    return body.registry.items.find((item) => item.name === name)?.image_url ?? '';
  };
  /** Opens the form of a new wish and fills in the required fields. */
  async function open(id: number) {
    const ownerPage = await t.visit('owner', id, PHONE);
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Pot');
    await ownerPage.field('Address of the product').fill('https://shop.example/pot');
    return ownerPage;
  }

  it('can be uploaded from a phone, is reduced there, and appears at once and on the guests’ page', async () => {
    const id = await t.registry('owner', { title: 'Photos', status: 'publish' });
    await using ownerPage = await open(id);
    const { page } = ownerPage;
    const uploads: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pictures')) uploads.push(request.postDataBuffer()?.length ?? 0);
    });
    const choosing = page.waitForEvent('filechooser');
    await ownerPage.button('Upload a picture').click();
    const chooser = await choosing;
    await chooser.setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await ownerPage.button('Remove the picture').waitFor();
    const url = await address(ownerPage).inputValue();
    assert.match(url, /\/uploads\/largesse\/\d+\/[0-9a-f]{32}\.jpg$/);
    assert.ok(uploads.length === 1 && uploads[0]! < 300_000, `sent ${uploads} bytes`);
    // The camera was rotated, so the picture must be rotated, too: it is taller than wide.
    const preview = "document.querySelector('.largesse-mine__picture-preview img')";
    await page.waitForFunction(`${preview}.naturalHeight > 0`);
    assert.deepEqual(await page.evaluate(`[${preview}.naturalWidth, ${preview}.naturalHeight]`), [800, 1600]);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await ownerPage.axe('dialog[open]'), []);
    await ownerPage.button('Save wish').click();
    await ownerPage.says('“Pot” is on the list.');
    assert.equal(await imageOf(id, 'Pot'), url);
    await using guest = await openVisitor(t.site, t.browser, 'nobody', PHONE);
    await guest.page.goto(`${t.site.url}/?post_type=registry&p=${id}`);
    await guest.page.waitForFunction("document.querySelector('.largesse-item img').naturalWidth === 800");
    assert.deepEqual(guest.complaints(), []);
    assertNoErrors(ownerPage);
  });

  it('that is refused is explained; one that the browser cannot reduce is uploaded unchanged, and can be removed', async () => {
    const id = await t.registry('owner', { title: 'Refused', status: 'private' });
    await using ownerPage = await open(id);
    const typed = `${t.site.url}/typed.jpg`;
    await address(ownerPage).fill(typed);
    await choose(ownerPage, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.svg', 'image/svg+xml');
    await ownerPage.says(/^This picture has a format that cannot be shown here/);
    await choose(ownerPage, Buffer.alloc(9 * 2 ** 20), 'large.gif', 'image/gif');
    await ownerPage.says('This picture is too large: the limit of this site is 8 MB.');
    assert.equal(await address(ownerPage).inputValue(), typed);
    assert.equal(await ownerPage.field('Name').inputValue(), 'Pot');
    // The form of another wish does not show the message.
    await ownerPage.button('Cancel').click();
    await ownerPage.addWish();
    assert.equal(await ownerPage.page.locator('.largesse-mine__picture-said p').count(), 0);

    await ownerPage.field('Name').fill('Pot');
    await ownerPage.field('Address of the product').fill('https://shop.example/pot');
    await ownerPage.page.evaluate('window.createImageBitmap = undefined');
    await choose(ownerPage, photo);
    await ownerPage.button('Remove the picture').click();
    assert.equal(await address(ownerPage).inputValue(), '');
    // Chooses the same file a second time.
    await choose(ownerPage, photo);
    await ownerPage.button('Remove the picture').waitFor();
    await ownerPage.button('Save wish').click();
    await ownerPage.says('“Pot” is on the list.');
    assert.match(await imageOf(id, 'Pot'), /\.jpg$/);
    assertNoErrors(ownerPage, true);
  });

  it('may be a GIF or an AVIF: the browser converts it', async () => {
    const id = await t.registry('owner', { title: 'Converted', status: 'private' });
    await using ownerPage = await open(id);
    for (const type of ['gif', 'avif'] as const) {
      const offered = await ownerPage.page.locator('[data-largesse-file]').getAttribute('accept');
      assert.ok(offered?.split(',').includes(`image/${type}`), type);
      await choose(ownerPage, await drawn(t.site, type, 60, 30), `picture.${type}`, `image/${type}`);
      await ownerPage.button('Remove the picture').waitFor();
      assert.match(await address(ownerPage).inputValue(), /\.webp$/, type);
      await ownerPage.button('Remove the picture').click();
    }
    assertNoErrors(ownerPage);
  });

  it('delays saving the wish until it has arrived, and shows its progress', async () => {
    const id = await t.registry('owner', { title: 'Slow', status: 'private' });
    await using ownerPage = await open(id);
    const { page } = ownerPage;
    const held = Promise.withResolvers<void>();
    await page.route('**/pictures', async (route) => {
      await held.promise;
      await route.continue();
    });
    await choose(ownerPage, photo);
    await page.getByRole('progressbar', { name: 'Uploading the picture' }).waitFor();
    await ownerPage.button('Save wish').click();
    await ownerPage.button('Saving …').waitFor();
    held.resolve();
    await ownerPage.says('“Pot” is on the list.');
    assert.match(await imageOf(id, 'Pot'), /\.jpg$/);
    // After an upload is stopped, the picture field stays empty.
    await ownerPage.addWish();
    const never = Promise.withResolvers<void>();
    await page.unroute('**/pictures');
    await page.route('**/pictures', async (route) => {
      await never.promise;
      await route.abort();
    });
    await choose(ownerPage, photo);
    await ownerPage.button('Stop uploading').click();
    never.resolve();
    await ownerPage.button('Upload a picture').waitFor();
    assert.equal(await address(ownerPage).inputValue(), '');
    assert.equal(await page.locator('.largesse-mine__picture-said p').count(), 0);
  });

  it('with the address of a page gets a hint with that page’s picture, and does not delay saving', async () => {
    const id = await t.registry('owner', { title: 'Checked', status: 'private' });
    await using ownerPage = await open(id);
    const { page } = ownerPage;
    const pot = `${t.site.url}/wp-content/plugins/largesse/assets/share.png`;
    const asked: unknown[] = [];
    await page.route('**/pictures/check', async (route) => {
      asked.push(route.request().postDataJSON());
      const check = { kind: 'page', text: 'This is a page, not a picture.', image_url: pot };
      await route.fulfill({ json: { check } });
    });
    const typed = `${t.site.url}/?p=1`;
    await address(ownerPage).fill(typed);
    await address(ownerPage).blur();
    await ownerPage.says('This is a page, not a picture.');
    assert.deepEqual(asked, [{ url: typed }]);
    await ownerPage.button('Use the picture of that page').click();
    assert.equal(await address(ownerPage).inputValue(), pot);
    assert.equal(await page.locator('.largesse-mine__picture-said p').count(), 0);
    await page.unroute('**/pictures/check');
    const held = Promise.withResolvers<void>();
    await page.route('**/pictures/check', async (route) => {
      await held.promise;
      await route.abort();
    });
    await address(ownerPage).fill(`${pot}?other`);
    await address(ownerPage).blur();
    await ownerPage.button('Save wish').click();
    await ownerPage.says('“Pot” is on the list.');
    held.resolve();
    assert.equal(await imageOf(id, 'Pot'), `${pot}?other`);
  });

  it('can become the cover, like a separate upload: guests see it on top, and chats show it', async () => {
    const id = await t.registry('owner', { title: 'Covered', status: 'publish' });
    await using ownerPage = await t.visit('owner', id, { ...PHONE, tab: 'settings' });
    await ownerPage.unfold('Cover');
    const { page } = ownerPage;
    const card = page.locator('details', { has: page.getByRole('heading', { name: 'Cover' }) });
    const drawnPicture = await card.locator('.largesse-mine__bubble img').getAttribute('src');
    const choosing = page.waitForEvent('filechooser');
    await ownerPage.button('Upload a cover').click();
    await (await choosing).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
    await ownerPage.says('The cover is chosen.');
    const uploaded = await card.locator('.largesse-mine__cover').getAttribute('src');
    assert.match(uploaded ?? '', /\/uploads\/largesse\/\d+\/[0-9a-f]{32}\.jpg$/);
    const cut = await card.locator('.largesse-mine__bubble img').getAttribute('src');
    assert.notEqual(cut, drawnPicture);
    await page.waitForFunction("document.querySelector('.largesse-mine__bubble img').naturalWidth === 1200");
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await ownerPage.axe('.largesse-mine__tab'), []);
    await using guest = await openVisitor(t.site, t.browser, 'nobody', PHONE);
    const seen = async () => {
      await guest.page.goto(`${t.site.url}/?post_type=registry&p=${id}`);
      return guest.page.getByRole('img', { name: 'Cover picture of “Covered”' });
    };
    assert.equal(await (await seen()).getAttribute('src'), uploaded);
    await guest.page.waitForFunction("document.querySelector('.largesse-cover img').naturalWidth > 0");
    assert.deepEqual(await guest.axe('main'), []);
    assert.deepEqual(guest.complaints(), []);
    // The picture of a wish becomes the cover, then the cover is removed.
    await ownerPage.openTab('Wishes');
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Pot');
    await ownerPage.field('Address of the product').fill('https://shop.example/pot');
    await choose(ownerPage, photo);
    await ownerPage.button('Remove the picture').waitFor();
    await ownerPage.button('Save wish').click();
    await ownerPage.says('“Pot” is on the list.');
    await ownerPage.openTab('Settings');
    await ownerPage.unfold('Cover');
    const ofWish = ownerPage.button('Use the picture of “Pot”');
    assert.equal(await ofWish.getAttribute('aria-pressed'), 'false');
    await ofWish.click();
    await ownerPage.says('The cover is chosen.');
    assert.equal(await ofWish.getAttribute('aria-pressed'), 'true');
    assert.equal(await (await seen()).getAttribute('src'), await imageOf(id, 'Pot'));
    await ownerPage.button('Remove the cover').click();
    await ownerPage.says('The cover was removed.');
    assert.equal(await (await seen()).count(), 0);
    assertNoErrors(ownerPage);
  });
});
