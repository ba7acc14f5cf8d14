import { type Search, type SearchOrder, STATUSES } from '../../search.ts';
import { folded, SEARCHED_TEXTS } from '../texts.ts';

/** Runs one statement in the transaction of a search. All statements of this transaction see the same state. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<unknown[][]>;

/**
 * Sort key of each order. Items with equal keys are sorted by id. The items of each status are fetched separately, so
 * the order by status needs only the id.
 */
export const KEYS: Readonly<Record<SearchOrder, { key: string; type: string }>> = {
  id: { key: 'id', type: 'bigint' },
  name: { key: folded('name'), type: 'text' },
  registry_id: { key: 'registry_id', type: 'bigint' },
  affiliate_status: { key: 'id', type: 'bigint' },
};

/** A part of a statement, and the values of its parameters. */
export interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** A section of the sorted matches with these statuses: `length` matches after the first `skip`. */
export interface Section {
  statuses: readonly string[];
  skip: number;
  length: number;
}

/** Number of items with each status. Infinity if counting stopped at the limit. */
export type Sizes = Readonly<Record<string, number>>;

/**
 * Returns the SQL condition of a search, without its status. The indexes in postgres/indexes.ts match this condition.
 */
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

/** Returns the condition for some statuses. The statuses must be constants, never a caller's input. */
export function statusIn(statuses: readonly string[]): string {
  if (statuses.length === STATUSES.length) return 'true';
  return `(${statuses.map((status) => (status === '' ? 'affiliate_status IS NULL' : `affiliate_status = '${status}'`)).join(' OR ')})`;
}

export const orderBy = (key: string, isDescending: boolean): string =>
  `ORDER BY ${[key, 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ')}`;

/** Returns the sections of a page: a single section, or one section for each status if items are sorted by status. */
export function sectionsOf({ order, isDescending, status, skip, limit }: Search, sizes: Sizes): Section[] {
  const statuses = STATUSES.filter((one) => status === null || one === status);
  const groups: string[][] = order === 'affiliate_status' ? statuses.toSorted().map((one) => [one]) : [statuses];
  if (isDescending) groups.reverse();
  const sections: Section[] = [];
  let before = 0;
  for (const group of groups) {
    const size = sizeOf(sizes, group);
    const from = Math.max(skip - before, 0);
    const length = Math.min(skip + limit - before, size) - from;
    if (length > 0) sections.push({ statuses: group, skip: from, length });
    before += size;
  }
  return sections;
}

/** Returns the number of items with some statuses. */
export const sizeOf = (sizes: Sizes, statuses: readonly string[]): number =>
  statuses.reduce((sum, status) => sum + (sizes[status] ?? 0), 0);
