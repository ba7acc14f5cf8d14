import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Erased, Event, Idea, IdeaResponse, Revealed } from '@largesse/contract';
import type { Answer } from '../../tests/support/http-client.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { ASK_PROBLEM, assertProblem, assertStatus } from './answers.ts';
import { addItem, addRegistry, give, unusedRegistryId } from './world.ts';

const t = await openTestService();
after(() => t.close());

const put = (id: string, body: object, { as = 'admin', version }: { as?: string; version?: string } = {}) =>
  t.request<IdeaResponse>('PUT', `/ideas/${id}`, {
    as,
    body: { name: 'Lamp', ...body },
    headers: { ...ASK_PROBLEM, ...(version !== undefined && { 'if-match': `"${version}"` }) },
  });
const remove = (id: string, registryId: number, version?: string) =>
  t.request('DELETE', `/ideas/${id}?registry_id=${registryId}`, {
    as: 'admin',
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  });
const listed = async (query: string): Promise<Idea[]> =>
  (await t.request<Idea[]>('GET', `/ideas?${query}`, { as: 'admin' })).body;
const putNew = (id: string, body: object) =>
  t.request<IdeaResponse>('PUT', `/ideas/${id}`, {
    as: 'admin',
    body,
    headers: { ...ASK_PROBLEM, 'if-none-match': '*' },
  });
const reveal = async (registry_id: number) =>
  (await t.request<Revealed>('POST', '/purchases/reveal', { as: 'admin', body: { registry_id } })).body.revealed;
const assertInvalid = (answer: Answer<unknown>, field: string) => {
  assertStatus(answer, 422);
  assert.ok(answer.text.includes(`"field":"${field}"`), answer.text);
};

