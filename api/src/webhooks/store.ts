import { randomUUID } from 'node:crypto';
import type { Delivery } from '@largesse/contract';
import type { Alongside, Database } from '../database/database.ts';
import type { EventType } from '../database/events.ts';
import { columnValue, type Dialect } from '../database/sql.ts';
import {
  columns,
  countedOf,
  list,
  parameters,
  type Query,
  query,
  Sql,
  sameColumns,
  sql,
  variants,
} from '../database/statements.ts';
import type { LoggedEvent } from '../events/store.ts';

/** A secret that signs deliveries. `until` is the time of its expiry (milliseconds since 1970), or null. */
export interface Secret {
  value: string;
  until: number | null;
}

/** Fields of a webhook that admins set. */
export interface WebhookFields {
  url: string;
  types: readonly EventType[];
  registry_id: number | null;
  include_secret: boolean;
  description: string | null;
}

/** A webhook with its state. Times are milliseconds since 1970. */
export interface StoredWebhook extends WebhookFields {
  id: string;
  is_active: boolean;
  /** All secrets, including expired secrets. The newest secret comes first. */
  secrets: readonly Secret[];
  /** Position in the log of events. Later events have no deliveries for this webhook yet. */
  position: number;
  created_at: number;
  last_delivered_at: number | null;
  failing_since: number | null;
}

/** A delivery that waits for its next attempt. */
export interface WaitingDelivery {
  id: number;
  event: Delivery['event'];
  /** Number of failed attempts since the delivery was created or sent again. */
  tries: number;
  nextAttemptAt: number;
  /** Null before the first attempt. */
  lastAttemptAt: number | null;
}

/** Result of an attempt. */
export interface AttemptResult {
  id: number;
  /** Time at which this attempt was due. If the delivery was resent during the attempt, the stored time differs. */
  dueAt: number;
  /** State of the delivery, which the API calls `status`. */
  state: Delivery['status'];
  /** HTTP status of the answer; null without an answer. */
  status: number | null;
  error: string | null;
  at: number;
  nextAttemptAt: number | null;
}

/** The process that delivers; null if none does. `beat` increases while it is running. */
export interface Holder {
  name: string | null;
  beat: number;
}

/** Columns that `change` may set. */
const CHANGEABLE = [
  'url',
  'types',
  'registry_id',
  'include_secret',
  'description',
  'is_active',
  'failing_since',
  'position',
] as const;
const NAMES = ['id', ...CHANGEABLE, 'secrets', 'created_at', 'last_delivered_at'] as const;

type InDatabase = Omit<StoredWebhook, 'types' | 'secrets' | 'include_secret'> &
  Record<'types' | 'secrets', string> & { include_secret: number };
const WEBHOOK = sameColumns<InDatabase>(NAMES);

function webhookOf(stored: InDatabase): StoredWebhook {
  const [types, secrets] = [JSON.parse(stored.types), JSON.parse(stored.secrets)];
  return { ...stored, types, secrets, include_secret: stored.include_secret === 1 };
}

const webhookOrNull = (stored: InDatabase | null | undefined): StoredWebhook | null =>
  stored ? webhookOf(stored) : null;

/** An event in a delivery. */
interface StoredEvent {
  id: string;
  type: EventType;
  at: number;
  registryId: number;
  itemId: number | null;
}
const EVENT = columns<StoredEvent>({
  id: 'event_id',
  type: 'type',
  at: 'at',
  registryId: 'registry_id',
  itemId: 'item_id',
});

interface StoredDelivery {
  id: number;
  event: StoredEvent;
  state: Delivery['status'];
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  lastAttemptAt: number | null;
  nextAttemptAt: number | null;
}
const DELIVERY = columns<StoredDelivery>({
  id: 'id',
  event: EVENT,
  state: 'state',
  attempts: 'attempts',
  lastStatus: 'last_status',
  lastError: 'last_error',
  lastAttemptAt: 'last_attempt_at',
  nextAttemptAt: 'next_attempt_at',
});

