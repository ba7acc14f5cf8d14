import { isDay, type RegistryUpdate, SURPRISE_LEVELS, type SurpriseLevel } from '@largesse/contract';
import { HostError } from './errors.ts';
import {
  itemIdsIn,
  type ListKey,
  type NamedPeople,
  peopleIn,
  type StoredLists,
  storedListsIn,
} from './stored-lists.ts';
import { entriesOf, type HostPost } from './validated.ts';

/** The host stores a registry as one post with meta fields. */
export interface HostRegistry extends NamedPeople {
  id: number;
  author: number;
  /** Plain text. */
  title: string;
  /** HTML as stored. */
  story: string;
  /** `publish`, `private`, `draft`, `pending`, `trash`, … */
  status: string;
  slug: string;
  permalink: string;
  itemIds: number[];
  eventType: string | null;
  /** `YYYY-MM-DD`. */
  eventDate: string | null;
  /** Null if unset, or if the host does not support this key (rules: Surprise). */
  surprise: SurpriseLevel | null;
  /** `YYYY-MM-DD`. */
  revealDate: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  lists: StoredLists;
  /** True if the host has the plugin. Otherwise, it is a WordPress that compares no lists. */
  hasPlugin: boolean;
  /** Keys of the lists that the plugin compares before it overwrites them. */
  comparedLists: readonly ListKey[];
  /** Time of the request to the host, on the clock of `performance.now()`. */
  askedAt: number;
  /**
   * True if the site has stated the registry in a signed request: without texts, people and items. The site then stores
   * its lists itself, and reports the changes of the registry.
   */
  isStated?: boolean;
}

/** Omitted fields stay unchanged; null clears a field. The keys of `meta` are those of the host. */
export type HostRegistryChange = Pick<RegistryUpdate, 'title' | 'story' | 'status' | 'meta'>;

/** Converts a post of the host to a registry. */
export function registryOf(post: HostPost, answer: Pick<HostRegistry, 'askedAt' | 'comparedLists'>): HostRegistry {
  const meta = entriesOf(post.meta);
  const lists = storedListsIn(meta);
  return {
    id: post.id,
    author: post.author,
    title: decoded(post.title.raw ?? withoutPrefix(post.title.rendered ?? '')),
    story: post.content.raw ?? post.content.rendered ?? '',
    status: post.status,
    slug: post.slug,
    permalink: post.link,
    ...peopleIn(lists),
    itemIds: itemIdsIn(lists),
    eventType: filled(meta.registry_event_type),
    eventDate: filled(meta.registry_event_date),
    surprise: surpriseIn(meta.registry_surprise),
    revealDate: dayIn(meta.registry_reveal_date),
    createdAt: utc(post.date_gmt),
    updatedAt: utc(post.modified_gmt),
    lists,
    hasPlugin: answer.comparedLists.length > 0,
    ...answer,
  };
}

/** Returns the request body for a change. */
export function bodyOf(change: HostRegistryChange): Record<string, unknown> {
  const meta = storedIn(change);
  return {
    ...(change.title === undefined ? {} : { title: encoded(change.title.trim()) }),
    ...(change.story === undefined ? {} : { content: change.story }),
    ...(change.status === undefined ? {} : { status: change.status }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

/**
 * Checks that the host stored a change: WordPress answers 200 even if it ignores unregistered meta keys.
 * @param known keys that the host has confirmed to support
 * @throws {HostError} if a key was not stored
 */
export function checkEcho(post: HostPost, change: HostRegistryChange, known: readonly string[]): void {
  const echo = entriesOf(post.meta);
  for (const [key, sent] of Object.entries(storedIn(change)))
    if (!known.includes(key) && filled(echo[key]) !== (sent || null))
      throw new HostError('invalid-response', `the host did not take over ${key}`);
}

/** Compares only fields that the host stores as they were sent. */
export const isAsSent = (registry: HostRegistry, sent: HostRegistryChange): boolean =>
  registry.title === sent.title?.trim() &&
  registry.status === sent.status &&
  registry.eventDate === (sent.meta?.registry_event_date || null) &&
  registry.eventType === (sent.meta?.registry_event_type || null);

/** Returns the meta fields in the host's format: a list is a string that contains JSON. */
const storedIn = ({ meta = {} }: HostRegistryChange): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value]),
  );

/** Replaces an unknown level with the most secret level. */
function surpriseIn(value: unknown): SurpriseLevel | null {
  const level = filled(value);
  return level === null ? null : (SURPRISE_LEVELS.find((known) => known === level) ?? 'hidden');
}

function dayIn(value: unknown): string | null {
  const day = filled(value);
  return day !== null && isDay(day) ? day : null;
}

const filled = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * WordPress stores `&` and `<` as entities for ordinary members, and unchanged for administrators. If the service
 * encodes the text first, WordPress stores the same text for all users, which the service decodes once. `#` in `&#` is
 * encoded, too: WordPress would mistake `&amp;#38;`, from the text `&#38;`, for an entity that was encoded twice, and
 * decode it.
 */
const ENTITIES: Readonly<Record<string, string>> = { '&#': '&amp;&#35;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#35;': '#',
  '&#035;': '#',
};

const encoded = (text: string): string => text.replace(/&#|[&<>]/g, (found) => ENTITIES[found] ?? found);
const decoded = (text: string): string => text.replace(/&(?:amp|lt|gt|#0?35);/g, (found) => CHARACTERS[found] ?? found);

/** Removes the prefix of private and protected posts, and restores `&amp;`, which WordPress renders as `&#038;`. */
const withoutPrefix = (rendered: string): string =>
  rendered.replace(/^(?:Private|Protected): /, '').replace(/&#0?38;/g, '&amp;');

/** WordPress writes UTC times without a zone. */
function utc(value: string): string {
  const time = new Date(/Z$/.test(value) ? value : `${value}Z`);
  if (Number.isNaN(time.getTime())) throw new HostError('invalid-response', 'the host answered with an invalid time');
  return time.toISOString();
}
