import { STATUSES } from '../../search.ts';
import { type Condition, type Run, type Sizes, statusIn } from './sql.ts';

/** Counts the matches of each status up to `most`. If there are many matches, reads only a small part of all items. */
export async function countUpTo(most: number, run: Run, { sql, values }: Condition): Promise<Sizes> {
  const counts = STATUSES.map(
    (status) =>
      `(SELECT count(*) FROM (SELECT 1 FROM items WHERE ${sql} AND ${statusIn([status])} LIMIT ${most}) AS matching)`,
  );
  const [row = []] = await run(`SELECT ${counts.join(', ')}`, values);
  return Object.fromEntries(STATUSES.map((status, place) => [status, Number(row[place])]));
}

/** Returns the number of matches with each status. Counts without a limit. */
export async function countAll(run: Run, { sql, values }: Condition): Promise<Sizes> {
  const rows = await run(
    `SELECT COALESCE(affiliate_status, ''), count(*) FROM items WHERE ${sql} GROUP BY affiliate_status`,
    values,
  );
  return Object.fromEntries(rows.map(([status, count]) => [String(status), Number(count)]));
}
