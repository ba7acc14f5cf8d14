import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type Found, type Search, type SearchOrder, STATUSES } from '../../search.ts';
import { IdSet } from './id-set.ts';

/** Limits of the search methods. Tests use smaller numbers. */
export interface Limits {
  /**
   * Maximum number of matches that a search collects and sorts. For more matches, the search reads an index in the
   * order of the page.
   */
  few: number;
  /**
   * Maximum number of candidates that a search reads one by one. For more candidates, the search reads all entries in
   * the order of the file.
   */
  candidates: number;
  /** Number of entries that a search reads in one pass. */
  pass: number;
}

const LIMITS: Limits = { few: 10_000, candidates: 50_000, pass: 100_000 };

/** Length of the character sequences in the index (trigrams). */
const GRAM = 3;

/** Maximum number of trigrams to look up. Each candidate is then compared with the whole text anyway. */
const MAX_GRAMS = 32;

/**
 * Sort columns of each order, and SQL that makes a query read `entries` in this order. The table itself is in the order
 * of `id`. Every other order has an index.
 */
const ORDERS: Readonly<Record<SearchOrder, { columns: readonly string[]; walk: string }>> = {
  id: { columns: ['id'], walk: 'NOT INDEXED' },
  name: { columns: ['name', 'id'], walk: 'INDEXED BY entries_by_name' },
  registry_id: { columns: ['registry_id', 'id'], walk: 'INDEXED BY entries_by_registry' },
  affiliate_status: { columns: ['status', 'id'], walk: 'INDEXED BY entries_by_status' },
};

/** A part of a statement, and the values of its parameters. */
interface Condition {
  sql: string;
  values: readonly SQLInputValue[];
}

/** Finds a page of matches in a complete index, and counts the matches of each status. */
export function find(index: DatabaseSync, search: Search, limits: Limits = LIMITS): Found {
  const matching = conditionOf(search);
  if (matching === null) return pageOfMany(index, search, null, limits);
  index.exec('DELETE FROM found');
  const source = candidates(index, search, limits);
  const { changes } = index
    .prepare(`INSERT INTO found SELECT id, status FROM ${source.sql} WHERE ${matching.sql} LIMIT ${limits.few + 1}`)
    .run(...source.values, ...matching.values);
  return changes > limits.few ? pageOfMany(index, search, matching, limits) : pageOfFew(index, search);
}

function pageOfFew(index: DatabaseSync, search: Search): Found {
  const rows = index.prepare('SELECT status, count(*) AS items FROM found GROUP BY status').all();
  const status = statusCondition(search);
  const ids = index
    .prepare(
      `SELECT id FROM entries NOT INDEXED WHERE id IN (SELECT id FROM found) AND ${status.sql}
      ${orderBy(search.order, search.isDescending)} LIMIT ? OFFSET ?`,
    )
    .all(...status.values, search.limit, search.skip);
  return { ids: idsOf(ids), counts: countsOf(rows) };
}

function pageOfMany(index: DatabaseSync, search: Search, matching: Condition | null, limits: Limits): Found {
  const hits = matching && hitsOf(index, search, matching, limits);
  const counts = hits?.counts ?? countAll(index);
  const total = search.status === null ? sum(Object.values(counts)) : (counts[search.status] ?? 0);
  const length = Math.min(search.limit, total - search.skip);
  if (length <= 0) return { ids: [], counts };
  // Reads the list from its start. If the page is nearer to the end, reads the list from its end.
  const isNearEnd = search.skip > total / 2;
  const skip = isNearEnd ? total - search.skip - length : search.skip;
  const status = statusCondition(search);
  const sql = `SELECT id FROM entries ${walkOf(search)} WHERE ${status.sql} ${orderBy(search.order, search.isDescending !== isNearEnd)}`;
  const ids =
    hits === null
      ? idsOf(index.prepare(`${sql} LIMIT ? OFFSET ?`).all(...status.values, length, skip))
      : pick(index.prepare(sql), status.values, hits.ids, skip, length);
  return { ids: isNearEnd ? ids.reverse() : ids, counts };
}

/**
 * Reads entries in the order of the page until the page is complete. Reads only the id of each entry, and checks
 * whether this id is among the matches.
 * @returns the ids of the page
 */
function pick(
  walk: StatementSync,
  values: readonly SQLInputValue[],
  hits: IdSet,
  skip: number,
  length: number,
): number[] {
  const ids: number[] = [];
  let left = skip;
  // An object for each row would take twice as long.
  walk.setReturnArrays(true);
  for (const row of walk.iterate(...values)) {
    const id: unknown = Array.isArray(row) ? row[0] : row.id;
    if (typeof id !== 'number' || !hits.has(id) || left-- > 0) continue;
    ids.push(id);
    if (ids.length === length) break;
  }
  return ids;
}