describe('rules: Ideas of guests', () => {
  it('stores an idea once, and changes it as a whole', async () => {
    const [id, registry_id] = [randomUUID(), unusedRegistryId()];
    const body = {
      registry_id,
      note: ' ',
      url: 'https://lamps.example/',
      author_name: ' ',
      author_email: 'Ada@Mail.Example',
      giver_name: 'x',
      giver_user_id: 5,
      giver_email: 'x@mail.example',
    };
    const made = await put(id.toUpperCase(), body);
    assertStatus(made, 201);
    const { created_at, updated_at, ...rest } = made.body.data;
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      id,
      registry_id,
      name: 'Lamp',
      url: 'https://lamps.example/',
      note: null,
      item_id: null,
      amount: null,
      author_user_id: null,
      author_name: null,
      author_email: 'ada@mail.example',
      state: null,
      giver_user_id: null,
      giver_name: null,
      giver_email: null,
      ends_at: null,
      revealed_at: null,
    });
    const again = await put(id, body);
    assertStatus(again, 200);
    assert.deepEqual(again.body.data, made.body.data);
    const given = await put(id, { registry_id, state: 'bought', giver_user_id: 5, giver_name: 'Joe' });
    assertStatus(given, 200);
    assert.deepEqual(await listed(`registry_id=${registry_id}`), [given.body.data]);
    assert.deepEqual([given.body.data.url, given.body.data.state, given.body.data.giver_name], [null, 'bought', 'Joe']);
    assert.ok(given.body.data.updated_at > updated_at);
    assertStatus(await remove(id, unusedRegistryId()), 404);
    assertStatus(await remove(id.toUpperCase(), registry_id), 204);
    assertStatus(await remove(id, registry_id), 404);
  });

  it('protects an idea that another guest has just changed', async () => {
    const [id, registry_id] = [randomUUID(), unusedRegistryId()];
    const version = (await put(id, { registry_id })).body.data.updated_at;
    assertStatus(await put(id, { registry_id, state: 'reserved' }, { version }), 200);
    assertStatus(await put(id, { registry_id, state: 'reserved' }, { version }), 200);
    const late = await put(id, { registry_id, state: 'bought' }, { version });
    assert.deepEqual(assertProblem(late, 412, 'Idea has changed'), [
      { field: 'if-match', rule: 'idea_changed', limit: null },
    ]);
    assertStatus(await remove(id, registry_id, version), 412);
    assertStatus(await remove(id, registry_id), 204);
    assertStatus(await put(id, { registry_id }, { version }), 412);
    assert.deepEqual(await listed(`registry_id=${registry_id}`), []);
  });

  it('stores only one of two forms with the same new id', async () => {
    const [id, registry_id] = [randomUUID(), unusedRegistryId()];
    const answers = await Promise.all(['Lamp', 'Sofa'].map((name) => putNew(id, { registry_id, name })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 412]);
    const [stored] = await listed(`registry_id=${registry_id}`);
    const again = await putNew(id, { registry_id, name: stored?.name });
    assertStatus(again, 200);
    const late = answers.find(({ status }) => status === 412);
    assert.ok(late);
    const errors = assertProblem(late, 412, 'Idea has changed');
    assert.deepEqual(errors, [{ field: 'if-none-match', rule: 'idea_changed', limit: null }]);
  });

  it('rejects invalid fields by name', async () => {
    const registry_id = unusedRegistryId();
    for (const [field, body] of Object.entries({
      registry_id: { registry_id: 0 },
      name: { registry_id, name: ' ' },
      url: { registry_id, url: 'javascript:alert(1)' },
      note: { registry_id, note: 'x'.repeat(501) },
      author_email: { registry_id, author_email: 'x' },
      state: { registry_id, state: 'given' },
    }))
      assertInvalid(await put(randomUUID(), body), field);
    assertStatus(await put('x', { registry_id }), 422);
    for (const query of ['', 'registry_id=1&person_user_id=1', 'person_user_id=1&view=owner'])
      assertStatus(await t.request('GET', `/ideas?${query}`, { as: 'admin' }), 422);
    assertStatus(await t.request('DELETE', `/ideas/${randomUUID()}`, { as: 'admin' }), 422);
  });

  it('rejects the id of an idea for another registry', async () => {
    const [id, registry_id] = [randomUUID(), unusedRegistryId()];
    assertStatus(await put(id, { registry_id }), 201);
    const other = await put(id, { registry_id: unusedRegistryId() });
    assert.deepEqual(assertProblem(other, 409, 'Idea belongs to another registry'), [
      { field: 'registry_id', rule: 'other_registry', limit: null },
    ]);
  });

  it('accepts at most 200 ideas for a registry', async () => {
    const { id: registry_id } = addRegistry(t);
    const { id: item_id } = await addItem(t, registry_id, { price: 10 });
    for (let n = 0; n < 195; n++) await put(randomUUID(), { registry_id });
    const last = await Promise.all(Array.from({ length: 20 }, () => put(randomUUID(), { registry_id })));
    assert.equal(last.filter(({ status }) => status === 201).length, 5);
    const full = await put(randomUUID(), { registry_id });
    assert.deepEqual(assertProblem(full, 422, 'registry_id: a registry holds at most 200 ideas'), [
      { field: 'registry_id', rule: 'ideas_full', limit: 200 },
    ]);
    const share = { registry_id, item_id, amount: 5, state: 'reserved', giver_user_id: 5 };
    assertStatus(await put(randomUUID(), share), 422);
    assert.equal((await listed(`registry_id=${registry_id}`)).length, 200);
  });

  it('shows owners only revealed ideas, without addresses', async () => {
    const { id: registry_id } = addRegistry(t);
    const person = { author_email: 'ada@mail.example', author_name: 'Ada' };
    await put(randomUUID(), { registry_id, ...person, state: 'bought', giver_email: 'ben@mail.example' });
    assert.deepEqual(await listed(`registry_id=${registry_id}&view=owner`), []);
    assert.equal(await reveal(registry_id), 1);
    const [idea] = await listed(`registry_id=${registry_id}&view=owner`);
    assert.deepEqual([idea?.author_name, idea?.author_email, idea?.giver_email], ['Ada', null, null]);
    assert.notEqual(idea?.revealed_at, null);
    assert.equal(await reveal(registry_id), 0, 'only ideas that were not revealed before');
    await put(randomUUID(), { registry_id, name: 'Late' });
    assert.equal((await listed(`registry_id=${registry_id}&view=owner`)).length, 1);
    await put(idea?.id ?? '', { registry_id, state: 'reserved', giver_name: 'Ben' });
    assert.deepEqual(await listed(`registry_id=${registry_id}&view=owner`), [], 'a change is secret again');
  });

  it('reveals ideas on the day of the reveal', async () => {
    const post = addRegistry(t, { eventDate: '2020-01-01' });
    await put(randomUUID(), { registry_id: post.id });
    assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'owner' }), 200);
    assert.equal((await listed(`registry_id=${post.id}&view=owner`)).length, 1);
  });

  it('finds and erases authors and givers, and their notes', async () => {
    const registry_id = unusedRegistryId();
    // The oldest idea comes first, whatever its id is.
    const [own = '', others = ''] = [randomUUID(), randomUUID()].sort().reverse();
    const ada = { author_email: 'erase@mail.example', author_name: 'Ada', author_user_id: 77, note: 'N' };
    const version = (await put(own, { registry_id, ...ada })).body.data.updated_at;
    const giver = { state: 'bought', giver_email: 'ERASE@mail.example', giver_name: 'Ada' };
    await put(others, { registry_id, author_name: 'Joe', note: 'Of Joe', ...giver });
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
    assert.deepEqual(await ids('person_email=Erase@mail.example'), [own, others]);
    assert.deepEqual(await ids('person_user_id=77'), [own]);
    assert.deepEqual(await ids(`registry_id=${registry_id}&limit=1`), [own]);
    assert.deepEqual(await ids(`registry_id=${registry_id}&skip=1`), [others]);
    const erase = async (body: object) =>
      (await t.request<Erased>('POST', '/purchases/erase', { as: 'admin', body })).body.erased;
    assert.equal(await erase({ giver_email: 'erase@MAIL.example' }), 2);
    const [first, second] = await listed(`registry_id=${registry_id}`);
    assert.deepEqual([first?.name, first?.note, first?.author_name], ['Lamp', null, null]);
    assertStatus(await put(own, { registry_id, ...ada, name: 'Late' }, { version }), 412);
    assert.deepEqual([second?.note, second?.giver_name, second?.state], ['Of Joe', null, 'bought']);
    assert.equal(await erase({ giver_user_id: 77 }), 0, 'the user was erased with the address');
    assert.equal(await erase({ registry_id, before: second?.created_at }), 0, 'only what is older');
    assert.equal(await erase({ registry_id, only: 'addresses' }), 0);
    assert.equal(await erase({ registry_id }), 1);
  });

  it('deletes the ideas with the registry', async () => {
    const post = addRegistry(t);
    await put(randomUUID(), { registry_id: post.id });
    assertStatus(await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' }), 204);
    assert.deepEqual(await listed(`registry_id=${post.id}`), []);
  });

  it('records secret events, which no recipient ever sees', async () => {
    const post = addRegistry(t, { invitees: ['guest'], surprise: 'counts' });
    const item = await addItem(t, post.id);
    await give(t, item);
    const id = randomUUID();
    await put(id, { registry_id: post.id });
    await put(id, { registry_id: post.id, state: 'reserved' });
    await remove(id, post.id);
    await reveal(post.id);
    const types = async (as: string, query = '') => {
      const { body } = await t.request<Event[]>('GET', `/events?registry_id=${post.id}${query}`, { as });
      return body.map(({ type }) => type).filter((type) => type.startsWith('idea.'));
    };
    // On PostgreSQL, the service returns an event only after all older transactions of the PostgreSQL server have
    // ended. Other tests run transactions on the same server, so the events may be missing at first.
    await until('all events can be read', async () => (await types('admin')).length >= 3);
    assert.deepEqual(await types('admin'), ['idea.created', 'idea.updated', 'idea.deleted']);
    for (const seen of [types('owner'), types('guest'), types('admin', '&view=owner')])
      assert.deepEqual(await seen, []);
  });
});

