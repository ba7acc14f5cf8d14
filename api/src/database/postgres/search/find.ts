import { MAX_ITEMS_COUNTED } from '@largesse/contract';
import type { Found, Search } from '../../search.ts';
import { countAll, countUpTo } from './counts.ts';
import { type Division, ESTIMATED_ROWS, ESTIMATED_ROWS_OF_SHARDS, idsOf } from './page.ts';
import { type Condition, conditionOf, KEYS, orderBy, type Run, type Sizes, sectionsOf } from './sql.ts';

/** Limits of the search methods. Tests use smaller numbers. */
export interface Limits extends Division {
  /** A search collects and sorts all matches if it has at most this number of matches. */
  few: number;
  /** Counting stops at this number of matches for each status. */
  most: number;
}

export const LIMITS: Limits = {
  few: MAX_ITEMS_COUNTED,
  most: MAX_ITEMS_COUNTED,
  ranges: 128,
  sample: 20_000,
  rows: ESTIMATED_ROWS,
};

/** Limits if items are sharded. */
export const LIMITS_OF_SHARDS: Limits = { ...LIMITS, rows: ESTIMATED_ROWS_OF_SHARDS };

/** Finds a page of matches in PostgreSQL. Also counts the matches of each status, up to MAX_ITEMS_COUNTED. */
export async function find(run: Run, search: Search, limits: Limits = LIMITS): Promise<Found> {
  const matching = conditionOf(search);
  return (await findFew(run, search, matching, limits)) ?? findAmongMany(run, search, matching, limits);
}

/** Finds all matches with one statement. @returns null if there are more than `few` matches */
async function findFew(run: Run, search: Search, { sql, values }: Condition, { few }: Limits): Promise<Found | null> {
  const { order, isDescending, status, skip, limit } = search;
  const page = values.length;
  const [row] = await run(
    `WITH few AS MATERIALIZED (
      SELECT id, ${KEYS[order].key} AS key, COALESCE(affiliate_status, '') AS status FROM items
      WHERE ${sql} LIMIT ${few + 1}
    )
    SELECT (SELECT json_object_agg(status, items) FROM (SELECT status, count(*) AS items FROM few GROUP BY status) AS counted),
      CASE WHEN (SELECT count(*) FROM few) <= ${few} THEN to_json(ARRAY(
        SELECT id FROM few WHERE $${page + 1}::text IS NULL OR status = $${page + 1}
        ${orderBy(order === 'affiliate_status' ? 'status' : 'key', isDescending)}
        LIMIT $${page + 2} OFFSET $${page + 3}
      )) END`,
    [...values, status, limit, skip],
  );
  const [counts, ids] = row ?? [];
  return Array.isArray(ids) ? { ids: ids.map(Number), counts: numbersOf(counts) } : null;
}

/** Finds a page among many matches. Counts first, because the counts determine which statuses the page contains. */
async function findAmongMany(run: Run, search: Search, matching: Condition, limits: Limits): Promise<Found> {
  const { most } = limits;
  const counts = await countUpTo(most, run, matching);
  // Counts stop at `most`. To find where each status begins, a page beyond `most` needs exact counts.
  const isFar = search.order === 'affiliate_status' && search.skip + search.limit > most;
  const sizes = isFar ? await countAll(run, matching) : openEnded(counts, most);
  const ids: number[] = [];
  for (const section of sectionsOf(search, sizes)) {
    const areFew = section.statuses.every((status) => (counts[status] ?? 0) < most);
    ids.push(...(await idsOf(run, search, matching, section, areFew ? null : limits)));
  }
  return { ids, counts };
}

/** Converts limited counts to sizes: a count that reached `most` becomes Infinity. */
const openEnded = (counts: Sizes, most: number): Sizes =>
  Object.fromEntries(
    Object.entries(counts).map(([status, count]) => [status, count < most ? count : Number.POSITIVE_INFINITY]),
  );

const numbersOf = (counts: unknown): Sizes =>
  Object.fromEntries(Object.entries(counts ?? {}).map(([status, items]) => [status, Number(items)]));
