import type { Database, Recording, Statements, Value } from '../database/database.ts';
import type { Change } from '../database/events.ts';
import { counted } from '../database/sql.ts';
import { columns } from '../database/statements.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';

/** The position before every event. */
export const START = 0;

/** A recorded change. `isSecret` and `giverUserId`, which no caller sees, have the values of the time of the change. */
export interface LoggedEvent extends Change {
  /** Place in the log: a reader sees no later event with a lower position. */
  position: number;
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
}

/** Part of the log that a caller may see (rules: Events). */
export type EventView =
  | { sees: 'everything' }
  | { sees: 'everything open'; registryId?: number | undefined }
  | { sees: 'registry'; registryId: number }
  | { sees: 'guest'; registryId: number }
  | { sees: 'open'; registryId: number; userId: number };

/** Returns the log of a database, or null if the database does not record changes. */
export const storeOf = (database: Database, days: number): EventStore | null =>
  database.recording && new EventStore(database, database.recording, days);

const EVENT = columns<LoggedEvent>({
  position: 'position',
  id: 'id',
  type: 'type',
  at: 'at',
  registryId: 'registry_id',
  itemId: 'item_id',
  purchaseId: 'purchase_id',
  isSecret: 'is_secret',
  giverUserId: 'giver_user_id',
});

const DAY_MS = 86_400_000;

const EXPIRED_AT_ONCE = 1000;

/** Reads the log of changes, and deletes expired events. All methods throw DatabaseUnavailable. */
export class EventStore {
  readonly #database: Statements;
  readonly recording: Recording;
  readonly #days: number;

  constructor(database: Statements, recording: Recording, days: number) {
    this.#database = database;
    this.recording = recording;
    this.#days = days;
  }

  within(time: TimeLeft): EventStore {
    return new EventStore(this.#database.within?.(time) ?? this.#database, this.recording, this.#days);
  }

  /** Events from before this time have expired (milliseconds since 1970). */
  get keptFrom(): number {
    return Date.now() - this.#days * DAY_MS;
  }

  /**
   * Returns the events after a position that the caller may see, oldest first, with all events from before the call.
   * A reader who continues after the last event misses no event, even if several processes write. Without one order
   * of all events (`recording.hasOneOrder`), this is true only for the events of one registry.
   */
  async after(view: EventView, position: number, limit: number): Promise<LoggedEvent[]> {
    await this.#settle(view);
    const kept = new Date(this.keptFrom).toISOString();
    const values: Value[] = [];
    const parameter = (value: Value): string => `$${values.push(value)}`;
    const parts = segmentsOf(view).map(
      (segment) => `SELECT * FROM (
        SELECT ${EVENT} FROM events WHERE ${segment(parameter)}
        AND position > ${parameter(position)} AND at >= ${parameter(kept)}
        ORDER BY position LIMIT ${counted(parameter(limit))}) AS part`,
    );
    const sql = `${parts.join(' UNION ALL ')} ORDER BY position LIMIT ${counted(parameter(limit))}`;
    return (await this.#database.read(sql, values)).map(EVENT.of);
  }

  /** Returns the position of the last event that a caller may see; START without one. */
  async last(view: EventView): Promise<number> {
    await this.#settle(view);
    const values: Value[] = [];
    const parameter = (value: Value): string => `$${values.push(value)}`;
    const parts = segmentsOf(view).map(
      (segment) => `SELECT * FROM (
        SELECT position FROM events WHERE ${segment(parameter)} AND position IS NOT NULL
        ORDER BY position DESC LIMIT 1) AS part`,
    );
    const sql = `${parts.join(' UNION ALL ')} ORDER BY position DESC LIMIT 1`;
    const [row] = await this.#database.read<[position: number]>(sql, values);
    return row?.[0] ?? START;
  }

  head(): Promise<number> {
    return this.last({ sees: 'everything' });
  }

  /**
   * Assigns positions to all committed events. Readers do the same for the events that they may see, so this call only
   * limits the number of events without a position.
   */
  async settle(): Promise<void> {
    await this.#settle({ sees: 'everything' });
  }

  /**
   * Returns the age of the oldest event without a position in seconds; 0 without one, and if each registry has an order
   * of its own, because events without readers then get their positions late.
   */
  async oldestUnplaced(): Promise<number> {
    if (this.recording.settle === null || !this.recording.hasOneOrder) return 0;
    const row = await this.#database.first<[at: string | null]>(
      'SELECT min(at) FROM events WHERE position IS NULL',
      [],
    );
    return row?.[0] ? Math.max(0, Date.now() - Date.parse(row[0])) / 1000 : 0;
  }

  /** Returns the registries with events at or after a time (milliseconds since 1970), or without a position. */
  async changedSince(time: number): Promise<{ registryId: number; isSecret: boolean }[]> {
    const parts = [0, 1].map(
      (isSecret, index) =>
        `SELECT registry_id, is_secret FROM events WHERE is_secret = ${isSecret} AND position > $${index + 1}`,
    );
    const rows = await this.#database.read<[registryId: number, isSecret: number]>(
      `SELECT DISTINCT registry_id, is_secret FROM (${parts.join(' UNION ALL ')}
        UNION ALL SELECT registry_id, is_secret FROM events WHERE position IS NULL) AS changed`,
      [time * 1000, time * 1000],
    );
    return rows.map(([registryId, isSecret]) => ({ registryId, isSecret: isSecret === 1 }));
  }

