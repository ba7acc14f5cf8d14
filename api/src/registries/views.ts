import { hash } from 'node:crypto';
import type { Registry, RegistryCreate, RegistryMetaUpdate, RegistryUpdate } from '@largesse/contract';
import { withoutDuplicates } from '../host/people-entries.ts';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';

/** Number of characters of a version: 132 bits. */
const VERSION_CHARS = 22;

/**
 * Returns a registry as the API answers it. The version is a hash of all other fields, because the host has no numbers
 * of versions, and times with seconds only.
 * @param itemIds from the item table
 */
export function registryView(registry: HostRegistry, itemIds: readonly number[]): Registry {
  const view = fieldsOf(registry, itemIds);
  return { ...view, version: versionOf(view) };
}

/**
 * Returns a hash of all fields except the ids of the items and the time of the last change, in whose place it has that
 * of the creation. So it changes only with what readers notice (rules: Events); the ids are compared separately.
 * @param endsHiding true if the list hid numbers of items until its day, which has come: then its items show others
 */
export const digestOf = (registry: HostRegistry, endsHiding: boolean): string =>
  versionOf({ ...fieldsOf(registry, []), updated_at: registry.createdAt, ...(endsHiding && { endsHiding }) });

const versionOf = (view: Omit<Registry, 'version'> & { endsHiding?: true }): string =>
  hash('sha256', JSON.stringify(view), 'base64url').slice(0, VERSION_CHARS);

function fieldsOf(registry: HostRegistry, itemIds: readonly number[]): Omit<Registry, 'version'> {
  return {
    id: registry.id,
    user_id: registry.author,
    title: registry.title,
    story: registry.story,
    status: registry.status,
    is_public: registry.status === 'publish',
    slug: registry.slug,
    permalink: registry.permalink,
    share_key: registry.id,
    meta: {
      registry_item_ids: [...itemIds],
      registry_invitees: registry.invitees,
      ...(registry.owners.length > 0 && { registry_owners: registry.owners }),
      ...(registry.keepers.length > 0 && { registry_keepers: registry.keepers }),
      registry_event_type: registry.eventType,
      registry_event_date: registry.eventDate,
      ...(registry.surprise !== null && { registry_surprise: registry.surprise }),
      ...(registry.revealDate !== null && { registry_reveal_date: registry.revealDate }),
    },
    created_at: registry.createdAt,
    updated_at: registry.updatedAt,
  };
}

/** For the header `Location`. */
export const addressOf = (id: number): string => `/registries/${id}`;

/** Returns the id of the registry with an address of `addressOf`. */
export const idIn = (address: string): number => Number(/\d+$/.exec(address)?.[0]);

const PEOPLE = ['registry_invitees', 'registry_owners', 'registry_keepers'] as const;

/** Omits unknown keys, and duplicates in lists of people. */
export function changeOf(body: RegistryCreate | RegistryUpdate): HostRegistryChange {
  const { title, story, status } = body;
  const meta: RegistryMetaUpdate = { ...body.meta };
  for (const key of PEOPLE) if (meta[key]) meta[key] = withoutDuplicates(meta[key]);
  return {
    ...(title === undefined ? {} : { title }),
    ...(story === undefined ? {} : { story }),
    ...(status === undefined ? {} : { status }),
    meta,
  };
}
