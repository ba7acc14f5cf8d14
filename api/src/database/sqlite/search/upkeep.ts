import type { DatabaseSync } from 'node:sqlite';

/** Items that one step brings into the index: it takes about 0.1 s. */
const STEP = 20_000;

/** Changes that one step brings into the index, and that a search waits for. */
export const CHANGES_STEP = 5000;

const COLUMNS = `id, registry_id, coalesce(affiliate_status, ''), lower(name),
  lower(name || char(0) || coalesce(retailer, '') || char(0) || url || char(0) || coalesce(affiliate_url, ''))`;

/** Only once all entries are there: so each is made in one go. */
const INDEXES = `
  CREATE INDEX entries_by_name ON entries (name, id, status);
  CREATE INDEX entries_by_registry ON entries (registry_id, id, status);
  CREATE INDEX entries_by_status ON entries (status);
`;

/** How far an index is. */
export interface Progress {
  /** The last change of the database that is in the index. */
  seq: number;
  /** True if all items are in it that were there when it was begun. */
  isBuilt: boolean;
  /** The highest id that the building has reached, and the highest there is. */
  builtTo: number;
  lastId: number;
  /** How many changes wait. */
  waiting: number;
}

/** Reads how far an index is. */
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
 * Brings an index one step nearer to its database, in a transaction of its own: killed, it goes on from the last step.
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

/** Takes what has changed out of the index, and what is active now back in. */
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
  // From the row itself: a token may be larger than a number of JavaScript.
  index.exec(
    `UPDATE progress SET (seq, token) = (SELECT seq, token FROM source.search_changes WHERE seq = ${range[1]})`,
  );
}
