import type { Registry, RegistryCreate, RegistryUpdate } from '@largesse/contract';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';
import { withoutDuplicates } from './invitees/list.ts';

/** A registry as the API answers it; its items are those of the item table. */
export function registryView(registry: HostRegistry, itemIds: readonly number[]): Registry {
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
      registry_event_type: registry.eventType,
      registry_event_date: registry.eventDate,
    },
    created_at: registry.createdAt,
    updated_at: registry.updatedAt,
  };
}

/** What a body asks of the host, but for the order of the items, which only the projection writes. */
export function changeOf({ title, story, status, meta = {} }: RegistryCreate | RegistryUpdate): HostRegistryChange {
  const { registry_invitees: invitees, registry_event_type: eventType, registry_event_date: eventDate } = meta;
  return {
    ...(title === undefined ? {} : { title }),
    ...(story === undefined ? {} : { story }),
    ...(status === undefined ? {} : { status }),
    ...(invitees === undefined ? {} : { invitees: withoutDuplicates(invitees) }),
    ...(eventType === undefined ? {} : { eventType }),
    ...(eventDate === undefined ? {} : { eventDate }),
  };
}
