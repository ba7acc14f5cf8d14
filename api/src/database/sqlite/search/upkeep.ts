import type { DatabaseSync } from 'node:sqlite';

/** Number of items that one step adds to the index. A step takes about 0.1 s. */
const STEP = 20_000;

/**
 * Maximum number of changes that one step applies. If the index lacks more changes than this number, a search does not
 * wait for the index, but reads all items.
 */
export const CHANGES_STEP = 5000;

const COLUMNS = `id, registry_id, coalesce(affiliate_status, ''), lower(name),
  lower(name || char(0) || coalesce(retailer, '') || char(0) || url || char(0) || coalesce(affiliate_url, ''))`;

/** Indexes of `entries`. SQLite builds each index in one pass, because all entries already exist. */
const INDEXES = `
  CREATE INDEX entries_by_name ON entries (name, id, status);
  CREATE INDEX entries_by_registry ON entries (registry_id, id, status);
  CREATE INDEX entries_by_status ON entries (status);
`;

/** Progress of an index. */
export interface Progress {
  /** Number of the last database change that the index contains. */
  seq: number;
  /** True if the index contains all items that existed when its build started. */
  isBuilt: boolean;
  /** Highest id that the build has reached. */
  builtTo: number;
  /** Highest id of an existing item. */
  lastId: number;
  /** Number of waiting changes. */
  waiting: number;
}

export function progressOf(index: DatabaseSync): Progress {
  const row = index
    .prepare(
      `SELECT seq, is_built, built_to, (SELECT coalesce(max(id), 0) FROM source.items) AS last_id,
        (SELECT count(*) FROM (SELECT 1 FROM source.search_changes WHERE seq > progress.seq LIMIT ${CHANGES_STEP + 1})) AS waiting
      FROM progress`,
    )
    .get();
  return {
    seq: Number(row?.seq),
    isBuilt: row?.is_built === 1,
    builtTo: Number(row?.built_to),
    lastId: Number(row?.last_id),
    waiting: Number(row?.waiting),
  };
}

/**
 * Advances an index by one step, in a separate transaction. After a crash, the index continues after its last complete
 * step.
 * @returns whether there is more to do
 */
export function step(index: DatabaseSync): boolean {
  const progress = progressOf(index);
  if (progress.isBuilt && progress.waiting === 0) return false;
  index.exec('BEGIN IMMEDIATE');
  try {
    if (progress.isBuilt) applyChanges(index, progress);
    else build(index, progress);
    index.exec('COMMIT');
  } catch (error) {
    if (index.isTransaction) index.exec('ROLLBACK');
    throw error;
  }
  return !progress.isBuilt || progress.waiting > CHANGES_STEP;
}

function build(index: DatabaseSync, { builtTo }: Progress): void {
  const last = index
    .prepare(`SELECT max(id) AS id FROM (SELECT id FROM source.items WHERE id > ? ORDER BY id LIMIT ${STEP})`)
    .get(builtTo)?.id;
  if (typeof last !== 'number') {
    index.exec(`${INDEXES} UPDATE progress SET is_built = 1`);
    return;
  }
  index
    .prepare(
      `INSERT INTO entries SELECT ${COLUMNS} FROM source.items WHERE id > ? AND id <= ? AND is_active = 1 ORDER BY id`,
    )
    .run(builtTo, last);
  index
    .prepare('INSERT INTO texts (rowid, text) SELECT id, text FROM entries WHERE id > ? AND id <= ? ORDER BY id')
    .run(builtTo, last);
  index.prepare('UPDATE progress SET built_to = ?').run(last);
}

/** Removes changed items from the index. Then adds the changed items that are active. */
function applyChanges(index: DatabaseSync, { seq }: Progress): void {
  const last = index
    .prepare(
      `SELECT max(seq) AS seq FROM (SELECT seq FROM source.search_changes WHERE seq > ? ORDER BY seq LIMIT ${CHANGES_STEP})`,
    )
    .get(seq)?.seq;
  const changed = 'SELECT DISTINCT item_id FROM source.search_changes WHERE seq > ? AND seq <= ?';
  const range = [seq, Number(last)];
  index
    .prepare(`INSERT INTO texts (texts, rowid, text) SELECT 'delete', id, text FROM entries WHERE id IN (${changed})`)
    .run(...range);
  index.prepare(`DELETE FROM entries WHERE id IN (${changed})`).run(...range);
  index
    .prepare(`INSERT INTO entries SELECT ${COLUMNS} FROM source.items WHERE id IN (${changed}) AND is_active = 1`)
    .run(...range);
  index.prepare(`INSERT INTO texts (rowid, text) SELECT id, text FROM entries WHERE id IN (${changed})`).run(...range);
  // Copies the token in SQL, because a token may exceed JavaScript's exact integers.
  index.exec(
    `UPDATE progress SET (seq, token) = (SELECT seq, token FROM source.search_changes WHERE seq = ${range[1]})`,
  );
}
