// Needs a browser: CORS, cookies and modules differ from Node.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ClientCase, isSlow, type Outcome, play, typedCases } from '../../../client/testing/cases.ts';
import { openFakeApi } from '../../../client/testing/fake-api.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { openSiteWithApi } from '../api/site-with-api.ts';
import { openBuiltClient } from './built-client.ts';

const KEY = 'the-gateway-key';

describe('the built TypeScript client in a browser', () => {
  const browser = openForSuite(openChromium);
  const system = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: KEY }));
  const built = openForSuite(openBuiltClient);
  /** A page of the registry host. Its scripts call the API on another origin. */
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(system.site.url);
  });

  describe('behaves as the cases say', () => {
    const perform = ({ settings, call, arguments: given }: ClientCase): Promise<Outcome> =>
      callIn(page, built.url, {
        options: {
          baseUrl: settings.registry_api_base_url?.option,
          gatewayKey: settings.registry_api_gateway_key?.option,
          username: settings.registry_api_username?.option,
          appPassword: settings.registry_api_app_password?.option,
        },
        call,
        given,
      });
    const run = (one: ClientCase) => it(one.name, () => play({ ...one, result: resultInBrowser(one) }, perform));

    const cases = typedCases.filter(isForBrowsers);
    for (const one of cases.filter((one) => !isSlow(one))) run(one);
    describe('slowly', { concurrency: true }, () => {
      for (const one of cases.filter(isSlow)) run(one);
    });
  });

  it('sends a preflight before it sends credentials and key to another origin, and sends no cookies', async () => {
    await using api = await openFakeApi([{ json: [] }]);
    await page.evaluate(`document.cookie = 'a=b; path=/'`); // the cookie is also valid for other ports
    const options = { baseUrl: api.url, gatewayKey: KEY, username: 'anna', appPassword: 'abcd' };
    assert.deepEqual(await callIn(page, built.url, { options, call: 'listItems', given: [] }), { value: [] });
    assert.deepEqual(api.preflights, ['authorization,x-api-key']);
    assert.equal(api.seen[0]?.headers.origin, system.site.url);
    assert.equal(api.seen[0]?.headers.cookie, undefined);
  });

  describe('calls the service itself from a page of the host', () => {
    const callAs = async (login: Partial<Options>, call: string, given: unknown[], from = page): Promise<Outcome> => {
      const { username, applicationPassword: appPassword } = system.site.users.admin;
      const options = { baseUrl: system.url, gatewayKey: KEY, username, appPassword, ...login };
      return callIn(from, built.url, { options, call, given });
    };
    const value = async <T>(call: string, ...given: unknown[]): Promise<T> => {
      const outcome = await callAs({}, call, given);
      if ('error' in outcome) assert.fail(`${call}: ${outcome.error.data?.status} ${outcome.error.message}`);
      return JSON.parse(JSON.stringify(outcome.value));
    };

    it('creates, changes, lists and deletes objects, and reads the headers of answers', async () => {
      const title = 'Mum & Dad <3 – שלום 🎁';
      const { id } = await value<{ id: number }>('createRegistry', { title });
      assert.equal((await value<{ title: string }>('updateRegistry', id, { meta: {} })).title, title);
      const pot = { name: 'Töpfchen', url: 'https://pots.example/small' };
      const { id: item } = await value<{ id: number }>('createRegistryItem', id, pot);
      assert.deepEqual(idsOf(await value('getItems', [987_654, item], id)), [item]);
      const gift = crypto.randomUUID();
      await value('putRegistryPurchase', id, gift, { item_id: item });
      assert.deepEqual(idsOf(await value('listRegistryPurchases', id)), [gift]);
      const { events } = await value<{ events: { type: string }[] }>('listEvents', { registry_id: id, limit: 1 });
      assert.deepEqual(valuesOf(events, 'type'), ['item.created']);
      await value('addInvitees', id, ['a/b?c#d', 'Zoë']);
      assert.deepEqual(await value('removeInvitee', id, 'a/b?c#d'), { invitees: ['Zoë'] });
      assert.equal(await value('deleteRegistry', id), null);
      assert.equal(await value('getRegistry', id), null);
    });

    /** Returns what an error contains, except its request id, which is a new one each time. */
    const refusalOf = (outcome: Outcome) => {
      assert.ok('error' in outcome);
      const { requestId, ...error } = outcome.error;
      return { ...error, hasRequestId: typeof requestId === 'string' };
    };
    const refused = (status: number, message: string, rules: string[] = []) => ({
      code: 'api_error',
      message,
      data: { status },
      errors: rules.map((rule) => ({ field: 'authorization', rule, limit: null })),
      isTemporary: status === 0,
      hasRequestId: status !== 0,
    });

    it("reports refusals with the service's own detail", async () => {
      const wrong = await callAs({ appPassword: 'wrong' }, 'listItems', []);
      assert.deepEqual(refusalOf(wrong), refused(401, 'Invalid or missing credentials', ['invalid_credentials']));
      const key = await callAs({ gatewayKey: 'wrong' }, 'listItems', []);
      assert.deepEqual(refusalOf(key), refused(403, 'Missing or invalid API key'));
      const registry = [{ title: ' ' }];
      const outcome = await callAs({}, 'createRegistry', registry);
      assert.ok('error' in outcome && outcome.error.data?.status === 422);
      assert.deepEqual(outcome.error.errors, [{ field: 'title', rule: 'not_blank', limit: null }]);
      assert.match(outcome.error.message, /^title: /);
    });

    it('causes no error about origins', () =>
      assert.deepEqual(
        complaints.filter((text) => /CORS|preflight/i.test(text)),
        [],
      ));

    it('cannot call it from a page of another origin', async () => {
      await using foreign = await browser.newPage();
      await foreign.goto(built.url);
      const outcome = await callAs({}, 'listItems', [], foreign);
      assert.deepEqual(refusalOf(outcome), refused(0, 'The registry service did not answer.'));
    });
  });
});

interface Options {
  baseUrl: string | undefined;
  gatewayKey: string | undefined;
  username: string | undefined;
  appPassword: string | undefined;
}

/** Imports the client from the address `library` in a page, and calls one of its methods there. */
function callIn(
  page: Page,
  library: string,
  task: { options: Options; call: string; given: unknown[] },
): Promise<Outcome> {
  return page.evaluate(
    async ({ library, options, call, given }) => {
      const { createClient, RegistryApiError }: typeof import('../../../client/src/index.ts') = await import(
        `${library}/index.js`
      );
      const method = Object.entries(createClient(options)).find(([name]) => name === call)?.[1];
      try {
        const value = await method(...given);
        // The page can only return JSON, so bytes are converted to text.
        return { value: value?.bytes ? { ...value, bytes: String.fromCharCode(...value.bytes) } : value };
      } catch (error) {
        if (!(error instanceof RegistryApiError)) throw error;
        const { code, message, data, errors, isTemporary, requestId } = error;
        return { error: { code, message, data, errors, isTemporary, requestId } };
      }
    },
    { library, ...task },
  );
}

function isForBrowsers({ settings, browser }: ClientCase): boolean {
  if (browser !== undefined && 'skip' in browser) return false;
  // A browser has no environment variables.
  return Object.values(settings).every(({ environment, file }) => !environment && file === undefined);
}

function resultInBrowser({ browser, result }: ClientCase): ClientCase['result'] {
  return browser !== undefined && 'result' in browser ? browser.result : result;
}

function idsOf(items: unknown): unknown[] {
  assert.ok(Array.isArray(items));
  return items.map(({ id }) => id);
}
