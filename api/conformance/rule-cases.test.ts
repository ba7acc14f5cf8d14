import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { brief, type FieldName, ruleCases } from '../../contract/testing/rule-cases.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertNames, assertStatus, type Invitees, type Registry } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const get = (id: number) => t.request<Registry>('GET', `/registries/${id}`, { as: 'owner' });
const patch = (id: number, body: unknown, as = 'owner') =>
  t.request<Registry>('PATCH', `/registries/${id}`, { as, body });
const invite = (id: number, invitees: unknown[]) =>
  t.request<Invitees>('POST', `/registries/${id}/invitees`, { as: 'owner', body: { invitees } });
const uninvite = (id: number, invitee: string) =>
  t.request<Invitees>('DELETE', `/registries/${id}/invitees/${encodeURIComponent(invitee)}`, { as: 'owner' });

/** Path of each field in a registry's JSON. */
const PATHS = {
  title: 'title',
  story: 'story',
  event_type: 'meta.registry_event_type',
  event_date: 'meta.registry_event_date',
} as const satisfies Partial<Record<FieldName, string>>;

describe('rules: Registries and Invitees, cases shared with the plugin', () => {
  for (const { field, value, rule } of ruleCases.fields)
    it(`${rule === undefined ? 'accepts' : 'rejects'} ${brief(value)} as ${field}`, async () => {
      const { id } = addRegistry(t);
      if (field === 'invitee') {
        const answer = await invite(id, [value]);
        // Does not compare the text of the rule, because the plugin's forms use a more detailed text.
        return rule === undefined ? assertStatus(answer, 200) : assertNames(answer, 'invitees');
      }
      const path = PATHS[field];
      const key = path.replace('meta.', '');
      const answer = await patch(id, key === path ? { [key]: value } : { meta: { [key]: value } });
      if (rule === undefined) assertStatus(answer, 200);
      else assertError(answer, 422, `${path}: ${rule}`);
    });

  for (const { typed, stored } of ruleCases.titles)
    it(`stores the title ${brief(typed)} as ${brief(stored)}, and returns it unchanged`, async () => {
      const { id } = addRegistry(t);
      // An admin sends the title. The host would change the title if another user sent it.
      assert.equal((await patch(id, { title: typed }, 'admin')).body.title, typed);
      assert.equal(t.host.registries.get(id).title, stored);
    });

  for (const { stored, title } of ruleCases.storedTitles)
    it(`reads the stored title ${brief(stored)} as ${brief(title)}`, async () =>
      assert.equal((await get(addRegistry(t, { title: stored }).id)).body.title, title));

  for (const { link, isTaken } of ruleCases.links)
    it(`${isTaken ? 'accepts' : 'refuses'} ${brief(link)} as an affiliate link`, async () => {
      const { id } = addRegistry(t);
      const item = await addItem(t, id);
      const body = { affiliate_url: link };
      const answer = await t.request('PUT', `/registries/${id}/items/${item.id}/affiliate`, { as: 'owner', body });
      if (isTaken) assertStatus(answer, 200);
      else assertError(answer, 422, 'affiliate_url: must be an absolute http or https address');
    });

  for (const { name, listed, added, list } of ruleCases.added)
    it(`${name}, when invitees are added`, async () => {
      const { id } = addRegistry(t, { invitees: listed });
      assert.deepEqual((await invite(id, added)).body, { invitees: list });
      assert.deepEqual(t.host.registries.invitees(id), list);
    });

  for (const { name, listed, removed, list } of ruleCases.removed)
    it(`${name}, when an invitee is removed`, async () => {
      const { id } = addRegistry(t, { invitees: listed });
      assertStatus(await uninvite(id, removed), list.length === listed.length ? 404 : 200);
      assert.deepEqual(t.host.registries.invitees(id), list);
    });

  const known = new Set<string>();
  for (const { entry, username, email, isNamed } of ruleCases.named)
    it(`${isNamed ? 'gives' : 'denies'} ${username} (${email}) access if ${brief(entry)} is invited`, async () => {
      if (!known.has(username)) t.host.users.add(username, { email });
      known.add(username);
      const { id } = addRegistry(t, { status: 'publish', invitees: [entry] });
      assertStatus(await t.request('GET', `/registries/${id}`, { as: username }), isNamed ? 200 : 403);
    });

  for (const { stored, invitees } of ruleCases.storedInvitees)
    it(`finds ${invitees.length} invitees in the list ${brief(stored)}`, async () => {
      const post = addRegistry(t);
      post.meta.set('registry_invitees', stored);
      assert.deepEqual((await get(post.id)).body.meta.registry_invitees, invitees);
    });

  for (const { stored, active, order } of ruleCases.orders)
    it(`orders ${active} items by the list ${brief(stored)}`, async () => {
      const post = addRegistry(t);
      const ids: number[] = [];
      while (ids.length < active) ids.push((await addItem(t, post.id)).id);
      const idOf = (number: unknown) => ids[Number(number) - 1] ?? Number(number);
      post.meta.set(
        'registry_item_ids',
        stored.replace(/\{(\d)\}/g, (_, number) => String(idOf(number))),
      );
      assert.deepEqual((await get(post.id)).body.meta.registry_item_ids, order.map(idOf));
    });
});
