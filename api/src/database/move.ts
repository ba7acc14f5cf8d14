import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { DatabaseUnusable, type Value } from './database.ts';
import { READ_LOG } from './events.ts';
import { SCHEMA_VERSION, versionProblem } from './migrations.ts';
import { openPostgres } from './postgres/open.ts';
import { skipIds } from './postgres/place.ts';
import { schemaVersion as versionInPostgres } from './postgres/schema.ts';
import { Servers } from './postgres/servers.ts';
import { reason } from './reason.ts';
import { INDEX_TABLES } from './search-index.ts';
import { READ_SITE } from './site.ts';
import { claimSqlite } from './sqlite/claim.ts';
import { migrate, schemaVersion } from './sqlite/schema.ts';
import { lastIdIn } from './sqlite/unclean.ts';

/** Number of rows in a batch. */
const BATCH = 2000;

/**
 * Keys of the tables, in the order of the copy: the triggers of purchases must find no items yet, whose counters are
 * copied with them.
 */
const KEYS = {
  purchases: 'id',
  items: 'id',
  ideas: 'id',
  shares: 'id',
  events: 'position',
  webhooks: 'id',
  webhook_deliveries: 'id',
  creations: 'mark',
  appearances: 'id',
  past_places: 'id',
  known_registries: 'registry_id',
};

/** Names of the tables with the data of members. */
export const MOVED_TABLES: readonly string[] = Object.keys(KEYS);

/** A table to move, with the names and the types of its columns in PostgreSQL. The first column is the key. */
interface Table {
  name: string;
  columns: readonly string[];
  types: readonly string[];
}

/** Returns the tables of a database. Omits columns that only one kind of database has, or needs. */
async function tablesIn(client: pg.Client): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [name, key] of Object.entries(KEYS)) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('effect', 'number')
      ORDER BY attname <> $2, attnum`,
      [name, key],
    );
    tables.push({ name, columns: rows.map((column) => column.name), types: rows.map(({ type }) => type) });
  }
  return tables;
}

/** SQL for totals that must be equal in both databases after the copy. */
const TALLY = `
  SELECT count(*), coalesce(sum(id), 0), coalesce(sum(registry_id), 0), coalesce(sum(is_active), 0),
    coalesce(sum(quantity_secret), 0), (SELECT count(*) FROM purchases), (SELECT coalesce(sum(quantity), 0) FROM purchases),
    (SELECT count(*) FROM ideas), (SELECT coalesce(sum(registry_id), 0) FROM ideas),
    (SELECT count(*) FROM shares), (SELECT coalesce(sum(item_id), 0) FROM shares),
    (SELECT count(*) FROM events), (SELECT coalesce(sum(registry_id), 0) FROM events),
    (SELECT count(*) FROM webhooks), (SELECT count(*) FROM webhook_deliveries),
    (SELECT count(*) FROM creations), (SELECT count(*) FROM appearances),
    (SELECT coalesce(sum(registry_id), 0) FROM appearances),
    (SELECT count(*) FROM past_places), (SELECT coalesce(sum(item_id), 0) FROM past_places),
    (SELECT count(*) FROM known_registries), (SELECT coalesce(sum(registry_id), 0) FROM known_registries)
  FROM items`;

export interface MoveOptions {
  /** Path of the embedded database. */
  from: string;
  /** Address of the PostgreSQL database. */
  to: string;
  /** Called after each batch of items. */
  onProgress(moved: number, total: number): void;
}

/**
 * Moves all data to an empty PostgreSQL database (see copyIntoPostgres). No service can use the embedded database
 * during the move.
 * @returns number of items
 * @throws {DatabaseUnusable} with a message of one line, also if a service uses the embedded database
 */
export async function moveData(options: MoveOptions): Promise<number> {
  const { from } = options;
  if (!existsSync(from)) throw new DatabaseUnusable(`--from: there is no database at ${from}`);
  const release = claimSqlite(from, '--from');
  try {
    return await copyIntoPostgres(options);
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    throw new DatabaseUnusable(error.message.replace(/^DATABASE_URL: /, '--to: '));
  } finally {
    release();
  }
}

/**
 * Copies all data to an empty PostgreSQL database, including ids and times. New ids start far above the last id. The
 * copy is one transaction, so an interrupted copy leaves no traces. During the copy, the embedded database rejects
 * writes. Otherwise, the copy would lack these writes.
 * @returns number of items
 * @throws {DatabaseUnusable} with a message of one line
 */
export async function copyIntoPostgres({ from, to, onProgress }: MoveOptions): Promise<number> {
  using source = new DatabaseSync(from, { timeout: 3000 });
  checkSource(source);
  await (await openPostgres(to)).close();
  const target = await new Servers(to).connect();
  try {
    await target.query('BEGIN');
    await target.query(`LOCK TABLE ${MOVED_TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    const { rows } = await target.query('SELECT EXISTS (SELECT 1 FROM items) AS taken');
    if (rows[0]?.taken) throw new DatabaseUnusable('--to: the database already contains items: name an empty database');
    source.exec('BEGIN IMMEDIATE');
    // The items that were here may have had the same ids.
    for (const table of INDEX_TABLES) await target.query(`DELETE FROM ${table}`);
    let moved = 0;
    for (const table of await tablesIn(target)) {
      const isItems = table.name === 'items';
      const count = await copyRows(source, target, table, isItems ? onProgress : () => {});
      if (isItems) moved = count;
    }
    await skipIds(target, lastIdIn(source));
    await target.query(
      "SELECT setval(pg_get_serial_sequence('webhook_deliveries', 'id'), max(id)) FROM webhook_deliveries",
    );
    await target.query('UPDATE event_log SET cursor_key = $1', [source.prepare(READ_LOG).get()?.cursor_key]);
    for (const { name } of source.prepare(READ_SITE).all())
      await target.query(
        'INSERT INTO site (number, name) VALUES (1, $1) ON CONFLICT (number) DO UPDATE SET name = excluded.name',
        [name],
      );
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

/** PostgreSQL expressions for values that the embedded database stores as text; all other values are numbers. */
const AS_TEXT: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => column,
  uuid: (column) => `${column}::text`,
  'timestamp with time zone': (column) =>
    `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`,
};