const WAITING = columns<Omit<WaitingDelivery, 'event'> & { event: StoredEvent }>({
  id: 'id',
  event: EVENT,
  tries: 'tries',
  nextAttemptAt: 'next_attempt_at',
  lastAttemptAt: 'last_attempt_at',
});

const HOLDER = columns<Holder>({ name: 'holder', beat: 'beat' });
const STATE = columns<{ isActive: boolean; webhooks: number }>({ isActive: 'is_active', webhooks: 'count(*)' });
const BACKLOG = columns<{ waiting: number; oldest: number | null }>({ waiting: 'count(*)', oldest: 'min(at)' });

type Changes = Partial<WebhookFields & { is_active: boolean; failing_since: null; position: number | undefined }>;

/** State of all webhooks, for operators. */
export interface Backlog {
  active: number;
  disabled: number;
  /** Number of waiting deliveries of active webhooks. */
  waiting: number;
  /** Age of the oldest event among the waiting deliveries in seconds; 0 if no delivery waits. */
  oldestAge: number;
}

/** Maximum number of rows that one statement deletes. Such a statement takes about a millisecond. */
const DELETE_BATCH = 1000;

const MAX_COUNTED = 100_000;

const $ = parameters(
  ...NAMES,
  'webhookId',
  'eventId',
  'knownSecrets',
  'failingSince',
  'before',
  'since',
  'from',
  'now',
  'limit',
  'rows',
  'name',
  'lastName',
  'beat',
);

const ALL = query(WEBHOOK)`SELECT ${WEBHOOK} FROM webhooks ORDER BY created_at, id`;
const ACTIVE = query(WEBHOOK)`SELECT ${WEBHOOK} FROM webhooks WHERE is_active = 1`;
const GET = query(WEBHOOK)`SELECT ${WEBHOOK} FROM webhooks WHERE id = ${$.id}`;

const CREATE = query(WEBHOOK)`
  INSERT INTO webhooks (id, url, types, registry_id, include_secret, description, is_active, secrets, position, created_at)
  VALUES (${$.id}, ${$.url}, ${$.types}, ${$.registry_id}, ${$.include_secret}, ${$.description}, 1, ${$.secrets},
    ${$.position}, ${$.created_at})
  RETURNING ${WEBHOOK}`;
const CHANGE = variants(
  ({ changed }: { changed: readonly (typeof CHANGEABLE)[number][] }): Query<string, InDatabase> => query(WEBHOOK)`
    UPDATE webhooks SET ${list(changed.map((name) => sql`${name} = ${$[name]}`))} WHERE id = ${$.id} RETURNING ${WEBHOOK}`,
);
const ROTATE = query(WEBHOOK)`
  UPDATE webhooks SET secrets = ${$.secrets} WHERE id = ${$.id} AND secrets = ${$.knownSecrets} RETURNING ${WEBHOOK}`;
const DISABLE = query()`
  UPDATE webhooks SET is_active = 0 WHERE id = ${$.id} AND is_active = 1
  AND (CAST(${$.failingSince} AS bigint) IS NULL OR failing_since <= ${$.failingSince}) RETURNING id`;
const DELETE = query()`DELETE FROM webhooks WHERE id = ${$.id} RETURNING id`;

const FORGET = query()`
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE webhook_id = ${$.webhookId} LIMIT ${DELETE_BATCH}
  ) RETURNING id`;
const FORGET_BEFORE = query()`
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM (SELECT id, at FROM webhook_deliveries ORDER BY id LIMIT ${DELETE_BATCH}) AS oldest
    WHERE at < ${$.before}
  ) RETURNING id`;

/** SQL condition for deliveries that may be sent and listed: about secret gifts, only if the webhook includes them. */
const IS_INCLUDED = `(is_secret = 0 OR EXISTS (
    SELECT 1 FROM webhooks WHERE webhooks.id = webhook_deliveries.webhook_id AND webhooks.include_secret = 1))`;

const NEXT = query(WAITING)`
  SELECT ${WAITING} FROM webhook_deliveries WHERE webhook_id = ${$.webhookId} AND state = 'waiting' AND ${IS_INCLUDED}
  ORDER BY next_attempt_at, id LIMIT ${countedOf($.limit)}`;
