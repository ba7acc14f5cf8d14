import { randomUUID } from 'node:crypto';
import type { EVENT_TYPES } from '@largesse/contract';

export type EventType = (typeof EVENT_TYPES)[number];

/** A change to record. */
export interface Change {
  type: EventType;
  registryId: number;
  itemId: number | null;
  purchaseId: string | null;
  /** True if the change must stay hidden from recipients of the registry, even after a reveal. */
  isSecret: boolean;
  /** Current or former giver of the purchase. */
  giverUserId: number | null;
}

/** Converts the `RETURNING` rows of a statement to the changes that the statement made. */
export type ChangesIn<R> = (rows: R[]) => readonly Change[];

/** Settings of the log, in the only row of `event_log`. A process reads them once, when it opens the database. */
export interface EventLog {
  /** Key of the cursors: 64 hexadecimal digits. */
  cursorKey: string;
  /** On SQLite, the xid of every new event. On PostgreSQL, the xid is this number plus the id of the transaction. */
  firstXid: number;
}

/**
 * A restored or moved copy adds this number to its `firstXid`. New events of the copy thus follow all events of the
 * original, even events that the copy lacks. No PostgreSQL server ever reaches so many transactions.
 */
export const POSITIONS_OF_COPY = 2 ** 43;

/** SQL that reads the settings of the log. */
export const READ_LOG = 'SELECT cursor_key, first_xid FROM event_log';

const COLUMNS = ['xid', 'id', 'type', 'at', 'registry_id', 'item_id', 'purchase_id', 'is_secret', 'giver_user_id'];

/** Statement that records a change, with the parameters of `recordOf`. */
export const RECORD = `INSERT INTO events (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

/** Returns the parameters for a change. */
export const recordOf = (change: Change, { firstXid }: EventLog, at: string): (string | number | null)[] => [
  firstXid,
  randomUUID(),
  change.type,
  at,
  change.registryId,
  change.itemId,
  change.purchaseId,
  Number(change.isSecret),
  change.giverUserId,
];

/**
 * Returns a statement that records changes. Its SQL contains the values instead of parameters, so no value may be a
 * caller's text.
 * @param xid SQL to append to `firstXid`; it adds the transaction's id
 */
export function recordAll(changes: readonly Change[], log: EventLog, xid: string): string {
  const at = new Date().toISOString();
  const rows = changes.map((change) => {
    const [first, ...rest] = recordOf(change, log, at).map(literal);
    return `(${[`${first}${xid}`, ...rest].join(', ')})`;
  });
  return `INSERT INTO events (${COLUMNS.join(', ')}) VALUES ${rows.join(', ')}`;
}

/** @throws {TypeError} if a text contains characters other than letters, digits, `_`, `.`, `:` and `-` */
function literal(value: string | number | null): string {
  if (typeof value !== 'string') return String(value);
  if (!/^[\w.:-]*$/.test(value)) throw new TypeError('is no value of an event');
  return `'${value}'`;
}
