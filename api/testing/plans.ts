import { onPostgres, type TestDatabase } from './database.ts';

/** A statement as a store runs it. */
export interface Statement {
  sql: string;
  values: readonly (string | number | null)[];
}

/**
 * Returns how a database would run a statement, each step once: the indexes that it uses, `TABLE whole` for a table that
 * it would walk over, and `sort`. A table's own order has the name `TABLE_pkey` on both databases.
 */
export async function planOf(database: TestDatabase, { sql, values }: Statement): Promise<string[]> {
  const steps = onPostgres
    ? (await database.query(`EXPLAIN (FORMAT JSON) ${sql}`, values)).flatMap((row) => stepsIn(row['QUERY PLAN']))
    : (await database.query(`EXPLAIN QUERY PLAN ${sql}`, values)).flatMap(({ detail }) => stepOf(String(detail)));
  return [...new Set(steps)].sort();
}

/** Reads a line of SQLite's plan. A subquery or a function may be walked over: what it reads has a line of its own. */
function stepOf(detail: string): string[] {
  const [, index] = /USING (?:COVERING )?INDEX (\S+)/.exec(detail) ?? [];
  const [, verb, table] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
  if (detail.startsWith('USE TEMP B-TREE')) return ['sort'];
  if (index) return [index.replace(/^sqlite_autoindex_(\w+)_1$/, '$1_pkey')];
  if (detail.includes('USING INTEGER PRIMARY KEY')) return [`${nameOf(table)}_pkey`];
  return verb === 'SCAN' && TABLES.includes(nameOf(table)) ? [`${nameOf(table)} whole`] : [];
}

const TABLES = ['items', 'purchases'];

/** What statements call a table beside itself: see the stores. */
const nameOf = (table = ''): string => (table === 'others' ? 'items' : table);

/** Reads PostgreSQL's plan: a tree. */
function stepsIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stepsIn);
  if (typeof plan !== 'object' || plan === null) return [];
  const node: Record<string, unknown> = { ...plan };
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table } = node;
  const own = [
    ...(typeof index === 'string' ? [index] : []),
    ...(type === 'Seq Scan' ? [`${String(table)} whole`] : []),
    ...(type === 'Sort' || type === 'Incremental Sort' ? ['sort'] : []),
  ];
  return [...own, ...Object.values(node).flatMap(stepsIn)];
}
