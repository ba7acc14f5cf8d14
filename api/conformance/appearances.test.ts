import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService, type TestRequest } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL, type Item, type ItemAnswer, type Purchase } from './answers.ts';
import { addItem, addListedItem, addRegistry, dayFromNow } from './world.ts';

const t = await openTestService();
after(() => t.close());
const guarded = await openTestService({ host: t.host, env: { ITEMS_ACCESS: 'registry' } });
after(() => guarded.close());

interface Event {
  type: string;
  registry_id: number;
  item_id: number | null;
  purchase_id: string | null;
}

type Listed = Item & { quantity_remaining?: number };

/** Entries of guests in the lists of `owner`. A guest of one list is not a guest of another. */
const ADDRESSES = { guest: 'guest', mailguest: 'granny@family.test', stranger: 'stranger' };
const listFor = (guest: keyof typeof ADDRESSES, given: object = {}) =>
  addRegistry(t, { invitees: [ADDRESSES[guest]], ...given });

const appearance = (list: number, item: number, method = 'PUT', as = 'owner') =>
  t.request(method, `/registries/${list}/appearances/${item}`, { as });

const read = async <T = Item>(path: string, as: string): Promise<T[]> => {
  const answer = await t.request<T[]>('GET', path, { as });
  assertStatus(answer, 200);
  return answer.body;
};
const itemsOf = (list: number, as = 'owner', query = '') => read<Listed>(`/registries/${list}/items${query}`, as);
const idsOf = async (list: number, as = 'owner') => (await itemsOf(list, as)).map(({ id }) => id);
const giftsOf = (list: number, as: string) => read<Purchase>(`/registries/${list}/purchases`, as);

const give = (list: number, item_id: number, as: string, id: string = randomUUID(), body: object = {}) =>
  t.request<{ data: Purchase }>('PUT', `/registries/${list}/purchases/${id}`, { as, body: { item_id, ...body } });

const eventsOf = async (list: number, as: string) =>
  (await read<Event>(`/events?registry_id=${list}`, as)).map(({ type }) => type);

/** Creates an item in a list for `guest` that appears on a list for `mailguest`. */
async function setUp(given: { home?: object; list?: object; item?: object } = {}) {
  const home = listFor('guest', given.home);
  const list = listFor('mailguest', given.list);
  const item = await addListedItem(t, home.id, given.item);
  assertStatus(await appearance(list.id, item.id), 204);
  return { home: home.id, list: list.id, item: item.id };
}

