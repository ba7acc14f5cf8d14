import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';
import { type Admin, openAdmin } from './admin.ts';

const ADDRESSES = 'E-mail addresses cannot be changed over the REST API.';
const OWNERS = 'Owners of registries are not in public lists.';

describe('The explanations of privacy on WordPress 6.5', () => {
  const browser = openForSuite(openChromium);
  const site = openForSuite(openSite);
  let admin: Admin;
  before(async () => {
    admin = await openAdmin(site, browser, 'admin');
  });

  it('are in the help of screens that list and edit users, profiles and registries', async () => {
    const { page } = admin;
    for (const screen of [
      'users.php',
      `user-edit.php?user_id=${site.users.owner.id}`,
      'profile.php',
      'edit.php?post_type=registry',
    ]) {
      await page.goto(`${site.url}/wp-admin/${screen}`);
      await page.getByRole('button', { name: 'Help' }).click();
      const help = page.getByLabel('Contextual Help Tab');
      await help.getByRole('link', { name: 'Privacy of registries' }).click();
      await help.getByText(ADDRESSES).waitFor();
      await help.getByText(OWNERS).waitFor();
      // All these screens have the same help, so one check is enough.
      if (screen === 'users.php') assert.deepEqual(await admin.axe(), [], screen);
    }
  });

  it('are not in the help of other screens', async () => {
    await admin.page.goto(`${site.url}/wp-admin/edit.php`);
    assert.equal(await admin.page.getByText('Privacy of registries').count(), 0);
  });

  it('are hidden from members, who cannot change anything about them', async () => {
    await using owner = await openAdmin(site, browser, 'owner');
    await owner.page.goto(`${site.url}/wp-admin/profile.php`);
    await owner.page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
    assert.doesNotMatch(await owner.page.content(), /Privacy of registries|over the REST API/);
    assert.deepEqual(owner.complaints(), []);
    await admin.page.goto(`${site.url}/wp-admin/profile.php`);
    assert.equal(await admin.page.locator('form').getByText(ADDRESSES).count(), 0);
  });

  it('are on the settings page, in short, and in full on request', async () => {
    const { page } = admin;
    await page.goto(`${site.url}/wp-admin/options-general.php?page=largesse`);
    await page
      .getByText('To protect invitations, members can change their e-mail address only on their profile page')
      .waitFor();
    assert.equal(await page.getByText(ADDRESSES).isVisible(), false);
    await page.getByText('Why this is so').click();
    await page.getByText(ADDRESSES).waitFor();
    await page.getByText(OWNERS).waitFor();
    assert.deepEqual(await admin.axe(), []);
  });

  it('cause no browser errors', async () => {
    assert.deepEqual(admin.complaints(), []);
  });
});
