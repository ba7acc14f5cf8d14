// Needs a whole site: WordPress's screen of posts.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';

const LIST = '/wp-admin/edit.php?post_type=registry';

for (const version of versions) describe(`the list of registries on WordPress ${version}`, () => listOn(version));

function listOn(version: WordPressVersion): void {
  const { everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const site = openForSuite(() => openSite({ version }));
  let admin: Admin;
  before(async () => {
    for (const registry of [
      { title: 'Wedding', status: 'publish', meta: meta('Wedding', '2027-05-01', [3, 1, 2]) },
      { title: 'Birthday', status: 'private', meta: meta('<script>alert(1)</script> &amp;', '2026-12-24', [4]) },
      // This registry has no date. The screen must not mistake another meta field for the date.
      { title: 'Nothing said', status: 'draft', meta: { registry_event_type: 'Party', registry_item_ids: '[1,2]' } },
      { title: 'Locked', status: 'publish', password: 'sesame', meta: meta('عيد "ميلاد"', '2028-02-29', []) },
    ])
      await create(site, 'owner', registry);
    admin = await openAdmin(site, browser, 'admin');
  });

  function meta(type: string, date: string, items: number[]): Record<string, string> {
    return { registry_event_type: type, registry_event_date: date, registry_item_ids: JSON.stringify(items) };
  }
  everywhere('shows each registry’s occasion, date, owner, size and visibility', async () => {
    const { page } = admin;
    await page.goto(site.url + LIST);
    const table = page.getByRole('table').first();
    for (const name of ['Owner', 'Occasion', 'Date of the occasion', 'Items', 'Visible to'])
      await table.getByRole('columnheader', { name }).first().waitFor();
    const cells = async (title: string) => {
      const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: `“${title}” (Edit)` }) });
      return (await row.getByRole('cell').allTextContents()).slice(1, 6).map((text) => text.trim());
    };
    assert.deepEqual(await cells('Wedding'), ['owner', 'Wedding', 'May 1, 2027', '3', 'Public']);
    assert.deepEqual(await cells('Birthday'), [
      ...['owner', '<script>alert(1)</script> &amp;', 'December 24, 2026', '1', 'Private'],
    ]);
    assert.deepEqual(await cells('Nothing said'), ['owner', 'Party', '—None', '2', 'Nobody yet: draft']);
    assert.deepEqual(await cells('Locked'), [
      ...['owner', 'عيد "ميلاد"', 'February 29, 2028', '0', 'Anyone with the password'],
    ]);
    const own = ['occasion', 'date', 'items', 'visibility'].map((column) => `.column-largesse_${column}`);
    assert.deepEqual(await admin.axe(own.join(', ')), []);
    assert.deepEqual(admin.complaints(), []);
  });
}
