// Needs a browser and site: browsers load extensions and give them pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { DEBIAN_CHROMIUM, lacksDebianChromium } from '../../../tools/browser/chromium.ts';
import { buildExtension } from '../../../tools/release/extension-package.ts';
import { addLog } from '../../support/evidence.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { addLogin } from '../wordpress/visitor.ts';
import { addressOf, openOwnerSite } from './owner-page.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const SHOP = 'https://pots.example/cast-iron-26';

/** Page of a shop that claims to be My registries, and forbids everything to scripts. */
const SHOP_PAGE = {
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cross-origin-opener-policy': 'same-origin',
  },
  body: '<!doctype html><title>Cast-iron pot – Pots</title><h1>Cast-iron pot</h1><p class="price">€89.90</p><p data-largesse-ways="https://pots.example/">Buy</p>',
};

/** Starts a Chromium with an extension. Presses its button like a user, so that it may read the page. */
async function openWithExtension(extension: string, profile: string) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: DEBIAN_CHROMIUM,
    headless: false,
    viewport: { width: 375, height: 700 },
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const session = await context.browser()?.newBrowserCDPSession();
  const send = session?.send.bind(session) as (
    method: string,
    parameters: object,
  ) => Promise<{ targetInfos: { url: string; targetId: string }[] }>;
  return {
    context,
    /** Presses the button on a page. @returns the tab that it opens */
    press: async (page: Page): Promise<Page> => {
      // The browser triggers the action of the active tab.
      await page.bringToFront();
      const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
      const tab = targetInfos.find(({ url }) => url === page.url());
      const opened = context.waitForEvent('page');
      await send('Extensions.triggerAction', { id: new URL(worker.url()).host, targetId: tab?.targetId });
      return await opened;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

describe('the browser extension', { skip: lacksDebianChromium }, () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  it('sends the page to the site of its setting, which an open page of the site fills in', async () => {
    await t.site.wordpress.run(`update_option( 'largesse_currency', 'EUR' );`);
    await t.registry('owner', { title: 'Our wedding' });
    await using folder = await mkdtempDisposable(join(tmpdir(), 'largesse-test-'));
    const built = join(folder.path, 'extension');
    await buildExtension(PROJECT, built);
    await using browser = await openWithExtension(built, join(folder.path, 'profile'));
    const { context, press } = browser;
    await addLogin(context, t.site, 'owner');
    await context.route('https://pots.example/**', (route) => route.fulfill(SHOP_PAGE));
    const page = await context.newPage();

    await page.goto(addressOf(t.site));
    const options = await press(page);
    const field = options.getByLabel('Address of My registries');
    // Not `waitForFunction`: the policy of the page forbids it to evaluate a string a second time.
    await until('the field has the address', async () => (await field.inputValue()) === addressOf(t.site));
    const say = async (typed: string, answer: string) => {
      await field.fill(typed);
      await options.getByRole('button', { name: 'Save' }).click();
      await options.getByRole('status').getByText(answer).waitFor();
    };
    await say('http://family.example/my-registries/', 'Enter an address that begins with https://.');
    await say(`${addressOf(t.site)}#lists`, 'Saved.');
    assert.equal(await field.inputValue(), addressOf(t.site));

    await page.goto(SHOP);
    const opened = await press(page);
    // The form removes the parts of the page from the address.
    const addresses = [opened.url()];
    opened.on('framenavigated', (frame) => addresses.push(frame.url()));
    const form = opened.locator('[data-largesse-form="item"]');
    addLog('form', async () => `${addresses.join('\n')}\n${await form.innerText()}`);
    const suggested = form.getByText('Suggested by the shop’s page: Name, Shop, Price');
    await until('the form shows the data of the page', async () => (await suggested.count()) > 0);
    const values = ['url', 'name', 'price'].map((name) => form.locator(`[name="${name}"]`).inputValue());
    assert.deepEqual(await Promise.all(values), [SHOP, 'Cast-iron pot', '89.90']);
    // Extensions may not read this page.
    await page.goto('chrome://version');
    assert.equal((await press(page)).url(), addressOf(t.site));
  });

  it('asks for no data of other sites', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(PROJECT, 'plugin/extension', path), 'utf8'));
    const { permissions, host_permissions, content_scripts } = read('manifest.json');
    assert.deepEqual(
      [permissions, host_permissions, content_scripts],
      [['activeTab', 'scripting', 'storage'], undefined, undefined],
    );
  });
});
