import type { OpenedId } from '../auth/opened.ts';
import type { Database, Recording, Statements } from '../database/database.ts';
import { AUTHOR, type LoggedChange } from '../database/events.ts';
import { idsText, isAmong } from '../database/sql.ts';
import {
  columns,
  countedOf,
  type Parameter,
  parameters,
  query,
  queryAnywhere,
  Sql,
  sql,
  unionOf,
  variants,
} from '../database/statements.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';

/** The position before every event. */
export const START = 0;

/** A recorded change. `isSecret` and `giverUserId`, which no caller sees, have the values of the time of the change. */
export interface LoggedEvent extends LoggedChange {
  /** Place in the log: a reader sees no later event with a lower position. */
  position: number;
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
}

/** Part of the log that a caller may see (rules: Events). */
export type EventView =
  | { sees: 'everything' }
  /** Events that every recipient of a registry may see; without an id, those of all registries. */
  | { sees: 'everything open'; registryId?: OpenedId | undefined }
  /** For keepers: with the secret events of the registry. */
  | { sees: 'registry'; registryId: OpenedId }
  /** For guests, who see numbers of secret promises: as for keepers, without secret ideas. */
  | { sees: 'guest'; registryId: OpenedId }
  /** As these two, for a reader who receives some items: of these, as a recipient. */
  | { sees: 'registry in part' | 'guest in part'; registryId: OpenedId; userId: number; received: readonly number[] }
  /** For a recipient: open events, events of the recipient's own promises, and events for the author alone. */
  | { sees: 'open'; registryId: OpenedId; userId: number; isAuthor: boolean };

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

const $ = parameters('registryId', 'userId', 'received', 'position', 'kept', 'limit');
const POSITION = columns<{ position: number }>({ position: 'position' });
const OLDEST = columns<{ at: string | null }>({ at: 'min(at)' });
const CHANGED = columns<{ registryId: number; isSecret: boolean }>({
  registryId: 'registry_id',
  isSecret: 'is_secret',
});

const OPEN = sql`is_secret = 0`;
const SECRET = sql`is_secret = 1`;
const OF_REGISTRY = sql`registry_id = ${$.registryId}`;
const OPEN_OF_REGISTRY = sql`${OF_REGISTRY} AND ${OPEN}`;
const SECRET_OF_REGISTRY = sql`${OF_REGISTRY} AND ${SECRET}`;

const NO_IDEA = sql`type NOT LIKE 'idea.%'`;
const OF_RECEIVED = new Sql<'received'>(isAmong('coalesce(item_id, 0)', $.received));
const SECRET_OF_OTHERS = sql`${SECRET_OF_REGISTRY} AND NOT ${OF_RECEIVED}`;
/** SQL condition. `is_secret + 0` avoids the index of all secret events. */
const secretOf = <Name extends string>(user: Sql<Name> | Parameter<Name>) =>
  sql`giver_user_id = ${user} AND ${OF_REGISTRY} AND is_secret + 0 = 1`;
const OWN_SECRET = secretOf($.userId);
const OWN_OF_RECEIVED = sql`${OWN_SECRET} AND ${OF_RECEIVED}`;

type Segments = EventView['sees'] | 'everything open of a registry' | 'open to the author';

/**
 * Conditions that together select the events of a view, with one index each. A recipient's reads must not touch other
 * people's secret events: slower reads would reveal that a secret exists (rules: Surprise).
 */
const SEGMENTS: Readonly<Record<Segments, readonly Sql<'registryId' | 'userId' | 'received'>[]>> = {
  everything: [OPEN, SECRET],
  'everything open': [OPEN],
  'everything open of a registry': [OPEN_OF_REGISTRY],
  registry: [OPEN_OF_REGISTRY, SECRET_OF_REGISTRY],
  guest: [OPEN_OF_REGISTRY, sql`${SECRET_OF_REGISTRY} AND ${NO_IDEA}`],
  'registry in part': [OPEN_OF_REGISTRY, SECRET_OF_OTHERS, OWN_OF_RECEIVED],
  'guest in part': [OPEN_OF_REGISTRY, sql`${SECRET_OF_OTHERS} AND ${NO_IDEA}`, OWN_OF_RECEIVED],
  open: [OPEN_OF_REGISTRY, OWN_SECRET],
  'open to the author': [OPEN_OF_REGISTRY, OWN_SECRET, secretOf(sql`${AUTHOR}`)],
};

function segmentsOf(view: EventView): Segments {
  if (view.sees === 'open' && view.isAuthor) return 'open to the author';
  return view.sees === 'everything open' && view.registryId !== undefined ? 'everything open of a registry' : view.sees;
}

/** Returns the values for the parameters of the segments. */
const valuesOf = (view: EventView) => ({
  registryId: view.sees === 'everything' ? null : (view.registryId ?? null),
  userId: 'userId' in view ? view.userId : null,
  received: 'received' in view ? idsText(view.received) : null,
});

