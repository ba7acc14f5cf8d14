import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from '../browser/chromium.ts';
import { openSite, type Site } from '../wordpress/site.ts';
import { type Admin, openAdmin } from './admin.ts';

const ADDRESSES = 'E-mail addresses cannot be changed over the REST API.';
const OWNERS = 'Owners of registries are not in public lists.';

describe('The explanations of privacy on WordPress 6.5', () => {
  let site: Site;
  let browser: Browser;
  let admin: Admin;
  before(async () => {
    site = await openSite();
    browser = await openChromium();
    admin = await openAdmin(site, browser, 'admin');
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  it('are in the help where users, profiles and registries are listed and edited', async () => {
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
      // The same help is in all of them, and the profile is looked at below.
      if (screen === 'users.php') assert.deepEqual(await admin.axe(), [], screen);
    }
  });

  it('are not in the help of other screens', async () => {
    await admin.page.goto(`${site.url}/wp-admin/edit.php`);
    assert.equal(await admin.page.getByText('Privacy of registries').count(), 0);
  });

  it('stand on every profile page, for members too', async () => {
    await using owner = await openAdmin(site, browser, 'owner');
    for (const { page } of [admin, owner]) {
      await page.goto(`${site.url}/wp-admin/profile.php`);
      await page.getByRole('heading', { name: 'Privacy of registries' }).waitFor();
      await page.locator('form').getByText(ADDRESSES).waitFor();
      await page.locator('form').getByText(OWNERS).waitFor();
    }
    assert.deepEqual(await owner.axe(), []);
    assert.deepEqual(owner.complaints(), []);
  });

  it('stand in short on the settings page, which leads to the profile', async () => {
    const { page } = admin;
    await page.goto(`${site.url}/wp-admin/options-general.php?page=largesse`);
    await page
      .getByText('To protect invitations, members cannot change their e-mail address over the REST API')
      .waitFor();
    const why = page.getByRole('link', { name: 'Why this is so is said on every profile page' });
    await page.toNextPage(() => why.click());
    await page.locator('form').getByText(ADDRESSES).waitFor();
  });

  it('leave browser and log silent', async () => {
    assert.deepEqual(admin.complaints(), []);
    assert.equal(await site.wordpress.log(), '');
  });
});