const DELIVERIES = query(DELIVERY)`
  SELECT ${DELIVERY} FROM webhook_deliveries
  WHERE webhook_id = ${$.webhookId} AND id < ${$.before} AND at >= ${$.since} AND ${IS_INCLUDED}
  ORDER BY id DESC LIMIT ${countedOf($.limit)}`;
const RESEND = query(DELIVERY)`
  UPDATE webhook_deliveries SET state = 'waiting', tries = 0,
    next_attempt_at = CASE WHEN next_attempt_at <= ${$.now} THEN next_attempt_at - 1 ELSE ${$.now} END
  WHERE webhook_id = ${$.webhookId} AND event_id = ${$.eventId} AND ${IS_INCLUDED} RETURNING ${DELIVERY}`;

const SUCCEEDED = query()`
  UPDATE webhooks SET last_delivered_at = ${$.now}, failing_since = NULL WHERE id = ${$.webhookId}`;
const FAILED = query()`
  UPDATE webhooks SET failing_since = ${$.now} WHERE id = ${$.webhookId} AND failing_since IS NULL`;

const FIND_HOLDER = query(HOLDER)`SELECT ${HOLDER} FROM webhook_dispatcher`;
const HOLD = query()`
  UPDATE webhook_dispatcher SET holder = ${$.name}, beat = beat + 1
  WHERE holder IS NOT DISTINCT FROM ${$.lastName} AND beat = ${$.beat} RETURNING id`;

const COUNT_STATES = query(STATE)`SELECT ${STATE} FROM webhooks GROUP BY is_active`;
const COUNT_WAITING = query(BACKLOG)`
  SELECT ${BACKLOG} FROM (
    SELECT at FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_deliveries.webhook_id
    WHERE webhook_deliveries.state = 'waiting' AND webhooks.is_active = 1
    AND (is_secret = 0 OR webhooks.include_secret = 1) LIMIT ${MAX_COUNTED}
  ) AS waiting`;

/** SQL: `resent` if the attempt failed, and an admin resent the delivery during it; otherwise `value`. */
const unlessResent = (value: string, resent: string): string =>
  `CASE WHEN result.state = 'delivered' OR webhook_deliveries.next_attempt_at = result.due_at THEN ${value} ELSE ${resent} END`;

/** Returns the statements with many rows, which depend on the kind of database. */
function statementsOf({ rows }: Dialect) {
  const table = (types: Parameters<Dialect['rows']>[1]) => new Sql<'rows'>(rows(`${$.rows}`, types));
  const added = table({
    webhook_id: 'uuid',
    event_id: 'uuid',
    type: 'text',
    at: 'bigint',
    registry_id: 'bigint',
    item_id: 'bigint',
    is_secret: 'bigint',
  });
  const result = table({
    id: 'bigint',
    due_at: 'bigint',
    state: 'text',
    status: 'bigint',
    error: 'text',
    at: 'bigint',
    next_at: 'bigint',
  });
  return {
    // Adds no deliveries to a webhook that was disabled, deleted or moved in the log in the meantime. After a pause, a
    // slow round would otherwise add the events of the pause.
    add: query()`
      INSERT INTO webhook_deliveries (webhook_id, event_id, type, at, registry_id, item_id, is_secret, next_attempt_at)
      SELECT added.webhook_id, added.event_id, added.type, added.at, added.registry_id, added.item_id, added.is_secret,
        ${$.now}
      FROM ${added} AS added
      JOIN webhooks ON webhooks.id = added.webhook_id AND webhooks.is_active = 1 AND webhooks.position = ${$.from}
      WHERE true ON CONFLICT (webhook_id, event_id) DO NOTHING`,
    advance: query()`
      UPDATE webhooks SET position = ${$.position}
      WHERE id IN (SELECT id FROM ${table({ id: 'uuid' })} AS these) AND position = ${$.from}`,
    // A delivery that was resent during a failed attempt stays due.
    record: query()`
      UPDATE webhook_deliveries SET attempts = attempts + 1,
        state = ${unlessResent('result.state', "'waiting'")},
        tries = ${unlessResent('webhook_deliveries.tries + 1', 'webhook_deliveries.tries')},
        last_status = result.status, last_error = result.error, last_attempt_at = result.at,
        next_attempt_at = ${unlessResent('result.next_at', 'next_attempt_at')}
      FROM ${result} AS result
      WHERE webhook_deliveries.id = result.id AND webhook_deliveries.state = 'waiting'`,
  };
}

