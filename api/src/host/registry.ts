import { hash } from 'node:crypto';
import { asciiAddress, isDay, type RegistryUpdate, SURPRISE_LEVELS, type SurpriseLevel } from '@largesse/contract';
import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { XStatic } from 'typebox/schema';
import { onDemand } from '../on-demand.ts';
import { HostError } from './errors.ts';
import type { HostAnswer } from './transport.ts';

let ajv: Ajv2020 | undefined;

/**
 * Returns a function that checks the host's answers, compiled on first use.
 * @param what name of the answer for the log
 * @throws {HostError} if an answer does not match
 */
export function validated<const S extends object>(schema: S, what: string): (body: unknown) => XStatic<S> {
  let check: ValidateFunction<XStatic<S>> | undefined;
  return (body) => {
    ajv ??= new (onDemand.ajv().Ajv2020)({ allowUnionTypes: true });
    check ??= ajv.compile<XStatic<S>>(schema);
    if (check(body)) return body;
    throw new HostError('invalid-response', `the answer of the host is not ${what}`);
  };
}

/** A JSON object with any keys. PHP encodes an empty object as `[]`. */
export const phpObject = { type: ['object', 'array'] } as const;

const text = { type: 'string' } as const;
const name = { type: 'string', minLength: 1 } as const;
const rendered = { type: 'object', properties: { raw: text, rendered: text } } as const;

const post = {
  type: 'object',
  required: ['id', 'author', 'status', 'slug', 'link', 'date_gmt', 'modified_gmt', 'title', 'content', 'meta'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    author: { type: 'integer', minimum: 0 },
    status: name,
    slug: text,
    link: text,
    date_gmt: text,
    modified_gmt: text,
    title: rendered,
    content: rendered,
    meta: phpObject,
  },
} as const;

const user = {
  type: 'object',
  required: ['id', 'username', 'email', 'roles'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    username: name,
    email: text,
    roles: { type: 'array', items: text },
    capabilities: phpObject,
  },
} as const;

const deletion = { type: 'object', required: ['deleted'], properties: { deleted: { const: true } } } as const;

const noted = { type: 'object', required: ['noted'], properties: { noted: { type: 'boolean' } } } as const;

type HostPost = XStatic<typeof post>;

export const currentUserIn = validated(user, 'a user');
export const postIn = validated(post, 'a post');
export const postsIn = validated({ type: 'array', items: post } as const, 'a list of posts');
export const usersIn = validated(
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'email'],
      properties: { id: { type: 'integer', minimum: 1 }, email: text },
    },
  } as const,
  'a list of users',
);
export const notedIn = validated(noted, 'a note of a release');
export const deletionIn = validated(deletion, 'a deletion');

/** Returns the entries of a PHP object. Other values have no entries. */
export const entriesOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** Meta keys under which a registry stores its lists. The site itself also changes these lists. */
export const LIST_KEYS = ['registry_item_ids', 'registry_invitees', 'registry_owners', 'registry_keepers'] as const;

export type ListKey = (typeof LIST_KEYS)[number];

/** Lists of a registry as the host stores them: JSON strings. */
export type StoredLists = Readonly<Record<ListKey, string>>;

/**
 * Header about lists that may have changed since they were read. A request contains the keys of the lists to overwrite,
 * with hashes of their known values; an answer the keys of the lists that the host compares, if any.
 */
export const CONDITION_HEADER = 'x-largesse-if-meta';

/** Reads the stored lists. Replaces values that are not strings with an empty string. */
function storedListsIn(meta: Readonly<Record<string, unknown>>): StoredLists {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    registry_item_ids: text(meta.registry_item_ids),
    registry_invitees: text(meta.registry_invitees),
    registry_owners: text(meta.registry_owners),
    registry_keepers: text(meta.registry_keepers),
  };
}

interface NamedPeople {
  /** Empty if the host hides the people from the caller. */
  invitees: string[];
  /** Co-owners, without the author. */
  owners: string[];
  keepers: string[];
}

/** Parses the lists of people. */
export const peopleIn = (lists: StoredLists): NamedPeople => ({
  invitees: namesIn(lists.registry_invitees),
  owners: namesIn(lists.registry_owners),
  keepers: namesIn(lists.registry_keepers),
});

export const itemIdsIn = (lists: StoredLists): number[] =>
  entriesIn(lists.registry_item_ids).filter((entry): entry is number => Number.isSafeInteger(entry));

const namesIn = (stored: string): string[] => entriesIn(stored).filter((entry) => typeof entry === 'string');

/** Returns the value of CONDITION_HEADER for the lists to overwrite; an empty string without lists. */
export function conditionOf(over: Partial<StoredLists>): string {
  return Object.entries(over)
    .map(([key, stored]) => `${key}=${hash('sha256', stored)}`)
    .join(',');
}

/** Parses the keys of the lists that the host compares before it overwrites them. */
export function comparedIn(headers: HostAnswer['headers']): ListKey[] {
  const named = String(headers[CONDITION_HEADER] ?? '').split(/\s*,\s*/);
  return LIST_KEYS.filter((key) => named.includes(key));
}

function entriesIn(stored: string): unknown[] {
  // Empty texts are usual. An error of the parser would take as long as 100 ids.
  if (stored === '') return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Returns an entry in a form that can be compared: trimmed, in lower case, the domain of an e-mail address in ASCII
 * (rules: Roles). Contains σ instead of ς: PHP and JavaScript differ at the end of a word.
 */
export const inviteeKey = (entry: string): string => asciiAddress(entry.trim().toLowerCase().replaceAll('ς', 'σ'));

/** Returns the trimmed entries without blank ones. Keeps the first of equal entries. */
export function withoutDuplicates(entries: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(inviteeKey(entry))) first.set(inviteeKey(entry), entry.trim());
  first.delete('');
  return [...first.values()];
}

/** Returns a list without an entry, or null if the list does not contain the entry. */
export function without(entries: readonly string[], entry: string): string[] | null {
  const rest = entries.filter((each) => inviteeKey(each) !== inviteeKey(entry));
  return rest.length === entries.length ? null : rest;
}
