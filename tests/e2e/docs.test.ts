import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import axe from 'axe-core';
import { openChromium } from '../../tools/browser/chromium.ts';
import { openTab, type Tab } from '../../tools/browser/tab.ts';
import { record } from '../../tools/browser/traces.ts';
import { openTestService } from '../support/service.ts';
import { openForSuite } from '../support/suite.ts';

describe('/docs in a browser', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openTestService());
  let page: Tab;
  /** Requests that the page sends to other servers. */
  const outside: string[] = [];

  /** Errors in the browser's console. */
  const complaints: string[] = [];

  before(async () => {
    const context = await browser.newContext();
    await record(context);
    page = await openTab(context, { isScripted: true, complain: (complaint) => complaints.push(complaint) });
    page.on('request', (request) => {
      if (!request.url().startsWith(t.url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${t.url}/docs`);
  });

  it('shows every operation of the contract', async () => {
    await page.getByText('List active items').first().waitFor();
    type Operations = Record<string, object>;
    const { body } = await t.request<{ paths: Operations; webhooks: Operations }>('GET', '/openapi.json');
    const operations = [body.paths, body.webhooks].flatMap(Object.values).flatMap(Object.keys);
    assert.equal(await page.locator('.opblock').count(), operations.length);
  });

  it('shows an example request', async () => {
    await page.getByText('Create a registry').click();
    const example = page.getByRole('textbox').filter({ hasText: 'Mum & Dad <3' });
    await example.waitFor();
    assert.match(await example.inputValue(), /"registry_event_date": "2026-12-24"/);
  });

  it('has enough contrast', async () => {
    await page.evaluate(axe.source);
    const faults = await page.evaluate<string[]>(
      `axe.run({ runOnly: 'color-contrast' }).then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)))`,
    );
    assert.deepEqual(faults, []);
  });

  it('sends requests with the user’s credentials', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByLabel('Username').fill('owner');
    await page.getByLabel('Password').fill(t.host.users.get('owner').password ?? '');
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('201').waitFor();
    assert.equal(t.host.registries.all()[0]?.title, 'Mum &amp; Dad &lt;3');
  });

  it('works offline, without errors in the browser’s console', () => {
    assert.deepEqual(outside, []);
    assert.deepEqual(complaints, []);
  });
});
