import { hash } from 'node:crypto';
import type { HostAnswer } from './transport.ts';

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
export function storedListsIn(meta: Readonly<Record<string, unknown>>): StoredLists {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    registry_item_ids: text(meta.registry_item_ids),
    registry_invitees: text(meta.registry_invitees),
    registry_owners: text(meta.registry_owners),
    registry_keepers: text(meta.registry_keepers),
  };
}

export interface NamedPeople {
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
