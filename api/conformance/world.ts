import type { HostPost, NewHostPost } from '../testing/host-posts.ts';
import type { TestService } from '../testing/service.ts';
import { assertStatus, type Item, type ItemAnswer } from './answers.ts';

/** The least that an item needs. */
export const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };

/** Puts a registry on the host, of `owner` unless told otherwise. */
export function addRegistry(t: TestService, given: Omit<NewHostPost, 'author'> & { of?: string } = {}): HostPost {
  const { of = 'owner', ...rest } = given;
  return t.host.registries.add({ ...rest, author: t.host.users.get(of).id });
}

/** Puts an item into a registry by `POST /items`, which leaves the host alone. */
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

let registryIds = 1_000_000;

/** A registry id that no other test of this file uses and that the host does not know. */
export function unusedRegistryId(): number {
  return registryIds++;
}

let names = 0;

/** A user name that no other test of this file uses, so that failed logins do not add up. */
export function freshName(): string {
  return `nobody${names++}`;
}
