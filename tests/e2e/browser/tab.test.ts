import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openTab, type Tab } from '../../../tools/browser/tab.ts';
import { addressOf } from '../../support/server-address.ts';

/** Delay of the slow parts of these pages (milliseconds). With this delay, a test that does not wait fails. */
const LATE_MS = 400;

/** A form that submits to its own address, links, and a button that navigates after a delay. */
const PAGE = `<!doctype html><title>Page</title>
  <form method="post"><button>Send</button></form>
  <a href="/next">Next</a> <a href="/next" target="_blank">Tab</a>
  <button onclick="setTimeout(() => { location.href = '/next'; }, ${LATE_MS})">Later</button>
  <p id="visits"></p><script src="/slow.js" defer></script>`;

describe('a tab of a browser in tests', () => {
  let server: Server;
  let browser: Browser;
  let url: string;
  let visits = 0;
  before(async () => {
    server = createServer(async (request, response) => {
      const isScript = request.url === '/slow.js';
      if (!isScript) visits++;
      const count = visits;
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (request.url === '/strict') response.setHeader('content-security-policy', "script-src 'self'");
      response.end(isScript ? 'globalThis.isAlive = true;' : PAGE.replace('id="visits">', `id="visits">${count}`));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = addressOf(server);
    browser = await openChromium();
  });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  async function open(javaScriptEnabled = true): Promise<{ tab: Tab; complaints: string[] }> {
    const complaints: string[] = [];
    const context = await browser.newContext({ javaScriptEnabled });
    const complain = (complaint: string) => complaints.push(complaint);
    return { tab: await openTab(context, { isScripted: javaScriptEnabled, complain }), complaints };
  }
  const isAlive = (tab: Tab) => tab.evaluate('globalThis.isAlive === true');
  const visit = async (tab: Tab) => Number(await tab.locator('#visits').textContent());

  it('waits for another document, even at the same address, and for its scripts', async () => {
    const { tab, complaints } = await open();
    await tab.goto(url);
    assert.ok(await isAlive(tab));
    const first = await visit(tab);
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Send' }).click());
    assert.equal(await visit(tab), first + 1);
    assert.ok(await isAlive(tab));
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Later' }).click());
    assert.equal(tab.url(), `${url}/next`);
    assert.ok(await isAlive(tab));
    await tab.reload();
    assert.equal(await visit(tab), first + 3);
    assert.ok(await isAlive(tab));
    assert.deepEqual(complaints, []);
  });

  it('waits for a page whose policy forbids evaluating code', async () => {
    const { tab } = await open();
    await tab.goto(`${url}/strict`);
    assert.ok(await isAlive(tab));
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Send' }).click());
    assert.ok(await isAlive(tab));
  });

  it('complains about navigation outside its own methods', async () => {
    const { tab, complaints } = await open();
    await tab.goto(url);
    await tab.getByRole('link', { name: 'Next' }).click();
    assert.deepEqual(complaints, [`Led to another page outside of toNextPage: ${url}/next`]);
    await tab.goto(url);
    await Promise.all([tab.waitForEvent('popup'), tab.getByRole('link', { name: 'Tab' }).click()]);
    assert.match(complaints[1] ?? '', /^Opened a tab outside of toNewTab/);
    assert.equal(complaints.length, 2);
  });
});
