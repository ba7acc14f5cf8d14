import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Event } from '@largesse/contract';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { ASK_PROBLEM, assertError, assertNames, assertProblem, assertStatus, type Item, TIMESTAMP } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

interface Page {
  events: Event[];
  next: string;
}

/** Reads a page of a feed. @param query without `?` */
async function read(t: TestService, as: string, query = ''): Promise<Page> {
  const answer = await t.request<Event[]>('GET', `/events?${query}`, { as });
  assertStatus(answer, 200);
  const next = answer.headers['next-cursor'];
  assert.ok(typeof next === 'string' && /^[\w-]{56}$/.test(next), `Next-Cursor: ${next}`);
  return { events: answer.body, next };
}

const typesIn = ({ events }: Page): string[] => events.map(({ type }) => type);

/** Reads a whole feed in pages of this size, following `Next-Cursor`. */
async function readAll(t: TestService, as: string, query: string, limit: number): Promise<Event[]> {
  const all: Event[] = [];
  for (let from = ''; ; ) {
    const page = await read(t, as, `${query}&limit=${limit}${from}`);
    all.push(...page.events);
    if (page.events.length === 0) return all;
    from = `&after=${page.next}`;
  }
}

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const t = await openTestService();
after(() => t.close());

// rules: Reading events
describe('rules: Events, reading', () => {
  it('lists events with ids only, oldest first, and each once on pages of any size', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    const items: Item[] = [];
    for (let n = 0; n < 5; n++) items.push(await addItem(t, post.id, {}, 'owner'));
    const [first] = items;
    assert.ok(first);
    const purchase = await give(t, first);
    const { events } = await read(t, 'owner', `registry_id=${post.id}`);
    assert.deepEqual(
      events.map((event) => [Object.keys(event), event.type, event.registry_id, event.item_id, event.purchase_id]),
      [
        ...items.map(({ id }) => [EVENT_KEYS, 'item.created', post.id, id, null]),
        [EVENT_KEYS, 'purchase.created', post.id, first.id, purchase.id],
      ],
    );
    for (const { id, at } of events) {
      assert.match(id, UUID_4);
      assert.match(at, TIMESTAMP);
    }
    for (const limit of [1, 2, 5, 6, 1000])
      assert.deepEqual(await readAll(t, 'owner', `registry_id=${post.id}`, limit), events);
    const ofAdmin = await readAll(t, 'admin', IS_CITUS ? `registry_id=${post.id}` : '', 1000);
    assert.deepEqual(
      ofAdmin.filter(({ registry_id }) => registry_id === post.id),
      events,
    );
    assert.equal((await read(t, 'owner', `registry_id=${post.id}&limit=2`)).events.length, 2);
  });

  it('returns the sent cursor with an empty answer, and begins after the last event with after=now', async () => {
    const post = addRegistry(t, {});
    const registry = `registry_id=${post.id}`;
    const empty = await read(t, 'owner', registry);
    assert.deepEqual(empty.events, []);
    assert.equal((await read(t, 'owner', `${registry}&after=${empty.next}`)).next, empty.next);
    const now = await read(t, 'owner', `${registry}&after=now`);
    await addItem(t, post.id, {}, 'owner');
    const later = await read(t, 'owner', `${registry}&after=now`);
    for (const { next } of [empty, now])
      assert.deepEqual(typesIn(await read(t, 'owner', `${registry}&after=${next}`)), ['item.created']);
    assert.deepEqual(await read(t, 'owner', `${registry}&after=${later.next}`), { events: [], next: later.next });
    // A registry's cursor is also valid in the feed of all registries, which Citus does not have.
    if (!IS_CITUS) assert.deepEqual((await read(t, 'admin', `after=${later.next}`)).events, []);
    assert.equal(new Set([empty, now, later].map(({ next }) => next.length)).size, 1);
    if (IS_CITUS) return;
    const hidden = addRegistry(t, { invitees: ['guest'], surprise: 'hidden' });
    await give(t, await addItem(t, hidden.id));
    const { next } = await read(t, 'admin', 'after=now');
    assert.deepEqual((await read(t, 'admin', `after=${next}`)).events, [], 'the last event was secret');
  });

  it('answers 422 for invalid parameters, and 404 after the registry was deleted', async () => {
    const post = addRegistry(t, {});
    const { next } = await read(t, 'owner', `registry_id=${post.id}`);
    const other = `${next.slice(0, 30)}${next[30] === 'A' ? 'B' : 'A'}${next.slice(31)}`;
    await using elsewhere = await openTestService();
    const { next: foreign } = await read(elsewhere, 'admin', `registry_id=${addRegistry(elsewhere, {}).id}`);
    const forged = [other, `${next}=`, `${next}A`, next.slice(1), `%20${next}`, foreign];
    for (const after of ['', 'x', 'NOW', 'null', '0', ...forged]) {
      const path = `/events?registry_id=${post.id}&after=${after}`;
      const answer = await t.request('GET', path, { as: 'owner', headers: ASK_PROBLEM });
      const errors = assertProblem(answer, 422, 'after: must be a cursor of this service, or now');
      assert.deepEqual(errors, [{ field: 'after', rule: 'format', limit: 'cursor' }]);
    }
    for (const [field, values] of Object.entries({
      limit: ['0', '1001', 'x', '1.5', '-1', ''],
      wait: ['-1', '26', 'x', '1.5', ''],
      registry_id: ['0', 'x', '9007199254740992'],
    }))
      for (const value of values) {
        const answer = await t.request('GET', `/events?${field}=${value}`, { as: 'admin' });
        assertStatus(answer, 422);
        assertNames(answer, field);
      }
    if (IS_CITUS) assertError(await t.request('GET', '/events', { as: 'admin' }), 501, /registry_id/);
    assertStatus(await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' }), 204);
    assertError(await t.request('GET', `/events?registry_id=${post.id}`, { as: 'admin' }), 404, 'Registry not found');
  });

  it('answers 410 for a cursor that is too old, even if new events follow it, and hides expired events', async () => {
    await using short = await openTestService({ env: { EVENTS_DAYS: String(1 / 86_400) } });
    const post = addRegistry(short, {});
    const registry = `registry_id=${post.id}`;
    await addItem(short, post.id, {}, 'owner');
    const { events, next } = await read(short, 'owner', registry);
    assert.equal(events.length, 1);
    await until('the event has expired', async () => (await read(short, 'owner', registry)).events.length === 0);
    await until('the cursor is too old', async () => {
      const answer = await short.request('GET', `/events?${registry}&after=${next}`, { as: 'owner' });
      if (answer.status === 200) return false;
      assertError(answer, 410, 'Cursor is too old');
      return true;
    });
    await addItem(short, post.id, {}, 'owner');
    assertStatus(await short.request('GET', `/events?${registry}&after=${next}`, { as: 'owner' }), 410);
    if (!IS_CITUS) assertStatus(await short.request('GET', `/events?after=${next}`, { as: 'admin' }), 410);
  });

  it('does not exist with EVENTS_DAYS=0', async () => {
    await using off = await openTestService({ env: { EVENTS_DAYS: '0' } });
    assertError(await off.request('GET', '/events', { as: 'admin' }), 404, 'Not found');
  });
});

