import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { realNow } from '../../contract/testing/clock.ts';
import { SITE_ZONE } from '../../tests/support/fake-host.ts';
import type { HostPost, NewHostPost } from '../../tests/support/host-posts.ts';
import type { TestService } from '../../tests/support/service.ts';
import { dayIn } from '../src/times.ts';
import { assertStatus, type Item, type ItemAnswer, type Purchase, type PurchaseAnswer } from './answers.ts';

/** The required fields of an item. */
export const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };

/** Adds a registry to the host. By default, its author is `owner`. */
export function addRegistry(t: TestService, given: Omit<NewHostPost, 'author'> & { of?: string } = {}): HostPost {
  const { of = 'owner', ...rest } = given;
  return t.host.registries.add({ ...rest, author: t.host.users.get(of).id });
}

/** Lets the host lose a registry just before its next update of the registry. */
export function removeBeforeUpdate(t: TestService, id: number): void {
  t.host.misbehave(
    ({ pass }) => {
      t.host.registries.remove(id);
      return pass();
    },
    { method: 'POST', route: `/wp/v2/registries/${id}`, times: 1 },
  );
}

/** Adds an item to a registry with `POST /items`, which does not call the host. */
export async function addItem(
  t: TestService,
  registryId: number,
  fields: Record<string, unknown> = {},
  as = 'admin',
): Promise<Item> {
  const body = { ...ITEM, registry_id: registryId, ...fields };
  const answer = await t.request<ItemAnswer>('POST', '/items', { as, body });
  assertStatus(answer, 201);
  return answer.body.data;
}

/** Creates a purchase through the registry's route; throws if the API rejects it. */
export async function give(
  t: TestService,
  item: Item,
  fields: Record<string, unknown> & { as?: string; id?: string } = {},
): Promise<Purchase> {
  const { as = 'guest', id = randomUUID(), ...rest } = fields;
  const body = { item_id: item.id, ...rest };
  const path = `/registries/${item.registry_id}/purchases/${id}`;
  const answer = await t.request<PurchaseAnswer>('PUT', path, { as, body });
  assert.ok(answer.status === 201 || answer.status === 200, answer.text);
  return answer.body.data;
}

/** Returns today plus this number of days in the fake host's time zone: `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Date(Date.parse(dayIn(SITE_ZONE, realNow())) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);

/** Adds an item through the registry's route, so that the host's list contains it, and is not repaired later. */
export async function addListedItem(t: TestService, registryId: number, fields: object = {}): Promise<Item> {
  const path = `/registries/${registryId}/items`;
  const answer = await t.request<ItemAnswer>('POST', path, { as: 'admin', body: { ...ITEM, ...fields } });
  assertStatus(answer, 201);
  return answer.body.data;
}

let registryIds = 1_000_000;

/** Returns a registry id that is unused in this test file and on the host. */
export function unusedRegistryId(): number {
  return registryIds++;
}

let names = 0;

/** Returns a user name that is unused in this test file, so that failed logins do not add up. */
export function freshName(): string {
  return `nobody${names++}`;
}