/** Reads and writes webhooks and their deliveries. Every method throws DatabaseUnavailable. */
export class WebhookStore {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = statementsOf(database.dialect);
  }

  /** Returns all webhooks, oldest first. */
  async list(): Promise<StoredWebhook[]> {
    return (await ALL.read(this.#database, {})).map(webhookOf);
  }

  async active(): Promise<StoredWebhook[]> {
    return (await ACTIVE.read(this.#database, {})).map(webhookOf);
  }

  async get(id: string): Promise<StoredWebhook | null> {
    return webhookOrNull(await GET.first(this.#database, { id }));
  }

  /** @param also returns a statement of the same transaction */
  async create(
    { url, types, registry_id, include_secret, description }: WebhookFields,
    secret: Secret,
    position: number,
    now: number,
    also?: Alongside<StoredWebhook>,
  ): Promise<StoredWebhook> {
    const fields = { url, types: JSON.stringify(types), registry_id, include_secret, description };
    const state = { secrets: JSON.stringify([secret]), position, created_at: now };
    const [stored] = await CREATE.write(
      this.#database,
      { id: randomUUID(), ...fields, ...state },
      { also: also && ((all) => also(all.map(webhookOf))) },
    );
    if (!stored) throw new Error('the database stored no webhook');
    return webhookOf(stored);
  }

  /** Changes fields of a webhook, and its position in the log; null if there is none. */
  async change(id: string, changes: Changes): Promise<StoredWebhook | null> {
    const changed = CHANGEABLE.filter((name) => changes[name] !== undefined);
    if (changed.length === 0) return this.get(id);
    const set = { ...changes, types: JSON.stringify(changes.types) };
    const values = Object.fromEntries(changed.map((name) => [name, columnValue(set[name])]));
    const [stored] = await CHANGE({ changed }).write(this.#database, { ...values, id });
    return webhookOrNull(stored);
  }

  /** Replaces the secrets of a webhook; null if they have changed in the meantime. */
  async rotate({ id, secrets }: StoredWebhook, next: readonly Secret[]): Promise<StoredWebhook | null> {
    const values = { id, secrets: JSON.stringify(next), knownSecrets: JSON.stringify(secrets) };
    const [stored] = await ROTATE.write(this.#database, values);
    return webhookOrNull(stored);
  }

  /**
   * Disables an active webhook.
   * @param failingSince if set, only if its failures began at this time or before
   * @returns whether it was disabled
   */
  async disable(id: string, failingSince: number | null): Promise<boolean> {
    return (await DISABLE.write(this.#database, { id, failingSince })).length > 0;
  }

  async delete(id: string): Promise<boolean> {
    return (await DELETE.write(this.#database, { id })).length > 0;
  }

  /** Deletes some deliveries of a deleted webhook. Returns whether there may be more. */
  async forget(id: string): Promise<boolean> {
    return (await FORGET.write(this.#database, { webhookId: id })).length === DELETE_BATCH;
  }

  /** Deletes some deliveries of events before a time. Returns whether there may be more. */
  async forgetBefore(time: number): Promise<boolean> {
    return (await FORGET_BEFORE.write(this.#database, { before: time })).length === DELETE_BATCH;
  }

  /**
   * Creates the deliveries that webhooks do not have yet.
   * @param from position of these webhooks; those that have another one by now get no deliveries
   */
  async add(events: readonly { webhookId: string; event: LoggedEvent }[], from: number, now: number): Promise<void> {
    const rows = events.map(({ webhookId, event: { id, type, at, registryId, itemId, isSecret } }) => [
      webhookId,
      id,
      type,
      Date.parse(at),
      registryId,
      itemId,
      Number(isSecret),
    ]);
    await this.#statements.add.write(this.#database, { rows: JSON.stringify(rows), from, now });
  }

  /** Changes the position of webhooks from `from` to `to`, if they have the position `from`. */
  async advance(ids: readonly string[], from: number, to: number): Promise<void> {
    const rows = JSON.stringify(ids.map((id) => [id]));
    await this.#statements.advance.write(this.#database, { rows, from, position: to });
  }

  /** Returns the waiting deliveries of a webhook in the order of their next attempts. */
  async waiting(webhookId: string, limit: number): Promise<WaitingDelivery[]> {
    const found = await NEXT.read(this.#database, { webhookId, limit });
    return found.map((delivery) => ({ ...delivery, event: eventOf(delivery.event) }));
  }

  /** Stores the results of attempts, and the time of the last success, or of the first failure after it. */
  async record(webhookId: string, results: readonly AttemptResult[]): Promise<void> {
    const rows = results.map(({ id, dueAt, state, status, error, at, nextAttemptAt }) => [
      id,
      dueAt,
      state,
      status,
      error,
      at,
      nextAttemptAt,
    ]);
    const success = results.findLast(({ state }) => state === 'delivered');
    const now = success?.at ?? results[0]?.at ?? 0;
    const noted = (success ? SUCCEEDED : FAILED).with({ webhookId, now });
    await this.#statements.record.write(this.#database, { rows: JSON.stringify(rows) }, { also: () => noted });
  }

  /**
   * Returns a page of deliveries since a time, newest first.
   * @param before id of the last delivery of the previous page
   */
  async deliveries(
    webhookId: string,
    { before, since, limit }: { before: number; since: number; limit: number },
  ): Promise<{ id: number; delivery: Delivery }[]> {
    const found = await DELIVERIES.read(this.#database, { webhookId, before, since, limit });
    return found.map((stored) => ({ id: stored.id, delivery: deliveryOf(stored) }));
  }

  /**
   * Makes a delivery due now, and resets its number of failed attempts; null if there is none. The stored time always
   * changes, so that `record` can tell that the delivery was resent during an attempt.
   */
  async resend(webhookId: string, eventId: string, now: number): Promise<Delivery | null> {
    const [stored] = await RESEND.write(this.#database, { webhookId, eventId, now });
    return stored ? deliveryOf(stored) : null;
  }

  async holder(): Promise<Holder> {
    return (await FIND_HOLDER.first(this.#database, {})) ?? { name: null, beat: 0 };
  }

  /**
   * Stores which process delivers, and increases its number, if the row is still `last`.
   * @param name null if no process delivers from now on
   * @returns whether the row was changed
   */
  async hold(name: string | null, last: Holder): Promise<boolean> {
    const values = { name, lastName: last.name, beat: last.beat };
    return (await HOLD.write(this.#database, values)).length > 0;
  }

  async backlog(now: number): Promise<Backlog> {
    const states = await COUNT_STATES.read(this.#database, {});
    const count = (wanted: boolean) => states.find(({ isActive }) => isActive === wanted)?.webhooks ?? 0;
    const [{ waiting, oldest } = { waiting: 0, oldest: null }] = await COUNT_WAITING.scan(this.#database, {});
    const oldestAge = oldest === null ? 0 : Math.max(0, now - oldest) / 1000;
    return { active: count(true), disabled: count(false), waiting, oldestAge };
  }
}

/** The id of the purchase is null in webhooks, because it is a secret of the giver. */
const eventOf = ({ id, type, at, registryId, itemId }: StoredEvent): Delivery['event'] => ({
  id,
  type,
  at: new Date(at).toISOString(),
  registry_id: registryId,
  item_id: itemId,
  purchase_id: null,
});

const deliveryOf = (stored: StoredDelivery): Delivery => ({
  event: eventOf(stored.event),
  attempts: stored.attempts,
  status: stored.state,
  last_status: stored.lastStatus,
  last_error: stored.lastError,
  last_attempt_at: momentOf(stored.lastAttemptAt),
  next_attempt_at: momentOf(stored.nextAttemptAt),
});

/** Returns a time in the format of the API (ISO 8601, UTC). */
export const momentOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
