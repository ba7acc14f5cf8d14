import { hash } from 'node:crypto';
import type { HostAnswer } from './transport.ts';

/** The meta keys of a registry that hold lists, which the site changes as well. */
const KEYS = ['registry_item_ids', 'registry_invitees', 'registry_owners', 'registry_keepers'] as const;

/** A meta key that holds a list. */
export type ListKey = (typeof KEYS)[number];

/** The lists of a registry as the host stores them: JSON in a string. */
export type StoredLists = Readonly<Record<ListKey, string>>;

/**
 * Names the lists that a request overwrites, and what they were when they were read. In answers the host names the
 * lists that it compares; a host that says nothing compares nothing.
 */
export const CONDITION_HEADER = 'x-largesse-if-meta';

/** Reads the lists as they are stored; what is no text is none. */
export function listsIn(meta: Readonly<Record<string, unknown>>): StoredLists {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    registry_item_ids: text(meta.registry_item_ids),
    registry_invitees: text(meta.registry_invitees),
    registry_owners: text(meta.registry_owners),
    registry_keepers: text(meta.registry_keepers),
  };
}

/** The people whom the lists of a registry name. */
export interface NamedPeople {
  /** Empty, like the other two, for callers whom the host does not show them. */
  invitees: string[];
  /** Co-owners: the author owns the registry without being named. */
  owners: string[];
  keepers: string[];
}

/** Reads whom the lists name. */
export const peopleIn = (lists: StoredLists): NamedPeople => ({
  invitees: namesIn(lists.registry_invitees),
  owners: namesIn(lists.registry_owners),
  keepers: namesIn(lists.registry_keepers),
});

export const itemIdsIn = (lists: StoredLists): number[] =>
  entriesIn(lists.registry_item_ids).filter((entry): entry is number => Number.isSafeInteger(entry));

const namesIn = (stored: string): string[] => entriesIn(stored).filter((entry) => typeof entry === 'string');

/** Writes the condition under which lists are overwritten; empty where there is none. */
export function conditionOf(over: Partial<StoredLists>): string {
  return Object.entries(over)
    .map(([key, stored]) => `${key}=${hash('sha256', stored)}`)
    .join(',');
}

/** Reads which lists the host compares before it overwrites them. */
export function comparedIn(headers: HostAnswer['headers']): ListKey[] {
  const named = String(headers[CONDITION_HEADER] ?? '').split(/\s*,\s*/);
  return KEYS.filter((key) => named.includes(key));
}

function entriesIn(stored: string): unknown[] {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
