import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL, EMPTY_META, type Item, type Registry } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const create = (body: unknown, as = 'owner') => t.request<Registry>('POST', '/registries', { as, body });
const read = (id: number, as = 'owner') => t.request<Registry>('GET', `/registries/${id}`, { as });
const patch = (id: number, body: unknown, as = 'owner') =>
  t.request<Registry>('PATCH', `/registries/${id}`, { as, body });

describe('rules: Registries, POST /registries', () => {
  it("creates the caller's private registry from a title only", async () => {
    const answer = await create({ title: 'Wedding' });
    assertStatus(answer, 201);
    const { id, slug, permalink, created_at, updated_at, version, ...rest } = answer.body;
    assert.deepEqual(rest, {
      user_id: t.host.users.get('owner').id,
      title: 'Wedding',
      story: '',
      status: 'private',
      is_public: false,
      share_key: id,
      meta: EMPTY_META,
    });
    const post = t.host.registries.get(id);
    assert.deepEqual([post.status, post.author], ['private', t.host.users.get('owner').id]);
    assert.equal(slug, post.slug);
    assert.equal(permalink, `${t.host.url}/registry/${post.slug}/`);
    for (const time of [created_at, updated_at]) assert.match(time, /Z$/);
    assert.match(version, /^[\w-]{22}$/);
  });

  it('accepts status, story and meta', async () => {
    const answer = await create({
      title: 'Birthday',
      status: 'publish',
      story: '<p>Sixty</p>',
      meta: { registry_invitees: ['guest'], registry_event_type: 'birthday', registry_event_date: '2028-02-29' },
    });
    assertStatus(answer, 201);
    const meta = { registry_invitees: ['guest'], registry_event_type: 'birthday', registry_event_date: '2028-02-29' };
    const expected = { status: 'publish', is_public: true, story: '<p>Sixty</p>', meta: { ...EMPTY_META, ...meta } };
    assert.partialDeepStrictEqual(answer.body, expected);
    assert.deepEqual(t.host.registries.invitees(answer.body.id), ['guest']);
    assert.deepEqual((await read(answer.body.id)).body, answer.body);
  });

  it('creates a registry of the caller without items, whatever author and registry_item_ids it contains', async () => {
    const item = await addItem(t, 77);
    const answer = await create({
      title: 'New',
      user_id: 1,
      author: 1,
      id: 3,
      meta: { registry_item_ids: [item.id, 5] },
    });
    assertStatus(answer, 201);
    assert.deepEqual([answer.body.meta.registry_item_ids, answer.body.user_id], [[], t.host.users.get('owner').id]);
    assert.deepEqual(t.host.registries.itemIds(answer.body.id), []);
  });

  it('refuses a password, which only the host can set', async () => {
    const { id } = addRegistry(t);
    const body = { title: 'Kettle', password: 'secret' };
    for (const answer of [await create(body), await patch(id, body)])
      assertError(answer, 422, 'password: must be null: set a password on the host');
    assertStatus(await patch(id, { password: null }), 200);
  });
});

describe('rules: Registries, GET /registries/{id}', () => {
  it('returns the registry as stored on the host, in UTC', async () => {
    const post = addRegistry(t, {
      status: 'publish',
      title: 'Name',
      content: '<p>Story</p>',
      invitees: ['Guest', 'granny@family.test'],
      eventType: 'wedding',
      eventDate: '2026-05-01',
    });
    const answer = await read(post.id);
    assertStatus(answer, 200);
    const { created_at, updated_at, version: _, ...rest } = answer.body;
    assert.deepEqual(rest, {
      id: post.id,
      user_id: post.author,
      title: 'Name',
      story: '<p>Story</p>',
      status: 'publish',
      is_public: true,
      slug: post.slug,
      permalink: `${t.host.url}/registry/${post.slug}/`,
      share_key: post.id,
      meta: {
        ...EMPTY_META,
        registry_invitees: ['Guest', 'granny@family.test'],
        registry_event_type: 'wedding',
        registry_event_date: '2026-05-01',
      },
    });
    assert.ok(Math.abs(Date.parse(created_at) - post.created.getTime()) < 1000, created_at);
    assert.ok(Math.abs(Date.parse(updated_at) - post.modified.getTime()) < 1000, updated_at);
    for (const time of [created_at, updated_at]) assert.match(time, /Z$/);
  });
});

