import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Erased, Event, Revealed, Share, ShareResponse } from '@largesse/contract';
import { realNow } from '../../contract/testing/clock.ts';
import { onPostgres } from '../../tests/support/database.ts';
import type { Answer } from '../../tests/support/http-client.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { ASK_PROBLEM, assertProblem, assertStatus } from './answers.ts';
import { addItem, addRegistry, unusedRegistryId } from './world.ts';

interface ItemRemaining {
  quantity_remaining: number;
  amount_promised: number;
  amount_remaining: number;
}

const t = await openTestService();
after(() => t.close());

const put = (registryId: number, id: string, body: object, condition: Record<string, string> = {}) =>
  t.request<ShareResponse>('PUT', `/registries/${registryId}/shares/${id}`, {
    as: 'admin',
    body,
    headers: { ...ASK_PROBLEM, ...condition },
  });
const remove = (id: string, registryId: number, headers: Record<string, string> = {}) =>
  t.request('DELETE', `/registries/${registryId}/shares/${id}`, { as: 'admin', headers });
const listed = async (query: string): Promise<Share[]> =>
  (await t.request<Share[]>('GET', `/shares?${query}`, { as: 'admin' })).body;
const reveal = async (registry_id: number) =>
  (await t.request<Revealed>('POST', '/purchases/reveal', { as: 'admin', body: { registry_id } })).body.revealed;

const assertInvalid = (answer: Answer<unknown>, field: string) => {
  assertStatus(answer, 422);
  assert.ok(answer.text.includes(`"field":"${field}"`), answer.text);
};

