import type { Search } from '../../search.ts';
import { type Condition, KEYS, orderBy, type Run, type Stretch, statusIn } from './sql.ts';

/** How finely what matches is divided. */
export interface Division {
  /** Into so many ranges, about alike. */
  ranges: number;
  /** Of about so many items is seen where they begin. */
  sample: number;
  /** Estimates how many items there are. */
  rows: string;
}

/** What the server knows of a table, as of when it was last analyzed. */
export const ESTIMATED_ROWS = "SELECT reltuples FROM pg_class WHERE oid = 'items'::regclass";

/** The same where the table is in parts on other servers: each knows its parts. */
export const ESTIMATED_ROWS_OF_SHARDS = `
  SELECT sum(result::float8) FROM run_command_on_shards('items', 'SELECT reltuples FROM pg_class WHERE oid = ''%s''::regclass')`;

/** A range of keys: the lowest, and the one that the next range begins with; null at the ends. */
interface Range {
  from: unknown;
  to: unknown;
}

const EVERYTHING: Range = { from: null, to: null };

/**
 * Finds the ids of a stretch of what matches. Nothing is sorted but the ranges that it reaches; where they begin is
 * known by counting what comes before, and a sample says which ranges to look at. Where that is wrong, the ranges
 * beside them are counted as well.
 * @param division null where so few match that all are sorted
 */
export async function idsOf(
  run: Run,
  { order, isDescending }: Search,
  matching: Condition,
  { statuses, skip, length }: Stretch,
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
    // Fetched before it is sorted: to walk in order until enough were found takes longest where they come last.
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

/** Divides what matches into ranges by a sample of it, and estimates how many match in all. */
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

/** Returns the range that neighbours make together. */
const spanOf = (ranges: readonly Range[], isDescending: boolean): Range => {
  const [lowest, highest] = isDescending ? [ranges.at(-1), ranges[0]] : [ranges[0], ranges.at(-1)];
  return { from: lowest?.from ?? null, to: highest?.to ?? null };
};
