import { type Found, type Search, type SearchOrder, STATUSES } from './search/search.ts';

/** What is done how; tests have smaller numbers. */
export interface Limits {
  /** So many that match are put aside and sorted; of more, all are counted, by status and part. */
  few: number;
  /** Into so many parts, about alike, is divided what matches. */
  parts: number;
  /** Of about so many items is seen how to divide them. */
  sample: number;
}

const LIMITS: Limits = { few: 10_000, parts: 32, sample: 20_000 };

/** Runs one statement in the transaction of a search, in which all statements see the same. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<unknown[][]>;

/** What each order sorts by before ids. Those of one status come by id, so that order is that of ids for each status. */
const KEYS: Readonly<Record<SearchOrder, { key: string; type: string }>> = {
  id: { key: 'id', type: 'bigint' },
  name: { key: 'lower(name)', type: 'text' },
  registry_id: { key: 'registry_id', type: 'bigint' },
  affiliate_status: { key: 'id', type: 'bigint' },
};

/** A part of a statement with the values of its parameters. */
interface Condition {
  sql: string;
  values: readonly unknown[];
}

/** Some of what matches, whose keys are next to each other: how many there are of each of STATUSES. */
interface Part {
  first: unknown;
  last: unknown;
  sizes: readonly number[];
}

/** A stretch of the items of some statuses, in order. */
interface Stretch {
  statuses: readonly string[];
  skip: number;
  length: number;
}

/**
 * Finds a page of what matches in PostgreSQL, and counts by status. Of many that match, nothing is sorted but the part
 * that the page is in: one pass counts how many are in each, and so knows where the page begins.
 */
export async function findInPostgres(run: Run, search: Search, limits: Limits = LIMITS): Promise<Found> {
  const matching = conditionOf(search);
  const few = await findFew(run, search, matching, limits);
  if (few !== null) return few;
  const parts = await divide(run, search, matching, limits);
  const ids: number[] = [];
  for (const stretch of stretchesOf(search, parts)) ids.push(...(await pageOf(run, search, matching, parts, stretch)));
  const counts = Object.fromEntries(STATUSES.map((status) => [status, sizeOf(parts, [status])]));
  return { ids, counts };
}

/** Finds all at once where few match, else returns null. */
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

/** Divides all that match by what a sample of them says, and counts those of each part and status. */
async function divide(run: Run, { order }: Search, { sql, values }: Condition, limits: Limits): Promise<Part[]> {
  const { key, type } = KEYS[order];
  const [row] = await run(
    `SELECT to_json(percentile_disc(ARRAY(SELECT part::float8 / ${limits.parts} FROM generate_series(1, ${limits.parts - 1}) AS part))
      WITHIN GROUP (ORDER BY ${key}))
    FROM items TABLESAMPLE SYSTEM ((
      SELECT least(100, 100.0 * ${limits.sample} / greatest(reltuples, 1)) FROM pg_class WHERE oid = 'items'::regclass
    )) WHERE ${sql}`,
    values,
  );
  const bounds: unknown[] = Array.isArray(row?.[0]) ? row[0] : [];
  const counts = STATUSES.map((status) => `count(*) FILTER (WHERE ${statusIn([status])})`).join(', ');
  // Each key is made once.
  const rows = await run(
    `SELECT min(key), max(key), ${counts}
    FROM (SELECT ${key} AS key, affiliate_status FROM items WHERE ${sql} OFFSET 0) AS matching
    GROUP BY width_bucket(key, $${values.length + 1}::${type}[]) ORDER BY 1`,
    [...values, bounds],
  );
  return rows.map(([first, last, ...sizes]) => ({ first, last, sizes: sizes.map(Number) }));
}

/** What a page consists of: of items by status, a stretch of each that it reaches. */
function stretchesOf({ order, isDescending, status, skip, limit }: Search, parts: readonly Part[]): Stretch[] {
  const wanted = STATUSES.filter((one) => status === null || one === status);
  const groups: string[][] = order === 'affiliate_status' ? wanted.toSorted().map((one) => [one]) : [wanted];
  if (isDescending) groups.reverse();
  const stretches: Stretch[] = [];
  let before = 0;
  for (const statuses of groups) {
    const size = sizeOf(parts, statuses);
    const from = Math.max(skip - before, 0);
    const length = Math.min(skip + limit - before, size) - from;
    if (length > 0) stretches.push({ statuses, skip: from, length });
    before += size;
  }
  return stretches;
}

/** Ids of a stretch, from the parts that it reaches. */
async function pageOf(
  run: Run,
  { order, isDescending }: Search,
  { sql, values }: Condition,
  parts: readonly Part[],
  { statuses, skip, length }: Stretch,
): Promise<number[]> {
  const { key, type } = KEYS[order];
  let before = 0;
  let passed = 0;
  const reached: Part[] = [];
  for (const part of isDescending ? parts.toReversed() : parts) {
    const size = sizeOf([part], statuses);
    if (before + size <= skip) passed += size;
    else if (before < skip + length) reached.push(part);
    before += size;
  }
  if (isDescending) reached.reverse();
  const all = [...values, reached[0]?.first, reached.at(-1)?.last, length, skip - passed];
  const [first, last, limit, offset] = [1, 2, 3, 4].map((place) => `$${values.length + place}`);
  const status = statuses.length < STATUSES.length ? ` AND ${statusIn(statuses)}` : '';
  // Fetched before it is sorted: to walk in order until enough were found takes longest where they come last.
  const rows = await run(
    `SELECT id FROM (
      SELECT id, ${key} AS key FROM items WHERE ${sql}${status} AND ${key} BETWEEN ${first}::${type} AND ${last}::${type} OFFSET 0
    ) AS reached ${orderBy('key', isDescending)} LIMIT ${limit} OFFSET ${offset}`,
    all,
  );
  return rows.map(([id]) => Number(id));
}

/** Which items match, whatever their status: in the form that the indexes have (postgres-indexes.ts). */
function conditionOf({ text, registryIds }: Search): Condition {
  const either: string[] = [];
  const values: unknown[] = [];
  if (text !== null) {
    const place = values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    either.push(...TEXTS.map((column) => `${column} LIKE $${place}`));
  }
  if (registryIds.length > 0) either.push(`registry_id = ANY($${values.push(registryIds)}::bigint[])`);
  return { sql: `is_active = 1${either.length > 0 ? ` AND (${either.join(' OR ')})` : ''}`, values };
}

const TEXTS = ['lower(name)', 'lower(retailer)', 'lower(url)', 'lower(affiliate_url)'];

/** The statuses are our own words, never a caller's. */
const statusIn = (statuses: readonly string[]): string =>
  `(${statuses.map((status) => (status === '' ? 'affiliate_status IS NULL' : `affiliate_status = '${status}'`)).join(' OR ')})`;

const orderBy = (key: string, isDescending: boolean): string =>
  `ORDER BY ${[key, 'id'].map((column) => column + (isDescending ? ' DESC' : '')).join(', ')}`;

/** How many items of some statuses are in some parts. */
const sizeOf = (parts: readonly Part[], statuses: readonly string[]): number =>
  parts
    .flatMap(({ sizes }) => sizes.filter((_, place) => statuses.includes(STATUSES[place] ?? '')))
    .reduce((sum, size) => sum + size, 0);

const numbersOf = (counts: unknown): Record<string, number> =>
  Object.fromEntries(Object.entries(counts ?? {}).map(([status, items]) => [status, Number(items)]));
