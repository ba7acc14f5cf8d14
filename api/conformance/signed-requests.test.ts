import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { silence } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { SITE_KEY, signatureHeaders, statementOf } from '../../tests/support/signing.ts';
import { assertError, assertStatus, DETAIL, type Item } from './answers.ts';
import { ROWS } from './role-rows.ts';
import { addListedItem, addRegistry, dayFromNow, give, ITEM } from './world.ts';

const SECOND_KEY = 'another-site-key-0123456789abcdef!';
const ENV = { SITE_KEY, SITE_KEY_2: SECOND_KEY };

const t = await openTestService({ env: ENV });
after(() => t.close());

const account = () => ({ id: t.host.users.get('admin').id, name: 'admin' });

interface Sent {
  body?: unknown;
  /** States of registries by id; null for a deleted registry. */
  registries?: Record<number, object | null>;
  key?: string;
  time?: number;
  /** Replaces parts of the request after it was signed. */
  changed?: { method?: string; path?: string; body?: unknown; headers?: Record<string, string | undefined> };
}

/** Sends a request that the site has signed. */
function signed<T = unknown>(method: string, path: string, sent: Sent = {}) {
  const { registries, key, time, changed = {} } = sent;
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const statement = statementOf(account(), registries && { registries });
  const headers = signatureHeaders({
    method,
    path,
    body,
    statement,
    ...(key !== undefined && { key }),
    ...(time !== undefined && { time }),
  });
  const rawBody = 'body' in changed ? JSON.stringify(changed.body) : body;
  return t.request<T>(changed.method ?? method, changed.path ?? path, {
    as: 'admin',
    ...(rawBody !== undefined && { rawBody }),
    headers: { ...headers, ...changed.headers },
  });
}

const stateOf = (id: number, author = 'owner', more: object = {}) => ({
  [id]: {
    author: t.host.users.get(author).id,
    status: 'private',
    surprise: '',
    reveal_date: '',
    event_date: '',
    ...more,
  },
});

/** Runs work while the host accepts requests and never answers; the service has just started and knows nobody. */
async function whileHostHangs(work: () => Promise<void>): Promise<void> {
  await t.restart({ HOST_TIMEOUT: '20' });
  t.host.misbehave(silence());
  t.host.forgetCalls();
  try {
    await work();
  } finally {
    t.host.behave();
    await t.restart();
  }
}

/** Operations whose answer, or whose effect, is on the host. The plugin calls those with `STATED` for itself. */
const isOfRegistry = (path: string): boolean => /^\/registries(?!.*\/shares\/)|\{id\}(?!\/shares)/.test(path);

