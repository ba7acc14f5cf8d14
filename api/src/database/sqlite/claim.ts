import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../database.ts';
import { reason } from '../reason.ts';
import { isBusy } from './errors.ts';

/**
 * Claims a database file for one service: two would overtake each other's lists on the host. The claim is a lock of the
 * operating system on a file beside it, so it goes with its process, however that ends; the operators' commands need none.
 * @param path a file, or `:memory:`
 * @returns a function that gives the file free again
 * @throws {DatabaseUnusable} when another service has claimed it
 */
export function claimSqlite(path: string): () => void {
  if (path === ':memory:') return () => {};
  // A link leads to the same file.
  const file = `${existsSync(path) ? realpathSync(path) : path}.lock`;
  let claim: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    claim = new DatabaseSync(file, { timeout: 0 });
    claim.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = claim;
    return () => held.close();
  } catch (error) {
    claim?.close();
    if (isBusy(error))
      throw new DatabaseUnusable(
        `DATABASE_URL: ${path} is in use by another process of this service: stop that one, or use PostgreSQL for several`,
      );
    throw new DatabaseUnusable(`DATABASE_URL: cannot lock ${file}: ${reason(error)}`);
  }
}
