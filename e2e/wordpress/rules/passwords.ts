import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { create, type Draft, page, type RegistryPost, read, rest } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invitees = '["invitee","mailinvitee@people.example","someone@else.example"]';

/** Tests what a password hides, and from whom. */
export function passwordRules(site: () => Site, { it, everywhere }: Tests): void {
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

    everywhere('keeps story and meta from those who do not know it', async () => {
      const id = await createBy('owner', registry);
      for (const caller of ['stranger', 'nobody'] as const) {
        const { body, status } = await read(site(), caller, id);
        assert.equal(status, 200);
        assert.equal(body.content.raw, undefined);
        assert.doesNotMatch(
          JSON.stringify(body),
          /kumquat|sesame|someone@else|\[7\]|quince|wedding|2027-05-0|hidden/,
          caller,
        );
      }
    });

    it('shows them, but no invitees, to visitors who enter it', async () => {
      const id = await createBy('owner', registry);
      const { body } = await read(site(), 'nobody', id, '?password=sesame');
      assert.equal(body.content.raw, 'The kumquat story');
      assert.deepEqual(body.meta, { ...registry.meta, registry_invitees: '[]', registry_keepers: '[]' });
    });

    it('is open to owner, administrator and invitees', async () => {
      const id = await createBy('owner', registry);
      for (const caller of ['owner', 'admin', 'invitee'] as const) {
        const { body } = await read(site(), caller, id);
        assert.equal(body.content.raw, 'The kumquat story', caller);
        assert.deepEqual(body.meta, registry.meta, caller);
      }
    });

    everywhere('is not found by the words of its story', async () => {
      await createBy('owner', { ...registry, content: 'A rhubarb story' });
      for (const caller of ['stranger', 'nobody'] as const) {
        for (const path of ['/search?search=rhubarb', '/registries?search=rhubarb']) {
          assert.deepEqual((await rest<unknown[]>(site(), caller, 'GET', path)).body, [], `${caller} ${path}`);
        }
        assert.doesNotMatch((await page(site(), caller, '/?s=rhubarb')).html, /Ours/, caller);
      }
      assert.equal((await rest<RegistryPost[]>(site(), 'owner', 'GET', '/registries?search=rhubarb')).body.length, 1);
    });

    it('is missing from lists for editing', async () => {
      await createBy('owner', registry);
      const { body } = await rest<RegistryPost[]>(site(), 'stranger', 'GET', '/registries?context=edit&per_page=100');
      assert.doesNotMatch(JSON.stringify(body), /sesame/);
    });
  });
}
