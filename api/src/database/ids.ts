/** Start of the clock for skipped ids (milliseconds since 1970). */
const CLOCK_START = Date.UTC(2026, 0, 1);

/** Least number of ids to skip. */
const SKIPPED_IDS = 1_000_000;

/**
 * Returns the last id that counts as assigned after a database may have lost its last changes, because it is a copy of
 * another database, replaces another database, or was damaged. Pages, mails and programs may still name lost items, so
 * their ids must never become ids of other items (rules: Storage 6). The result is at least the number of milliseconds
 * since 2026 began. So ids do not repeat either if the same backup is restored twice.
 * @param known last ids of the database, and of the database that it replaces
 */
export const lastIdAfterLoss = (...known: readonly number[]): number =>
  Math.max(Date.now() - CLOCK_START, Math.max(0, ...known) + SKIPPED_IDS);
