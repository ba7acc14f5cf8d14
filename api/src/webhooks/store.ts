import { randomUUID } from 'node:crypto';
import type { Delivery } from '@largesse/contract';
import type { Alongside, Database, Row } from '../database/database.ts';
import type { EventType } from '../database/events.ts';
import { columnValue, counted, recordsOf } from '../database/sql.ts';
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
  state: Delivery['status'];
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
const WEBHOOK = NAMES.join(', ');

type InDatabase = Omit<StoredWebhook, 'types' | 'secrets' | 'include_secret'> &
  Record<'types' | 'secrets', string> & { include_secret: number };
const columnsOf = recordsOf<InDatabase>(NAMES);

function webhookOf(row: Row): StoredWebhook {
  const columns = columnsOf(row);
  const [types, secrets] = [JSON.parse(columns.types), JSON.parse(columns.secrets)];
  return { ...columns, types, secrets, include_secret: columns.include_secret === 1 };
}

type EventRow = [eventId: string, type: EventType, at: number, registryId: number, itemId: number | null];
const EVENT = 'event_id, type, at, registry_id, item_id';

const ADDED = `${EVENT}, is_secret`;

/** SQL condition for deliveries that may be sent and listed: about secret gifts, only if the webhook includes them. */
const IS_INCLUDED = `(is_secret = 0 OR EXISTS (
  SELECT 1 FROM webhooks WHERE webhooks.id = webhook_deliveries.webhook_id AND webhooks.include_secret = 1))`;

type DeliveryRow = [
  ...EventRow,
  id: number,
  state: Delivery['status'],
  attempts: number,
  lastStatus: number | null,
  lastError: string | null,
  lastAttemptAt: number | null,
  nextAttemptAt: number | null,
];
const DELIVERY = `${EVENT}, id, state, attempts, last_status, last_error, last_attempt_at, next_attempt_at`;

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

/** SQL: `resent` if the attempt failed, and an admin resent the delivery during it; otherwise `value`. */
const unlessResent = (value: string, resent: string): string =>
  `CASE WHEN result.state = 'delivered' OR webhook_deliveries.next_attempt_at = result.due_at THEN ${value} ELSE ${resent} END`;

const SUCCEEDED = 'last_delivered_at = $1, failing_since = NULL WHERE id = $2';
const FAILED = 'failing_since = $1 WHERE id = $2 AND failing_since IS NULL';

const MAX_COUNTED = 100_000;

/** Reads and writes webhooks and their deliveries. Every method throws DatabaseUnavailable. */
export class WebhookStore {
  readonly #database: Database;
  readonly #sql: Readonly<Record<'add' | 'advance' | 'record', string>>;

