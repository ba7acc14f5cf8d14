import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { MAX_CO_OWNERS } from '@largesse/contract';
import * as fc from '../../contract/testing/properties.ts';
import { brief, ruleCases } from '../../contract/testing/rule-cases.ts';
import { status } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertError, assertNames, assertStatus, DETAIL, type Item, type Purchase, type Registry } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const FAMILY = { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'], surprise: 'hidden' } as const;
const HIDDEN = { ...FAMILY, eventDate: dayFromNow(30) };
const CHILD = { ...HIDDEN, keepers: ['keeper', 'owner', 'PARTNER@example.test'] };
const NOT_A_KEEPER = 'meta.registry_keepers: must not name an owner who is not a keeper already';

const setUp = async (registry: Parameters<typeof addRegistry>[1], needed = 5): Promise<Item> =>
  addItem(t, addRegistry(t, registry).id, { quantity_needed: needed });
const read = (id: number, as = 'owner') => t.request<Registry>('GET', `/registries/${id}`, { as });
const patch = (id: number, body: object, as = 'owner') =>
  t.request<Registry>('PATCH', `/registries/${id}`, { as, body });
const patchMeta = (id: number, meta: object, as = 'owner') => patch(id, { meta }, as);
const pathOf = (item: Item, id: string) => `/registries/${item.registry_id}/purchases/${id}`;
const gifts = async (item: Item, as: string) =>
  (await t.request<Purchase[]>('GET', `/registries/${item.registry_id}/purchases`, { as })).body;
const idsFor = async (item: Item, as: string) => (await gifts(item, as)).map(({ id }) => id).sort();
const left = async (item: Item, as: string) => {
  const path = `/registries/${item.registry_id}/items?include=remaining`;
  return (await t.request<{ quantity_remaining: number }[]>('GET', path, { as })).body[0]?.quantity_remaining;
};

describe('rules: Co-owners and keepers, roles', () => {
  const known = new Set<string>();
  const isListed = async (id: number, as: string) => {
    const { body } = await t.request<Registry[]>('GET', '/registries?role=co-owner', { as });
    return body.some((registry) => registry.id === id);
  };

  for (const one of ruleCases.people) {
    const { name, isAuthor, owners, keepers, username, email, isOwner, isKeeper, isRecipient } = one;
    it(`${name}: owners ${brief(owners)}, keepers ${brief(keepers)}`, async () => {
      if (!known.has(username)) t.host.users.add(username, { email });
      known.add(username);
      const post = addRegistry(t, { of: isAuthor ? username : 'owner', status: 'publish', ...HIDDEN });
      const secret = await give(t, await addItem(t, post.id));
      post.meta.set('registry_owners', owners).set('registry_keepers', keepers);

      assertStatus(await read(post.id, username), isOwner || isKeeper ? 200 : 403);
      assertStatus(await patch(post.id, {}, username), isOwner ? 200 : 403);
      assert.equal(await isListed(post.id, username), isOwner && !isAuthor);
      if (!isOwner && !isKeeper) return;
      const answer = await t.request<Purchase[]>('GET', `/registries/${post.id}/purchases`, { as: username });
      assert.deepEqual(valuesOf(answer.body, 'id'), isRecipient ? [] : [secret.id]);
      const path = `/registries/${post.id}/purchases/${randomUUID()}`;
      const own = await t.request<{ data: Purchase }>('PUT', path, { as: username, body: { item_id: secret.item_id } });
      if (isRecipient) assert.deepEqual([own.body.data.is_owner, own.body.data.is_secret], [true, false]);
      else assertError(own, 409, DETAIL.notEnough);
    });
  }

  it('an entry without a user counts as soon as a user has that name', async () => {
    const { id } = addRegistry(t, { owners: ['late-comer', 'late.keeper@mail.example'] });
    t.host.users.add('late-comer');
    t.host.users.add('somebody', { email: 'Late.Keeper@mail.example' });
    for (const as of ['late-comer', 'somebody']) assertStatus(await patch(id, { title: as }, as), 200);
  });
});

describe('rules: Co-owners and keepers, the two lists', () => {
  it('are accepted for a new registry, trimmed and without duplicates, with owners among the keepers', async () => {
    const meta = { registry_owners: [' Partner ', 'partner', 'x@y.example'], registry_keepers: ['OWNER', 'partner'] };
    const body = { title: 'For Mia', meta };
    const answer = await t.request<Registry>('POST', '/registries', { as: 'owner', body });
    assertStatus(answer, 201);
    const { id } = answer.body;
    assert.deepEqual([answer.body.meta.registry_owners, answer.body.meta.registry_keepers], [undefined, ['OWNER']]);
    t.host.registries.accept(id);
    const made = (await read(id)).body;
    assert.deepEqual(made.meta.registry_owners, ['Partner', 'x@y.example']);
    assert.deepEqual(made.meta.registry_keepers, ['OWNER', 'partner']);
    assert.deepEqual((await read(made.id, 'partner')).body, made);
    assert.deepEqual(t.host.registries.list(made.id, 'registry_owners'), ['Partner', 'x@y.example']);
  });

  for (const key of ['registry_owners', 'registry_keepers']) {
    const entries = Array.from({ length: MAX_CO_OWNERS }, (_, n) => `friend${n}`);
    const bad: unknown[] = [
      null,
      'partner',
      {},
      [5],
      [''],
      ['  '],
      ['a\0b'],
      ['x'.repeat(101)],
      [...entries, 'one-more'],
    ];

    it(`${key} accepts ${MAX_CO_OWNERS} entries of up to 100 characters, and an empty list`, async () => {
      const { id } = addRegistry(t, { owners: ['partner'], keepers: ['keeper'] });
      const most = [...entries.slice(1), 'x'.repeat(100)];
      assertStatus(await patchMeta(id, { [key]: most }), 200);
      t.host.registries.accept(id);
      assert.deepEqual((await patchMeta(id, { [key]: most })).body.meta, {
        ...(await read(id)).body.meta,
        [key]: most,
      });
      assertStatus(await patchMeta(id, { [key]: [] }), 200);
      assert.deepEqual(t.host.registries.list(id, key), []);
    });

    for (const value of bad)
      it(`${key} refuses ${brief(value)}, in POST and PATCH`, async () => {
        const { id } = addRegistry(t);
        assertNames(await patchMeta(id, { [key]: value }), `meta.${key}`);
        const body = { title: 'T', meta: { [key]: value } };
        assertNames(await t.request('POST', '/registries', { as: 'owner', body }), `meta.${key}`);
      });

    it(`${key} stays unchanged if it is omitted, and names nobody if it is damaged`, async () => {
      const post = addRegistry(t, { owners: ['partner'], keepers: ['keeper'], invitees: ['guest'] });
      const { body } = await patchMeta(post.id, { registry_event_type: 'wedding', registry_invitees: ['x'] });
      assert.deepEqual([body.meta.registry_owners, body.meta.registry_keepers], [['partner'], ['keeper']]);
      for (const damaged of ['', 'null', '{}', '"partner"', '[1,', '[null,{"a":"partner"},7]']) {
        post.meta.set(key, damaged);
        const answer = await read(post.id);
        assertStatus(answer, 200);
        assert.ok(!(key in answer.body.meta), damaged);
      }
    });

    it(`${key} is absent, and a write answers 502, on a host that does not know the list`, async () => {
      await using old = await openTestService();
      old.host.registries.ignoredMeta.add(key);
      const { id } = addRegistry(old);
      const ask = (method: string, body?: object) =>
        old.request<Registry>(method, `/registries/${id}`, { as: 'owner', body });
      assertError(await ask('PATCH', { meta: { [key]: ['guest'] } }), 502, DETAIL.hostInvalid);
      assert.ok(!(key in (await ask('GET')).body.meta));
      assertStatus(await ask('PATCH', { title: 'Still mine', meta: { registry_invitees: ['guest'] } }), 200);
    });
  }

  it('allow the author as a co-owner, who stays the owner when removed from the list', async () => {
    const { id } = addRegistry(t, { owners: ['partner'] });
    assertStatus(await patchMeta(id, { registry_owners: ['owner', 'partner'] }), 200);
    assertStatus(await patchMeta(id, { registry_owners: ['partner'] }, 'partner'), 200);
    assertStatus(await patch(id, { title: 'Mine' }), 200);
    assert.equal((await read(id)).body.user_id, t.host.users.get('owner').id);
  });
});

describe('rules: Co-owners and keepers, proposals', () => {
  for (const person of ['guest', 'GUEST@example.test', 'nobody-here', 'nobody@else.example'])
    it(`${person} has no role before they accept`, async () => {
      const { id } = addRegistry(t, { ...HIDDEN, invitees: [] });
      const before = (await read(id)).body.meta;
      for (const key of ['registry_owners', 'registry_keepers'])
        assert.deepEqual((await patchMeta(id, { [key]: [...Object(before)[key], person] })).body.meta, before);
      assertError(await read(id, 'guest'), 403, DETAIL.notAllowed);
      const { body } = await t.request<Registry[]>('GET', '/registries?role=co-owner', { as: 'guest' });
      assert.ok(body.every((one) => one.id !== id));
      t.host.registries.accept(id);
      assertStatus(await read(id, 'guest'), person.toLowerCase().startsWith('guest') ? 200 : 403);
    });

  it('a caller who names themselves has accepted', async () => {
    const { id } = addRegistry(t, { surprise: 'hidden' });
    const lists = { registry_owners: ['ADMIN'], registry_keepers: ['admin', 'keeper'] };
    const { meta } = (await patchMeta(id, lists, 'admin')).body;
    assert.deepEqual([meta.registry_owners, meta.registry_keepers], [['ADMIN'], ['admin']]);
  });

  it('too many in a day are refused with 429, and nothing changes', async () => {
    await using full = await openTestService();
    full.host.registries.hasManyProposals = true;
    const { id } = addRegistry(full);
    const body = { title: 'x', meta: { registry_owners: ['guest'] } };
    const answer = await full.request('PATCH', `/registries/${id}`, { as: 'owner', body });
    assertError(answer, 429, 'Too many co-owners and keepers named in a day');
    assert.notEqual(full.host.registries.get(id).title, 'x');
  });

  it('a co-owner who leaves the registry loses all access', async () => {
    const { id } = addRegistry(t, { owners: ['partner', 'joe'], invitees: ['guest'] });
    assertStatus(await patchMeta(id, { registry_owners: ['joe'], registry_invitees: ['guest', 'x'] }, 'partner'), 200);
    assertError(await read(id, 'partner'), 403, DETAIL.notAllowed);
    const gone = await t.request('DELETE', `/registries/${id}/invitees/x`, { as: 'owner' });
    assert.deepEqual(gone.body, { invitees: ['guest'] });
  });
});

describe('rules: Co-owners and keepers, GET /registries?role=co-owner', () => {
  const ids: number[] = [];
  const list = (query: string, as: string) => t.request<Registry[]>('GET', `/registries?${query}`, { as });
  before(async () => {
    t.host.users.add('helper');
    for (let n = 0; n < 5; n++) {
      ids.push(addRegistry(t, { status: n % 2 === 0 ? 'publish' : 'private', owners: ['HELPER@example.test'] }).id);
      addRegistry(t, { of: 'helper', owners: ['helper'], status: 'publish' });
      addRegistry(t, { invitees: ['helper'], keepers: ['helper'], status: 'publish' });
      addRegistry(t, { owners: ['helper'], status: 'draft' });
    }
    await list('', 'helper');
  });

  it('lists other users’ registries that name the caller, public and private, by id, in one host call', async () => {
    t.host.forgetCalls();
    const answer = await list('role=co-owner&skip=1&limit=2', 'helper');
    assert.deepEqual(valuesOf(answer.body, 'id'), ids.slice(1, 3));
    assert.deepEqual([answer.headers['x-host-total'], answer.headers['x-host-totalpages']], ['5', '3']);
    assert.equal(t.host.calls.length, 1);
    assert.deepEqual(answer.body[0], (await read(answer.body[0]?.id ?? 0, 'helper')).body);
  });

  for (const role of ['', 'keeper', 'Owner', 'owner,invitee'])
    it(`refuses the role ${JSON.stringify(role)}`, async () =>
      assertNames(await list(`role=${role}`, 'helper'), 'role'));

  it('is empty on a host without the plugin, which would list all public registries', async () => {
    await using stock = await openTestService();
    stock.host.registries.comparesLists = false;
    addRegistry(stock, { status: 'publish', owners: ['partner'] });
    addRegistry(stock, { status: 'publish' });
    const answer = await stock.request('GET', '/registries?role=co-owner', { as: 'partner' });
    assert.deepEqual([answer.status, answer.body, answer.headers['x-host-total']], [200, [], '0']);
  });
});

describe('rules: Lists, GET /registries?role=invitee and role=any', () => {
  for (const isStock of [false, true])
    it(`list registries of the caller on a host ${isStock ? 'without' : 'with'} the plugin`, async () => {
      await using site = await openTestService();
      Object.assign(site.host.registries, { comparesLists: !isStock, givesRaw: !isStock });
      const invited: number[] = [];
      const any: number[] = [];
      for (let n = 0; n < 60; n++) {
        addRegistry(site, { status: 'publish' });
        addRegistry(site, { invitees: ['guest2@example.test', 'guests'] });
        if (n % 20 > 0) continue;
        invited.push(
          addRegistry(site, { status: n ? 'publish' : 'private', invitees: ['GUEST'], title: 'A & <b>' }).id,
        );
        invited.push(addRegistry(site, { invitees: [' guest@example.test'], owners: ['guest'] }).id);
        addRegistry(site, { status: 'draft', invitees: ['guest'] });
        any.push(
          addRegistry(site, { of: 'guest', invitees: ['guest'] }).id,
          addRegistry(site, { keepers: ['guest'] }).id,
        );
      }
      any.push(...invited);
      any.sort((a, b) => a - b);
      const list = async (query: string, as = 'guest') => {
        const { body, headers } = await site.request<Registry[]>('GET', `/registries?role=${query}`, { as });
        return { body, seen: [body.map(({ id }) => id), headers['x-host-total'], headers['x-host-totalpages']] };
      };
      assert.deepEqual((await list('invitee')).seen, [invited, '6', '1']);
      const { body, seen } = await list('invitee&skip=2&limit=3');
      assert.deepEqual(seen, [invited.slice(2, 5), '6', '2']);
      const one = await site.request<Registry>('GET', `/registries/${invited[2]}`, { as: 'guest' });
      assert.deepEqual([body[0], body[0]?.title], [one.body, 'A & <b>']);
      assert.deepEqual((await list('invitee&skip=9')).seen, [[], '6', '1']);
      assert.deepEqual((await list('any&skip=1&limit=9')).seen, [any.slice(1, 10), '12', '2']);
      assert.deepEqual((await list('invitee', 'stranger')).seen, [[], '0', '0']);
    });
});

describe('rules: Co-owners and keepers, secrecy', () => {
  it('a keeper sees secret gifts with their givers, without addresses, and the remaining quantities', async () => {
    const item = await setUp(HIDDEN);
    const id = randomUUID();
    const body = {
      item_id: item.id,
      secret: true,
      quantity: 2,
      giver_name: 'Joe',
      giver_email: 'joe@x.example',
      message: 'Hi',
    };
    assertStatus(await t.request('PUT', `/purchases/${id}`, { as: 'admin', body }), 201);
    const [seen] = await gifts(item, 'keeper');
    assert.deepEqual(
      [seen?.id, seen?.quantity, seen?.giver_name, seen?.message, seen?.giver_email],
      [id, 2, 'Joe', 'Hi', null],
    );
    assert.deepEqual([await left(item, 'keeper'), await left(item, 'guest'), await left(item, 'partner')], [3, 3, 5]);
    const tooMuch = { item_id: item.id, quantity: 4 };
    const refused = await t.request('PUT', pathOf(item, randomUUID()), { as: 'keeper', body: tooMuch });
    assertError(refused, 409, DETAIL.notEnough);
    assert.equal(refused.headers['quantity-remaining'], '3');
    const own = await give(t, item, { as: 'keeper' });
    assert.deepEqual([own.is_owner, own.is_secret, own.giver_user_id], [false, true, t.host.users.get('keeper').id]);
  });

  it('for a child, owners see everything, give like guests, note thanks, and release gifts', async () => {
    const item = await setUp(CHILD);
    const first = await give(t, item, { giver_name: 'Ada' });
    const second = await give(t, item, { as: 'partner' });
    assert.deepEqual([second.is_owner, second.is_secret], [false, true]);
    for (const as of ['owner', 'partner', 'keeper']) {
      assert.deepEqual(await idsFor(item, as), [first.id, second.id].sort());
      assert.equal(await left(item, as), 3);
    }
    const thanked = await t.request('PATCH', pathOf(item, first.id), { as: 'owner', body: { thanked: true } });
    assertStatus(thanked, 200);
    assertStatus(await t.request('DELETE', pathOf(item, first.id), { as: 'partner' }), 204);
    const revealed = await t.request('POST', `/registries/${item.registry_id}/purchases/reveal`, { as: 'owner' });
    assert.deepEqual(revealed.body, { revealed: 1 });
  });
});

describe('rules: Co-owners and keepers, changes of roles', () => {
  const OWNERS: [string, string, string[]][] = [
    ['themselves by name', 'owner', ['keeper', ' OWNER ']],
    ['themselves by address', 'owner', ['Owner@example.test']],
    ['a co-owner', 'owner', ['keeper', 'Partner']],
    ['themselves as a co-owner', 'partner', ['partner']],
    ['the author', 'partner', ['owner']],
    ['a co-owner by the other name', 'owner', ['partner@example.test']],
  ];
  for (const [whom, as, registry_keepers] of OWNERS)
    it(`an owner cannot make ${whom} a keeper later`, async () => {
      const { id } = addRegistry(t, FAMILY);
      assertError(await patchMeta(id, { registry_keepers }, as), 422, NOT_A_KEEPER);
      assert.deepEqual(t.host.registries.list(id, 'registry_keepers'), ['keeper']);
    });

  it('an owner who is a keeper may name themselves in another way', async () => {
    const { id } = addRegistry(t, { keepers: ['owner'] });
    assertStatus(await patchMeta(id, { registry_keepers: ['owner', 'owner@example.test'] }, 'owner'), 200);
  });

  it('an owner cannot become a keeper by leaving the owners in the same request', async () => {
    const { id } = addRegistry(t, FAMILY);
    const both = { registry_owners: [], registry_keepers: ['partner'] };
    assertError(await patch(id, { title: 'x', meta: both }, 'partner'), 422, NOT_A_KEEPER);
    assert.deepEqual(t.host.registries.list(id, 'registry_owners'), ['partner']);
  });

  it('an owner cannot become a keeper on a host without the plugin, if the service knows the name', async () => {
    await using stock = await openTestService();
    stock.host.registries.comparesLists = false;
    const { id } = addRegistry(stock, FAMILY);
    for (const registry_keepers of [['owner'], ['partner'], ['owner@example.test']]) {
      const answer = await stock.request('PATCH', `/registries/${id}`, {
        as: 'owner',
        body: { meta: { registry_keepers } },
      });
      assertError(answer, 422, NOT_A_KEEPER);
    }
    assert.deepEqual(stock.host.registries.list(id, 'registry_keepers'), ['keeper']);
  });

  it('no sequence of changes reveals a secret: a surprised owner stays surprised or loses ownership', async () => {
    const owners = ['owner', 'partner', 'keeper'];
    const entry = fc.constantFrom(
      ...owners.flatMap((name) => [name, ` ${name.toUpperCase()}`, `${name}@Example.test`]),
    );
    const list = fc.array(entry, { maxLength: 3 });
    const meta = fc.record({ registry_owners: list, registry_keepers: list }, { requiredKeys: [] });
    const step = fc.record({ as: fc.constantFrom(...owners), meta });
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(HIDDEN, CHILD),
        fc.array(step, { minLength: 4, maxLength: 8 }),
        async (family, steps) => {
          const item = await setUp(family);
          await give(t, item);
          /** Returns, for each person, whether they own the registry, and whether its gifts are hidden from them. */
          const roles = async () => {
            const found = new Map<string, { isOwner: boolean; isSurprised: boolean }>();
            for (const as of owners) {
              const isOwner = (await patch(item.registry_id, {}, as)).status === 200;
              found.set(as, { isOwner, isSurprised: isOwner && (await gifts(item, as)).length === 0 });
            }
            return found;
          };
          let before = await roles();
          for (const { as, meta } of steps) {
            const { status } = await patchMeta(item.registry_id, meta, as);
            assert.ok([200, 403, 422].includes(status));
            if (status === 200) taken++;
            else refused++;
            const now = await roles();
            assert.equal(now.get('owner')?.isOwner, true);
            for (const [name, { isSurprised }] of before)
              assert.ok(
                !isSurprised || now.get(name)?.isSurprised || !now.get(name)?.isOwner,
                `${name} lifts the secret`,
              );
            before = now;
          }
        },
      ),
      { numRuns: 12 },
    );
    assert.ok(taken > 0 && refused > 0, `${taken} changes taken, ${refused} refused`);
  });

  it('an admin can make an owner a keeper', async () => {
    const { id } = addRegistry(t, FAMILY);
    const kept = ['owner', 'partner'];
    assert.deepEqual((await patchMeta(id, { registry_keepers: kept }, 'admin')).body.meta.registry_keepers, kept);
  });

  it('an owner who is removed from the keepers is surprised from then on, and cannot return', async () => {
    const item = await setUp(CHILD);
    const secret = await give(t, item);
    const mine = await give(t, item, { as: 'owner' });
    const id = item.registry_id;
    assertStatus(await patchMeta(id, { registry_keepers: ['keeper', 'partner'] }), 422);
    assertStatus(await patchMeta(id, { registry_keepers: ['keeper', 'PARTNER@example.test'] }), 200);
    assert.deepEqual(await idsFor(item, 'owner'), [mine.id]);
    assert.deepEqual(await idsFor(item, 'partner'), [secret.id, mine.id].sort());
    for (const as of ['owner', 'partner'])
      assertError(await patchMeta(id, { registry_keepers: ['keeper', 'owner'] }, as), 422, NOT_A_KEEPER);
  });

  it('gifts of an invitee who becomes a co-owner stay theirs, and reveal nothing more', async () => {
    const item = await setUp({ ...HIDDEN, owners: [] });
    const mine = await give(t, item, { quantity: 2 });
    const other = await give(t, item, { as: 'keeper' });
    assertStatus(await patchMeta(item.registry_id, { registry_owners: ['guest'] }), 200);
    t.host.registries.accept(item.registry_id);
    const put = (quantity: number) =>
      t.request('PUT', pathOf(item, mine.id), { as: 'guest', body: { item_id: item.id, quantity } });
    const change = (quantity: number) =>
      t.request('PATCH', `/purchases/${mine.id}`, { as: 'guest', body: { quantity } });

    assert.deepEqual(await idsFor(item, 'guest'), [mine.id]);
    assert.equal((await gifts(item, 'guest'))[0]?.quantity, 2);
    for (const freed of [false, true]) {
      if (freed) assertStatus(await t.request('DELETE', pathOf(item, other.id), { as: 'keeper' }), 204);
      for (const more of [put(3), change(3)]) {
        const answer = await more;
        assertError(answer, 409, DETAIL.notEnough);
        assert.equal(answer.headers['quantity-remaining'], '0');
      }
    }
    assertStatus(await put(2), 200);
    for (const less of [put(1), change(1)]) assertStatus(await less, 200);
    assertStatus(await t.request('DELETE', `/purchases/${mine.id}`, { as: 'guest' }), 204);
    assert.equal((await give(t, item, { as: 'guest' })).is_owner, true);
  });

  it('givers who are not recipients can increase a gift if enough is left, even after losing access', async () => {
    const item = await setUp(HIDDEN, 4);
    const mine = await give(t, item);
    const change = (quantity: number) =>
      t.request('PATCH', `/purchases/${mine.id}`, { as: 'guest', body: { quantity } });
    assertStatus(await change(2), 200);
    t.host.registries.get(item.registry_id).meta.set('registry_invitees', '[]');
    assertStatus(await change(3), 200);
    const refused = await change(9);
    assertError(refused, 409, DETAIL.notEnough);
    assert.equal(refused.headers['quantity-remaining'], '1');
    t.host.registries.remove(item.registry_id);
    assertStatus(await change(4), 200);
  });

  it('no one can increase a gift if the host cannot report the owners; nothing else is affected', async () => {
    const item = await setUp(HIDDEN);
    const mine = await give(t, item, { quantity: 2 });
    t.host.misbehave(status(500), { method: 'POST', route: '/largesse/v1/received-registries' });
    try {
      const change = (body: object) => t.request('PATCH', `/purchases/${mine.id}`, { as: 'guest', body });
      assertError(await change({ quantity: 3 }), 502, DETAIL.hostInvalid);
      assertStatus(await change({ quantity: 1, message: 'Hi' }), 200);
    } finally {
      t.host.behave();
    }
  });
});
