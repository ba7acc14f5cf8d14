import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { addressOf } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { debianEngines, npmChromium } from './engines.ts';
import { handOn } from './hand.ts';

const PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Test</title>
  <style>button { min-height: 44px; width: 120px }</style>
  <p>Hello <a href="/">you</a></p>
  <label>Name <input style="min-height: 44px"></label>
  <button onclick="document.querySelector('p').textContent = 'Hello ' + document.querySelector('input').value">Greet</button>
  <div style="height: 2000px"></div><p><button onclick="location = '/next'">Next</button></p>`;

/** Starts a server that answers requests for any path with the page. */
async function serve(): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: addressOf(server),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

for (const { name, skip, openPage } of [npmChromium, ...debianEngines])
  describe(`a window of ${name}`, { skip }, () => {
    const page = openForSuite(openPage);
    const server = openForSuite(serve);

    it('is filled, tapped, and led to another page by a hand', async () => {
      await page.resize(375, 700);
      await page.open(server.url);
      const hand = handOn(page);
      await hand.fill('Name', 'Zoë');
      await hand.tap('Greet');
      await hand.sees('Hello Zoë');
      await hand.toNextPage(() => hand.tap('Next'));
      assert.equal(page.url(), `${server.url}/next`);
      assert.deepEqual(hand.effort(), { taps: 2, fields: 1 });
      assert.equal((await page.picture()).subarray(1, 4).toString(), 'PNG');
    });
  });
