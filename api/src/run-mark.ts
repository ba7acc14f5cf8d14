import { existsSync, realpathSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Logger } from 'pino';
import { type Database, DatabaseUnusable } from './database/database.ts';
import { reason } from './database/reason.ts';
import { Runs } from './database/runs.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { checkpoint, skipIds } from './database/sqlite/unclean.ts';
import type { Settings } from './settings.ts';

interface RunMark {
  /** Records the clean stop. The process must not write anything afterwards. Never throws. */
  end(): Promise<void>;
}

/**
 * Returns whether the log of an embedded database is missing. Call it before you open the database, which creates a
 * log.
 */
export const isLogMissing = ({ database }: Settings): boolean =>
  database.kind === 'sqlite' && existsSync(database.path) && !existsSync(`${realpathSync(database.path)}-wal`);

/**
 * Marks this process as running. Logs a warning if an earlier one did not stop cleanly.
 * @param wasLogMissing result of `isLogMissing` before the database was opened
 * @throws {DatabaseUnusable} if ids may be assigned twice
 */
export async function markRun(
  { database: setting }: Settings,
  opened: Database,
  wasLogMissing: boolean,
  log: Pick<Logger, 'warn'>,
): Promise<RunMark> {
  const path = setting.kind === 'sqlite' ? setting.path : null;
  if (path === ':memory:') return { end: async () => {} };
  const name = JSON.stringify([hostname(), process.pid, Date.now()]);
  // Only one process at a time can use an embedded database, so all earlier processes have ended.
  const hasEnded = path === null ? isGone : () => true;
  // An embedded database gets a separate connection, because the metrics must not count the marks as writes of callers.
  const withRuns = async <T>(work: (runs: Runs) => Promise<T>): Promise<T> => {
    const database = path === null ? opened : openSqlite(path);
    try {
      return await work(new Runs(database));
    } finally {
      if (database !== opened) await database.close();
    }
  };
  try {
    // Looks for the mark of an earlier run first, because `begin` adds the mark of this run.
    if (path !== null && wasLogMissing && (await withRuns((runs) => runs.hasRunning())))
      log.warn(logLost(skipped(path)));
    if ((await withRuns((runs) => runs.begin(name, hasEnded))) > 0) log.warn(UNCLEAN);
    // Copies the mark from the write-ahead log into the database file, because the log may get lost.
    if (path !== null) checkpoint(path);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    log.warn({ err: error }, 'this run could not be marked, so the next start cannot tell how it ended');
  }
  return {
    end: () =>
      withRuns((runs) => runs.end(name)).catch((error) => {
        log.warn({ err: error }, 'the clean stop could not be marked, so the next start takes it for an unclean one');
      }),
  };
}

const UNCLEAN =
  'an earlier process had no clean stop: lists on the registry host may lack items until npm run reconcile has repaired them';

/** Returns false for runs on other machines, and if another process of this machine may now have the same id. */
function isGone(name: string): boolean {
  const [host, pid, begun]: [string, number, number] = JSON.parse(name);
  if (host !== hostname()) return false;
  if (begun < Date.now() - uptime() * 1000) return true;
  if (pid === process.pid) return begun < performance.timeOrigin;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Skips ids that may have been assigned before the log was lost. Returns the next id. @throws {DatabaseUnusable} */
function skipped(path: string): number {
  try {
    return skipIds(path);
  } catch (error) {
    throw new DatabaseUnusable(
      `the write-ahead log of the database is missing, and ids that were assigned could not be skipped: ${reason(error)}`,
    );
  }
}

const logLost = (nextId: number): string =>
  `the write-ahead log of the database is missing: changes from before the unclean end may be lost; new items begin at id ${nextId}, so that no id is assigned twice`;
