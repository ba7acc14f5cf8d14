// Needs a browser: pages of the documentation have layouts and scripts.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import axe from 'axe-core';
import { openChromium } from '../../tools/browser/chromium.ts';
import { openTab, type Tab } from '../../tools/browser/tab.ts';
import { record } from '../../tools/browser/traces.ts';
import { openTestService } from '../support/service.ts';
import { openForSuite } from '../support/suite.ts';

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
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await record(context);
    page = await openTab(context, { isScripted: true, complain: (complaint) => complaints.push(complaint) });
    page.on('request', (request) => {
      if (!request.url().startsWith(t.url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    page.on('console', (message) => {
      // The page reports when its user closes a dialog.
      if (message.type() === 'error' && !message.text().startsWith('AbortError')) complaints.push(message.text());
    });
    await page.goto(`${t.url}/docs`);
    await page.getByRole('heading', { name: 'Largesse registry API' }).waitFor();
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
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
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
    // The examples of required fields name this registry.
    while (t.host.registries.all().every(({ id }) => id < 7))
      t.host.registries.add({ author: t.host.users.get('admin').id });
    await page
      .getByPlaceholder('janedoe')
      .first()
      .fill('admin')
      .catch(() => page.getByLabel('Username').first().fill('admin'));
    await page
      .getByPlaceholder('********')
      .first()
      .fill(t.host.users.get('admin').password ?? '');
    const pressed: string[] = [];
    for (const [path, methods] of Object.entries(await descriptions()))
      for (const [method, { tags, parameters = [] }] of Object.entries(methods)) {
        const isFilled = parameters.every((one) => !one.required || one.schema.default !== undefined);
        if (!isFilled || !['get', 'post'].includes(method) || path.startsWith('/previews') || path === '/webhooks')
          continue;
        // Without a registry or a person, there is nothing to list: the answer is 422, and says so.
        if (path.startsWith('/purchases/') || ['/ideas', '/shares'].includes(path)) continue;
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
