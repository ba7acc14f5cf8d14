// Needs a service and site: the routes pass changes to the service.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Registry } from '../../../plugin/assets/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { fillRegistry } from '../api/fill-registry.ts';
import { warmUp } from '../api/site-with-api.ts';
import { create } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { activeItems, addItem } from './connected.ts';
import { openProxiedSite, type ProxiedSite } from './proxied-site.ts';
import { askDirectly, ask as askOverHttp, type NamespaceBody } from './rest-namespace.ts';

describe('the items of a registry over REST', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));
  before(async () => {
    await warmUp(t.system);
  });

  const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);
  const send = (method: string, path: string, body?: unknown, who: TestUser = 'owner') =>
    askDirectly(t.system.site, who, method, path, body);
  const sendOverHttp = (method: string, path: string, body?: unknown, who: TestUser = 'owner') =>
    askOverHttp(t.system.site, who, method, path, body);
  const look = async (id: number, who?: TestUser) => (await send('GET', `/${id}`, undefined, who)).body.registry;
  const names = (view: Registry | undefined) => view?.items.map(({ name }) => name).join('');
  /** Returns the order of the items in an answer, such as `BAC`. `ids` are the ids of the items A, B, C … */
  const order = (ids: readonly number[], { registry }: NamespaceBody) =>
    registry.order?.map(({ id }) => 'ABCD'[ids.indexOf(id)]).join('');
  /** Creates a registry of the owner, and adds these items in this order. */
  async function registryWith(...labels: string[]): Promise<{ id: number; items: number[] }> {
    const id = await create(t.system.site, 'owner', {});
    const items: number[] = [];
    for (const label of labels) items.push(await addItem(t.system, id, label));
    await run(`update_post_meta( $input[0], 'registry_item_ids', wp_json_encode( $input[1] ) );`, [id, items]);
    return { id, items };
  }

  it('are returned as the service stores them, without affiliate data', async () => {
    const { id } = await registryWith();
    const fields = {
      name: 'Kettle <b> &amp; "tea" \\ 🫖',
      url: 'shop.example/kettle?a=1&b=2',
      description: 'Blue, please',
      retailer: 'Pots & Pans',
      image_url: 'https://shop.example/kettle.jpg',
      price: 49.95,
      quantity_needed: 5,
    };
    const sent = {
      quantity_purchased: 2,
      ...fields,
      id: 7,
      registry_id: 1,
      is_active: false,
      affiliate_url: 'https://x.example',
      other: 1,
    };
    const { status, body } = await sendOverHttp('POST', `/${id}/items`, sent);
    assert.equal(status, 201, JSON.stringify(body));
    const [item] = body.registry.items;
    assert.ok(item);
    assert.partialDeepStrictEqual(item, {
      ...fields,
      url: `https://${fields.url}`,
      id: body.item,
      quantity_purchased: 0,
      quantity_had: 0,
      status_text: '0 of 5 given',
      is_complete: false,
    });
    assert.match(item.price_text, /49[.,]95/);
    assert.match(item.gift_url, new RegExp(`[?&]gift=${item.id}$`));
    assert.doesNotMatch(JSON.stringify(body), /affiliate/);
    const [stored] = await activeItems(t.system, id);
    assert.partialDeepStrictEqual(stored, {
      ...fields,
      url: `https://${fields.url}`,
      registry_id: id,
      affiliate_url: null,
      updated_at: item.version,
    });
  });

  it('can be moved, removed and restored to their place', async () => {
    const { id, items } = await registryWith('A', 'B', 'C', 'D');
    const [a = 0, b = 0, c = 0, d = 0] = items;
    const move = (item: number, before: unknown) => send('POST', `/${id}/items/${item}/move`, { before });
    const first = await move(d, b);
    assert.deepEqual([order(items, first.body), first.body.undo], ['ADBC', { before: null, heading: '' }]);
    assert.equal(order(items, (await move(d, first.body.undo.before)).body), 'ABCD');
    assert.deepEqual(Object.keys((await move(a, '2')).body.data.fields ?? {}), ['before']);
    const removed = await send('DELETE', `/${id}/items/${b}`);
    assert.deepEqual([order(items, removed.body), removed.body.undo.before], ['ACD', c]);
    const restore = (sent: object, path = `/${id}/items/${b}`) => send('POST', `${path}/restore`, sent);
    const other = await registryWith('X');
    await send('DELETE', `/${other.id}/items/${other.items[0]}`);
    const stolen = await restore(removed.body.undo, `/${id}/items/${other.items[0]}`);
    assert.deepEqual([stolen.status, stolen.body.code], [404, 'largesse_no_item'], 'it belongs to another registry');
    assert.equal(names(await look(id)), 'ACD');
    assert.deepEqual(await activeItems(t.system, other.id), []);
    assert.equal(order(items, (await restore(removed.body.undo)).body), 'ABCD');
    await send('DELETE', `/${id}/items/${c}`);
    const gone = await send('DELETE', `/${id}/items/${c}`);
    assert.deepEqual([gone.status, gone.body.code], [404, 'largesse_no_item']);
    const outdated = await move(a, c);
    assert.deepEqual(
      [outdated.status, outdated.body.code, names(outdated.body.data.current)],
      [409, 'largesse_changed', 'ABD'],
    );
    assert.equal((await move(c, a)).status, 404);
    const { body } = await t.system.request('owner', 'GET', `/registries/${id}/items`);
    assert.partialDeepStrictEqual(body, [{ id: a }, { id: b }, { id: d }], 'the service has the same order');
  });

  it('are refused in the service’s words, next to each field', async () => {
    const { id, items } = await registryWith('A');
    const wrong = { name: ' ', url: 'javascript:alert(1)', price: 0, quantity_needed: 0 };
    const fields = {
      name: 'Enter a name.',
      url: 'This address does not open on the web. Enter an address that begins with https:// or http://.',
      price: 'Enter a price above zero, or leave the field empty.',
      quantity_needed: 'Enter 1 or more.',
    };
    const added = await send('POST', `/${id}/items`, wrong);
    assert.deepEqual([added.status, added.body.code, added.body.data.fields], [422, 'largesse_fields', fields]);
    const { version } = (await look(id)).items[0] ?? {};
    const changed = await send('PATCH', `/${id}/items/${items[0]}`, { version, ...wrong });
    assert.deepEqual([changed.status, changed.body.data.fields], [422, fields]);
    assert.deepEqual((await send('POST', `/${id}/items`)).body.data.fields, { name: 'Enter a name.' });
    const noVersion = await send('PATCH', `/${id}/items/${items[0]}`, { name: 'B' });
    assert.deepEqual(noVersion.body.data.fields, { version: 'is required' });
    for (const endless of ['"price":1e999', '"price":[{"a":-1e999}]']) {
      const answer = await fetch(`${t.system.site.url}/wp-json/largesse/v1/registries/${id}/items`, {
        method: 'POST',
        headers: { authorization: t.system.site.users.owner.authorization, 'content-type': 'application/json' },
        body: `{"name":"A","url":"https://shop.example/x",${endless}}`,
      });
      assert.partialDeepStrictEqual(await answer.json(), {
        data: { status: 422, fields: { price: 'Enter a lower price.' } },
      });
    }
    assert.equal(names(await look(id)), 'A');
  });

  it('are refused with a sentence if the registry is full', async () => {
    const { id } = await registryWith('A');
    fillRegistry(t.system, id, 999);
    const answer = await send('POST', `/${id}/items`, { name: 'B', url: 'https://shop.example/b' });
    assert.deepEqual([answer.status, answer.body.data.fields], [422, {}]);
    assert.equal(answer.body.message, 'Nothing was saved: this registry is full. It holds at most 1,000 wishes.');
  });

  it('are not overwritten if someone else changed them, and the answer contains the current version', async () => {
    const { id, items } = await registryWith('A');
    const { version } = (await look(id)).items[0] ?? {};
    const path = `/${id}/items/${items[0]}`;
    assert.equal((await send('PATCH', path, { version, name: 'B' }, 'admin')).status, 200);
    const second = await send('PATCH', path, { version, name: 'C' });
    assert.deepEqual(
      [second.status, second.body.code, names(second.body.data.current)],
      [409, 'largesse_changed', 'B'],
    );
    const now = (await look(id)).items[0]?.version;
    t.interference = {
      before: async ({ method }) => {
        if (method !== 'PUT') return;
        t.interference = {};
        await t.system.request('admin', 'PUT', `/items/${items[0]}`, { body: { name: 'D' } });
      },
    };
    const late = await send('PATCH', path, { version: now, name: 'E' });
    assert.deepEqual([late.status, names(late.body.data.current)], [409, 'D'], 'a change at the same moment');
  });

  describe('if the service fails', () => {
    const failing = async (interference: ProxiedSite['interference'], action: () => Promise<void>) => {
      t.interference = interference;
      try {
        await action();
      } finally {
        t.interference = {};
      }
    };
    const UNCHANGED = /nothing was changed/;
    const UNCERTAIN = /do not know/;

    it('a registry appears without its items, with the reason', async () => {
      const { id } = await registryWith('A');
      await failing({ before: () => false }, async () => {
        const { status, body } = await send('GET', `/${id}`);
        assert.deepEqual([status, body.registry.items], [200, []]);
        assert.match(body.registry.items_error, /They are safe/);
        assert.doesNotMatch(body.registry.items_error, /administrators/);
        const { body: told } = await send('GET', `/${id}`, undefined, 'admin');
        assert.match(told.registry.items_error, /The registry service did not answer/);
        const changed = await send('PATCH', `/${id}`, { version: body.registry.version, title: 'Renamed' });
        assert.deepEqual([changed.status, changed.body.registry.title], [200, 'Renamed']);
      });
    });

    it('no change is reported as done, and the answer shows whether it may have been', async () => {
      const { id, items } = await registryWith('A', 'B');
      const [a = 0, b = 0] = items;
      const { version } = (await look(id)).items[0] ?? {};
      const { undo } = (await send('DELETE', `/${id}/items/${b}`)).body;
      const changes = [
        ['POST', '/items', { name: 'C', url: 'https://shop.example/c' }, UNCERTAIN],
        ['PATCH', `/items/${a}`, { version, name: 'Z' }, UNCERTAIN],
        ['DELETE', `/items/${a}`, undefined, UNCERTAIN],
        ['POST', `/items/${a}/move`, { before: null }, UNCHANGED],
        ['POST', `/items/${b}/restore`, undo, UNCERTAIN],
      ] as const;
      await failing({ before: () => false }, async () => {
        for (const [method, path, body, said] of changes) {
          const answer = await send(method, `/${id}${path}`, body);
          assert.deepEqual([answer.status, answer.body.code], [503, 'largesse_service'], path);
          assert.match(answer.body.message, said, path);
          assert.doesNotMatch(JSON.stringify(answer.body), /127\.0\.0\.1|cURL|administrators/);
        }
      });
      assert.equal(names(await look(id)), 'A');
      // The service makes the change, but its answer is lost. So the site cannot know the result.
      await failing({ after: ({ method }) => method !== 'PUT' }, async () => {
        const answer = await send('PATCH', `/${id}/items/${a}`, { version, name: 'Z' });
        assert.equal(answer.status, 503);
        assert.match(answer.body.message, UNCERTAIN);
      });
      assert.equal(names(await look(id)), 'Z');
    });

    it('a change that was made is reported, even if the list cannot be read afterwards', async () => {
      const { id } = await registryWith('A');
      await failing({ before: ({ method }) => method === 'POST' }, async () => {
        const answer = await send('POST', `/${id}/items`, { name: 'B', url: 'https://shop.example/b' });
        assert.equal(answer.status, 201);
        assert.equal(typeof answer.body.item, 'number');
        assert.notEqual(answer.body.registry.items_error, '');
      });
      assert.equal(names(await look(id)), 'AB');
    });
  });
});
