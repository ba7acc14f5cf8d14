import { MAX_ITEMS_COUNTED } from '@largesse/contract';
import { type Found, type Search, type SearchOrder, STATUSES } from '../search.ts';

/** Runs one statement in the transaction of a search. All statements of this transaction see the same state. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<unknown[][]>;

/**
 * Returns SQL that converts a text column of `items` to ASCII lower case. Searches compare and sort the result byte by
 * byte. The result is the same as in the embedded database, for any language of the server. The collation is part of
 * statements and indexes, because CockroachDB does not accept `"C"` for columns.
 */
export const folded = (column: string): string => `lower(${column} COLLATE "C")`;

/** SQL expressions that searches compare. `folded` makes an expression from each column. */
export const SEARCHED_TEXTS: readonly string[] = ['name', 'retailer', 'url', 'affiliate_url'].map(folded);

/** Sort key of each order. Items with equal keys are sorted by id. An index of each order has the same key. */
const KEYS: Readonly<Record<SearchOrder, string>> = {
  id: 'id',
  name: folded('name'),
  registry_id: 'registry_id',
  affiliate_status: 'affiliate_status',
};

/**
 * Finds a page of matches in PostgreSQL, and counts the matches of each status. Without a text and registries, all items
 * match. The search then counts only up to MAX_ITEMS_COUNTED of each status, and reads the page in the order of an index.
 */
export function find(run: Run, search: Search): Promise<Found> {
  return search.text === null && search.registryIds.length === 0 ? findAny(run, search) : findMatching(run, search);
}

async function findAny(run: Run, search: Search): Promise<Found> {
  const counts = STATUSES.map(
    (one) =>
      `(SELECT count(*) FROM (SELECT 1 FROM items WHERE is_active = 1 AND ${hasStatus(one)} LIMIT ${MAX_ITEMS_COUNTED}) AS one)`,
  );
  const [counted = []] = await run(`SELECT ${counts.join(', ')}`, []);
  const { order, status, skip, limit } = search;
  const ids = await run(
    `SELECT id FROM items WHERE is_active = 1 AND ${hasStatus(status)} ${orderBy(search, KEYS[order])}
    LIMIT ${limit} OFFSET ${skip}`,
    [],
  );
  return {
    ids: ids.map(([id]) => Number(id)),
    counts: Object.fromEntries(STATUSES.map((one, place) => [one, Number(counted[place])])),
  };
}

/**
 * Finds all matches before it sorts them. A read in the order of an index would be slower if all matches were at the end
 * of the index.
 */
async function findMatching(run: Run, search: Search): Promise<Found> {
  const { text, registryIds, order, status, skip, limit } = search;
  const either: string[] = [];
  const values: unknown[] = [];
  // The indexes in postgres/indexes.ts match this condition.
  if (text !== null) {
    const place = values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    either.push(...SEARCHED_TEXTS.map((text) => `${text} LIKE $${place}`));
  }
  if (registryIds.length > 0) either.push(`registry_id = ANY($${values.push(registryIds)}::bigint[])`);
  const [row = []] = await run(
    `WITH found AS MATERIALIZED (
      SELECT id, ${KEYS[order]} AS key, affiliate_status FROM items WHERE is_active = 1 AND (${either.join(' OR ')})
    )
    SELECT (SELECT json_object_agg(status, items) FROM (
        SELECT COALESCE(affiliate_status, '') AS status, count(*) AS items FROM found GROUP BY affiliate_status) AS counted),
      to_json(ARRAY(
        SELECT id FROM found WHERE ${hasStatus(status)} ${orderBy(search, 'key')} LIMIT ${limit} OFFSET ${skip}
      ))`,
    values,
  );
  const [counts, ids] = row;
  const counted = Object.entries(counts ?? {}).map(([one, items]) => [one, Number(items)]);
  return { ids: Array.isArray(ids) ? ids.map(Number) : [], counts: Object.fromEntries(counted) };
}

/** Returns the condition for a status; null means any. Returns no text of a caller, only a known status. */
function hasStatus(wanted: string | null): string {
  if (wanted === null) return 'true';
  return wanted === '' ? 'affiliate_status IS NULL' : `affiliate_status = '${STATUSES.find((one) => one === wanted)}'`;
}

/** @param key SQL for the key of the order. Items without a status precede all others, as in the embedded database */
function orderBy({ order, isDescending }: Search, key: string): string {
  const direction = isDescending ? ' DESC' : '';
  const nulls = order === 'affiliate_status' ? ` NULLS ${isDescending ? 'LAST' : 'FIRST'}` : '';
  return `ORDER BY ${key}${direction}${nulls}, id${direction}`;
}