describe('rules: Signed requests', () => {
  it('every operation that concerns no registry on the host is answered while the host hangs', async () => {
    const registry = addRegistry(t, { invitees: ['guest'] });
    const rows = Object.entries(ROWS).filter(([operation]) => !isOfRegistry(operation.split(' ')[1] ?? ''));
    assert.ok(rows.length >= 38, `${rows.length} operations`);
    const items: Item[] = [];
    for (const _ of rows) items.push(await addListedItem(t, registry.id, { quantity_needed: 9 }));
    const purchases: string[] = [];
    for (const item of items) purchases.push((await give(t, item)).id);
    await whileHostHangs(async () => {
      for (const [index, [operation, { body, cases }]] of rows.entries()) {
        const [method = '', template = ''] = operation.split(' ');
        const item = items[index]?.id ?? 0;
        const purchase = method === 'PUT' ? randomUUID() : (purchases[index] ?? '');
        const path = template
          .replace('{id}', `${registry.id}`)
          .replace('{item_id}', `${item}`)
          .replace('{purchase_id}', purchase)
          .replace(/\{(share|idea)_id\}/, randomUUID());
        const sent = typeof body === 'function' ? body({ item, registry: registry.id }) : body;
        const answer = await signed(method, path, { body: sent });
        const expected = (cases.own ?? cases.any)?.at(-1);
        assert.equal(answer.status, expected, `${operation}: ${answer.text}`);
        if (!/^GET \/(health)?$/.test(operation)) assert.equal(answer.headers['site-signature'], 'accepted', operation);
      }
      assert.deepEqual(
        t.host.calls.map(({ route }) => route),
        [],
      );
    });
  });

  it('with the days and levels of shared lists, filters and readers, which need the time zone of the site', async () => {
    const [one, other] = [addRegistry(t, { surprise: 'hidden', eventDate: dayFromNow(1) }), addRegistry(t)];
    const item = await addListedItem(t, one.id, { quantity_needed: 9 });
    assertStatus(await t.request('PUT', `/registries/${other.id}/appearances/${item.id}`, { as: 'owner' }), 204);
    await whileHostHangs(async () => {
      const views = [
        'view=owner',
        'view=owner_names&reader=keeper&receives=true',
        `view=owner&reader=guest&receives=true`,
      ];
      for (const path of [
        ...views.map((view) => `/purchases?registry_id=${one.id}&${view}`),
        ...views.map((view) => `/shares?registry_id=${one.id}&${view}`),
        `/items/places?registry_ids=${one.id}`,
        `/items?registry_id=${other.id}&numbers=of_list`,
        '/events?view=owner',
      ])
        assertStatus(await signed('GET', path), 200);
      for (const level of ['hidden', 'counts', 'names'])
        assertStatus(
          await signed('PUT', `/purchases/${randomUUID()}`, {
            body: { item_id: item.id, registry_id: other.id, level },
          }),
          201,
        );
      assert.deepEqual(t.host.calls, []);
    });
  });

  it('GET /site answers what the site has stated, also to others for five minutes', async () => {
    await t.restart();
    const { body } = await signed<Record<string, unknown>>('GET', '/site');
    assert.partialDeepStrictEqual(body, {
      currency: 'CHF',
      time_zone: 'Europe/Berlin',
      languages: ['de-CH'],
      plugin_version: '9.8.7',
      user: { ...(account().id && { id: account().id }), username: 'admin', is_admin: true },
    });
    t.host.forgetCalls();
    assert.partialDeepStrictEqual((await t.request('GET', '/site', { as: 'guest' })).body, { currency: 'CHF' });
    assert.deepEqual(
      t.host.calls.map(({ route }) => route),
      ['/wp/v2/users/me'],
    );
  });

  describe('with stated registries', () => {
    it('items are imported, shown on other lists, moved away and removed while the host hangs', async () => {
      const [one, other] = [addRegistry(t), addRegistry(t)];
      const before = [one, other].map(({ id }) => t.host.registries.find(id)?.meta.get('registry_item_ids'));
      const registries = { ...stateOf(one.id), ...stateOf(other.id, 'owner', { surprise: 'hidden' }) };
      await whileHostHangs(async () => {
        const added = await signed<{ data: Item[] }>('POST', `/registries/${one.id}/items`, {
          body: [ITEM, { ...ITEM, name: 'Lamp' }],
          registries,
        });
        assertStatus(added, 201);
        const [item] = added.body.data;
        const appearance = `/registries/${other.id}/appearances/${item?.id}`;
        assertStatus(await signed('PUT', appearance, { registries }), 204);
        const shown = await signed<Item[]>('GET', `/items?registry_id=${other.id}`);
        assert.deepEqual(
          shown.body.map(({ id }) => id),
          [item?.id],
        );
        // The stated surprise counts for gifts through the other list, too.
        const gift = await signed<{ data: { is_secret: boolean } }>('PUT', `/purchases/${randomUUID()}`, {
          body: { item_id: item?.id, registry_id: one.id, level: 'names' },
        });
        assert.equal(gift.body.data.is_secret, true);
        assertStatus(await signed('DELETE', appearance, { registries }), 204);
        assertStatus(await signed('DELETE', `/registries/${one.id}/items/${item?.id}`, { registries }), 204);
        assert.deepEqual(t.host.calls, []);
      });
      const now = [one, other].map(({ id }) => t.host.registries.find(id)?.meta.get('registry_item_ids'));
      assert.deepEqual(now, before, 'the site writes its lists itself');
    });

    it('the items of a deleted registry are retired, and its wishes leave other lists, while the host hangs', async () => {
      const [one, other] = [addRegistry(t), addRegistry(t)];
      const [item, kept] = [await addListedItem(t, one.id), await addListedItem(t, other.id)];
      assertStatus(await t.request('PUT', `/registries/${one.id}/appearances/${kept.id}`, { as: 'owner' }), 204);
      const registries = { [one.id]: null, ...stateOf(other.id) };
      await whileHostHangs(async () => {
        assertStatus(await signed('DELETE', `/registries/${one.id}/appearances/${kept.id}`, { registries }), 204);
        assertStatus(await signed('DELETE', `/registries/${one.id}`, { registries }), 204);
        assertStatus(await signed('GET', `/items/${item.id}`), 404);
        assertStatus(await signed('GET', `/items/${kept.id}`), 200);
        assert.deepEqual(t.host.calls, []);
      });
    });

    it('states do not replace registries that an answer shows, and refuse what they must', async () => {
      const post = addRegistry(t, { title: 'Real' });
      const registries = stateOf(post.id, 'stranger');
      const { body } = await signed<Record<string, unknown>>('GET', `/registries/${post.id}`, { registries });
      assert.deepEqual([body.title, body.user_id], ['Real', post.author]);
      const item = await addListedItem(t, addRegistry(t).id);
      const states = { ...registries, ...stateOf(item.registry_id) };
      const appearance = `/registries/${post.id}/appearances/${item.id}`;
      assertStatus(await signed('PUT', appearance, { registries: states }), 422);
      const trashed = stateOf(post.id, 'owner', { status: 'trash' });
      assertError(await signed('POST', `/registries/${post.id}/items`, { registries: trashed, body: ITEM }), 404);
      const gone = { [post.id]: null };
      assertError(await signed('POST', `/registries/${post.id}/items`, { registries: gone, body: ITEM }), 404);
    });
  });

  describe('a signature', () => {
    const lookUps = () => t.host.callsTo('/wp/v2/users/me').length;
    const body = { ...ITEM, registry_id: 5 };
    /** Sends a request whose signature must not count, so the service must ask the host for the caller. */
    const isRefused = async (outcome: string, sent: Sent) => {
      t.host.forgetCalls();
      const answer = await signed('POST', '/items', { body, ...sent });
      assert.deepEqual([answer.headers['site-signature'], lookUps()], [outcome, 1], JSON.stringify(sent));
    };

    it('counts with either key, up to a minute early or late', async () => {
      await t.restart();
      t.host.forgetCalls();
      for (const key of [SITE_KEY, SECOND_KEY])
        for (const seconds of [-55, 0, 55])
          assertStatus(
            await signed('POST', '/items', { body, key, time: Math.floor(realNow() / 1000) + seconds }),
            201,
          );
      assert.equal(lookUps(), 0);
    });

    it('does not count if any signed part differs; the credentials then decide', async () => {
      await t.restart({ AUTH_CACHE_TTL: '0' });
      const digestOf = (text: string) => signatureHeaders({ method: 'GET', path: '/', body: text, statement: '' });
      for (const changed of [
        { method: 'GET' },
        { path: '/items?x=1' },
        { path: '/registries/5/items' },
        { headers: { 'largesse-site': statementOf({ id: 77, name: 'mallory' }) } },
        { headers: { 'largesse-site': undefined } },
        { headers: { 'largesse-site': statementOf(account()).replace(',', ', ') } },
        { headers: { 'largesse-signature': 'x' } },
        { headers: { 'largesse-signature': '' } },
        { headers: digestOf('x') },
      ])
        await isRefused('unknown', { changed });
      await isRefused('unknown', { key: `${SITE_KEY}x` });
      const now = Math.floor(realNow() / 1000);
      await isRefused('late', { time: now - 90 });
      await isRefused('late', { time: now + 90 });
      await t.restart();
    });

    it('does not count with another body: 401, and nothing is stored', async () => {
      for (const changed of [{ body: { ...body, name: 'Other' } }, { body: [] }, { body: `${JSON.stringify(body)} ` }])
        assertError(await signed('POST', '/items', { body, changed }), 401, DETAIL.credentials);
      assertError(await signed('POST', '/items', { changed: { body } }), 401, DETAIL.credentials);
    });

    it('needs credentials, too, which the service does not check', async () => {
      for (const authorization of [undefined, 'Basic !!', 'Bearer x'])
        assertError(
          await signed('GET', '/items', { changed: { headers: { authorization } } }),
          401,
          DETAIL.credentials,
        );
      const stale = { authorization: `Basic ${Buffer.from('admin:replaced password').toString('base64')}` };
      assertStatus(await signed('GET', '/items', { changed: { headers: stale } }), 200);
    });

    it('with an invalid statement does not count', async () => {
      const path = '/items';
      for (const statement of ['', '{', '[]', 'null', '{"account":{"id":0,"name":"x"}}', `"${'x'.repeat(5000)}"`]) {
        const headers = signatureHeaders({ method: 'GET', path, statement });
        const answer = await t.request('GET', path, { as: 'admin', headers });
        assert.deepEqual([answer.status, answer.headers['site-signature']], [200, 'unknown'], statement.slice(0, 40));
      }
    });

    it('changes nothing if the service has no key', async () => {
      await using own = await openTestService();
      const statement = statementOf({ id: 99, name: 'mallory' });
      for (const as of ['admin', 'owner'] as const) {
        const headers = signatureHeaders({ method: 'GET', path: '/site', statement });
        const answer = await own.request<{ user: { username: string } }>('GET', '/site', { as, headers });
        assert.deepEqual([answer.body.user.username, answer.headers['site-signature']], [as, 'off']);
      }
      const headers = signatureHeaders({ method: 'GET', path: '/site', statement });
      assertError(await own.request('GET', '/site', { headers }), 401, DETAIL.credentials);
    });
  });
});
