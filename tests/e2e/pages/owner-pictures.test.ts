import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { drawn, fromCamera } from '../plugin/picture-files.ts';
import { assertNoErrors, assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

describe('the picture of a wish', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  it('is reduced and rotated by the browser of a phone, and converted if the site refuses its format', async () => {
    const id = await t.registry('owner', { title: 'Photos' });
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 375, height: 667 } });
    const { page } = ownerPage;
    const address = ownerPage.field('Address of a picture');
    const remove = ownerPage.button('Remove the picture');
    const choose = (type: string, buffer: Buffer) =>
      page.locator('[data-largesse-file]').setInputFiles({ name: `a.${type}`, mimeType: `image/${type}`, buffer });
    const uploads: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pictures')) uploads.push(request.postDataBuffer()?.length ?? 0);
    });
    await ownerPage.addWish();
    // Like most photos, this file is too large, so the page cannot send the file unchanged.
    const photo = fromCamera(await drawn(t.site, 'jpeg', 2400, 1200));
    await choose('jpeg', Buffer.concat([photo, Buffer.alloc(700_000)]));
    await remove.waitFor();
    assert.match(await address.inputValue(), /\/uploads\/largesse\/\d+\/[0-9a-f]{32}\.jpg$/);
    assert.ok(uploads.length === 1 && uploads[0]! < 300_000, `sent ${uploads} bytes`);
    // The camera was rotated, so the picture must be rotated, too: it is taller than wide.
    const preview = "document.querySelector('.largesse-mine__picture-preview img')";
    await page.waitForFunction(`${preview}.naturalHeight > 0`);
    assert.deepEqual(await page.evaluate(`[${preview}.naturalWidth, ${preview}.naturalHeight]`), [800, 1600]);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await ownerPage.axe('dialog[open]'), []);
    for (const type of ['gif', 'avif'] as const) {
      await remove.click();
      assert.equal(await address.inputValue(), '');
      await choose(type, await drawn(t.site, type, 60, 30));
      await remove.waitFor();
      assert.match(await address.inputValue(), /\.webp$/, type);
    }
    assertNoErrors(ownerPage);
  });
});