/**
 * Finds the matches. If the search has a status, finds only matches with this status. Counts the matches of every
 * status. Reads the entries once, in the order of the file.
 */
function hitsOf(
  index: DatabaseSync,
  { status }: Search,
  { sql, values }: Condition,
  limits: Limits,
): { ids: IdSet; counts: Found['counts'] } {
  const filter = status === null ? '' : ` FILTER (WHERE status = '${STATUSES.find((known) => known === status)}')`;
  const columns = STATUSES.map((one) => `count(*) FILTER (WHERE status = '${one}') AS "${one}"`).join(', ');
  const pass = index.prepare(
    `SELECT json_group_array(id)${filter} AS ids, ${columns} FROM entries NOT INDEXED WHERE id > ? AND id <= ? AND ${sql}`,
  );
  const boundary = index.prepare(
    `SELECT max(id) AS id FROM (SELECT id FROM entries NOT INDEXED WHERE id > ? ORDER BY id LIMIT ${limits.pass})`,
  );
  const ids = new IdSet();
  const counts: Found['counts'] = {};
  for (let after = 0; ; ) {
    const to = boundary.get(after)?.id;
    if (typeof to !== 'number') return { ids, counts };
    const row = pass.get(after, to, ...values) ?? {};
    const found: number[] = JSON.parse(String(row.ids));
    for (const id of found) ids.add(id);
    for (const one of STATUSES) counts[one] = (counts[one] ?? 0) + Number(row[one]);
    after = to;
  }
}

function countAll(index: DatabaseSync): Found['counts'] {
  return countsOf(index.prepare('SELECT status, count(*) AS items FROM entries GROUP BY status').all());
}

/**
 * Returns SQL that makes a query read `entries` in the order of a search. In the index by status, the entries of each
 * status are in the order of their ids. A search for one status in the order of the ids therefore uses this index.
 */
const walkOf = ({ order, status }: Search): string =>
  order === 'id' && status !== null ? ORDERS.affiliate_status.walk : ORDERS[order].walk;

/**
 * Returns SQL for a small set of entries that contains all matches. If the text is too short or too common for the
 * index, returns SQL for all entries.
 */
function candidates(index: DatabaseSync, { text, registryIds }: Search, limits: Limits): Condition {
  const grams = text === null ? [] : gramsOf(text);
  if (text !== null && grams.length === 0) return { sql: 'entries NOT INDEXED', values: [] };
  const parts: Condition[] = [];
  if (grams.length > 0) {
    const query = grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
    const reached = index
      .prepare(
        `SELECT count(*) AS reached FROM (SELECT 1 FROM texts WHERE texts MATCH ? LIMIT ${limits.candidates + 1})`,
      )
      .get(query)?.reached;
    if (Number(reached) > limits.candidates) return { sql: 'entries NOT INDEXED', values: [] };
    parts.push({ sql: 'SELECT rowid FROM texts WHERE texts MATCH ?', values: [query] });
  }
  if (registryIds.length > 0)
    parts.push({ sql: `SELECT id FROM entries WHERE registry_id IN (${marks(registryIds)})`, values: registryIds });
  return {
    sql: `(SELECT * FROM entries WHERE id IN (${parts.map(({ sql }) => sql).join(' UNION ')}))`,
    values: parts.flatMap(({ values }) => values),
  };
}

function gramsOf(text: string): string[] {
  const characters = [...text];
  const grams = characters.slice(0, 1 - GRAM).map((_, at) => characters.slice(at, at + GRAM).join(''));
  return [...new Set(grams)].slice(0, MAX_GRAMS);
}

/** Returns the condition for matching entries, or null if all entries match. */
function conditionOf({ text, registryIds }: Search): Condition | null {
  const either: string[] = [];
  if (text !== null) either.push('instr(text, ?)');
  if (registryIds.length > 0) either.push(`registry_id IN (${marks(registryIds)})`);
  if (either.length === 0) return null;
  return { sql: `(${either.join(' OR ')})`, values: [...(text === null ? [] : [text]), ...registryIds] };
}

const statusCondition = ({ status }: Search): Condition =>
  status === null ? { sql: 'true', values: [] } : { sql: 'status = ?', values: [status] };

function orderBy(order: SearchOrder, isDescending: boolean): string {
  return `ORDER BY ${ORDERS[order].columns.map((column) => column + (isDescending ? ' DESC' : '')).join(', ')}`;
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const idsOf = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ id }) => Number(id));

const countsOf = (rows: readonly Record<string, unknown>[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, items }) => [String(status), Number(items)]));
