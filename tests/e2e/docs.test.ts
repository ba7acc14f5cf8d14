// Needs a browser: pages of the documentation have layouts and scripts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import axe from 'axe-core';
import { STORY } from '../../contract/index.ts';
import { openChromium } from '../../tools/browser/chromium.ts';
import { layoutFaults } from '../../tools/browser/layout.ts';
import { openTab, type Tab } from '../../tools/browser/tab.ts';
import { record } from '../../tools/browser/traces.ts';
import { openTestService } from '../support/service.ts';
import { openForSuite } from '../support/suite.ts';
import { until } from '../support/wait.ts';

interface Description {
  paths: Record<string, Record<string, { tags: string[]; summary: string; parameters?: DescribedParameter[] }>>;
}

interface DescribedParameter {
  in: string;
  required?: boolean;
  example?: unknown;
  schema: { default?: unknown; examples?: unknown };
}

/** On a phone, where the page is hardest to use. */
describe('/docs in a browser', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openTestService());
  let page: Tab;
  /** Requests that the page sends to other servers. */
  const outside: string[] = [];

  /** Errors in the browser's console. */
  const complaints: string[] = [];

  before(async () => {
    const context = await browser.newContext({ viewport: { width: 375, height: 720 } });
    await record(context);
    page = await openTab(context, { isScripted: true, complain: (complaint) => complaints.push(complaint) });
    page.on('request', (request) => {
      if (!request.url().startsWith(t.url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    page.on('console', (message) => {
      // The page reports when its user closes a dialog, and the browser that the service lacks the example's item.
      const isExpected =
        message.text().startsWith('AbortError') || message.location().url === `${t.url}/items/${STORY.wish}`;
      if (message.type() === 'error' && !isExpected) complaints.push(message.text());
    });
    await page.goto(`${t.url}/docs`);
    await page.getByRole('heading', { name: 'Largesse registry API' }).waitFor();
    await page
      .getByPlaceholder('janedoe')
      .first()
      .fill('admin')
      .catch(() => page.getByLabel('Username').first().fill('admin'));
    await page
      .getByPlaceholder('********')
      .first()
      .fill(t.host.users.get('admin').password ?? '');
  });

  const descriptions = async () => (await t.request<Description>('GET', '/openapi.json')).body.paths;

  /** Shows an operation. @returns its part of the page */
  const show = async (method: string, path: string, tag: string) => {
    const place = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`;
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    const part = page.locator(`[id="api-1/${place}"]`);
    await part.waitFor();
    return part;
  };

  it('is as wide as the screen', async () => {
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 375);
  });

  it('links to the guides, whose pages are as wide as the screen and link to one another', async () => {
    for (const name of ['Rules of the API', 'Follow changes', 'Receive webhooks']) {
      const href = await page.getByRole('link', { name }).first().getAttribute('href');
      const guide = await t.request('GET', String(href));
      assert.equal(guide.status, 200, name);
      for (const [, link = ''] of guide.text.matchAll(/<a href="([^"#:]+)(?:#[^"]*)?">/g))
        assert.equal((await t.request('GET', new URL(link, `${t.url}${href}`).pathname)).status, 200, link);
    }
    const ids = (await t.request('GET', '/docs/guides/api-rules.md')).text;
    for (const [, anchor] of ids.matchAll(/<a href="#([^"]+)">/g)) assert.ok(ids.includes(` id="${anchor}"`), anchor);
  });

  it('sends compressed files to browsers that accept them', async () => {
    for (const path of ['/docs', '/docs/reference.js', '/openapi.json']) {
      const read = async (encoding: string) =>
        (await t.request('HEAD', path, { headers: { 'accept-encoding': encoding } })).headers;
      const [zipped, plain] = [await read('gzip, br'), await read('gzip;q=0')];
      assert.deepEqual([zipped['content-encoding'], plain['content-encoding']], ['gzip', undefined]);
      assert.equal(zipped.vary, 'Accept-Encoding');
      assert.ok(Number(zipped['content-length']) < Number(plain['content-length']), path);
    }
    const { headers } = await t.request('GET', '/docs/reference.js');
    const again = await t.request('GET', '/docs/reference.js', { headers: { 'if-none-match': headers.etag } });
    assert.equal(again.status, 304);
  });

  it('has no examples of optional parameters, and true ones of errors', async () => {
    const { body } = await t.request<Description & { components: Components }>('GET', '/openapi.json');
    for (const methods of Object.values(body.paths))
      for (const { parameters = [], summary } of Object.values(methods))
        for (const { required, example, schema } of parameters)
          if (!required) assert.deepEqual([example, schema.examples], [undefined, undefined], summary);
    for (const [name, { content }] of Object.entries(body.components.responses))
      for (const { value } of Object.values(content['application/problem+json']?.examples ?? {}))
        assert.equal(value.title.replace(/\W/g, ''), name);
  });

  it('sends requests with the user’s credentials, and every operation works when it is pressed unchanged', async () => {
    const pressed: string[] = [];
    for (const [path, methods] of Object.entries(await descriptions()))
      for (const [method, { tags, parameters = [] }] of Object.entries(methods)) {
        const isFilled = parameters.every((one) => !one.required || one.schema.default !== undefined);
        if (!isFilled || !['get', 'post'].includes(method) || path.startsWith('/previews') || path === '/webhooks')
          continue;
        // Without a registry, a person or items, there is nothing to list: the answer is 422, and says so.
        if (path.startsWith('/purchases/') || ['/ideas', '/shares', '/items/places'].includes(path)) continue;
        const part = await show(method, path, tags[0] ?? '');
        await part.getByRole('button', { name: /Test Request/ }).click();
        const answer = page.waitForResponse(
          (response) =>
            response.request().method() === method.toUpperCase() && new URL(response.url()).pathname === path,
        );
        await page.getByRole('button', { name: /^Send/ }).first().click();
        const status = (await answer).status();
        assert.ok(status < 300, `${method} ${path}: ${status}`);
        pressed.push(`${method} ${path}`);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
    assert.ok(['get /items', 'get /events', 'post /items', 'post /registries'].every((one) => pressed.includes(one)));
  });

  it('asks before a destructive request, and sends nothing if the answer is no', async () => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && sent.push(new URL(request.url()).pathname));
    const questions: string[] = [];
    let answer = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answer ? dialog.accept() : dialog.dismiss());
    });
    const part = await show('delete', '/items/{item_id}', 'Items');
    await part.getByRole('button', { name: /Test Request/ }).click();
    const path = `/items/${STORY.wish}`;
    await page.getByRole('button', { name: /^Send/ }).first().click();
    await until('the page asks', () => questions.length === 1);
    assert.deepEqual([questions, sent], [[`Delete an item?\n\nDELETE ${path}`], []]);
    answer = true;
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    assert.equal((await answered).status(), 404);
    assert.deepEqual(sent, [path]);
  });

  it('shows the answer on a phone, and prints nothing over anything else', async () => {
    const dialog = page.getByRole('dialog');
    const status = dialog.getByRole('link', { name: /404/ });
    await until('the answer is in view', async () => {
      const place = await status.boundingBox();
      return place !== null && place.y > 0 && place.y + place.height < 660;
    });
    const row = 'div:has(> [id^="headlessui-disclosure"]):has([id^="headlessui-popover"])';
    assert.deepEqual(await layoutFaults(page, `[role=dialog] ${row}`, 0), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual(await layoutFaults(page, row, 0), []);
  });

  it('names ids of one story, which no service has, and new UUIDs on each page', async () => {
    const uuids = async () => {
      const part = await show('get', '/purchases/{purchase_id}', 'Purchases');
      return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec((await part.textContent()) ?? '')?.[0];
    };
    const first = await uuids();
    assert.notEqual(first, STORY.gift);
    await page.reload();
    await page.getByRole('heading', { name: 'Largesse registry API' }).waitFor();
    assert.notEqual(await uuids(), first);
  });

  it('has enough contrast', async () => {
    await page.evaluate(axe.source);
    const faults = await page.evaluate<string[]>(
      `axe.run({ runOnly: 'color-contrast' }).then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)))`,
    );
    assert.deepEqual(faults, []);
  });

  it('works offline, without errors in the browser’s console', () => {
    assert.deepEqual(outside, []);
    assert.deepEqual(complaints, []);
  });
});

interface Components {
  responses: Record<string, { content: Record<string, { examples?: Record<string, { value: { title: string } }> }> }>;
}
