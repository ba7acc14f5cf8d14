import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe } from 'node:test';
import { create, type Draft, dispatch, dispatchAll, rest } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

const HEADER = 'X-Largesse-If-Meta';

type ListKey = 'registry_item_ids' | 'registry_invitees';

/** Tests conditional updates of lists, and repeated requests. */
export function conditionRules(site: () => Site, { it, everywhere }: Tests): void {
  // rules: Repeated requests
  everywhere('creates one registry for each mark and user', async () => {
    const marked = (user: 'owner' | 'stranger', mark: string) =>
      rest(site(), user, 'POST', '/registries', { title: 'Ours', status: 'private' }, { 'X-Largesse-Creation': mark });
    const [one, other] = ['0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11', '5f3c2a10-9d41-4b7e-8a55-0c4d1e6f7a92'];
    const answers = [
      await marked('owner', one),
      await marked('owner', one),
      await marked('owner', other),
      await marked('stranger', one),
    ];
    const [first, again, ...others] = answers.map(({ body }) => body.id);
    assert.equal(again, first);
    assert.equal(new Set([first, ...others]).size, 3);
    assert.deepEqual(answers[1]?.body, answers[0]?.body);
    const mine = async (mark: string) => {
      const path = '/wp-json/largesse/v1/registries';
      return rest<{ registry: { id: number } }>(
        site(),
        'owner',
        'POST',
        path,
        { title: 'Mine' },
        { 'X-Largesse-Creation': mark },
      );
    };
    const marks = [one, one, other].map((mark) => mark.replace('-', '-1').slice(0, 36));
    const own = [];
    for (const mark of marks) own.push((await mine(mark)).body.registry.id);
    assert.deepEqual(own.toSorted(), [own[0], own[0], own[2]]);
    assert.notEqual(own[0], own[2]);
  });

  describe('a conditional update of a list', () => {
    const write = (id: number, condition: string, draft: Draft, path = `/registries/${id}`) =>
      dispatch(site(), 'owner', 'POST', path, draft, { [HEADER]: condition });
    const condition = (key: ListKey, stored: string) => `${key}=${hash('sha256', stored)}`;
    const found = async (id: number) => (await dispatch(site(), 'owner', 'GET', `/registries/${id}`)).body;
    const listed = async (id: number) => (await found(id)).meta;
    /** Sends several updates of a registry. @returns the statuses of the answers */
    const tryAll = async (id: number, writes: readonly [condition: string, meta: object][]) => {
      const answers = await dispatchAll(
        site(),
        writes.map(([condition, meta]) => ['owner', 'POST', `/registries/${id}`, { meta }, { [HEADER]: condition }]),
      );
      return answers.map(({ status }) => status);
    };

    everywhere('replaces the list, and changes the rest of the registry with it', async () => {
      const stored = '["Zoë","a/b","\\u00e9","🎁"]';
      const id = await create(site(), 'owner', { meta: { registry_invitees: stored } });
      const before = await listed(id);
      const wanted = '["Zoë","a\\\\b"]';
      const draft = { title: 'New', meta: { registry_invitees: wanted, registry_event_type: 'wedding' } };
      const headers = { [HEADER]: condition('registry_invitees', stored) };
      const { status, body } = await rest(site(), 'owner', 'POST', `/registries/${id}`, draft, headers);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.meta, { ...before, registry_invitees: wanted, registry_event_type: 'wedding' });
      assert.equal(body.title.raw, 'New');
      assert.deepEqual(await listed(id), body.meta);
    });

    everywhere('is refused if the list has changed since, and changes nothing', async () => {
      const id = await create(site(), 'owner', { title: 'Old', meta: { registry_invitees: '["ann","carol"]' } });
      const { status, body } = await write(id, condition('registry_invitees', '["ann"]'), {
        title: 'New',
        status: 'publish',
        meta: { registry_invitees: '["ann","bob"]', registry_event_type: 'wedding' },
      });
      assert.deepEqual([status, body.code], [412, 'largesse_registry_changed']);
      const stored = await found(id);
      assert.deepEqual([stored.title.raw, stored.status], ['Old', 'private']);
      assert.partialDeepStrictEqual(stored.meta, { registry_invitees: '["ann","carol"]', registry_event_type: '' });
    });

    everywhere('can create the first list', async () => {
      const id = await create(site(), 'owner', {});
      const meta = { registry_item_ids: '[7]' };
      const first = condition('registry_item_ids', '[]');
      assert.deepEqual(
        await tryAll(id, [
          [first, meta],
          [first, meta],
        ]),
        [200, 412],
      );
      assert.equal((await listed(id)).registry_item_ids, '[7]');
    });

    it('is case-sensitive', async () => {
      const id = await create(site(), 'owner', { meta: { registry_invitees: '["Ann"]' } });
      const meta = { registry_invitees: '["bob"]' };
      assert.deepEqual(
        await tryAll(id, [
          [condition('registry_invitees', '["ann"]'), meta],
          [condition('registry_invitees', '["Ann"]'), meta],
        ]),
        [412, 200],
      );
    });

    it('can be combined with another update: both are written, or none', async () => {
      const id = await create(site(), 'owner', { meta: { registry_invitees: '["ann"]', registry_item_ids: '[1]' } });
      const meta = { registry_invitees: '["bob"]', registry_item_ids: '[2]' };
      const both = (ids: string) =>
        `${condition('registry_invitees', '["ann"]')}, ${condition('registry_item_ids', ids)}`;
      assert.equal((await write(id, both('[9]'), { meta })).status, 412);
      assert.partialDeepStrictEqual(await listed(id), { registry_invitees: '["ann"]', registry_item_ids: '[1]' });
      assert.equal((await write(id, both('[1]'), { meta })).status, 200);
      assert.partialDeepStrictEqual(await listed(id), meta);
    });

    it('is refused if its condition is invalid', async () => {
      const id = await create(site(), 'owner', {});
      const digest = hash('sha256', '[]');
      const wrong = ['x', 'registry_invitees', 'registry_invitees=', `registry_event_type=${digest}`, digest];
      const statuses = await tryAll(
        id,
        wrong.map((one) => [one, { registry_invitees: '["ann"]' }]),
      );
      assert.deepEqual(statuses, [400, 400, 400, 400, 400]);
      assert.equal((await listed(id)).registry_invitees, '[]');
    });

    everywhere('is announced by the answers about registries, and by no others', async () => {
      const id = await create(site(), 'owner', {});
      const paths = ['/registries', `/registries/${id}`, '/users/me'];
      const answers = await dispatchAll<unknown>(
        site(),
        paths.map((path) => ['owner', 'GET', path]),
      );
      const keys =
        'registry_item_ids, registry_invitees, registry_owners, registry_keepers, registry_headings, registry_most_wanted';
      assert.deepEqual(
        answers.map(({ headers }) => headers.get(HEADER)),
        [keys, keys, null],
      );
      assert.equal((await rest(site(), 'owner', 'GET', `/registries/${id}`)).headers.get(HEADER), keys, 'over HTTP');
    });
  });
}