  constructor(database: Database) {
    this.#database = database;
    const { rows } = database.dialect;
    const event = {
      event_id: 'uuid',
      type: 'text',
      at: 'bigint',
      registry_id: 'bigint',
      item_id: 'bigint',
      is_secret: 'bigint',
    } as const;
    this.#sql = {
      // Adds no deliveries to a webhook that was disabled, deleted or moved in the log in the meantime. After a pause, a
      // slow round would otherwise add the events of the pause.
      add: `INSERT INTO webhook_deliveries (webhook_id, ${ADDED}, next_attempt_at)
        SELECT added.webhook_id, ${ADDED.replaceAll(/\w+/g, 'added.$&')}, $1
        FROM ${rows('$2', { webhook_id: 'uuid', ...event })} AS added
        JOIN webhooks ON webhooks.id = added.webhook_id AND webhooks.is_active = 1 AND webhooks.position = $3
        WHERE true ON CONFLICT (webhook_id, event_id) DO NOTHING`,
      advance: `UPDATE webhooks SET position = $1
        WHERE id IN (SELECT id FROM ${rows('$2', { id: 'uuid' })} AS these) AND position = $3`,
      // A delivery that was resent during a failed attempt stays due.
      record: `UPDATE webhook_deliveries SET attempts = attempts + 1,
          state = ${unlessResent('result.state', "'waiting'")},
          tries = ${unlessResent('webhook_deliveries.tries + 1', 'webhook_deliveries.tries')},
          last_status = result.status, last_error = result.error, last_attempt_at = result.at,
          next_attempt_at = ${unlessResent('result.next_at', 'next_attempt_at')}
        FROM ${rows('$1', {
          id: 'bigint',
          due_at: 'bigint',
          state: 'text',
          status: 'bigint',
          error: 'text',
          at: 'bigint',
          next_at: 'bigint',
        })} AS result
        WHERE webhook_deliveries.id = result.id AND webhook_deliveries.state = 'waiting'`,
    };
  }

  /** Returns all webhooks, oldest first. */
  async list(): Promise<StoredWebhook[]> {
    const rows = await this.#database.read(`SELECT ${WEBHOOK} FROM webhooks ORDER BY created_at, id`, []);
    return rows.map(webhookOf);
  }

  async active(): Promise<StoredWebhook[]> {
    const rows = await this.#database.read(`SELECT ${WEBHOOK} FROM webhooks WHERE is_active = 1`, []);
    return rows.map(webhookOf);
  }

  async get(id: string): Promise<StoredWebhook | null> {
    const row = await this.#database.first(`SELECT ${WEBHOOK} FROM webhooks WHERE id = $1`, [id]);
    return row ? webhookOf(row) : null;
  }

  /** @param also returns a statement of the same transaction */
  async create(
    fields: WebhookFields,
    secret: Secret,
    position: number,
    now: number,
    also?: Alongside<StoredWebhook>,
  ): Promise<StoredWebhook> {
    const { url, types, registry_id, include_secret, description } = fields;
    const values = [randomUUID(), url, JSON.stringify(types), registry_id, Number(include_secret), description];
    const [row] = await this.#database.write(
      `INSERT INTO webhooks (id, url, types, registry_id, include_secret, description, is_active, secrets, position, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9) RETURNING ${WEBHOOK}`,
      [...values, JSON.stringify([secret]), position, now],
      { also: also && ((rows) => also(rows.map(webhookOf))) },
    );
    if (!row) throw new Error('the database stored no webhook');
    return webhookOf(row);
  }

  /** Changes fields of a webhook, and its position in the log; null if there is none. */
  async change(id: string, changes: Changes): Promise<StoredWebhook | null> {
    const columns = CHANGEABLE.filter((name) => changes[name] !== undefined);
    if (columns.length === 0) return this.get(id);
    const set = { ...changes, types: JSON.stringify(changes.types) };
    const assignments = columns.map((name, index) => `${name} = $${index + 1}`);
    const [row] = await this.#database.write(
      `UPDATE webhooks SET ${assignments.join(', ')} WHERE id = $${columns.length + 1} RETURNING ${WEBHOOK}`,
      [...columns.map((name) => columnValue(set[name])), id],
    );
    return row ? webhookOf(row) : null;
  }

  /** Replaces the secrets of a webhook; null if they have changed in the meantime. */
  async rotate({ id, secrets }: StoredWebhook, next: readonly Secret[]): Promise<StoredWebhook | null> {
    const [row] = await this.#database.write(
      `UPDATE webhooks SET secrets = $1 WHERE id = $2 AND secrets = $3 RETURNING ${WEBHOOK}`,
      [JSON.stringify(next), id, JSON.stringify(secrets)],
    );
    return row ? webhookOf(row) : null;
  }

  /**
   * Disables an active webhook.
   * @param failingSince if set, only if its failures began at this time or before
   * @returns whether it was disabled
   */
  async disable(id: string, failingSince: number | null): Promise<boolean> {
    const rows = await this.#database.write(
      `UPDATE webhooks SET is_active = 0 WHERE id = $1 AND is_active = 1
      AND (CAST($2 AS bigint) IS NULL OR failing_since <= $3) RETURNING id`,
      [id, failingSince, failingSince],
    );
    return rows.length > 0;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#database.write('DELETE FROM webhooks WHERE id = $1 RETURNING id', [id])).length > 0;
  }

  /** Deletes some deliveries of a deleted webhook. Returns whether there may be more. */
  async forget(id: string): Promise<boolean> {
    const sql = `DELETE FROM webhook_deliveries
      WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 LIMIT ${DELETE_BATCH}) RETURNING id`;
    return (await this.#database.write(sql, [id])).length === DELETE_BATCH;
  }

  /** Deletes some deliveries of events before a time. Returns whether there may be more. */
  async forgetBefore(time: number): Promise<boolean> {
    const sql = `DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM (SELECT id, at FROM webhook_deliveries ORDER BY id LIMIT ${DELETE_BATCH}) AS oldest WHERE at < $1
    ) RETURNING id`;
    return (await this.#database.write(sql, [time])).length === DELETE_BATCH;
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
    await this.#database.write(this.#sql.add, [now, JSON.stringify(rows), from]);
  }

  /** Changes the position of webhooks from `from` to `to`, if they have the position `from`. */
  async advance(ids: readonly string[], from: number, to: number): Promise<void> {
    await this.#database.write(this.#sql.advance, [to, JSON.stringify(ids.map((id) => [id])), from]);
  }

  /** Returns the waiting deliveries of a webhook in the order of their next attempts. */
  async waiting(webhookId: string, limit: number): Promise<WaitingDelivery[]> {
    type WaitingRow = [...EventRow, id: number, tries: number, nextAttemptAt: number, lastAttemptAt: number | null];
    const rows = await this.#database.read<WaitingRow>(
      `SELECT ${EVENT}, id, tries, next_attempt_at, last_attempt_at FROM webhook_deliveries
      WHERE webhook_id = $1 AND state = 'waiting' AND ${IS_INCLUDED} ORDER BY next_attempt_at, id LIMIT ${counted('$2')}`,
      [webhookId, limit],
    );
    return rows.map(([eventId, type, at, registryId, itemId, id, tries, nextAttemptAt, lastAttemptAt]) => ({
      id,
      event: eventOf([eventId, type, at, registryId, itemId]),
      tries,
      nextAttemptAt,
      lastAttemptAt,
    }));
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
    const noted = {
      sql: `UPDATE webhooks SET ${success ? SUCCEEDED : FAILED}`,
      values: [success?.at ?? results[0]?.at ?? 0, webhookId],
    };
    await this.#database.write(this.#sql.record, [JSON.stringify(rows)], { also: () => noted });
  }

  /**
   * Returns a page of deliveries since a time, newest first.
   * @param before id of the last delivery of the previous page
   */
  async deliveries(
    webhookId: string,
    { before, since, limit }: { before: number; since: number; limit: number },
  ): Promise<{ id: number; delivery: Delivery }[]> {
    const rows = await this.#database.read<DeliveryRow>(
      `SELECT ${DELIVERY} FROM webhook_deliveries WHERE webhook_id = $1 AND id < $2 AND at >= $3 AND ${IS_INCLUDED}
      ORDER BY id DESC LIMIT ${counted('$4')}`,
      [webhookId, before, since, limit],
    );
    return rows.map((row) => ({ id: row[5], delivery: deliveryOf(row) }));
  }

  /**
   * Makes a delivery due now, and resets its number of failed attempts; null if there is none. The stored time always
   * changes, so that `record` can tell that the delivery was resent during an attempt.
   */
  async resend(webhookId: string, eventId: string, now: number): Promise<Delivery | null> {
    const [row] = await this.#database.write<DeliveryRow>(
      `UPDATE webhook_deliveries SET state = 'waiting', tries = 0,
        next_attempt_at = CASE WHEN next_attempt_at <= $1 THEN next_attempt_at - 1 ELSE $2 END
      WHERE webhook_id = $3 AND event_id = $4 AND ${IS_INCLUDED} RETURNING ${DELIVERY}`,
      [now, now, webhookId, eventId],
    );
    return row ? deliveryOf(row) : null;
  }

  async holder(): Promise<Holder> {
    const row = await this.#database.first<[string | null, number]>('SELECT holder, beat FROM webhook_dispatcher', []);
    return { name: row?.[0] ?? null, beat: row?.[1] ?? 0 };
  }

  /**
   * Stores which process delivers, and increases its number, if the row is still `last`.
   * @param name null if no process delivers from now on
   * @returns whether the row was changed
   */
  async hold(name: string | null, last: Holder): Promise<boolean> {
    const rows = await this.#database.write(
      `UPDATE webhook_dispatcher SET holder = $1, beat = beat + 1
      WHERE holder IS NOT DISTINCT FROM $2 AND beat = $3 RETURNING id`,
      [name, last.name, last.beat],
    );
    return rows.length > 0;
  }

  async backlog(now: number): Promise<Backlog> {
    const states = await this.#database.read<[isActive: number, count: number]>(
      'SELECT is_active, count(*) FROM webhooks GROUP BY is_active',
      [],
    );
    const count = (state: number) => states.find(([isActive]) => isActive === state)?.[1] ?? 0;
    const [row] = await this.#database.scan<[count: number, oldest: number | null]>(
      `SELECT count(*), min(at) FROM (
        SELECT at FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_deliveries.webhook_id
        WHERE webhook_deliveries.state = 'waiting' AND webhooks.is_active = 1
          AND (is_secret = 0 OR webhooks.include_secret = 1) LIMIT ${MAX_COUNTED}
      ) AS waiting`,
      [],
    );
    const [waiting = 0, oldest = null] = row ?? [];
    const oldestAge = oldest === null ? 0 : Math.max(0, now - oldest) / 1000;
    return { active: count(1), disabled: count(0), waiting, oldestAge };
  }
}

/** The id of the purchase is null in webhooks, because it is a secret of the giver. */
const eventOf = ([id, type, at, registryId, itemId]: EventRow): Delivery['event'] => ({
  id,
  type,
  at: new Date(at).toISOString(),
  registry_id: registryId,
  item_id: itemId,
  purchase_id: null,
});

function deliveryOf(row: DeliveryRow): Delivery {
  const [eventId, type, at, registryId, itemId, , status, attempts, lastStatus, lastError, lastAt, nextAt] = row;
  return {
    event: eventOf([eventId, type, at, registryId, itemId]),
    attempts,
    status,
    last_status: lastStatus,
    last_error: lastError,
    last_attempt_at: momentOf(lastAt),
    next_attempt_at: momentOf(nextAt),
  };
}

/** Returns a time in the format of the API (ISO 8601, UTC). */
export const momentOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
