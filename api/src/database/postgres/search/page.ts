import type { Search } from '../../search.ts';
import { type Condition, KEYS, orderBy, type Run, type Section, statusIn } from './sql.ts';

/** Division of matches into ranges. */
export interface Division {
  /** Number of ranges. All ranges have about the same size. */
  ranges: number;
  /** Approximate number of items in the sample that determines the ranges. */
  sample: number;
  /** SQL that estimates the number of items. */
  rows: string;
}

/** SQL that uses the server's statistics to estimate the number of items. */
export const ESTIMATED_ROWS = "SELECT reltuples FROM pg_class WHERE oid = 'items'::regclass";

/** SQL that estimates the number of items in all shards together. */
export const ESTIMATED_ROWS_OF_SHARDS = `
  SELECT sum(result::float8) FROM run_command_on_shards('items', 'SELECT reltuples FROM pg_class WHERE oid = ''%s''::regclass')`;

/** A range of keys: its lowest key, and the lowest key of the next range. Null means no limit. */
interface Range {
  from: unknown;
  to: unknown;
}

const EVERYTHING: Range = { from: null, to: null };

/**
 * Returns the ids in a section of the sorted matches. Divides the matches into ranges of keys, and sorts only the
 * ranges that overlap the section. Guesses the first of these ranges from a sample, then counts the matches before it.
 * If the guess is too late, moves to earlier ranges.
 * @param division null to sort all matches, because they are few
 */
export async function idsOf(
  run: Run,
  { order, isDescending }: Search,
  matching: Condition,
  { statuses, skip, length }: Section,
  division: Division | null,
): Promise<number[]> {
  const { key, type } = KEYS[order];
  const source = { ...matching, sql: `${matching.sql} AND ${statusIn(statuses)}` };
  const within = ({ from, to }: Range): Condition => {
    const values = [...source.values];
    const edges = [
      ...(from === null ? [] : [` AND ${key} >= $${values.push(from)}::${type}`]),
      ...(to === null ? [] : [` AND ${key} < $${values.push(to)}::${type}`]),
    ];
    return { sql: source.sql + edges.join(''), values };
  };
  const count = async (range: Range): Promise<number> => {
    const { sql, values } = within(range);
    const [row] = await run(`SELECT count(*) FROM items WHERE ${sql}`, values);
    return Number(row?.[0]);
  };
  const { ranges, total } =
    division === null ? { ranges: [EVERYTHING], total: 0 } : await divide(run, key, source, division);
  if (isDescending) ranges.reverse();
  let place = total > 0 ? Math.min(Math.floor((skip / total) * ranges.length), ranges.length - 1) : 0;
  let before = 0;
  if (place > 0) before = await count(spanOf(ranges.slice(0, place), isDescending));
  while (before > skip) before -= await count(ranges[--place] ?? EVERYTHING);
  const ids: number[] = [];
  for (const range of ranges.slice(place)) {
    if (ids.length === length) break;
    const { sql, values } = within(range);
    // Fetches all matches of the range and then sorts them. A read in the order of an index would be slower if all
    // matches were at the end of the index.
    const [row] = await run(
      `WITH reached AS MATERIALIZED (SELECT id, ${key} AS key FROM items WHERE ${sql})
      SELECT (SELECT count(*) FROM reached), to_json(ARRAY(
        SELECT id FROM reached ${orderBy('key', isDescending)} LIMIT ${length - ids.length} OFFSET ${skip + ids.length - before}
      ))`,
      values,
    );
    before += Number(row?.[0]);
    if (Array.isArray(row?.[1])) ids.push(...row[1].map(Number));
  }
  return ids;
}

/** Divides the matches into ranges, and estimates the number of all matches. Reads only a sample of the items. */
async function divide(
  run: Run,
  key: string,
  { sql, values }: Condition,
  { ranges, sample, rows }: Division,
): Promise<{ ranges: Range[]; total: number }> {
  const [estimate = []] = await run(rows, []);
  const share = Math.min(1, sample / Math.max(Number(estimate[0]), 1));
  const places = Array.from({ length: ranges - 1 }, (_, place) => (place + 1) / ranges);
  const [row = []] = await run(
    `SELECT count(*), to_json(percentile_disc(ARRAY[${places.join(', ')}]::float8[]) WITHIN GROUP (ORDER BY ${key}))
    FROM items TABLESAMPLE SYSTEM (${100 * share}) WHERE ${sql}`,
    values,
  );
  const bounds: unknown[] = Array.isArray(row[1]) ? [...new Set(row[1])] : [];
  return {
    ranges: [...bounds, null].map((to, place) => ({ from: bounds[place - 1] ?? null, to })),
    total: Number(row[0]) / share,
  };
}

/** Combines neighbouring ranges into one range. */
const spanOf = (ranges: readonly Range[], isDescending: boolean): Range => {
  const [lowest, highest] = isDescending ? [ranges.at(-1), ranges[0]] : [ranges[0], ranges.at(-1)];
  return { from: lowest?.from ?? null, to: highest?.to ?? null };
};
