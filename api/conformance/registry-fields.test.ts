import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertNames, assertStatus, EMPTY_META, type Registry } from './answers.ts';
import { addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const create = (body: unknown) => t.request<Registry>('POST', '/registries', { as: 'owner', body });
const read = (id: number) => t.request<Registry>('GET', `/registries/${id}`, { as: 'owner' });
const patch = (id: number, body: unknown) => t.request<Registry>('PATCH', `/registries/${id}`, { as: 'owner', body });

describe('rules: Registries, create and update', () => {
  // rule-cases.test.ts contains more values of each field, in updates.
  const taken: object[] = [
    { title: '🎁'.repeat(200), story: 'x'.repeat(20_000) },
    { meta: {} },
    { meta: { registry_invitees: [], registry_event_type: null, registry_event_date: null } },
  ];
  const refused: [string, object][] = [
    ['title', { title: '  ' }],
    ['story', { story: 'x'.repeat(20_001) }],
    ...['draft', 'trash', '', null].map((status): [string, object] => ['status', { status }]),
    ...[null, [], 'x', { unknown: 1 }].map((meta): [string, object] => ['meta', { meta }]),
    ['meta.registry_event_type', { meta: { registry_event_type: 'x'.repeat(101) } }],
    ['meta.registry_event_date', { meta: { registry_event_date: '2026-02-30' } }],
    ...['guest', null, [5], [' '], Array.from({ length: 1001 }, (_, n) => `u${n}`)].map(
      (registry_invitees): [string, object] => ['meta.registry_invitees', { meta: { registry_invitees } }],
    ),
    ...[null, ['1'], [0], [1.5]].map((registry_item_ids): [string, object] => [
      'meta.registry_item_ids',
      { meta: { registry_item_ids } },
    ]),
  ];
  const brief = (value: unknown) => JSON.stringify(value).slice(0, 70);

  for (const body of taken)
    it(`accepts ${brief(body)}`, async () => {
      assertStatus(await create({ title: 'T', ...body }), 201);
      assertStatus(await patch(addRegistry(t).id, body), 200);
    });

  for (const [field, body] of refused)
    it(`refuses ${brief(body)}`, async () => {
      assertNames(await create({ title: 'T', ...body }), field);
      assertNames(await patch(addRegistry(t).id, body), field);
    });

  it('requires a title on create, and never repeats an unknown meta key', async () => {
    assertNames(await create({ story: 'x' }), 'title');
    const answer = await create({ title: 'T', meta: { CANARY4711: 1 } });
    assertStatus(answer, 422);
    assert.ok(!answer.text.includes('CANARY4711'), answer.text);
  });

  it('merges meta and clears the two event fields with null', async () => {
    const post = addRegistry(t, { eventType: 'wedding', eventDate: '2026-05-01', invitees: ['guest'] });
    const typed = await patch(post.id, { meta: { registry_event_type: 'party' } });
    assert.deepEqual(typed.body.meta, {
      ...EMPTY_META,
      registry_invitees: ['guest'],
      registry_event_type: 'party',
      registry_event_date: '2026-05-01',
    });
    const cleared = await patch(post.id, { meta: { registry_event_type: null, registry_event_date: null } });
    assert.deepEqual([cleared.body.meta.registry_event_type, cleared.body.meta.registry_event_date], [null, null]);
    assert.deepEqual((await read(post.id)).body.meta, cleared.body.meta);
  });

  it('replaces the invitees with meta.registry_invitees, at most 1,000, trimmed and without duplicates', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    const many = Array.from({ length: 1000 }, (_, n) => `u${n}`);
    for (const [registry_invitees, stored] of [
      [
        [' Ann ', 'ann', 'bob@x.test', 'BOB@X.TEST'],
        ['Ann', 'bob@x.test'],
      ],
      [[], []],
      [many, many],
    ]) {
      const replaced = await patch(post.id, { meta: { registry_invitees } });
      assert.deepEqual(replaced.body.meta.registry_invitees, stored);
      assert.deepEqual(t.host.registries.invitees(post.id), stored);
    }
  });
});