describe('rules: Appearances', { skip: IS_CITUS && 'Citus has no appearances' }, () => {
  it('adds an item to another list, in the order of the list, and removes it; both may be repeated', async () => {
    const { home, list, item } = await setUp();
    const own = await addListedItem(t, list);
    assert.deepEqual(t.host.registries.itemIds(list), [item, own.id]);
    const order = { meta: { registry_item_ids: [own.id, item] } };
    const answer = await t.request<{ meta: { registry_item_ids: number[] } }>('PATCH', `/registries/${list}`, {
      as: 'owner',
      body: order,
    });
    assert.deepEqual(answer.body.meta.registry_item_ids, [own.id, item]);
    assertStatus(await appearance(list, item), 204);
    assert.deepEqual(await idsOf(list), [own.id, item]);
    assert.deepEqual(await idsOf(home), [item]);
    for (let n = 0; n < 2; n++) assertStatus(await appearance(list, item, 'DELETE'), 204);
    assert.deepEqual(await idsOf(list), [own.id]);
    assert.deepEqual(await idsOf(home), [item]);
    assert.deepEqual(t.host.registries.itemIds(list), [own.id]);
    assert.deepEqual(await eventsOf(list, 'owner'), [
      'item.created',
      'item.created',
      'registry.updated',
      'item.deleted',
    ]);
    assert.deepEqual(await eventsOf(home, 'guest'), ['item.created', 'item.updated', 'item.updated']);
  });

  it('tells an invitee who receives the gifts of the other list that the shown numbers change', async () => {
    const home = listFor('guest', { surprise: 'hidden' });
    const list = addRegistry(t, { owners: ['guest'], surprise: 'hidden' });
    const item = await addListedItem(t, home.id, { quantity_needed: 2 });
    assertStatus(await give(home.id, item.id, 'admin'), 201);
    const remaining = async () => (await itemsOf(home.id, 'guest', '?include=remaining'))[0]?.quantity_remaining;
    const feed = `/events?registry_id=${home.id}`;
    const now = await t.request('GET', `${feed}&after=now`, { as: 'guest' });
    assert.equal(await remaining(), 1);
    assertStatus(await appearance(list.id, item.id), 204);
    assert.equal(await remaining(), 2);
    const seen = await read<Event>(`${feed}&after=${now.headers['next-cursor']}`, 'guest');
    assert.deepEqual(
      seen.map(({ type }) => type),
      ['item.updated'],
    );
  });

  it('needs owners of both lists, the same author, and an active item', async () => {
    const home = listFor('guest');
    const item = await addListedItem(t, home.id);
    const [list, shared] = [listFor('guest'), addRegistry(t, { owners: ['partner'] })];
    const others = addRegistry(t, { of: 'partner', owners: ['owner'] });
    for (const method of ['PUT', 'DELETE']) {
      for (const as of ['guest', 'stranger', 'partner'])
        assertError(await appearance(list.id, item.id, method, as), 403, DETAIL.notAllowed);
      assertError(await appearance(shared.id, item.id, method, 'partner'), 403, DETAIL.notAllowed);
      assertError(await appearance(list.id, 1e9, method), 404, 'Item not found');
    }
    assertError(await appearance(others.id, item.id), 422, 'item_id: belongs to another author');
    assertStatus(await appearance(home.id, item.id), 204);
    assert.deepEqual(await idsOf(home.id), [item.id]);
  });

  it('allows ten other lists', async () => {
    const { item } = await setUp();
    const added = Array.from({ length: 10 }, () => appearance(listFor('guest').id, item));
    const statuses = (await Promise.all(added)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 204), 422]);
    assertError(await appearance(listFor('guest').id, item), 422, 'item_id: appears on at most 10 other lists');
  });

  it('hides the other list from guests of a list', async () => {
    const { home, list, item } = await setUp({ item: { affiliate_url: 'https://shop.example/?ref=1' } });
    const [seen] = await itemsOf(list, 'mailguest');
    assert.deepEqual([seen?.id, seen?.registry_id], [item, list]);
    assert.equal((await itemsOf(list, 'owner'))[0]?.registry_id, home);
    const affiliate = await t.request('GET', `/registries/${list}/items/${item}/affiliate`, { as: 'mailguest' });
    assertStatus(affiliate, 200);
    const gift = await give(list, item, 'mailguest');
    assertStatus(gift, 201);
    const path = `/purchases/${gift.body.data.id}`;
    const answers = [
      gift,
      await t.request('GET', path, { as: 'mailguest' }),
      await t.request('PATCH', path, { as: 'mailguest', body: { message: 'Hello' } }),
      await t.request('GET', '/purchases', { as: 'mailguest' }),
      await t.request('GET', `/registries/${list}/purchases`, { as: 'mailguest' }),
      await t.request('GET', `/registries/${list}`, { as: 'mailguest' }),
      await t.request('GET', `/events?registry_id=${list}`, { as: 'mailguest' }),
    ];
    for (const { status, text, headers } of answers) {
      assert.ok(status < 300, text);
      assert.doesNotMatch(text + JSON.stringify(headers), new RegExp(`registr\\w*\\W+${home}\\b`));
    }
    assertStatus(await t.request('GET', `/registries/${home}`, { as: 'mailguest' }), 403);
    assert.deepEqual(await giftsOf(home, 'owner'), []);
  });

  it('lets guests of each list read the item if /items follows the registries', async () => {
    const guest = listFor('guest');
    const list = listFor('mailguest');
    const item = await addItem(guarded, guest.id);
    const as = (name: string): TestRequest => ({ as: name });
    assertStatus(await guarded.request('PUT', `/registries/${list.id}/appearances/${item.id}`, as('owner')), 204);
    const found = await guarded.request<ItemAnswer>('GET', `/items/${item.id}`, as('mailguest'));
    assertStatus(found, 200);
    assert.equal(found.body.data.registry_id, list.id);
    const listed = await guarded.request<Item[]>('GET', `/items?registry_id=${list.id}`, as('mailguest'));
    assert.deepEqual(
      listed.body.map(({ id, registry_id }) => [id, registry_id]),
      [[item.id, list.id]],
    );
    assertStatus(await guarded.request('GET', `/items/${item.id}`, as('stranger')), 403);
    assertStatus(await guarded.request('PUT', `/items/${item.id}`, { as: 'mailguest', body: { price: 1 } }), 403);
  });

  it('counts a gift through one list on all, and shows it only on its list', async () => {
    const { home, list, item } = await setUp();
    assertStatus(await give(list, item, 'mailguest'), 201);
    assertStatus(await give(home, item, 'guest'), 409);
    for (const id of [home, list]) {
      const [seen] = await itemsOf(id, 'owner', '?include=remaining');
      assert.deepEqual([seen?.quantity_purchased, seen?.quantity_remaining], [1, 0]);
      assert.ok((await eventsOf(id, 'owner')).includes(id === list ? 'purchase.created' : 'purchase.updated'));
      const events = await read<Event>(`/events?registry_id=${id}`, 'owner');
      assert.equal(events.filter((event) => event.purchase_id !== null).length, id === list ? 1 : 0);
      const site = await read<Purchase>(`/purchases?registry_id=${id}&view=owner`, 'admin');
      for (const gifts of [site, await giftsOf(id, 'owner')])
        assert.deepEqual(
          gifts.map(({ item_id, registry_id }) => [item_id, registry_id]),
          id === list ? [[item, list]] : [],
        );
    }
  });

  it('removes a deleted or hidden item from all lists, and brings it back', async () => {
    const { home, list, item } = await setUp();
    assertStatus(await t.request('DELETE', `/registries/${home}/items/${item}`, { as: 'owner' }), 204);
    await until('both lists are written', () =>
      [home, list].every((id) => JSON.stringify(t.host.registries.itemIds(id)) === '[]'),
    );
    assert.deepEqual([await idsOf(home), await idsOf(list)], [[], []]);
    assertStatus(await give(list, item, 'mailguest'), 404);
    assertStatus(await t.request('PUT', `/items/${item}`, { as: 'owner', body: { is_active: true } }), 200);
    assert.deepEqual([await idsOf(home), await idsOf(list)], [[item], [item]]);
    const types = await eventsOf(list, 'owner');
    assert.deepEqual(types, ['item.created', 'item.deleted', 'item.restored']);
    assertStatus(await t.request('DELETE', `/registries/${list}`, { as: 'owner' }), 204);
    assert.deepEqual(await idsOf(home), [item]);
  });

  it('keeps an item and its promises on another list if its registry is deleted', async () => {
    const { home, list, item } = await setUp({ item: { quantity_needed: 9, price: 50 } });
    const alone = await addListedItem(t, home);
    const third = listFor('stranger', { owners: ['partner'] }).id;
    await appearance(third, item);
    for (const [id, as] of [
      [home, 'guest'],
      [list, 'mailguest'],
    ] as const)
      assertStatus(await give(id, item, as), 201);
    assertStatus(await give(home, alone.id, 'guest'), 201);
    assertStatus(await t.request('DELETE', `/registries/${home}`, { as: 'owner' }), 204);
    assert.deepEqual([await idsOf(list), await idsOf(third)], [[item], [item]]);
    assert.equal((await itemsOf(list))[0]?.quantity_purchased, 2);
    assert.equal((await read<Purchase>('/purchases', 'guest')).filter(({ item_id }) => item_id === item).length, 1);
    assert.equal((await read<Purchase>('/purchases', 'guest')).filter(({ item_id }) => item_id === alone.id).length, 0);
    // Only the author, who has deleted the registry, sees its gifts.
    assert.equal((await giftsOf(list, 'owner')).length, 2);
    assert.equal((await giftsOf(third, 'partner')).length, 0);
    for (const id of [list, third]) {
      assert.equal((await itemsOf(id))[0]?.registry_id, list, 'the item names its new registry to the author');
      const events = await eventsOf(id, 'owner');
      assert.ok(events.includes('item.updated') && !events.includes('item.deleted'), `${events}`);
    }
  });

  it('lets guests of each list share the item', async () => {
    const { home, list, item } = await setUp({ item: { price: 100 } });
    const third = listFor('stranger').id;
    await appearance(third, item);
    const share = (registry_id: number, amount: number) =>
      t.request<{ data: { id: string; registry_id: number } }>(
        'PUT',
        `/registries/${registry_id}/shares/${randomUUID()}`,
        {
          as: 'admin',
          body: { item_id: item, amount, secret: true, giver_user_id: 5 },
        },
      );
    const made = await share(list, 60);
    assert.deepEqual([made.status, made.body.data.registry_id], [201, list]);
    assertStatus(await share(home, 50), 409);
    assertStatus(await share(home, 40), 201);
    for (const id of [home, list]) {
      const shares = await read<{ amount: number; registry_id: number }>(`/shares?registry_id=${id}`, 'admin');
      assert.deepEqual(
        shares.map(({ amount, registry_id }) => [amount, registry_id]),
        [
          [60, list],
          [40, home],
        ],
      );
      assert.equal((await itemsOf(id, 'admin', '?include=remaining'))[0]?.quantity_remaining, 0);
    }
    const body = { registry_id: list };
    const erased = await t.request<{ erased: number }>('POST', '/purchases/erase', { as: 'admin', body });
    assert.equal(erased.body.erased, 1);
    const path = `/registries/${list}/shares/${made.body.data.id}`;
    assertStatus(await t.request('DELETE', path, { as: 'admin' }), 204);
    const left = await read<{ giver_user_id: number }>(`/shares?registry_id=${home}`, 'admin');
    assert.deepEqual(
      left.map(({ giver_user_id }) => giver_user_id),
      [5],
    );
    const events = await eventsOf(third, 'admin');
    assert.deepEqual(events, ['item.created', 'purchase.updated', 'purchase.updated', 'purchase.updated']);
  });

  // rules: Who sees what
  describe('tells the readers of another list only that a number has changed', () => {
    const LEVELS = ['hidden', 'counts', 'names'] as const;
    const day = dayFromNow(30);
    /** Each way to make a promise, to change it without its number, to change its number, and to take it back. */
    const KINDS = {
      purchases: [{ quantity: 2 }, { quantity: 2, giver_name: 'Ann' }, { quantity: 1 }],
      shares: [{ amount: 60 }, { amount: 60, giver_name: 'Ann' }, { amount: 50 }],
    };
    const PERSON = { giver_user_id: 5, state: 'reserved', secret: false };
    for (const kind of ['purchases', 'shares'] as const)
      for (const through of ['home', 'list'] as const)
        for (const [own, others] of LEVELS.flatMap((one) => LEVELS.map((other) => [one, other] as const)))
          it(`${kind}, made on ${through}: ${own} there, ${others} on the other`, async () => {
            const level = (surprise: string) => ({ surprise, eventDate: day });
            const made = await setUp({
              home: level(through === 'home' ? own : others),
              list: level(through === 'list' ? own : others),
              item: { price: 100, quantity_needed: kind === 'purchases' ? 3 : 1 },
            });
            const [list, other] = through === 'home' ? [made.home, made.list] : [made.list, made.home];
            const before = await eventsOf(other, 'admin');
            const path = kind === 'purchases' ? '/purchases/' : `/registries/${list}/shares/`;
            const id = randomUUID();
            const put = async (fields: object) => {
              const { state, ...person } = PERSON;
              const body = { item_id: made.item, ...person, ...fields };
              const more = kind === 'purchases' ? { registry_id: list, state } : {};
              const answer = await t.request('PUT', path + id, { as: 'admin', body: { ...body, ...more } });
              assert.ok(answer.status < 300, JSON.stringify(answer.body));
            };
            for (const fields of KINDS[kind]) await put(fields);
            const isSecret = own === 'hidden' || others === 'hidden';
            const newOn = async (as: string) =>
              (await read<Event>(`/events?registry_id=${other}`, as)).slice(before.length);
            const number = ['purchase.updated', made.item, null];
            const seen = (events: Event[]) =>
              events.map(({ type, item_id, purchase_id }) => [type, item_id, purchase_id]);
            assert.deepEqual(seen(await newOn('admin')), [number, number]);
            assert.deepEqual(seen(await newOn('owner')), isSecret ? [] : [number, number]);
            // The lists reveal one after the other. The last reveal shows the promise.
            for (const one of [other, list])
              assertStatus(await t.request('POST', `/registries/${one}/purchases/reveal`, { as: 'owner' }), 200);
            const revealed = seen(await newOn('owner'));
            // A list that hides numbers until its day also hides their changes.
            const change = others === 'hidden' ? [] : [number];
            const last = isSecret && own === 'hidden' ? change : isSecret ? [['purchases.revealed', null, null]] : [];
            assert.deepEqual(revealed.slice(isSecret ? 0 : 2), last);
            const gone = await t.request('DELETE', path + id, { as: 'admin' });
            assert.ok(gone.status < 300, JSON.stringify(gone.body));
            assert.deepEqual(seen(await newOn('owner')).slice(revealed.length), change);
            const there = (await eventsOf(list, 'admin')).filter((type) => /^(purchase|share)\./.test(type));
            const name = kind === 'purchases' ? 'purchase' : 'share';
            assert.deepEqual(
              there,
              ['created', 'updated', 'updated', 'deleted'].map((what) => `${name}.${what}`),
            );
          });
  });

  it('moves an item with its gifts to another list, and from all others', async () => {
    const { home, list, item } = await setUp({ item: { quantity_needed: 3 } });
    const third = listFor('stranger').id;
    await appearance(third, item);
    const gifts = [(await give(home, item, 'guest')).body.data.id, (await give(list, item, 'mailguest')).body.data.id];
    const path = `/registries/${list}/appearances/${item}?move=true`;
    for (let n = 0; n < 2; n++) assertStatus(await t.request('PUT', path, { as: 'owner' }), 204);
    assertStatus(await t.request('DELETE', `/registries/${home}`, { as: 'owner' }), 204);
    assert.deepEqual([await idsOf(list), await idsOf(third)], [[item], []]);
    assert.equal((await itemsOf(list))[0]?.registry_id, list);
    assert.deepEqual((await giftsOf(list, 'owner')).map(({ id }) => id).sort(), gifts.sort());
    assert.equal((await itemsOf(list, 'owner', '?include=remaining'))[0]?.quantity_remaining, 1);
    // The giver knows only the list through which they gave.
    const given = await read<Purchase>('/purchases', 'guest');
    assert.deepEqual(
      given.filter(({ item_id }) => item_id === item).map(({ registry_id }) => registry_id),
      [home],
    );
    assert.deepEqual(t.host.registries.itemIds(third), []);
  });

  describe('a gift that one list hides', () => {
    const day = (days: number) => ({ surprise: 'hidden', eventDate: dayFromNow(days) });
    const visible = async (ids: number[], as: string): Promise<number[]> => {
      const counts: number[] = [];
      for (const id of ids) counts.push((await giftsOf(id, as)).length);
      return counts;
    };
    const counted = async (ids: number[]) =>
      Promise.all(ids.map(async (id) => (await itemsOf(id, 'owner'))[0]?.quantity_purchased));

    for (const [hidden, name] of [
      ['home', 'the registry of the item'],
      ['list', 'another list'],
    ] as const)
      it(`is secret on all lists until it is revealed: ${name}`, async () => {
        const { home, list, item } = await setUp({ [hidden]: day(30), item: { quantity_needed: 9 } });
        for (const [id, as] of [
          [home, 'guest'],
          [list, 'mailguest'],
        ] as const) {
          const gift = await give(id, item, as);
          assert.equal(gift.body.data.is_secret, true);
        }
        assert.deepEqual(await visible([home, list], 'owner'), [0, 0]);
        assert.deepEqual(await counted([home, list]), [0, 0]);
        const { id: hiding, other } = hidden === 'home' ? { id: home, other: list } : { id: list, other: home };
        await t.request('POST', `/registries/${other}/purchases/reveal`, { as: 'owner' });
        assert.deepEqual(await visible([home, list], 'owner'), [0, 0]);
        await t.request('POST', `/registries/${hiding}/purchases/reveal`, { as: 'owner' });
        assert.deepEqual(await visible([home, list], 'owner'), [1, 1]);
        // Until its day, a hidden list counts no gifts of other lists.
        assert.deepEqual(await counted([home, list]), hidden === 'home' ? [1, 2] : [2, 1]);
        // The gift of the other list's guest is revealed there, but its own reveal has shown nothing.
        assert.deepEqual((await eventsOf(other, 'owner')).filter((type) => type.startsWith('purchase')).sort(), [
          'purchase.updated',
          'purchases.revealed',
        ]);
      });

    it('stays secret if the item appears on another list later', async () => {
      for (const level of ['hidden', 'counts']) {
        const home = listFor('guest', day(30));
        const [list, item] = [listFor('mailguest').id, await addListedItem(t, home.id, { quantity_needed: 9 })];
        await give(home.id, item.id, 'guest');
        home.meta.set('registry_surprise', level);
        for (const method of ['PUT', 'DELETE', 'PUT']) await appearance(list, item.id, method);
        await t.request('POST', `/registries/${list}/purchases/reveal`, { as: 'owner' });
        assert.deepEqual(await visible([home.id, list], 'owner'), [0, 0], level);
        await t.request('POST', `/registries/${home.id}/purchases/reveal`, { as: 'owner' });
        assert.deepEqual(await visible([home.id, list], 'owner'), [1, 0], level);
      }
    });

    it('waits for the last day of all lists', async () => {
      const { home, list, item } = await setUp({ home: day(30), list: day(30) });
      await give(list, item, 'mailguest');
      const begin = (id: number) => t.host.registries.get(id).meta.set('registry_event_date', dayFromNow(-3));
      begin(home);
      assert.deepEqual(await visible([home, list], 'owner'), [0, 0]);
      begin(list);
      assert.deepEqual(await visible([list, home], 'owner'), [1, 0]);
      assert.deepEqual(await counted([home, list]), [1, 1]);
      assert.equal((await giftsOf(list, 'owner'))[0]?.is_secret, false);
    });

    it('is secret if the other list begins to hide gifts later', async () => {
      const { home, list, item } = await setUp({ item: { quantity_needed: 9 } });
      assert.equal((await give(list, item, 'mailguest')).body.data.is_secret, false);
      const meta = { registry_surprise: 'hidden', registry_item_ids: [item] };
      assertStatus(await t.request('PATCH', `/registries/${home}`, { as: 'owner', body: { meta } }), 200);
      assert.equal((await give(list, item, 'mailguest')).body.data.is_secret, true);
      assert.deepEqual(await visible([home, list], 'owner'), [0, 1]);
      assert.deepEqual(await counted([home, list]), [0, 1]);
    });

    it('is secret for keepers of one list who are recipients of another', async () => {
      const { home, list, item } = await setUp({
        home: { ...day(30), keepers: ['keeper'] },
        list: { keepers: ['partner'], owners: ['keeper'] },
        item: { quantity_needed: 2 },
      });
      await give(home, item, 'guest');
      assert.deepEqual(await visible([home, list], 'keeper'), [0, 0]);
      assert.deepEqual(await visible([home, list], 'admin'), [1, 1]);
      for (const id of [home, list]) {
        assert.equal((await itemsOf(id, 'keeper', '?include=remaining'))[0]?.quantity_remaining, 2);
        assert.ok(!(await eventsOf(id, 'keeper')).includes('purchase.created'));
      }
      assert.equal((await itemsOf(list, 'partner', '?include=remaining'))[0]?.quantity_remaining, 1);
      // A recipient of one list records that they have the item, also as a guest of another.
      const gift = await give(home, item, 'keeper', undefined, { quantity: 2 });
      assertStatus(gift, 201);
      assert.equal(gift.body.data.is_owner, true);
    });

    it('is secret if the site gives it for a visitor of another list', async () => {
      const { list, item } = await setUp({ home: day(30) });
      const gift = await t.request<{ data: Purchase }>('PUT', `/purchases/${randomUUID()}`, {
        as: 'admin',
        body: { item_id: item, registry_id: list, secret: false, giver_email: 'ada@mail.example' },
      });
      assert.deepEqual([gift.body.data.is_secret, gift.body.data.registry_id], [true, list]);
      const erased = await t.request<{ erased: number }>('POST', '/purchases/erase', {
        as: 'admin',
        body: { registry_id: list },
      });
      assert.equal(erased.body.erased, 1);
    });
  });
});

describe('rules: Appearances, on several servers', { skip: !IS_CITUS && 'only on Citus' }, () => {
  it('answers 501', async () => {
    const item = await addListedItem(t, listFor('guest').id);
    assertStatus(await appearance(listFor('guest').id, item.id), 501);
  });
});
