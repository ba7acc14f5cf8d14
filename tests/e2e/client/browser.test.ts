import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import openapi from '@largesse/contract/openapi.json' with { type: 'json' };
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
  const system = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: KEY, PREVIEWS: 'on' }));
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
    const called = new Set<string>();
    const callAs = async (login: Partial<Options>, call: string, given: unknown[], from = page): Promise<Outcome> => {
      called.add(call);
      const { username, applicationPassword: appPassword } = system.site.users.admin;
      const options = { baseUrl: system.url, gatewayKey: KEY, username, appPassword, ...login };
      return callIn(from, built.url, { options, call, given });
    };
    const value = async <T>(call: string, ...given: unknown[]): Promise<T> => {
      const outcome = await callAs({}, call, given);
      if ('error' in outcome) assert.fail(`${call}: ${outcome.error.data?.status} ${outcome.error.message}`);
      return JSON.parse(JSON.stringify(outcome.value));
    };

    it('calls every operation', async () => {
      assert.deepEqual(await value('health'), { status: 'healthy', service: 'largesse-api' });
      assert.ok(await value('welcome'));

      const title = 'Mum & Dad <3 – שלום 🎁';
      const { id } = await value<{ id: number }>('createRegistry', { title });
      assert.equal((await value<{ title: string }>('getRegistry', id)).title, title);
      const changed = await value<{ status: string }>('updateRegistry', id, { status: 'publish', meta: {} });
      assert.equal(changed.status, 'publish');
      assert.equal((await value<unknown[]>('listRegistries', { skip: 0, limit: 1 })).length, 1);

      const pot = { name: 'Töpfchen', url: 'https://pots.example/small' };
      const first = await value<{ id: number }>('createRegistryItem', id, pot);
      const second = await value<{ id: number }>('createItem', { ...pot, registry_id: id });
      assert.deepEqual(idsOf(await value('listRegistryItems', id)), [first.id, second.id]);
      assert.deepEqual(idsOf(await value('listItems', { registry_id: id })), [first.id, second.id]);
      assert.deepEqual(idsOf(await value('getItems', [second.id, 987_654, first.id], id)), [second.id, first.id]);
      assert.deepEqual(idsOf((await value<{ items: unknown }>('searchItems', { q: 'pfchen' })).items), [
        first.id,
        second.id,
      ]);
      assert.equal(await value('addAppearance', id, first.id), null);
      assert.equal(await value('removeAppearance', id, first.id), null);
      await value('updateItem', first.id, { price: 12.5 });
      assert.equal((await value<{ price: number }>('getItem', first.id)).price, 12.5);

      const link = { affiliate_url: 'https://pots.example/small?ref=largesse', affiliate_status: 'active' };
      assert.deepEqual(await value('setAffiliate', id, first.id, link), link);
      assert.equal(await value('clearAffiliate', id, first.id), null);
      assert.deepEqual(await value('getAffiliate', id, first.id), { affiliate_url: null, affiliate_status: null });

      const { events } = await value<{ events: { type: string }[] }>('listEvents', { registry_id: id, limit: 1 });
      assert.deepEqual(valuesOf(events, 'type'), ['item.created']);

      const [given, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const gift = await value<{ is_owner: boolean }>('putRegistryPurchase', id, given, {
        item_id: first.id,
      });
      assert.equal(gift.is_owner, true);
      await value('putPurchase', other, { item_id: second.id, secret: true, giver_email: 'ada@mail.example' });
      assert.deepEqual(idsOf(await value('listRegistryPurchases', id)), [given, other]);
      assert.deepEqual(idsOf(await value('listPurchases', { giver_email: 'Ada@mail.example' })), [other]);
      await value('updatePurchase', other, { state: 'bought' });
      assert.equal((await value<{ state: string }>('getPurchase', other)).state, 'bought');
      await value('thankForPurchase', id, other, true);
      assert.deepEqual(await value('revealRegistryPurchases', id), { revealed: 2 });
      assert.deepEqual(await value('revealPurchases', id), { revealed: 0 });
      assert.deepEqual(await value('erasePurchases', { registry_id: id, only: 'addresses' }), { erased: 1 });
      const { missing } = await value<{ missing: string }>('preview', 'https://pots.example:8443/');
      assert.equal(missing, 'Nothing could be read there');
      assert.equal((await value<{ state: string }>('previewCheck', 'https://pots.example:8443/')).state, 'unknown');
      const { error } = Object(await callAs({}, 'previewPicture', ['https://pots.example:8443/']));
      assert.equal(error.data.status, 422);
      await value('updateItem', first.id, { quantity_purchased: 3 });
      assert.deepEqual(await value('uncountPurchases', { item_id: first.id, quantity: 2 }), { uncounted: 2 });
      assert.equal(await value('deleteRegistryPurchase', id, given), null);
      assert.equal(await value('deletePurchase', other), null);

      const idea = crypto.randomUUID();
      await value('putIdea', idea, { registry_id: id, name: 'Lamp', author_name: 'Ada' });
      assert.deepEqual(idsOf(await value('listIdeas', { registry_id: id })), [idea]);
      assert.equal(await value('deleteIdea', idea, id), null);
      await value('updateItem', second.id, { price: 50, quantity_needed: 1 });
      await value('putShare', id, idea, { item_id: second.id, amount: 20, secret: false, giver_user_id: 3 });
      assert.deepEqual(idsOf(await value('listShares', { giver_user_id: 3 })), [idea]);
      assert.equal(await value('deleteShare', id, idea), null);

      const webhook = await value<{ id: string }>('createWebhook', { url: 'https://shop.example/hook' });
      assert.deepEqual(idsOf(await value('listWebhooks')), [webhook.id]);
      assert.equal((await value<{ url: string }>('getWebhook', webhook.id)).url, 'https://shop.example/hook');
      await value('updateWebhook', webhook.id, { status: 'disabled' });
      assert.match((await value<{ secret: string }>('rotateWebhookSecret', webhook.id)).secret, /^whsec_/);
      await value('updateWebhook', webhook.id, { url: 'https://nowhere.invalid/' });
      assert.equal((await value<{ delivered: boolean }>('testWebhook', webhook.id)).delivered, false);
      assert.deepEqual(await value('listDeliveries', webhook.id), { deliveries: [], next_cursor: null });
      assert.equal(await value('resendDelivery', webhook.id, crypto.randomUUID()), null);
      assert.equal(await value('deleteWebhook', webhook.id), null);

      await value('addInvitees', id, ['a/b?c#d', 'Zoë']);
      assert.deepEqual(await value('removeInvitee', id, 'a/b?c#d'), { invitees: ['Zoë'] });
      assert.deepEqual(await value('listInvitees', id), { invitees: ['Zoë'] });

      assert.equal(await value('deleteRegistryItem', id, first.id), null);
      await value('deleteItem', second.id);
      assert.equal(await value('getItem', second.id), null);
      assert.equal(await value('deleteRegistry', id), null);
      assert.equal(await value('getRegistry', id), null);

      const operations = Object.values(openapi.paths).flatMap((path) =>
        Object.values(path).map(({ operationId }) => operationId),
      );
      assert.deepEqual([...called].sort(), [...operations, 'getItems'].sort());
    });

    const refused = (status: number, message: string) => ({
      error: { code: 'api_error', message, data: { status }, errors: [] },
    });

    it("reports refusals with the service's own detail", async () => {
      const login = { appPassword: 'wrong' };
      assert.deepEqual(await callAs(login, 'listItems', []), refused(401, 'Invalid or missing credentials'));
      const key = { gatewayKey: 'wrong' };
      assert.deepEqual(await callAs(key, 'listItems', []), refused(403, 'Missing or invalid API key'));
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
      assert.deepEqual(outcome, refused(0, 'The registry service did not answer.'));
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
        const { code, message, data, errors } = error;
        return { error: { code, message, data, errors } };
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
