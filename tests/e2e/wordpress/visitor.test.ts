import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from './site.ts';
import { openVisitor } from './visitor.ts';

describe('a browser tab on WordPress', () => {
  const browser = openForSuite(openChromium);
  const site = openForSuite(openSite);

  it('is ready after the handlers of jQuery have run', async () => {
    await using admin = await openVisitor(site, browser, 'admin');
    await delayTimers(admin.page, 1_500);
    await admin.page.goto(`${site.url}/wp-admin/users.php`);
    await admin.page.getByRole('button', { name: 'Help' }).click();
    await admin.page.getByLabel('Contextual Help Tab').waitFor();
  });

  it('is ready after the login form has taken the focus', async () => {
    await using guest = await openVisitor(site, browser, 'nobody');
    await delayTimers(guest.page, 1_500);
    await guest.page.goto(`${site.url}/wp-login.php`);
    assert.equal(await guest.page.evaluate('document.activeElement.id'), 'user_login');
  });

  it('is ready after the Interactivity API has initialized every region', async () => {
    const content = '<!-- wp:navigation {"overlayMenu":"always"} /-->'.repeat(20);
    const id = await site.wordpress.run(
      `echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Menus', 'post_content' => $input ) );`,
      content,
    );
    await using guest = await openVisitor(site, browser, 'nobody', { viewport: { width: 400, height: 800 } });
    await delayTimers(guest.page, 50);
    await guest.page.goto(`${site.url}/?page_id=${id}`);
    await guest.page.getByRole('button', { name: 'Open menu' }).last().click();
    assert.ok(await guest.page.getByRole('dialog').last().isVisible());
  });
});

/** Starts timers of pages only after the load event, and prolongs them by `by` milliseconds, like a busy machine. */
async function delayTimers(tab: Tab, by: number): Promise<void> {
  await tab.addInitScript(`{
    const start = setTimeout;
    const loaded = new Promise((done) => addEventListener('load', done));
    globalThis.setTimeout = (run, delay = 0, ...given) => void loaded.then(() => start(run, delay + ${by}, ...given));
  }`);
}
