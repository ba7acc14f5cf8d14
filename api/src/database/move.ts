import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DatabaseUnusable, type Value } from './database.ts';
import { SCHEMA_VERSION } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { reason } from './reason.ts';
import { schemaVersion } from './sqlite.ts';

/** Rows that are sent at a time. */
const BATCH = 2000;

/** The columns and their types in PostgreSQL, in which batches are sent. */
const TYPES = {
  id: 'bigint',
  registry_id: 'bigint',
  name: 'text',
  description: 'text',
  url: 'text',
  retailer: 'text',
  affiliate_url: 'text',
  affiliate_status: 'text',
  image_url: 'text',
  price: 'double precision',
  quantity_needed: 'bigint',
  quantity_purchased: 'bigint',
  is_active: 'smallint',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};
const COLUMNS = Object.keys(TYPES).join(', ');
const ARRAYS = Object.values(TYPES).map((type, index) => `$${index + 1}::${type}[]`);

/** What both databases must agree on afterwards. */
const TALLY =
  'SELECT count(*), coalesce(sum(id), 0), coalesce(sum(registry_id), 0), coalesce(sum(is_active), 0) FROM items';

export interface MoveOptions {
  /** Path of the embedded database. */
  from: string;
  /** Address of the PostgreSQL database. */
  to: string;
  /** Told after each batch. */
  onProgress(moved: number, total: number): void;
}

/**
 * Copies all items to an empty PostgreSQL database, with their ids and times, and lets new ids go on after the last.
 * It is one transaction there: interrupted, it leaves nothing behind. Here nothing is changed; writes are refused
 * meanwhile, because they would be missing there.
 * @returns how many items there are
 * @throws {DatabaseUnusable} in one line
 */
export async function moveData({ from, to, onProgress }: MoveOptions): Promise<number> {
  if (!existsSync(from)) throw new DatabaseUnusable(`--from: there is no database at ${from}`);
  using source = new DatabaseSync(from, { timeout: 3000 });
  checkSource(source);
  await (await openPostgres(to)).close();
  const target = new pg.Client(to);
  target.on('error', () => {});
  try {
    await target.connect();
    await target.query('BEGIN');
    await target.query('LOCK TABLE items IN ACCESS EXCLUSIVE MODE');
    const { rows } = await target.query('SELECT EXISTS (SELECT 1 FROM items) AS taken');
    if (rows[0]?.taken) throw new DatabaseUnusable('--to: the database holds items already: name an empty one');
    source.exec('BEGIN IMMEDIATE');
    const moved = await copyRows(source, target, onProgress);
    await continueIds(source, target);
    await compare(source, target);
    await target.query('COMMIT');
    return moved;
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`the items were not moved: ${reason(error)}`);
  } finally {
    if (source.isTransaction) source.exec('ROLLBACK');
    await target.end().catch(() => {});
  }
}

function checkSource(source: DatabaseSync): void {
  const version = schemaVersion(source);
  if (version !== SCHEMA_VERSION)
    throw new DatabaseUnusable(
      `--from: schema version ${version}, this service works with ${SCHEMA_VERSION}: start it on this database once`,
    );
}

async function copyRows(
  source: DatabaseSync,
  target: pg.Client,
  onProgress: MoveOptions['onProgress'],
): Promise<number> {
  const total = Number(source.prepare('SELECT count(*) AS total FROM items').get()?.total);
  const next = source.prepare(`SELECT ${COLUMNS} FROM items WHERE id > ? ORDER BY id LIMIT ${BATCH}`);
  const insert = `INSERT INTO items (${COLUMNS}) SELECT * FROM unnest(${ARRAYS.join(', ')})`;
  let moved = 0;
  for (let last: Value = 0; ; ) {
    const rows: Record<string, unknown>[] = next.all(last);
    if (rows.length === 0) return moved;
    await target.query(
      insert,
      Object.keys(TYPES).map((column) => rows.map((row) => row[column])),
    );
    moved += rows.length;
    last = Number(rows.at(-1)?.id);
    onProgress(moved, total);
  }
}

/** An id is never given twice, not even that of a row which is gone. */
async function continueIds(source: DatabaseSync, target: pg.Client): Promise<void> {
  const used = source.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'items'").get()?.seq;
  if (used !== undefined)
    await target.query("SELECT setval(pg_get_serial_sequence('items', 'id'), $1)", [Number(used)]);
}

async function compare(source: DatabaseSync, target: pg.Client): Promise<void> {
  const statement = source.prepare(TALLY);
  statement.setReadBigInts(true);
  const here = Object.values(statement.get() ?? {}).map(String);
  const { rows } = await target.query({ text: TALLY, rowMode: 'array' });
  const there = rows[0]?.map(String) ?? [];
  if (here.join() !== there.join())
    throw new DatabaseUnusable(`the items were not moved: ${here[0]} here, ${there[0]} there, or other ids`);
}
