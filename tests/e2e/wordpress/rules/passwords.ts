import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { create, type Draft, dispatch, dispatchAll, page, type RegistryPost, read } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invitees = '["invitee","mailinvitee@people.example","someone@else.example"]';

/** Tests what a password hides, and from whom. */
export function passwordRules(site: () => Site, { everywhere }: Tests): void {
  const createBy = (caller: TestUser, registry: Draft = {}) => create(site(), caller, registry);

  describe('a public registry with a password', () => {
    const registry = {
      status: 'publish',
      password: 'sesame',
      title: 'Ours',
      content: 'The kumquat story',
      meta: {
        registry_item_ids: '[7]',
        registry_invitees: invitees,
        registry_owners: '[]',
        registry_keepers: '["aunt"]',
        registry_headings: '[{"title":"quince","items":[7]}]',
        registry_most_wanted: '[7]',
        registry_event_type: 'wedding',
        registry_event_date: '2027-05-01',
        registry_surprise: 'hidden',
        registry_reveal_date: '2027-05-02',
        registry_cover: '',
      },
    };

    everywhere('hides story and meta from visitors without the password, except people of the registry', async () => {
      const id = await createBy('owner', registry);
      const secrets = /kumquat|sesame|someone@else|\[7\]|quince|wedding|2027-05-0|hidden/;
      const callers = ['owner', 'admin', 'invitee', 'stranger'] as const;
      const answers = await dispatchAll(
        site(),
        callers.map((caller) => [caller, 'GET', `/registries/${id}`]),
      );
      for (const { body } of answers.slice(0, 3))
        assert.deepEqual([body.content.raw, body.meta], ['The kumquat story', registry.meta]);
      for (const { status, body } of [...answers.slice(3), await read(site(), 'nobody', id)]) {
        assert.equal(status, 200);
        assert.equal(body.content.raw, undefined);
        assert.doesNotMatch(JSON.stringify(body), secrets);
      }
      const entered = await read(site(), 'nobody', id, '?password=sesame');
      assert.equal(entered.body.content.raw, 'The kumquat story');
      assert.deepEqual(entered.body.meta, { ...registry.meta, registry_invitees: '[]', registry_keepers: '[]' });
    });

    everywhere('is not found by the words of its story', async () => {
      await createBy('owner', { ...registry, content: 'A rhubarb story' });
      for (const caller of ['stranger', 'nobody'] as const)
        for (const path of ['/search?search=rhubarb', '/registries?search=rhubarb'])
          assert.deepEqual((await dispatch<unknown[]>(site(), caller, 'GET', path)).body, [], `${caller} ${path}`);
      assert.doesNotMatch((await page(site(), 'nobody', '/?s=rhubarb')).html, /Ours/);
      const own = await dispatch<RegistryPost[]>(site(), 'owner', 'GET', '/registries?search=rhubarb');
      assert.equal(own.body.length, 1);
    });
  });
}