describe('rules: Shares of a wish', () => {
  /**
   * Returns the ids of a registry and its wish, and functions: `share` promises an amount towards the wish, `amounts`
   * lists the promised amounts, `giveWhole` gives the whole wish, and `left` returns what is left of it.
   */
  async function world(price: number | null = 100, fields: object = {}) {
    const { id: registry_id } = await addRegistry(t);
    const { id: item_id } = await addItem(t, registry_id, { price, ...fields });
    const share = (amount: unknown, id: string = randomUUID(), more: object = {}) =>
      put(id, { registry_id, item_id, amount, state: 'reserved', giver_user_id: 5, giver_name: 'Ada', ...more });
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
      return (await t.request<{ quantity_remaining: number }[]>('GET', path, { as: 'admin' })).body[0];
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
    assert.equal((await left())?.quantity_remaining, 0);
  });

  it('fit into the price of the new wish when they move to another one', async () => {
    const { registry_id, share, amounts } = await world(10);
    const { id: cheaper } = await addItem(t, registry_id, { price: 5 });
    const id = randomUUID();
    assertStatus(await share(8, id), 201);
    assert.deepEqual((await share(8, id, { item_id: cheaper })).body, refusal(5));
    assertStatus(await share(4, id, { item_id: cheaper }), 200);
    assertStatus(await share(10), 201);
    assert.deepEqual(await amounts(), [4, 10]);
  });

  it('stay within the price when many guests promise at once', async () => {
    const { share, amounts } = await world(100);
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(30)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(3).fill(201), ...Array(17).fill(409)]);
    assert.deepEqual(await amounts(), [30, 30, 30]);
  });

  it('exclude gifts of the whole wish once they cover half of the price, and gifts exclude them', async () => {
    const { registry_id, share, giveWhole } = await world();
    const first = randomUUID();
    assertStatus(await share(50, first), 201);
    const whole = await giveWhole(true);
    assert.deepEqual(assertProblem(whole, 409, 'Guests give this item together'), [
      { field: 'item_id', rule: 'is_shared', limit: null },
    ]);
    assertStatus(await share(49.99, first), 200);
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
    const days = (number: number) => new Date(Date.now() + number * 86_400_000).toISOString();
    const guest = (ends_at: string | null = days(3)) => ({ giver_user_id: null, ends_at });
    /** Moves the end of a share into the past. */
    const pass = (id: string) => t.database.query('UPDATE ideas SET ends_at = $1 WHERE id = $2', [days(-1), id]);

    it('need a time within seven days at which they end', async () => {
      const { share, amounts } = await world();
      const rule = async (ends_at: string | null) => {
        const answer = await share(10, randomUUID(), guest(ends_at));
        return assertProblem(answer, 422)[0];
      };
      assert.deepEqual(await rule(null), { field: 'ends_at', rule: 'required', limit: null });
      assert.deepEqual(await rule('soon'), { field: 'ends_at', rule: 'format', limit: 'date-or-time' });
      for (const end of [days(-1), days(7.1)])
        assert.deepEqual(await rule(end), { field: 'ends_at', rule: 'within_days', limit: 7 });
      const [id, end] = [randomUUID(), days(7)];
      const made = await share(10, id, guest(end));
      assertStatus(made, 201);
      assert.equal(made.body.data.ends_at, end);
      assertStatus(await share(10, id, guest(end.replace('Z', '+00:00'))), 200);
      assert.equal((await share(10, id, guest(days(1)))).body.message, 'Idea updated');
      assert.deepEqual(await amounts(), [10]);
    });

    it('end then: they free the amount, the wish and the place, and never count again', async () => {
      const { registry_id, share, amounts, giveWhole } = await world();
      const [id, extended] = [randomUUID(), randomUUID()];
      const version = (await share(60, id, guest())).body.data.updated_at;
      assertStatus(await share(20, extended, guest(days(1))), 201);
      assertStatus(await share(20, extended, guest(days(2))), 200);
      assert.deepEqual((await share(30)).body, refusal(20));
      assertStatus(await giveWhole(true), 409);
      await pass(id);
      assert.deepEqual(await amounts(), [20]);
      const late = { registry_id, item_id: 1, amount: 60, state: 'reserved', ...guest() };
      assertStatus(await put(id, late, { version }), 412);
      assertStatus(await remove(id, registry_id), 404);
      assertStatus(await share(80), 201);
      assert.deepEqual(await amounts(), [20, 80], 'the ended share does not count again');
      assert.equal((await listed('person_user_id=5')).filter((one) => one.registry_id === registry_id).length, 1);
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
      assert.equal((await left())?.quantity_remaining, 0);
      // If a guest lowers or takes back a share, the other guests have a week to decide.
      const endsIn = async () => {
        const ends = (await listed(`registry_id=${registry_id}`)).find((one) => one.id === id)?.ends_at;
        return (Date.parse(String(ends)) - Date.now()) / 86_400_000;
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

    it('are deleted when they have ended and a guest needs their place, or at the reveal', async () => {
      const { registry_id, share, amounts } = await world(1000);
      const [id, revealing] = [randomUUID(), randomUUID()];
      assertStatus(await share(50, id, guest()), 201);
      for (let n = 1; n < 200; n++) assertStatus(await put(randomUUID(), { registry_id }), 201);
      await pass(id);
      assert.equal((await amounts()).length, 199);
      assertStatus(await put(randomUUID(), { registry_id }), 201);
      assertStatus(await put(randomUUID(), { registry_id }), 422);
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
    const elsewhere = { registry_id: unusedRegistryId(), item_id, amount: 5, state: 'reserved', giver_user_id: 5 };
    assertStatus(await put(randomUUID(), elsewhere), 404);
    await t.request('DELETE', `/items/${item_id}`, { as: 'admin' });
    assertStatus(await share(5), 404);
    for (const [field, body] of Object.entries({
      item_id: { item_id, state: 'reserved' },
      amount: { amount: 1, state: 'reserved' },
      state: { item_id, amount: 1 },
    }))
      assertInvalid(await put(randomUUID(), { registry_id, ...body }), field);
    for (const amount of [0, -1, '1']) assertStatus(await share(amount), 422);
  });

  it('stay hidden from the owner until the reveal', async () => {
    const { registry_id, share } = await world();
    assertStatus(await share(40), 201);
    assert.deepEqual(await listed(`registry_id=${registry_id}&view=owner`), []);
    await reveal(registry_id);
    const { body } = await t.request<Idea[]>('GET', `/ideas?registry_id=${registry_id}&view=owner`, { as: 'admin' });
    assert.deepEqual(
      body.map(({ amount, giver_name }) => [amount, giver_name]),
      [[40, 'Ada']],
    );
  });
});
