import {
  type Database,
  DatabaseUnavailable,
  type Recording,
  type Statements,
  type Value,
} from '../database/database.ts';
import type { Change, EventType } from '../database/events.ts';
import { counted } from '../database/sql.ts';
import type { TimeLeft } from '../deadline.ts';

/** A place in the log. Positions are sorted by xid, then by number; both are compared as numbers. */
export interface Position {
  xid: number;
  number: number;
}

/** The position before every event. */
export const START: Position = { xid: -1, number: 0 };

/**
 * A recorded change. `isSecret` and `giverUserId` keep the values that they had at the time of the change. No caller
 * sees these two fields.
 */
export interface LoggedEvent extends Change, Position {
  /** A random UUID. */
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
}

/** Part of the log that a caller may see (rules: Events). */
export type EventView =
  | { sees: 'everything' }
  | { sees: 'everything open'; registryId?: number | undefined }
  | { sees: 'registry'; registryId: number }
  | { sees: 'open' | 'items'; registryId: number; userId: number };

/** Returns the log of a database, or null if the database does not record changes. */
export const storeOf = (database: Database, days: number): EventStore | null =>
  database.recording && new EventStore(database, database.recording, days);

type EventRow = [
  xid: number,
  number: number,
  id: string,
  type: EventType,
  at: string,
  registryId: number,
  itemId: number | null,
  purchaseId: string | null,
  isSecret: number,
  giverUserId: number | null,
];
const COLUMNS = 'xid, number, id, type, at, registry_id, item_id, purchase_id, is_secret, giver_user_id';

const DAY_MS = 86_400_000;

/** Number of expired events to delete at a time. */
const EXPIRED_AT_ONCE = 1000;

/**
 * Reads the log of changes, and deletes expired events. All methods throw DatabaseUnavailable if the database is
 * unavailable.
 */
export class EventStore {
  readonly #database: Statements & Partial<Pick<Database, 'within'>>;
  readonly recording: Recording;
  readonly #days: number;

  /** @param days number of days for which events are kept */
  constructor(database: Statements & Partial<Pick<Database, 'within'>>, recording: Recording, days: number) {
    this.#database = database;
    this.recording = recording;
    this.#days = days;
  }

