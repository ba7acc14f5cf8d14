import { randomUUID } from 'node:crypto';
import type { EVENT_TYPES } from '@largesse/contract';
import type { Forms } from './forms.ts';

export type EventType = (typeof EVENT_TYPES)[number];

/** A change to record. */
export interface LoggedChange {
  type: EventType;
  registryId: number;
  itemId: number | null;
  purchaseId: string | null;
  /** True if the change must stay hidden from recipients of the registry, even after a reveal. */
  isSecret: boolean;
  /** Current or former giver of the purchase; `AUTHOR` for the author of the registry. */
  giverUserId: number | null;
}

/**
 * Id of no user, for a secret change that the author of the registry may see, but no co-owner: only the author sees
 * promises through deleted lists. The log does not know who the author is.
 */
export const AUTHOR = 0;

/** Converts the `RETURNING` rows of a statement to the changes that the statement made. */
export type ChangesIn<R> = (rows: R[]) => readonly LoggedChange[];

/** Returns a change of an item. */
export const changeOfItem = (type: EventType, registryId: number, itemId: number | null): LoggedChange => ({
  type,
  registryId,
  itemId,
  purchaseId: null,
  isSecret: false,
  giverUserId: null,
});

/**
 * Returns a change for the registry of the item, and the same change for each other list with this item (rules:
 * Appearances).
 * @param appearsOn the column `items.appears_on`
 */
export const onEachList = (change: LoggedChange, appearsOn: string | null): LoggedChange[] => [
  change,
  ...(appearsOn === null ? [] : appearsOn.split(',').map((id) => ({ ...change, registryId: Number(id) }))),
];

/** Which events have an order: those of all registries, or only those of each registry. */
export interface LogOrder {
  /**
   * Returns the registry whose log has the events of a registry; null if the log of all registries has them. In a log,
   * all events have an order.
   * @param registryId null for the events of all registries
   */
  logOf(registryId: number | null): number | null;
  /** Checks that one log has all events. @throws {OnSeveralServers} */
  requireOneLog(): void;
  /** Chooses between ways to read the log. */
  choose<T>(forms: Forms<T>): T;
}

/** One log of all registries. */
export const ONE_LOG: LogOrder = {
  logOf: () => null,
  requireOneLog: () => {},
  choose: ({ anywhere }) => anywhere,
};

/** Settings of the log, in the only row of `event_log`. A process reads them once, when it opens the database. */
export interface EventLog {
  /** Key of the cursors: 64 hexadecimal digits. */
  cursorKey: string;
}

/**
 * Returns the position of the next event: the current time in microseconds, or the next number after the last position.
 * So positions increase even if the clock goes back. A restored, moved or promoted copy of a database may lack the last
 * positions. Its new positions are still higher than all positions that the original assigned before.
 * @param last highest position in the log; 0 if there is none
 */
export const nextPosition = (last: number): number => Math.max(last + 1, Date.now() * 1000);

/** Intervals of regular work on the log (milliseconds). They depend on what the work costs the database. */
export interface LogPace {
  /** Between two looks for the events of all processes, while requests wait for events. */
  readonly lookMs: number;
  /** Between two assignments of positions. Readers assign positions, too, so this only limits what they find. */
  readonly settleMs: number;
}

/** Intervals if one server has all events. */
export const PACE: LogPace = { lookMs: 50, settleMs: 1000 };

/** SQL that reads the settings of the log. */
export const READ_LOG = 'SELECT cursor_key FROM event_log';

const COLUMNS = ['id', 'type', 'at', 'registry_id', 'item_id', 'purchase_id', 'is_secret', 'giver_user_id'];

/**
 * Statement that records a change with its position. Its parameters are the position and those of `recordOf`. They have
 * no names, because SQLite runs this statement for every change.
 */
export const RECORD = `INSERT INTO events (position, ${COLUMNS.join(', ')}) VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`;

/** Returns the parameters for a change, in the order of COLUMNS. */
export const recordOf = (change: LoggedChange, at: string): (string | number | null)[] => [
  randomUUID(),
  change.type,
  at,
  change.registryId,
  change.itemId,
  change.purchaseId,
  Number(change.isSecret),
  change.giverUserId,
];

/** Returns a statement that records changes without positions. It contains the values: never a caller's text. */
export function recordAll(changes: readonly LoggedChange[]): string {
  const at = new Date().toISOString();
  const rows = changes.map((change) => `(${recordOf(change, at).map(literal).join(', ')})`);
  return `INSERT INTO events (${COLUMNS.join(', ')}) VALUES ${rows.join(', ')}`;
}

/** @throws {TypeError} if a text contains characters other than letters, digits, `_`, `.`, `:` and `-` */
function literal(value: string | number | null): string {
  if (typeof value !== 'string') return String(value);
  if (!/^[\w.:-]*$/.test(value)) throw new TypeError('is no value of an event');
  return `'${value}'`;
}