it('rules: Registries, PATCH /registries/{id}: changes only the supplied keys', async () => {
  const post = addRegistry(t, { title: 'Old', content: 'Old story', eventType: 'wedding' });
  const renamed = await patch(post.id, { title: 'New' });
  assertStatus(renamed, 200);
  assert.deepEqual([renamed.body.title, renamed.body.story, renamed.body.status], ['New', 'Old story', 'private']);
  const told = await patch(post.id, { story: 'New story' });
  assert.deepEqual([told.body.title, told.body.story], ['New', 'New story']);
  assertStatus(await patch(post.id, { invitees: ['ann'] }), 200);
  assert.deepEqual(t.host.registries.invitees(post.id), []);
  const opened = await patch(post.id, { status: 'publish' });
  assert.deepEqual([opened.body.title, opened.body.status, opened.body.is_public], ['New', 'publish', true]);
  const closed = await patch(post.id, { status: 'private' });
  assert.equal(closed.body.status, 'private');
  assert.equal(closed.body.meta.registry_event_type, 'wedding');
  assert.deepEqual((await read(post.id)).body, closed.body);
});

describe('rules: Registries, DELETE /registries/{id}', () => {
  it('deletes the post permanently and answers 204 without a body', async () => {
    const post = addRegistry(t);
    const answer = await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' });
    assertStatus(answer, 204);
    assert.equal(answer.text, '');
    assert.equal(t.host.registries.find(post.id), undefined);
    assertError(await read(post.id), 404, DETAIL.registry);
    assertError(await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' }), 404, DETAIL.registry);
  });

  it('makes only its own items inactive', async () => {
    const post = addRegistry(t);
    const [mine, also, other] = await Promise.all([post.id, post.id, post.id + 1000].map((id) => addItem(t, id)));
    assert.ok(mine && also && other);
    assertStatus(await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' }), 204);
    for (const item of [mine, also])
      assertError(await t.request('GET', `/items/${item.id}`, { as: 'admin' }), 404, DETAIL.item);
    assertStatus(await t.request('GET', `/items/${other.id}`, { as: 'admin' }), 200);
    assert.deepEqual((await t.request<Item[]>('GET', `/items?registry_id=${post.id}`, { as: 'admin' })).body, []);
  });
});

describe('rules: Settings, HOST_REST_URL and REGISTRY_REST_BASE', () => {
  it('reaches a host without pretty permalinks', async () => {
    await using other = await openTestService({
      host: t.host,
      env: { HOST_REST_URL: t.host.plainRestUrl, HOST_URL: `${t.host.url}/` },
    });
    const made = await other.request<Registry>('POST', '/registries', { as: 'owner', body: { title: 'Plain' } });
    assertStatus(made, 201);
    const listed = await other.request<Registry[]>('GET', '/registries?limit=1', { as: 'owner' });
    assertStatus(listed, 200);
    assert.equal(listed.body.length, 1);
    assertStatus(await other.request('DELETE', `/registries/${made.body.id}`, { as: 'owner' }), 204);
    assert.equal(t.host.registries.find(made.body.id), undefined);
  });

  it('answers 502 if the host has no such post type', async () => {
    await using other = await openTestService({ host: t.host, env: { REGISTRY_REST_BASE: 'wishlists' } });
    assertError(await other.request('GET', '/registries', { as: 'owner' }), 502, DETAIL.hostInvalid);
    assertError(await other.request('GET', '/registries/11', { as: 'owner' }), 502, DETAIL.hostInvalid);
  });
});
