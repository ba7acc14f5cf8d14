import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asAccount, nearest, ownerOf } from '../../installation/owner.ts';
import { SCHEMA_VERSION } from '../migrations.ts';
import { hasNoRoom, reason } from '../reason.ts';
import { READ_SITE, siteIn } from '../site.ts';
import { LOCK_TIMEOUT_MS } from './errors.ts';
import { SAMPLE } from './probe.ts';
import { schemaVersion } from './schema.ts';

/** State of a database file; `site` is the name of the site for which it was made, or null if unknown. */
export type SqliteState =
  | { kind: 'missing' }
  | { kind: 'present'; version: number; site: string | null }
  | { kind: 'full' }
  | { kind: 'unusable'; reason: string };

/**
 * Checks whether the service can write to a database file and to its folder, and reads the schema version. The
 * permissions of a file do not show a full disk or a read-only file system, so the check writes a file next to the
 * database, and deletes it. Root does this as the owner of the folder, which is the account of the service. Does not
 * create or change the database.
 */
export function inspectSqlite(path: string): SqliteState {
  const folder = nearest(dirname(path));
  try {
    return asAccount(ownerOf(folder), () => {
      writeSample(join(folder, `.largesse-doctor-${process.pid}`));
      if (!existsSync(path)) return { kind: 'missing' };
      // The service opens these files, too. A command of root could have left them.
      for (const ending of ['.lock', '-wal', '-shm'])
        if (existsSync(path + ending)) closeSync(openSync(path + ending, 'r+'));
      using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
      connection.exec('BEGIN IMMEDIATE; ROLLBACK');
      const version = schemaVersion(connection);
      const row = version === SCHEMA_VERSION ? connection.prepare(READ_SITE).get() : undefined;
      return { kind: 'present', version, site: row === undefined ? null : siteIn(row) };
    });
  } catch (error) {
    if (hasNoRoom(error)) return { kind: 'full' };
    return { kind: 'unusable', reason: reason(error) };
  }
}

function writeSample(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, SAMPLE);
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