const EVENT_KEYS = ['id', 'type', 'at', 'registry_id', 'item_id', 'purchase_id'];

describe('rules: Events, who sees which event', () => {
  it('shows each role the changes that it may read, and no secret after a reveal', async () => {
    const post = addRegistry(t, {
      invitees: ['guest', 'partner', 'mailguest'],
      keepers: ['keeper'],
      surprise: 'hidden',
      eventDate: dayFromNow(30),
    });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const [of_guest, of_partner] = [randomUUID(), randomUUID()];
    await give(t, item, { id: of_guest });
    await give(t, item, { as: 'partner', id: of_partner });
    post.meta.set('registry_owners', '["partner"]');
    await give(t, item, { as: 'owner' });
    const reveal = () => t.request('POST', `/registries/${post.id}/purchases/reveal`, { as: 'owner' });
    await t.request('DELETE', `/purchases/${of_guest}`, { as: 'guest' });
    await give(t, item, { id: of_guest });
    const seenBefore = await read(t, 'owner', `registry_id=${post.id}`);
    assertStatus(await reveal(), 200);
    await t.request('PATCH', `/purchases/${of_guest}`, { as: 'guest', body: { state: 'bought' } });
    const whole = [
      'item.created',
      'purchase.created guest',
      'purchase.created partner',
      'purchase.created owner',
      'purchase.deleted guest',
      'purchase.created guest',
      'purchases.revealed',
      'purchase.updated guest',
    ];
    // Guests learn that other guests' gifts change, but not which gifts.
    const own = (name: string) => whole.map((event) => (event.endsWith(` ${name}`) ? event : event.replace(/ .*/, '')));
    const expected = {
      admin: whole,
      keeper: whole,
      owner: ['item.created', 'purchase.created owner', 'purchases.revealed', 'purchase.updated guest'],
      partner: [
        'item.created',
        'purchase.created partner',
        'purchase.created owner',
        'purchases.revealed',
        'purchase.updated guest',
      ],
      guest: own('guest'),
      mailguest: own('mailguest'),
    };
    for (const [as, events] of Object.entries(expected)) {
      const seen = await readAll(t, as, `registry_id=${post.id}`, 2);
      assert.deepEqual(
        seen.map(({ type, purchase_id: id }) => {
          if (id === null) return type;
          return `${type} ${{ [of_guest]: 'guest', [of_partner]: 'partner' }[id] ?? 'owner'}`;
        }),
        events,
        as,
      );
    }
    const { events } = await read(t, 'owner', `registry_id=${post.id}&after=${seenBefore.next}`);
    assert.deepEqual(typesIn({ events, next: '' }), ['purchases.revealed', 'purchase.updated']);
  });

  it('records each change of a registry that its readers see, and no other request', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    const items = [await addItem(t, post.id, {}, 'owner'), await addItem(t, post.id, {}, 'owner')];
    const order = { registry_item_ids: items.map(({ id }) => id).reverse() };
    const path = `/registries/${post.id}`;
    const changes: [method: string, path: string, body?: object][] = [
      ['PATCH', path, { title: 'New' }],
      ['PATCH', path, { story: '<p>Hi</p>' }],
      ['PATCH', path, { status: 'publish' }],
      ['PATCH', path, { meta: { registry_event_date: '2030-01-01' } }],
      ['PATCH', path, { meta: order }],
      ['POST', `${path}/invitees`, { invitees: ['joe'] }],
      ['DELETE', `${path}/invitees/joe`],
    ];
    const send = async ([method, target, body]: (typeof changes)[number]) =>
      assertStatus(await t.request(method, target, { as: 'owner', ...(body && { body }) }), 200);
    for (const as of ['owner', 'guest', 'admin']) {
      const { next } = await read(t, as, `registry_id=${post.id}&after=now`);
      for (const change of as === 'owner' ? changes : []) await send(change);
      const seen = typesIn(await read(t, as, `registry_id=${post.id}&after=${next}`));
      assert.deepEqual(seen, as === 'owner' ? changes.map(() => 'registry.updated') : []);
    }
    assert.equal(typesIn(await read(t, 'guest', `registry_id=${post.id}`)).length, items.length + changes.length);
    const { next } = await read(t, 'owner', `registry_id=${post.id}&after=now`);
    for (const change of changes.slice(0, 5)) await send(change);
    await send(['PATCH', path, {}]);
    assert.deepEqual((await read(t, 'owner', `registry_id=${post.id}&after=${next}`)).events, []);
  });

  it('records changes on the site once, at the next read of any reader', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    const items = [await addItem(t, post.id, {}, 'owner'), await addItem(t, post.id, {}, 'owner')];
    const registry = `registry_id=${post.id}`;
    const cursors = new Map<string, string>();
    for (const as of ['guest', 'owner', 'admin']) cursors.set(as, (await read(t, as, `${registry}&after=now`)).next);
    const news = async (as: string) => {
      const page = await read(t, as, `${registry}&after=${cursors.get(as)}`);
      cursors.set(as, page.next);
      return page.events.map(({ type, item_id }) => `${type} ${item_id}`);
    };
    const changes: (() => unknown)[] = [
      () => (post.title = 'On the site'),
      () => (post.content = '<p>Hi</p>'),
      () => (post.status = 'publish'),
      () => post.meta.set('registry_event_date', '2999-01-01'),
      () => post.meta.set('registry_invitees', '["guest","joe"]'),
      () => post.meta.set('registry_item_ids', JSON.stringify(items.map(({ id }) => id).reverse())),
      () => post.meta.set('registry_reveal_date', '2999-01-02'),
    ];
    for (const [n, change] of changes.entries()) {
      change();
      const readers = n % 2 === 0 ? ['guest', 'owner', 'admin'] : ['admin', 'guest', 'owner'];
      for (const as of readers) assert.deepEqual(await news(as), ['registry.updated null'], `${change} for ${as}`);
    }
    for (const as of ['guest', 'owner', 'admin']) assert.deepEqual(await news(as), []);
    if (IS_CITUS) return;
    // The feed of all registries does not read them; the plugin lets an admin read a changed one.
    const { next } = await read(t, 'admin', 'after=now');
    post.status = 'trash';
    assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'admin' }), 404);
    post.status = 'private';
    assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'admin' }), 200);
    const seen = await read(t, 'admin', `after=${next}`);
    assert.deepEqual(typesIn(seen), ['registry.updated', 'registry.updated']);
  });

  it('records the event of a change whose service stopped before it could', async () => {
    await using stopping = await openTestService();
    const post = addRegistry(stopping, { invitees: ['guest'] });
    const registry = `registry_id=${post.id}`;
    const { next } = await read(stopping, 'guest', `${registry}&after=now`);
    const change = { as: 'owner', body: { title: 'New' } };
    // The host makes the change, but the service gets no answer.
    stopping.host.misbehave(
      async ({ response }) => {
        post.title = 'New';
        response.destroy();
      },
      { method: 'POST', route: `/wp/v2/registries/${post.id}`, times: 1 },
    );
    assert.ok((await stopping.request('PATCH', `/registries/${post.id}`, change)).status >= 500);
    await stopping.restart();
    const seen = await read(stopping, 'guest', `${registry}&after=${next}`);
    assert.deepEqual(typesIn(seen), ['registry.updated']);
    assertStatus(await stopping.request('PATCH', `/registries/${post.id}`, change), 200);
    assert.deepEqual((await read(stopping, 'guest', `${registry}&after=${seen.next}`)).events, []);
  });

  it('records that a registry was deleted, through the API and on the site, once', async () => {
    for (const isOnSite of [false, true]) {
      const post = addRegistry(t, {});
      const { id } = await addItem(t, post.id, {}, 'owner');
      const path = `/registries/${post.id}`;
      assertStatus(await t.request('GET', path, { as: 'owner' }), 200);
      const seen = async () => {
        // Nobody can read the feed of a deleted registry.
        const sql = 'SELECT type, item_id FROM events WHERE registry_id = $1';
        const rows = await t.database.query(sql, [post.id]);
        return rows.map(({ type, item_id }) => `${type} ${item_id}`).sort();
      };
      if (isOnSite) t.host.registries.remove(post.id);
      assertStatus(await t.request('DELETE', path, { as: 'admin' }), 204);
      assert.deepEqual(await seen(), [`item.created ${id}`, `item.deleted ${id}`, 'registry.deleted null']);
      assertStatus(await t.request('DELETE', path, { as: 'admin' }), 404);
    }
    // A registry without items, too.
    const empty = addRegistry(t, {});
    assertStatus(await t.request('GET', `/registries/${empty.id}`, { as: 'admin' }), 200);
    t.host.registries.remove(empty.id);
    assertStatus(await t.request('DELETE', `/registries/${empty.id}`, { as: 'admin' }), 204);
  });

  it('an update with equal values is no event, and does not change the item', async () => {
    const post = addRegistry(t, {});
    const item = await addItem(t, post.id, { price: 5 }, 'owner');
    const { next } = await read(t, 'owner', `registry_id=${post.id}&after=now`);
    const body = { name: item.name, price: 5, currency: null };
    const same = await t.request<{ data: Item }>('PUT', `/items/${item.id}`, { as: 'owner', body });
    assert.equal(same.body.data.updated_at, item.updated_at);
    assert.deepEqual((await read(t, 'owner', `registry_id=${post.id}&after=${next}`)).events, []);
  });

  it('shows an admin only the owner’s feed of a registry whose recipient they are', async () => {
    const post = addRegistry(t, { of: 'admin', invitees: ['guest'], surprise: 'hidden', eventDate: dayFromNow(30) });
    const item = await addItem(t, post.id, { quantity_needed: 9 });
    await give(t, item);
    assert.deepEqual(typesIn(await read(t, 'admin', `registry_id=${post.id}`)), ['item.created']);
  });

  it('shows admins with view=owner what recipients see; secret events do not change the cursor', async () => {
    const post = addRegistry(t, { invitees: ['guest'], surprise: 'hidden', eventDate: dayFromNow(30) });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const feeds = [`registry_id=${post.id}&view=owner`, ...(IS_CITUS ? [] : ['view=owner'])];
    const before: Page[] = [];
    for (const feed of feeds) before.push(await read(t, 'admin', `${feed}&after=now`));
    await give(t, item);
    for (const [at, feed] of feeds.entries()) {
      const cursor = before[at]?.next;
      assert.deepEqual(await read(t, 'admin', `${feed}&after=${cursor}`), { events: [], next: cursor });
    }
    // The answer also omits secret purchases of the admin who reads it. Such a purchase does not end the wait.
    const waiting = read(t, 'admin', `${feeds[0]}&after=${before[0]?.next}&wait=1`);
    await give(t, item, { as: 'admin' });
    assert.deepEqual((await waiting).events, []);
    await addItem(t, post.id, {}, 'owner');
    for (const [at, feed] of feeds.entries())
      assert.deepEqual(typesIn(await read(t, 'admin', `${feed}&after=${before[at]?.next}`)), ['item.created']);
    for (const query of [`registry_id=${post.id}&view=owner`, 'view=owner'])
      assertError(await t.request('GET', `/events?${query}`, { as: 'owner' }), 403, 'Not allowed');
    const answer = await t.request('GET', '/events?view=guest', { as: 'admin' });
    assertStatus(answer, 422);
    assertNames(answer, 'view');
  });

  it('first reveals purchases whose day of the reveal has come, and then answers', async () => {
    const post = addRegistry(t, { invitees: ['guest'], surprise: 'hidden', eventDate: dayFromNow(30) });
    const item = await addItem(t, post.id, {}, 'owner');
    await give(t, item);
    post.meta.set('registry_reveal_date', dayFromNow(-1));
    assert.deepEqual(typesIn(await read(t, 'owner', `registry_id=${post.id}`)), ['item.created', 'purchases.revealed']);
  });

  it('forgets the giver of erased data', async () => {
    for (const erasedIn of [
      () => ({ giver_user_id: t.host.users.get('guest').id }),
      () => ({ giver_email: 'A@family.test' }),
      (registry_id: number) => ({ registry_id, before: dayFromNow(2) }),
      (registry_id: number) => ({ registry_id }),
    ]) {
      const post = addRegistry(t, { invitees: ['guest'] });
      const item = await addItem(t, post.id, {}, 'owner');
      const body = {
        item_id: item.id,
        giver_user_id: t.host.users.get('guest').id,
        giver_email: 'a@family.test',
        secret: false,
      };
      assertStatus(await t.request('PUT', `/purchases/${randomUUID()}`, { as: 'admin', body }), 201);
      const seen = async () =>
        (await read(t, 'guest', `registry_id=${post.id}`)).events.map(({ type, purchase_id: id }) =>
          id === null ? type : `${type} own`,
        );
      assert.deepEqual(await seen(), ['item.created', 'purchase.created own']);
      const erase = (body: object) => t.request('POST', '/purchases/erase', { as: 'admin', body });
      assertStatus(await erase({ registry_id: post.id, before: '2000-01-01' }), 200);
      assert.deepEqual(await seen(), ['item.created', 'purchase.created own'], 'this gift is later');
      assertStatus(await erase(erasedIn(post.id)), 200);
      assert.ok((await seen()).every((type) => !type.endsWith('own')));
    }
  });
});