  /**
   * Assigns positions to committed events, if the view has an event without a position. So the duration of a recipient's
   * request does not depend on secret events (rules: Surprise).
   */
  async #settle(view: EventView): Promise<void> {
    const registryId = view.sees === 'everything' ? null : (view.registryId ?? null);
    const recipient = view.sees === 'open' ? view.userId : view.sees === 'everything open' ? 0 : null;
    await this.recording.settle?.({ recipient, registryId });
  }

  async expire(): Promise<void> {
    await this.settle();
    for (const part of [OPEN, SECRET]) await this.#expire(part);
  }

  async #expire(part: string): Promise<void> {
    const kept = new Date(this.keptFrom).toISOString();
    const oldest = `SELECT position FROM events WHERE ${part} AND position IS NOT NULL ORDER BY position LIMIT ${EXPIRED_AT_ONCE}`;
    for (let deleted = EXPIRED_AT_ONCE; deleted > 0; ) {
      const last = (await this.#database.read<[position: number]>(oldest, [])).at(-1);
      if (!last) return;
      const sql = `DELETE FROM events WHERE ${part} AND position <= $1 AND at < $2 RETURNING position`;
      deleted = (await this.#database.write(sql, [last[0], kept])).length;
    }
  }
}

/** Adds a parameter to a statement. @returns its name in SQL */
type Parameter = (value: Value) => string;
type Segment = (parameter: Parameter) => string;

const OPEN = 'is_secret = 0';
const SECRET = 'is_secret = 1';

/**
 * Returns conditions that together select the events of a view, with one index each. A recipient's reads must not touch
 * other people's secret events: slower reads would reveal that a secret exists (rules: Surprise).
 */
function segmentsOf(view: EventView): Segment[] {
  if (view.sees === 'everything') return [() => OPEN, () => SECRET];
  const { registryId } = view;
  if (registryId === undefined) return [() => OPEN];
  const ofRegistry: Segment = (parameter) => `registry_id = ${parameter(registryId)}`;
  const open: Segment = (parameter) => `${ofRegistry(parameter)} AND ${OPEN}`;
  if (view.sees === 'everything open') return [open];
  const secret: Segment = (parameter) => `${ofRegistry(parameter)} AND ${SECRET}`;
  if (view.sees === 'registry') return [open, secret];
  if (view.sees === 'guest') return [open, (parameter) => `${secret(parameter)} AND type NOT LIKE 'idea.%'`];
  const own: Segment = (parameter) => `giver_user_id = ${parameter(view.userId)} AND ${ofRegistry(parameter)}`;
  // `is_secret + 0` avoids the index of all secret events.
  return [open, (parameter) => `${own(parameter)} AND is_secret + 0 = 1`];
}

/** Returns whether a change belongs to a view; `segmentsOf` returns the same rule in SQL. */
export function isVisible(view: EventView, { type, registryId, isSecret, giverUserId }: Change): boolean {
  if (view.sees === 'everything') return true;
  if (view.registryId !== undefined && registryId !== view.registryId) return false;
  if (view.sees === 'everything open') return !isSecret;
  if (view.sees === 'registry') return true;
  if (view.sees === 'guest') return !isSecret || !type.startsWith('idea.');
  return !isSecret || giverUserId === view.userId;
}
