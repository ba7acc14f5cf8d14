import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asAccount, modeLike, ownerOf } from '../../installation/owner.ts';
import { DatabaseUnusable } from '../database.ts';
import { reason } from '../reason.ts';
import { isBusy } from './errors.ts';

/**
 * Claims a database file for one service. Two services would overwrite each other's lists on the host. The operating
 * system locks a file next to the database, and releases this lock when the process ends. The operators' commands need
 * no claim.
 * @param path a file, or `:memory:`
 * @param setting name of the setting or option with the path, for messages
 * @returns a function that releases the claim
 * @throws {DatabaseUnusable} if another service has claimed the file
 */
export function claimSqlite(path: string, setting = 'DATABASE_URL'): () => void {
  if (path === ':memory:') return () => {};
  // A symbolic link and its target share one claim.
  const file = `${existsSync(path) ? realpathSync(path) : path}.lock`;
  let claim: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    // A command of root may create the file, which the service locks later. So it belongs to the service's account.
    claim = asAccount(ownerOf(existsSync(path) ? path : dirname(path)), () => {
      const isNew = !existsSync(file);
      const opened = new DatabaseSync(file, { timeout: 0 });
      if (isNew) chmodSync(file, modeLike(path));
      return opened;
    });
    claim.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = claim;
    return () => held.close();
  } catch (error) {
    claim?.close();
    if (isBusy(error))
      throw new DatabaseUnusable(
        `${setting}: ${path} is in use by another process of this service: stop that process, or use PostgreSQL for several processes`,
      );
    throw new DatabaseUnusable(`${setting}: cannot lock ${file}: ${reason(error)}`);
  }
}