  /** Returns the same log with a time limit for its statements. */
  within(time: TimeLeft): EventStore {
    return new EventStore(this.#database.within?.(time) ?? this.#database, this.recording, this.#days);
  }

  /** Events from before this time have expired (milliseconds since 1970). */
  get keptFrom(): number {
    return Date.now() - this.#days * DAY_MS;
  }

  /**
   * Returns the events after a position, oldest first. Omits events that the caller must not see. An event appears only
   * after all transactions that could precede it have ended. A reader who continues after the last event thus misses no
   * event, even if several processes write. On Citus, this is true only for the events of one registry
   * (`recording.isPerRegistry`).
   *
   * A dispatcher reads with `{ sees: 'everything' }`, and continues after the last event that it received.
   */
  async after(view: EventView, position: Position, limit: number): Promise<LoggedEvent[]> {
    const safe = await this.#safeXid();
    const kept = new Date(this.keptFrom).toISOString();
    const values: Value[] = [];
    const parameter = (value: Value): string => `$${values.push(value)}`;
    const parts = segmentsOf(view).flatMap((segment) =>
      [
        // SQLite uses its index for each of these two conditions. For one condition that compares both columns at once,
        // SQLite would not use the index.
        () => `xid = ${parameter(position.xid)} AND number > ${parameter(position.number)}`,
        () => `xid > ${parameter(position.xid)}`,
      ].map(
        (isAfter) => `SELECT * FROM (
          SELECT ${COLUMNS} FROM events WHERE ${segment(parameter)} AND ${isAfter()}
          AND xid < ${parameter(safe)} AND at >= ${parameter(kept)}
          ORDER BY xid, number LIMIT ${counted(parameter(limit))}) AS part`,
      ),
    );
    const sql = `${parts.join(' UNION ALL ')} ORDER BY xid, number LIMIT ${counted(parameter(limit))}`;
    return (await this.#database.read<EventRow>(sql, values)).map(eventOf);
  }

  /** Returns the position of the last event that a caller may see; `START` if there is no such event. */
  async last(view: EventView): Promise<Position> {
    return this.#lastBelow(view, await this.#safeXid());
  }

  async #lastBelow(view: EventView, safe: number): Promise<Position> {
    const values: Value[] = [];
    const parameter = (value: Value): string => `$${values.push(value)}`;
    const parts = segmentsOf(view).map(
      (segment) => `SELECT * FROM (
        SELECT xid, number FROM events WHERE ${segment(parameter)} AND xid < ${parameter(safe)}
        ORDER BY xid DESC, number DESC LIMIT 1) AS part`,
    );
    const sql = `${parts.join(' UNION ALL ')} ORDER BY xid DESC, number DESC LIMIT 1`;
    const [row] = await this.#database.read<[xid: number, number: number]>(sql, values);
    return row ? { xid: row[0], number: row[1] } : START;
  }

  /** Returns the position of the newest event in the log. A new dispatcher starts after this position. */
  head(): Promise<Position> {
    return this.last({ sees: 'everything' });
  }

  /**
   * Returns two results. `last` is the position of the last event that `after` returns. `early` contains the events
   * that `after` does not return yet, because earlier transactions are still running.
   */
  async now(view: EventView & { sees: 'everything' | 'registry' }): Promise<{ last: Position; early: LoggedEvent[] }> {
    const safe = await this.#safeXid();
    const last = await this.#lastBelow(view, safe);
    const values: Value[] = [];
    const parameter = (value: Value): string => `$${values.push(value)}`;
    const parts = segmentsOf(view).map(
      (segment) => `SELECT ${COLUMNS} FROM events WHERE ${segment(parameter)} AND xid >= ${parameter(safe)}`,
    );
    const sql = `${parts.join(' UNION ALL ')} ORDER BY xid, number`;
    return { last, early: (await this.#database.read<EventRow>(sql, values)).map(eventOf) };
  }

  /** Deletes expired events. */
  async expire(): Promise<void> {
    for (const part of [OPEN, SECRET]) await this.#expire(part);
  }

  async #expire(part: string): Promise<void> {
    const kept = new Date(this.keptFrom).toISOString();
    const oldest = `SELECT xid, number FROM events WHERE ${part} ORDER BY xid, number LIMIT ${EXPIRED_AT_ONCE}`;
    for (let deleted = EXPIRED_AT_ONCE; deleted > 0; ) {
      const last = (await this.#database.read<[xid: number, number: number]>(oldest, [])).at(-1);
      if (!last) return;
      const sql = `DELETE FROM events WHERE ${part} AND number <= $1 AND xid <= $2 AND at < $3 RETURNING number`;
      deleted = (await this.#database.write(sql, [last[1], last[0], kept])).length;
    }
  }

  /**
   * Returns an xid. All events with a smaller xid are visible, because their transactions have ended. Read this xid
   * before the events.
   */
  async #safeXid(): Promise<number> {
    const { oldestXid, firstXid } = this.recording;
    if (oldestXid === null) return Number.MAX_SAFE_INTEGER;
    const row = await this.#database.first<[xid: number]>(oldestXid, []);
    if (!row) throw new DatabaseUnavailable('no answer about transactions');
    return firstXid + row[0];
  }
}

/** Adds a parameter to a statement. @returns the name of the parameter in SQL */
type Parameter = (value: Value) => string;
type Segment = (parameter: Parameter) => string;

const OPEN = 'is_secret = 0';
const SECRET = 'is_secret = 1';

/**
 * Returns conditions that together select the events of a view. Each condition uses one index. A recipient's reads must
 * not touch other people's secret events. Otherwise, slower reads would reveal that a secret exists (rules: Surprise).
 */
function segmentsOf(view: EventView): Segment[] {
  if (view.sees === 'everything') return [() => OPEN, () => SECRET];
  const { registryId } = view;
  if (registryId === undefined) return [() => OPEN];
  const ofRegistry: Segment = (parameter) => `registry_id = ${parameter(registryId)}`;
  const open: Segment = (parameter) => `${ofRegistry(parameter)} AND ${OPEN}`;
  if (view.sees === 'everything open') return [open];
  if (view.sees === 'registry') return [open, (parameter) => `${ofRegistry(parameter)} AND ${SECRET}`];
  const own: Segment = (parameter) => `giver_user_id = ${parameter(view.userId)} AND ${ofRegistry(parameter)}`;
  // `is_secret + 0` keeps the database from using the index of all secret events.
  if (view.sees === 'open') return [open, (parameter) => `${own(parameter)} AND is_secret + 0 = 1`];
  return [(parameter) => `${open(parameter)} AND type LIKE 'item.%'`, own];
}

/** Returns whether a change belongs to a view; `segmentsOf` returns the same rule in SQL. */
export function isVisible(view: EventView, { type, registryId, isSecret, giverUserId }: Change): boolean {
  if (view.sees === 'everything') return true;
  if (view.registryId !== undefined && registryId !== view.registryId) return false;
  if (view.sees === 'everything open') return !isSecret;
  if (view.sees === 'registry') return true;
  if (giverUserId === view.userId) return true;
  return view.sees === 'open' ? !isSecret : type.startsWith('item.');
}

const eventOf = (row: EventRow): LoggedEvent => ({
  xid: row[0],
  number: row[1],
  id: row[2],
  type: row[3],
  at: row[4],
  registryId: row[5],
  itemId: row[6],
  purchaseId: row[7],
  isSecret: row[8] === 1,
  giverUserId: row[9],
});