describe('rules: Shares of a wish', () => {
  /**
   * Returns the ids of a registry and its wish, and functions: `share` promises an amount towards the wish, `amounts`
   * lists the promised amounts, `giveWhole` gives the whole wish, and `left` returns what is left of it.
   */
  async function world(price: number | null = 100, fields: object = {}) {
    const { id: registry_id } = await addRegistry(t);
    const { id: item_id } = await addItem(t, registry_id, { price, ...fields });
    const share = (amount: unknown, id: string = randomUUID(), more: object = {}) =>
      put(registry_id, id, { item_id, amount, secret: true, giver_user_id: 5, giver_name: 'Ada', ...more });
    const amounts = async () => (await listed(`registry_id=${registry_id}`)).map((one) => one.amount);
    /** Creates a purchase of the whole wish, not of a share. */
    const giveWhole = (secret: boolean, more: object = {}) => {
      const body = { item_id, registry_id, secret, ...more };
      return t.request('PUT', `/purchases/${randomUUID()}`, { as: 'admin', body, headers: ASK_PROBLEM });
    };
    const setPrice = async (price: number | null) =>
      assertStatus(await t.request('PUT', `/items/${item_id}`, { as: 'admin', body: { price } }), 200);
    const left = async () => {
      const path = `/items?ids=${item_id}&include=remaining`;
      const [item] = (await t.request<ItemRemaining[]>('GET', path, { as: 'admin' })).body;
      return [item?.quantity_remaining, item?.amount_promised, item?.amount_remaining];
    };
    return { registry_id, item_id, share, amounts, giveWhole, setPrice, left };
  }
  const refusal = (limit: number) => ({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Not enough left',
    errors: [{ field: 'amount', rule: 'not_enough_left', limit }],
  });

  it('sums up to the price of the wish, and no further', async () => {
    const { item_id, share, amounts, left } = await world(99.9);
    const id = randomUUID();
    const made = await share(33.3, id);
    assertStatus(made, 201);
    assert.deepEqual([made.body.data.item_id, made.body.data.amount], [item_id, 33.3]);
    assertStatus(await share(33.3, id), 200);
    assertStatus(await share(33.3), 201);
    const tooMuch = await share(33.4);
    assertStatus(tooMuch, 409);
    assert.deepEqual(tooMuch.body, refusal(33.3));
    assertStatus(await share(33.3), 201);
    assert.deepEqual((await share(0.01)).body, refusal(0));
    assert.deepEqual((await share(33.4, id)).body, refusal(33.3));
    assertStatus(await share(10, id), 200);
    assertStatus(await share(33.3, id), 200);
    assert.deepEqual(await amounts(), [33.3, 33.3, 33.3]);
    assert.deepEqual(await left(), [0, 0, 0]);
  });

  it('stay within the price when many guests promise at once', async () => {
    const { share, amounts } = await world(100);
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(30)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(3).fill(201), ...Array(17).fill(409)]);
    assert.deepEqual(await amounts(), [30, 30, 30]);
  });

  it('exclude gifts of the whole wish once they cover half of the price, and gifts exclude them', async () => {
    const { registry_id, share, giveWhole, left } = await world();
    const first = randomUUID();
    assertStatus(await share(50, first), 201);
    assert.deepEqual(await left(), [0, 0, 50]);
    const whole = await giveWhole(true);
    assert.deepEqual(assertProblem(whole, 409, 'Guests give this item together'), [
      { field: 'item_id', rule: 'is_shared', limit: null },
    ]);
    assertStatus(await share(49.99, first), 200);
    assert.deepEqual(await left(), [1, 0, 50.01]);
    assertStatus(await giveWhole(true), 201);
    assert.deepEqual((await share(50)).body, refusal(0));
    assertStatus(await remove(first, registry_id), 204);
    for (const secret of [true, false]) {
      const other = await world();
      assertStatus(await other.giveWhole(secret), 201);
      assert.deepEqual((await other.share(5)).body, refusal(0));
    }
    // Owners can record that they already have an item, even if guests share it. A refusal would reveal the share.
    const had = await world();
    assertStatus(await had.share(60), 201);
    assertStatus(await had.giveWhole(false, { owner: true }), 201);
    const free = await world();
    const given = await Promise.all([free.giveWhole(true), free.share(50)]);
    assert.deepEqual(given.map(({ status }) => status).sort(), [201, 409]);
    const priceless = await world();
    assertStatus(await priceless.share(5), 201);
    await priceless.setPrice(null);
    assertStatus(await priceless.giveWhole(true), 409);
  });

  it('are at least 5 % of the price and one unit of its currency, except for the rest', async () => {
    const assertTooSmall = (answer: Answer<unknown>, limit: number) =>
      assert.deepEqual(assertProblem(answer, 422, `amount: must be ${limit} or more`), [
        { field: 'amount', rule: 'minimum', limit },
      ]);
    const { share, amounts } = await world(100);
    const id = randomUUID();
    assertTooSmall(await share(4.99), 5);
    assertStatus(await share(5, id), 201);
    assertTooSmall(await share(4, id), 5);
    assertStatus(await share(91), 201);
    assertTooSmall(await share(3.5), 5);
    assertStatus(await share(4), 201);
    assert.deepEqual(await amounts(), [5, 91, 4]);
    const cheap = await world(10);
    assertTooSmall(await cheap.share(0.99), 1);
    assertStatus(await cheap.share(1), 201);
    assertStatus(await (await world(0.8)).share(0.8), 201);
    assertTooSmall(await (await world(99.9)).share(4.98), 5);
    // A share stays when the price rises, and can then be given to someone else.
    const risen = await world(20);
    const early = randomUUID();
    assertStatus(await risen.share(1, early), 201);
    await risen.setPrice(400);
    assertStatus(await risen.share(1, early, { giver_name: 'Eve' }), 200);
  });

  describe('of guests without an account', () => {
    const days = (number: number) => new Date(realNow() + number * 86_400_000).toISOString();
    const guest = (ends_at: string | null = days(3)) => ({ giver_user_id: null, ends_at });
    /** Moves the end of a share into the past. */
    const pass = (id: string) => t.database.query('UPDATE shares SET ends_at = $1 WHERE id = $2', [days(-1), id]);

    it('need a time within 400 days at which they end', async () => {
      const { share, amounts } = await world();
      const rule = async (ends_at: string | null) => {
        const answer = await share(10, randomUUID(), guest(ends_at));
        return assertProblem(answer, 422)[0];
      };
      assert.deepEqual(await rule(null), { field: 'ends_at', rule: 'required', limit: null });
      assert.deepEqual(await rule('soon'), { field: 'ends_at', rule: 'format', limit: 'date-or-time' });
      for (const end of [days(-1), days(400.1)])
        assert.deepEqual(await rule(end), { field: 'ends_at', rule: 'within_days', limit: 400 });
      const [id, end] = [randomUUID(), days(400)];
      const made = await share(10, id, guest(end));
      assertStatus(made, 201);
      assert.equal(made.body.data.ends_at, end);
      assertStatus(await share(10, id, guest(end.replace('Z', '+00:00'))), 200);
      assert.equal((await share(10, id, guest(days(1)))).body.message, 'Share updated');
      assert.deepEqual(await amounts(), [10]);
    });

    it('end then: they free the amount, the wish and the place, and never count again', async () => {
      const { registry_id, item_id, share, amounts, giveWhole } = await world();
      const [id, extended] = [randomUUID(), randomUUID()];
      const version = (await share(60, id, guest())).body.data.updated_at;
      assertStatus(await share(20, extended, guest(days(1))), 201);
      assertStatus(await share(20, extended, guest(days(2))), 200);
      assert.deepEqual((await share(30)).body, refusal(20));
      assertStatus(await giveWhole(true), 409);
      await pass(id);
      assert.deepEqual(await amounts(), [20]);
      const late = { item_id, amount: 60, secret: true, ...guest() };
      assertStatus(await put(registry_id, id, late, { 'if-match': `"${version}"` }), 412);
      assertStatus(await remove(id, registry_id), 404);
      assertStatus(await share(80), 201);
      assert.deepEqual(await amounts(), [20, 80], 'the ended share does not count again');
      assert.equal((await listed('giver_user_id=5')).filter((one) => one.registry_id === registry_id).length, 1);
      assertStatus(await share(60, id, guest()), 409);
    });

    it('do not end while all shares together cover the price', async () => {
      const { registry_id, share, amounts, giveWhole, left } = await world();
      const [id, other] = [randomUUID(), randomUUID()];
      assertStatus(await share(60, id, guest()), 201);
      assertStatus(await share(40, other), 201);
      await pass(id);
      assert.deepEqual(await amounts(), [60, 40]);
      assert.deepEqual((await share(50, other)).body, refusal(40));
      assert.deepEqual((await share(5)).body, refusal(0));
      assertStatus(await giveWhole(true), 409);
      assert.deepEqual(await left(), [0, 0, 0]);
      // If a guest lowers or takes back a share, the other guests have a week to decide.
      const endsIn = async () => {
        const ends = (await listed(`registry_id=${registry_id}`)).find((one) => one.id === id)?.ends_at;
        return (Date.parse(String(ends)) - realNow()) / 86_400_000;
      };
      assertStatus(await share(30, other), 200);
      assert.deepEqual(await amounts(), [60, 30]);
      assert.ok((await endsIn()) > 6.9);
      assertStatus(await share(40, other), 200);
      await pass(id);
      assertStatus(await remove(other, registry_id), 204);
      assert.deepEqual(await amounts(), [60]);
      assert.ok((await endsIn()) > 6.9);
      await pass(id);
      assertStatus(await giveWhole(true), 201);
    });

    it('are at most 200 of a registry; ended shares do not count, and a reveal deletes them', async () => {
      const { registry_id, item_id, share, amounts } = await world(1000);
      const [id, revealing] = [randomUUID(), randomUUID()];
      assertStatus(await share(50, id, guest()), 201);
      await t.database.query(
        `WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 208)
        INSERT INTO shares (id, registry_id, item_id, name, amount, is_secret, created_at, updated_at)
        SELECT ${onPostgres ? "CAST('00000000-0000-4000-8000-' || lpad(CAST(i AS text), 12, '0') AS uuid)" : "printf('00000000-0000-4000-8000-%012d', i)"}, $1, $2, 'Pot', 1, 1, $3, $4 FROM n`,
        [registry_id, item_id, days(-2), days(-2)],
      );
      const full = await share(50);
      assert.deepEqual(assertProblem(full, 422, 'registry_id: a registry holds at most 200 shares'), [
        { field: 'registry_id', rule: 'shares_full', limit: 200 },
      ]);
      await pass(id);
      assert.equal((await amounts()).length, 199);
      assertStatus(await share(50), 201);
      const other = await world();
      assertStatus(await other.share(10, revealing, guest()), 201);
      await pass(revealing);
      assert.equal(await reveal(other.registry_id), 0);
    });
  });

  it('refuses shares that exceed a price with fractions of a cent, without further attempts', async () => {
    const { share } = await world(10.005);
    assert.deepEqual((await share(10.012)).body, refusal(10));
    assertStatus(await share(10.01), 201);
    assert.deepEqual((await share(0.006)).body, refusal(0));
    // Computers calculate that 3.03 − 3.01 is less than 0.02.
    const small = await world(3.03);
    assertStatus(await small.share(3.01), 201);
    assert.deepEqual((await small.share(3)).body, refusal(0.02));
  });

  it('stay if the price falls or the wish is removed, and can then only become smaller', async () => {
    const { registry_id, item_id, share, amounts, setPrice } = await world(100);
    const id = randomUUID();
    assertStatus(await share(60, id), 201);
    await setPrice(50);
    assert.deepEqual((await share(61, id)).body, refusal(50));
    assertStatus(await share(59, id), 200);
    assertStatus(await t.request('DELETE', `/items/${item_id}`, { as: 'admin' }), 200);
    assert.deepEqual(await amounts(), [59]);
    assertStatus(await remove(id, registry_id), 204);
  });

  it('reject wishes that cannot be shared, and incomplete shares', async () => {
    assert.deepEqual((await (await world(null)).share(5)).body, refusal(0));
    assert.deepEqual((await (await world(10, { quantity_needed: 2 })).share(5)).body, refusal(0));
    const { item_id, registry_id, share } = await world();
    const whole = { item_id, amount: 5, secret: true, giver_user_id: 5 };
    assertStatus(await put(unusedRegistryId(), randomUUID(), whole), 404);
    const id = randomUUID();
    assertStatus(await share(5, id.toUpperCase()), 201);
    const { id: other } = await addItem(t, registry_id, { price: 100 });
    assertProblem(await share(5, id, { item_id: other }), 409, 'Gift belongs to another item');
    await t.request('DELETE', `/items/${item_id}`, { as: 'admin' });
    assertStatus(await share(5), 404);
    for (const field of ['item_id', 'amount', 'secret']) {
      const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
      assertInvalid(await put(registry_id, randomUUID(), body), field);
    }
    for (const query of ['', 'registry_id=1&giver_user_id=1', 'giver_user_id=1&view=owner'])
      assertStatus(await t.request('GET', `/shares?${query}`, { as: 'admin' }), 422);
    for (const amount of [0, -1, '1']) assertStatus(await share(amount), 422);
  });

  it('are seen by owners like gifts: secret until the reveal, otherwise at once', async () => {
    const { registry_id, item_id, share } = await world();
    const seen = async (as: string) => {
      const path = `/registries/${registry_id}/items?include=remaining`;
      const [item] = (await t.request<ItemRemaining[]>('GET', path, { as })).body;
      return [item?.quantity_remaining, item?.amount_promised, item?.amount_remaining];
    };
    const names = async (view: string) =>
      (await listed(`registry_id=${registry_id}&view=${view}`)).map((one) => [one.amount, one.giver_name]);
    const person = { giver_email: 'Seen@Mail.Example' };
    assertStatus(await share(40, randomUUID(), person), 201);
    assert.deepEqual(
      [await seen('owner'), await seen('admin')],
      [
        [1, 0, 100],
        [1, 0, 60],
      ],
    );
    assert.deepEqual(await names('owner'), []);
    const open = randomUUID();
    assertStatus(await share(60, open, { secret: false, giver_name: 'Ben' }), 201);
    assert.deepEqual(
      [await seen('owner'), await seen('admin')],
      [
        [1, 60, 40],
        [0, 60, 0],
      ],
    );
    assert.deepEqual([await names('owner'), await names('owner_names')], [[[60, null]], [[60, 'Ben']]]);
    // Owners can record that they have the wish, even if they see that guests promise the whole price.
    assert.equal(await reveal(registry_id), 2);
    assert.deepEqual(await seen('owner'), [0, 100, 0]);
    assert.deepEqual(await names('owner'), [
      [40, 'Ada'],
      [60, 'Ben'],
    ]);
    const body = { item_id };
    assertStatus(
      await t.request('PUT', `/registries/${registry_id}/purchases/${randomUUID()}`, { as: 'owner', body }),
      201,
    );
    const erase = async (fields: object) =>
      (await t.request<Erased>('POST', '/purchases/erase', { as: 'admin', body: fields })).body.erased;
    assert.equal(await erase({ giver_email: 'seen@mail.example' }), 1);
    assert.deepEqual((await names('owner'))[0], [40, null]);
    assert.equal(await erase({ registry_id, only: 'addresses' }), 0);
    const types = async (as: string) => {
      const { body: events } = await t.request<Event[]>('GET', `/events?registry_id=${registry_id}`, { as });
      return events.map(({ type }) => type).filter((type) => /^(share|purchases)/.test(type));
    };
    assertStatus(await remove(open, registry_id, { 'if-match': '"2020-01-01T00:00:00.000Z"' }), 412);
    assertStatus(await remove(open, registry_id), 204);
    // On PostgreSQL, older transactions of other tests delay events.
    await until('all events can be read', async () => (await types('admin')).length >= 4);
    assert.deepEqual(await types('admin'), ['share.created', 'share.created', 'purchases.revealed', 'share.deleted']);
    assert.deepEqual(await types('owner'), ['share.created', 'purchases.revealed', 'share.deleted']);
    assertStatus(await t.request('DELETE', `/registries/${registry_id}`, { as: 'owner' }), 204);
    assert.deepEqual(await names('owner'), []);
  });

  it('have notes for the other givers of the same wish, and for nobody else', async () => {
    const { registry_id, item_id, share } = await world();
    const [ada, ben, eve] = [randomUUID(), randomUUID(), randomUUID()];
    const long = 'é'.repeat(500);
    assert.equal((await share(20, ada, { note: long, giver_email: 'note@mail.example' })).body.data.note, long);
    assertStatus(await share(20, ben, { note: ' \n', secret: false, giver_user_id: 6 }), 201);
    const { id: other } = await addItem(t, registry_id, { price: 100 });
    assertStatus(await share(20, eve, { item_id: other, note: 'Of another wish' }), 201);
    assertInvalid(await share(20, ben, { note: `${long}x` }), 'note');
    assertInvalid(await share(20, ben, { note: 7 }), 'note');
    const notes = async (query: string) =>
      (await listed(`registry_id=${registry_id}&${query}`))
        .filter((one) => one.item_id === item_id)
        .map((one) => one.note);
    for (const reader of ['guest', 'keeper']) {
      const view = `view=owner_names&reader=${reader}`;
      assert.deepEqual(await notes(view), [null, null], reader);
      assert.deepEqual(await notes(`${view}&own_shares=${ben.toUpperCase()}`), [long, null], reader);
      for (const own of [eve, randomUUID()]) assert.deepEqual(await notes(`${view}&own_shares=${own}`), [null, null]);
      assert.deepEqual(await notes(`${view}&own_shares=${eve}&own_shares=${ada}`), [long, null], reader);
    }
    await reveal(registry_id);
    for (const reader of ['author', 'co-owner'])
      assert.deepEqual(await notes(`view=owner_names&reader=${reader}&own_shares=${ada}`), [null, null], reader);
    for (const query of [`own_shares=${ada}`, 'view=owner&own_shares=x'])
      assertStatus(await t.request('GET', `/shares?registry_id=${registry_id}&${query}`, { as: 'admin' }), 422);
    // A missing note deletes the note.
    assert.equal((await share(20, ben, { note: 'Friday', giver_user_id: 6 })).body.data.note, 'Friday');
    assert.equal((await share(20, ben, { giver_user_id: 6 })).body.data.note, null);
    const body = { giver_email: 'note@mail.example' };
    assertStatus(await t.request('POST', '/purchases/erase', { as: 'admin', body }), 200);
    assert.deepEqual(await notes(''), [null, null]);
  });

  it('of owners never depend on secret shares, even after the level of surprise has changed', async () => {
    const { registry_id, share, left } = await world();
    const [open, secret] = [randomUUID(), randomUUID()];
    const ends_at = new Date(realNow() + 86_400_000).toISOString();
    assertStatus(await share(60, open, { secret: false, ends_at, giver_user_id: null }), 201);
    assertStatus(await share(40, secret), 201);
    const past = new Date(realNow() - 86_400_000).toISOString();
    await t.database.query('UPDATE shares SET ends_at = $1 WHERE id = $2', [past, open]);
    const seen = () => listed(`registry_id=${registry_id}&view=owner`);
    assert.deepEqual([await left(), await seen()], [[0, 0, 0], []], 'ended for owners, but not for guests');
    for (const reader of ['keeper', 'guest']) {
      const all = await listed(`registry_id=${registry_id}&view=owner&reader=${reader}`);
      assert.deepEqual(all.map(({ id }) => id).sort(), [open, secret].sort(), reader);
    }
    assertStatus(await remove(secret, registry_id), 204);
    assert.deepEqual([await left(), await seen()], [[1, 0, 100], []]);
  });
});
