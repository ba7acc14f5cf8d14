import { type Search, type SearchOrder, STATUSES } from '../../search.ts';
import { folded, SEARCHED_TEXTS } from '../texts.ts';

/** Runs one statement in the transaction of a search, in which all statements see the same. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<unknown[][]>;

/** What each order sorts by before ids. Those of one status come by id, so that order is that of ids for each status. */
export const KEYS: Readonly<Record<SearchOrder, { key: string; type: string }>> = {
  id: { key: 'id', type: 'bigint' },
  name: { key: folded('name'), type: 'text' },
  registry_id: { key: 'registry_id', type: 'bigint' },
  affiliate_status: { key: 'id', type: 'bigint' },
};

/** A part of a statement with the values of its parameters. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** A stretch of the items of some statuses, in the order of a search. */
export interface Stretch {
  statuses: readonly string[];
  skip: number;
  length: number;
}

/** How many items there are by status; Infinity where counting stopped. */
export type Sizes = Readonly<Record<string, number>>;

/** Returns which items match, whatever their status, in the form that the indexes have (postgres/indexes.ts). */
export function conditionOf({ text, registryIds }: Search): Condition {
  const either: string[] = [];
  const values: unknown[] = [];
  if (text !== null) {
    const place = values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    either.push(...SEARCHED_TEXTS.map((text) => `${text} LIKE $${place}`));
  }
  if (registryIds.length > 0) either.push(`registry_id = ANY($${values.push(registryIds)}::bigint[])`);
  return { sql: `is_active = 1${either.length > 0 ? ` AND (${either.join(' OR ')})` : ''}`, values };
}

/** Returns the condition for some statuses, which are our own words, never a caller's. */
export function statusIn(statuses: readonly string[]): string {
  if (statuses.length === STATUSES.length) return 'true';
  return `(${statuses.map((status) => (status === '' ? 'affiliate_status IS NULL' : `affiliate_status = '${status}'`)).join(' OR ')})`;
}

export const orderBy = (key: string, isDescending: boolean): string =>
  `ORDER BY ${[key, 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ')}`;

/** Returns what a page consists of: a stretch of all items, or, of items by status, of each status that it reaches. */
export function stretchesOf({ order, isDescending, status, skip, limit }: Search, sizes: Sizes): Stretch[] {
  const statuses = STATUSES.filter((one) => status === null || one === status);
  const groups: string[][] = order === 'affiliate_status' ? statuses.toSorted().map((one) => [one]) : [statuses];
  if (isDescending) groups.reverse();
  const stretches: Stretch[] = [];
  let before = 0;
  for (const group of groups) {
    const size = sizeOf(sizes, group);
    const from = Math.max(skip - before, 0);
    const length = Math.min(skip + limit - before, size) - from;
    if (length > 0) stretches.push({ statuses: group, skip: from, length });
    before += size;
  }
  return stretches;
}

/** Returns how many items there are of some statuses. */
export const sizeOf = (sizes: Sizes, statuses: readonly string[]): number =>
  statuses.reduce((sum, status) => sum + (sizes[status] ?? 0), 0);
