import { randomUUID } from 'node:crypto';
import type { Database, Statement } from '../database/database.ts';

/** Answer to a request that has created something; its status is 201. */
export interface CreatedAnswer {
  location: string;
  /** JSON. */
  body: string;
}

/** Identifies a request: the same user, route and key mean the same request. */
export interface CreationKey {
  userId: number;
  route: string;
  key: string;
}

/** An attempt to answer a request. */
export interface Attempt extends CreationKey {
  /** Random UUID of the request, the same for all its attempts. */
  mark: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Time of the first attempt (milliseconds since 1970). */
  since: number;
  /** Time after which another attempt may begin, even if this one has not ended (milliseconds since 1970). */
  until: number;
}

/** State of a request to which no attempt may begin now. */
interface KnownCreation {
  digest: string;
  /** Null while an attempt runs. */
  answer: CreatedAnswer | null;
}

/** Milliseconds. */
const KEPT_MS = 86_400_000;

const EXPIRED_AT_ONCE = 1000;

const IS_EXPIRED = 'creations.created_at < $8';

const SQL = {
  begin: `
    INSERT INTO creations (user_id, route, key, digest, mark, attempt, until, created_at)
    VALUES ($1, $2, $3, $4, $5, 1, $6, $7)
    ON CONFLICT (user_id, route, key) DO UPDATE SET digest = excluded.digest, until = excluded.until, status = NULL,
      location = NULL, body = NULL,
      mark = CASE WHEN ${IS_EXPIRED} THEN excluded.mark ELSE creations.mark END,
      attempt = CASE WHEN ${IS_EXPIRED} THEN 1 ELSE creations.attempt + 1 END,
      created_at = CASE WHEN ${IS_EXPIRED} THEN excluded.created_at ELSE creations.created_at END
    WHERE ${IS_EXPIRED}
      OR (creations.status IS NULL AND creations.until < excluded.created_at AND creations.digest = excluded.digest)
    RETURNING mark, attempt, created_at`,
  find: 'SELECT digest, status, location, body FROM creations WHERE user_id = $1 AND route = $2 AND key = $3',
  remember: `
    UPDATE creations SET status = CASE WHEN mark = $4 AND attempt = $5 THEN 201 ELSE 0 END, location = $6, body = $7
    WHERE user_id = $1 AND route = $2 AND key = $3`,
  end: `
    UPDATE creations SET until = 0
    WHERE user_id = $1 AND route = $2 AND key = $3 AND mark = $4 AND attempt = $5 AND status IS NULL`,
  abandon: `
    UPDATE creations SET until = 0
    WHERE user_id = $1 AND route = $2 AND key = $3 AND until = $4 AND status IS NULL`,
  forget: 'DELETE FROM creations WHERE user_id = $1 AND route = $2 AND key = $3 AND mark = $4 AND attempt = $5',
  locations: `
    SELECT location FROM creations WHERE user_id = $1 AND route = $2 AND key <> $3 AND location IS NOT NULL`,
  expire: `
    DELETE FROM creations WHERE (user_id, route, key) IN (
      SELECT user_id, route, key FROM creations WHERE created_at < $1 ORDER BY created_at LIMIT ${EXPIRED_AT_ONCE})
    RETURNING 1`,
};

const valuesOf = ({ userId, route, key }: CreationKey) => [userId, route, key];
const attemptOf = (one: Attempt) => [...valuesOf(one), one.mark, one.attempt];

/** Stores the requests with an `Idempotency-Key`, and their answers. Every method throws DatabaseUnavailable. */
export class CreationStore {
  readonly #database: Pick<Database, 'read' | 'first' | 'write'>;

  constructor(database: Pick<Database, 'read' | 'first' | 'write'>) {
    this.#database = database;
  }

  /**
   * Begins an attempt; null if another one runs, the request has an answer, or the key belongs to another request.
   * @param digest identifies the body of the request
   * @param until time after which another attempt may begin (milliseconds since 1970)
   */
  async begin(one: CreationKey, digest: string, until: number): Promise<Attempt | null> {
    const now = Date.now();
    const values = [...valuesOf(one), digest, randomUUID(), until, now, now - KEPT_MS];
    const [row] = await this.#database.write<[mark: string, attempt: number, since: number]>(SQL.begin, values);
    if (!row) return null;
    const [mark, attempt, since] = row;
    return { ...one, mark, attempt, since, until };
  }

  /** Returns a request that `begin` refused; null if it was forgotten in the meantime. */
  async find(one: CreationKey): Promise<KnownCreation | null> {
    type Found = [digest: string, status: number | null, location: string | null, body: string | null];
    const row = await this.#database.first<Found>(SQL.find, valuesOf(one));
    if (!row) return null;
    const [digest, status, location, body] = row;
    return { digest, answer: status === null ? null : { location: location ?? '', body: body ?? '' } };
  }

  /** Returns the statement that stores the answer. The statement fails if a later attempt has begun. */
  remembering(one: Attempt, { location, body }: CreatedAnswer): Statement {
    return { sql: SQL.remember, values: [...attemptOf(one), location, body] };
  }

  /** Stores the answer of a request that created something outside the database. */
  async remember(one: Attempt, answer: CreatedAnswer): Promise<void> {
    const { sql, values } = this.remembering(one, answer);
    await this.#database.write(sql, values);
  }

  /** Ends an attempt without an answer, so that another attempt may begin at once. */
  async end(one: Attempt): Promise<void> {
    await this.#database.write(SQL.end, attemptOf(one));
  }

  /** Ends an attempt about which `begin` got no answer. @param until as for `begin`, which names the attempt */
  async abandon(one: CreationKey, until: number): Promise<void> {
    await this.#database.write(SQL.abandon, [...valuesOf(one), until]);
  }

  /** Deletes a request, unless a later attempt has begun. */
  async forget(one: Attempt): Promise<void> {
    await this.#database.write(SQL.forget, attemptOf(one));
  }

  async locations(one: CreationKey): Promise<Set<string>> {
    const rows = await this.#database.read<[location: string]>(SQL.locations, valuesOf(one));
    return new Set(rows.map(([location]) => location));
  }

  async expire(): Promise<void> {
    const before = Date.now() - KEPT_MS;
    while ((await this.#database.write(SQL.expire, [before])).length === EXPIRED_AT_ONCE);
  }
}
