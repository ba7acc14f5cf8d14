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
      currency: 'GBP',
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
      price: null,
      currency: null,
      audience: 'guests',
      author_user_id: null,
      author_name: null,
      author_email: 'ada@mail.example',
      state: null,
      giver_user_id: null,
      giver_name: null,
      giver_email: null,
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
      price: { registry_id, price: 0 },
      currency: { registry_id, currency: 'euro' },
      audience: { registry_id, audience: 'members' },
    }))
      assertInvalid(await put(randomUUID(), body), field);
    assertStatus(await put('x', { registry_id }), 422);
    for (const query of [
      '',
      'registry_id=1&person_user_id=1',
      'person_user_id=1&view=owner',
      'person_user_id=1&audience=owners',
    ])
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
    for (let n = 0; n < 195; n++) await put(randomUUID(), { registry_id });
    const last = await Promise.all(Array.from({ length: 20 }, () => put(randomUUID(), { registry_id })));
    assert.equal(last.filter(({ status }) => status === 201).length, 5);
    const full = await put(randomUUID(), { registry_id });
    assert.deepEqual(assertProblem(full, 422, 'registry_id: a registry holds at most 200 ideas'), [
      { field: 'registry_id', rule: 'ideas_full', limit: 200 },
    ]);
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

  it('keeps the promises of suggested wishes from guests and owners, also after a reveal', async () => {
    const { id: registry_id } = addRegistry(t);
    const giver = { state: 'reserved', giver_name: 'Ada', giver_email: 'suggests@mail.example' };
    const body = { registry_id, audience: 'owners', price: 12.5, currency: 'CHF', ...giver };
    const id = randomUUID();
    const { data } = (await put(id, body)).body;
    assert.deepEqual([data.price, data.currency, data.audience], [12.5, 'CHF', 'owners']);
    assert.deepEqual(await listed(`registry_id=${registry_id}`), [], 'not on the page of the guests');
    assert.equal(await reveal(registry_id), 0);
    assert.deepEqual(await listed(`registry_id=${registry_id}&audience=owners&view=owner`), []);
    assert.deepEqual(await listed(`registry_id=${registry_id}&audience=owners`), [data]);
    assert.deepEqual(await listed('person_email=suggests@mail.example'), [data]);
    assertStatus(await put(id, { ...body, audience: 'guests' }), 200);
    assert.equal(await reveal(registry_id), 1);
    assertStatus(await put(id, body), 200);
    const erase = { giver_email: 'suggests@mail.example' };
    assert.equal(
      (await t.request<Erased>('POST', '/purchases/erase', { as: 'admin', body: erase })).body.erased,
      1,
      'erased like other promises',
    );
    const { data: waiting } = (await put(id, body)).body;
    for (let n = 0; n < 200; n++) await put(randomUUID(), { registry_id });
    assert.equal((await put(randomUUID(), { registry_id, audience: 'owners' })).status, 201, 'counted separately');
    assert.equal(waiting.revealed_at, null);
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

  it('records nothing about promises of suggested wishes, not even for keepers', async () => {
    const post = addRegistry(t, { keepers: ['guest'] });
    const id = randomUUID();
    await put(id, { registry_id: post.id, audience: 'owners', state: 'reserved' });
    await put(id, { registry_id: post.id, audience: 'owners', state: 'bought' });
    await remove(id, post.id);
    const other = randomUUID();
    await put(other, { registry_id: post.id });
    const types = async (as: string) => {
      const { body } = await t.request<Event[]>('GET', `/events?registry_id=${post.id}`, { as });
      return body.map(({ type }) => type);
    };
    await until('the event of the other idea can be read', async () => (await types('admin')).length > 0);
    for (const as of ['admin', 'guest']) assert.deepEqual(await types(as), ['idea.created']);
  });
});
