import { onPostgres, type TestDatabase } from './database.ts';

/** A statement of a store. */
export interface Statement {
  sql: string;
  values: readonly (string | number | null)[];
}

/**
 * Returns the steps of a database's plan for a statement, without duplicates. A step is the name of an index, `TABLE
 * whole` for a full table scan, or `sort`. A scan in the order of a table's primary key is `TABLE_pkey` on both
 * databases.
 */
export async function planOf(database: TestDatabase, { sql, values }: Statement): Promise<string[]> {
  const steps = onPostgres
    ? (await database.query(`EXPLAIN (FORMAT JSON) ${sql}`, values)).flatMap((row) => stepsIn(row['QUERY PLAN']))
    : (await database.query(`EXPLAIN QUERY PLAN ${sql}`, values)).flatMap(({ detail }) => stepOf(String(detail)));
  return [...new Set(steps)].sort();
}

/**
 * Parses a line of SQLite's plan. Ignores scans of a subquery or a function, because the plan has separate lines for
 * the tables in a subquery.
 */
function stepOf(detail: string): string[] {
  const [, index] = /USING (?:COVERING )?INDEX (\S+)/.exec(detail) ?? [];
  const [, verb, table] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
  if (detail.startsWith('USE TEMP B-TREE')) return ['sort'];
  if (index) return [index.replace(/^sqlite_autoindex_(\w+)_1$/, '$1_pkey')];
  if (detail.includes('USING INTEGER PRIMARY KEY')) return [`${nameOf(table)}_pkey`];
  return verb === 'SCAN' && TABLES.includes(nameOf(table)) ? [`${nameOf(table)} whole`] : [];
}

const TABLES = ['items', 'purchases', 'events', 'ideas', 'shares'];

/** Replaces the alias `others` with `items`. Queries of the store of items contain this alias. */
const nameOf = (table = ''): string => (table === 'others' ? 'items' : table);

/** Returns the steps in PostgreSQL's plan, which is a tree. */
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