const AFTER = variants(({ segments }: { segments: Segments }) => {
  const parts = SEGMENTS[segments].map(
    (isInSegment) => sql`SELECT * FROM (
      SELECT ${EVENT} FROM events WHERE ${isInSegment} AND position > ${$.position} AND at >= ${$.kept}
      ORDER BY position LIMIT ${countedOf($.limit)}) AS part`,
  );
  return query(EVENT)`${unionOf(parts)} ORDER BY position LIMIT ${countedOf($.limit)}`;
});

const LAST = variants(({ segments }: { segments: Segments }) => {
  const parts = SEGMENTS[segments].map(
    (isInSegment) => sql`SELECT * FROM (
      SELECT ${POSITION} FROM events WHERE ${isInSegment} AND position IS NOT NULL
      ORDER BY position DESC LIMIT 1) AS part`,
  );
  return query(POSITION)`${unionOf(parts)} ORDER BY position DESC LIMIT 1`;
});

/** If each registry has a log of its own, events without readers get their positions late. */
const OLDEST_UNPLACED = queryAnywhere(OLDEST)`SELECT ${OLDEST} FROM events WHERE position IS NULL`;

const CHANGED_SINCE = query(CHANGED)`
  SELECT DISTINCT ${CHANGED} FROM (
    SELECT ${CHANGED} FROM events WHERE ${OPEN} AND position > ${$.position}
    UNION ALL SELECT ${CHANGED} FROM events WHERE ${SECRET} AND position > ${$.position}
    UNION ALL SELECT ${CHANGED} FROM events WHERE position IS NULL
  ) AS changed`;

/** Statements that delete the oldest events, open and secret ones separately. */
const EXPIRE = [OPEN, SECRET].map((part) => ({
  oldest: query(POSITION)`
    SELECT ${POSITION} FROM events WHERE ${part} AND position IS NOT NULL ORDER BY position LIMIT ${EXPIRED_AT_ONCE}`,
  remove: query(POSITION)`
    DELETE FROM events WHERE ${part} AND position <= ${$.position} AND at < ${$.kept} RETURNING ${POSITION}`,
}));

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
   * A reader who continues after the last event misses no event, even if several processes write. This is true for the
   * events of one log (see `recording.logOf`).
   */
  async after(view: EventView, position: number, limit: number): Promise<LoggedEvent[]> {
    await this.#settle(view);
    const kept = new Date(this.keptFrom).toISOString();
    const values = { ...valuesOf(view), position, kept, limit };
    return AFTER({ segments: segmentsOf(view) }).read(this.#database, values);
  }

  /** Returns the position of the last event that a caller may see; START without one. */
  async last(view: EventView): Promise<number> {
    await this.#settle(view);
    const [last] = await LAST({ segments: segmentsOf(view) }).read(this.#database, valuesOf(view));
    return last?.position ?? START;
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
   * Returns the age of the oldest event without a position in seconds; 0 without one, and if each registry has a log of
   * its own.
   */
  async oldestUnplaced(): Promise<number> {
    if (this.recording.settle === null) return 0;
    const { at = null } = (await OLDEST_UNPLACED.first(this.#database, {})) ?? {};
    return at === null ? 0 : Math.max(0, Date.now() - Date.parse(at)) / 1000;
  }

  /** Returns the registries with events at or after a time (milliseconds since 1970), or without a position. */
  changedSince(time: number): Promise<{ registryId: number; isSecret: boolean }[]> {
    return CHANGED_SINCE.read(this.#database, { position: time * 1000 });
  }

  /**
   * Assigns positions to committed events, if the view has an event without a position. So the duration of a
   * recipient's request does not depend on secret events (rules: Surprise).
   */
  async #settle(view: EventView): Promise<void> {
    const registryId = view.sees === 'everything' ? null : (view.registryId ?? null);
    const isPart = 'received' in view;
    const recipient = view.sees === 'open' || isPart ? view.userId : view.sees === 'everything open' ? 0 : null;
    const isAuthor = view.sees === 'open' && view.isAuthor;
    await this.recording.settle?.({ recipient, isAuthor, registryId, ...(isPart && { received: view.received }) });
  }

  async expire(): Promise<void> {
    await this.settle();
    const kept = new Date(this.keptFrom).toISOString();
    for (const { oldest, remove } of EXPIRE)
      for (let deleted = EXPIRED_AT_ONCE; deleted > 0; ) {
        const last = (await oldest.read(this.#database, {})).at(-1);
        if (!last) break;
        deleted = (await remove.write(this.#database, { position: last.position, kept })).length;
      }
  }
}

/** Returns whether a change belongs to a view; `SEGMENTS` contains the same rule in SQL. */
export function isVisible(view: EventView, { type, registryId, itemId, isSecret, giverUserId }: LoggedChange): boolean {
  if (view.sees === 'everything') return true;
  if (view.registryId !== undefined && registryId !== view.registryId) return false;
  if (view.sees === 'everything open') return !isSecret;
  if (view.sees === 'open')
    return !isSecret || giverUserId === view.userId || (view.isAuthor && giverUserId === AUTHOR);
  if ('received' in view && itemId !== null && view.received.includes(itemId))
    return !isSecret || giverUserId === view.userId;
  return view.sees.startsWith('registry') || !isSecret || !type.startsWith('idea.');
}