/**
 * Copies all data of a PostgreSQL database at a single moment into a new embedded database. New ids continue after the
 * last id. Other processes can write during the copy.
 * @throws {DatabaseUnusable} with a message of one line
 */
export async function copyFromPostgres(url: string, file: string): Promise<void> {
  try {
    const source = await new Servers(url).connect();
    try {
      await source.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const version = await versionInPostgres(source);
      checkCurrent('DATABASE_URL', version);
      using target = new DatabaseSync(file);
      target.exec('PRAGMA synchronous = OFF');
      migrate(target);
      target.exec('BEGIN');
      const { rows: early } = await source.query<EarlyEvent>(EARLY);
      for (const table of await tablesIn(source)) {
        if (table.name !== 'events') {
          await copyRowsBack(source, target, table);
          continue;
        }
        const positions = await positionsOf(url, early);
        await copyRowsBack(source, target, table, (position, [id = null]) => position ?? positions.get(id));
      }
      const log = await source.query(READ_LOG);
      target.prepare('UPDATE event_log SET cursor_key = ?').run(log.rows[0]?.cursor_key);
      for (const { name } of (await source.query(READ_SITE)).rows)
        target.prepare('INSERT INTO site (number, name) VALUES (1, ?)').run(name);
      const { rows } = await source.query("SELECT pg_get_serial_sequence('items', 'id') AS name");
      const used = await source.query(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS used FROM ${rows[0]?.name}`,
      );
      target.exec("DELETE FROM sqlite_sequence WHERE name = 'items'");
      target.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('items', ?)").run(Number(used.rows[0]?.used));
      await compare(target, source);
      target.exec('COMMIT');
    } finally {
      await source.end().catch(() => {});
    }
    await using written = await open(file, 'r+');
    await written.sync();
  } catch (error) {
    await rm(file, { force: true });
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`the items were not copied: ${reason(error)}`);
  }
}

/** Query for the events that have no position yet. */
const EARLY = 'SELECT id, registry_id FROM events WHERE position IS NULL';
interface EarlyEvent {
  id: string;
  registry_id: number;
}

/** Positions that the service assigned, by id. With others, a reader could miss events after a restore. */
async function positionsOf(url: string, events: readonly EarlyEvent[]): Promise<Map<Value, number>> {
  if (events.length === 0) return new Map();
  const database = await openPostgres(url, null, 1, true);
  try {
    await database.recording?.settle?.({ recipient: null, registryId: null });
    const ids = database.dialect.rows('$1', { id: 'uuid' });
    const found = await database.scan<[id: string, position: number]>(
      `SELECT events.id, position FROM events JOIN ${ids} AS early ON early.id = events.id`,
      [JSON.stringify(events.map(({ id }) => [id]))],
    );
    return new Map(found);
  } finally {
    await database.close();
  }
}

/**
 * Copies a table from PostgreSQL.
 * @param keyOf returns the key of a copied row; its parameters are the key and the other values of the row
 */
async function copyRowsBack(
  source: pg.Client,
  target: DatabaseSync,
  { name, columns, types }: Table,
  keyOf: (key: Value, others: Value[]) => Value | undefined = (key) => key,
): Promise<void> {
  const selected = columns.map((column, index) => AS_TEXT[types[index] ?? '']?.(column) ?? column);
  const insert = target.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await source.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${selected.join(', ')} FROM ${name}`);
  for (;;) {
    const { rows } = await source.query<Value[]>({ text: `FETCH ${BATCH} FROM copied`, rowMode: 'array' });
    if (rows.length === 0) break;
    for (const [key = null, ...others] of rows) {
      const values = [keyOf(key, others) ?? null, ...others].map((value, index) =>
        value === null || (types[index] ?? '') in AS_TEXT ? value : Number(value),
      );
      insert.run(...values);
    }
  }
  await source.query('CLOSE copied');
}

function checkSource(source: DatabaseSync): void {
  checkCurrent('--from', schemaVersion(source));
}

/** @throws {DatabaseUnusable} unless the schema of a database is the current one */
function checkCurrent(name: string, version: number): void {
  const problem = versionProblem(version);
  if (problem !== null) throw new DatabaseUnusable(`${name}: the database ${problem}`);
  if (version !== SCHEMA_VERSION)
    throw new DatabaseUnusable(
      `${name}: the database has schema version ${version}, but must have ${SCHEMA_VERSION}: start this service on the database once`,
    );
}

/**
 * Copies a table in the order of its key. The parameters have numbers, because the tables and columns come from the
 * schema.
 * @returns number of rows
 */
async function copyRows(
  source: DatabaseSync,
  target: pg.Client,
  { name, columns, types }: Table,
  onProgress: MoveOptions['onProgress'],
): Promise<number> {
  const [key = ''] = columns;
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const total = Number(source.prepare(`SELECT count(*) AS total FROM ${name}`).get()?.total);
  const next = source.prepare(
    `SELECT ${columns.join(', ')} FROM ${name} WHERE ${key} > ? ORDER BY ${key} LIMIT ${BATCH}`,
  );
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
  let moved = 0;
  // A value below every key.
  for (let last: string | number = types[0] === 'bigint' ? 0 : ''; ; ) {
    const rows: Record<string, unknown>[] = next.all(last);
    const end = rows.at(-1)?.[key];
    if (typeof end !== 'string' && typeof end !== 'number') return moved;
    await target.query(
      insert,
      columns.map((column) => rows.map((row) => row[column])),
    );
    moved += rows.length;
    last = end;
    onProgress(moved, total);
  }
}

async function compare(source: DatabaseSync, target: pg.Client): Promise<void> {
  const statement = source.prepare(TALLY);
  statement.setReadBigInts(true);
  const here = Object.values(statement.get() ?? {}).map(String);
  const { rows } = await target.query({ text: TALLY, rowMode: 'array' });
  const there = rows[0]?.map(String) ?? [];
  if (here.join() !== there.join())
    throw new DatabaseUnusable(
      `the items were not moved: the totals of the copy differ. The source has ${here[0]} items, the copy ${there[0]}`,
    );
}
