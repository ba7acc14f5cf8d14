import { randomUUID } from 'node:crypto';
import type { Statement } from '../database/database.ts';
import { columns, parameters, query, type Running, sameColumns, sql } from '../database/statements.ts';

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

/**
 * Digests of a request's body (SHA-256, hex). All versions of the service that run on one database must agree about
 * them: during an update, one process may repeat what another one has begun.
 */
export interface BodyDigests {
  /** Digest of the parsed body as `JSON.stringify` writes it, before anything adds or changes values. */
  asSent: string;
  /** Digest of the body with sorted keys. It is null if an earlier version stored the request. */
  sorted: string | null;
}

/** State of a request to which no attempt may begin now. */
interface KnownCreation {
  digests: BodyDigests;
  /** Null while an attempt runs. */
  answer: CreatedAnswer | null;
}

/** Milliseconds. */
const KEPT_MS = 86_400_000;

const EXPIRED_AT_ONCE = 1000;

const $ = parameters(
  'userId',
  'route',
  'key',
  'digest',
  'sorted',
  'mark',
  'attempt',
  'until',
  'now',
  'expired',
  'location',
  'body',
);

const ATTEMPT = columns<Pick<Attempt, 'mark' | 'attempt' | 'since'>>({
  mark: 'mark',
  attempt: 'attempt',
  since: 'created_at',
});

interface Found {
  digest: string;
  sorted_digest: string | null;
  status: number | null;
  location: string | null;
  body: string | null;
}
const FOUND = sameColumns<Found>(['digest', 'sorted_digest', 'status', 'location', 'body']);
const LOCATION = columns<{ location: string }>({ location: 'location' });

const IS_EXPIRED = sql`creations.created_at < ${$.expired}`;
const IS_REQUEST = sql`user_id = ${$.userId} AND route = ${$.route} AND key = ${$.key}`;
const IS_ATTEMPT = sql`${IS_REQUEST} AND mark = ${$.mark} AND attempt = ${$.attempt}`;

// Before the column existed, one version stored the sorted digest as `digest`.
const HAS_SAME_BODY = sql`(creations.digest IN (excluded.digest, excluded.sorted_digest)
  OR creations.sorted_digest = excluded.sorted_digest)`;

const BEGIN = query(ATTEMPT)`
  INSERT INTO creations (user_id, route, key, digest, sorted_digest, mark, attempt, until, created_at)
  VALUES (${$.userId}, ${$.route}, ${$.key}, ${$.digest}, ${$.sorted}, ${$.mark}, 1, ${$.until}, ${$.now})
  ON CONFLICT (user_id, route, key) DO UPDATE SET digest = excluded.digest, sorted_digest = excluded.sorted_digest,
    until = excluded.until, status = NULL, location = NULL, body = NULL,
    mark = CASE WHEN ${IS_EXPIRED} THEN excluded.mark ELSE creations.mark END,
    attempt = CASE WHEN ${IS_EXPIRED} THEN 1 ELSE creations.attempt + 1 END,
    created_at = CASE WHEN ${IS_EXPIRED} THEN excluded.created_at ELSE creations.created_at END
  WHERE ${IS_EXPIRED}
    OR (creations.status IS NULL AND creations.until < excluded.created_at AND ${HAS_SAME_BODY})
  RETURNING ${ATTEMPT}`;
const FIND = query(FOUND)`SELECT ${FOUND} FROM creations WHERE ${IS_REQUEST}`;
// The table allows no status 0, so the whole transaction fails if another attempt has begun in the meantime.
const REMEMBER = query()`
  UPDATE creations SET status = CASE WHEN mark = ${$.mark} AND attempt = ${$.attempt} THEN 201 ELSE 0 END,
    location = ${$.location}, body = ${$.body}
  WHERE ${IS_REQUEST}`;
const END = query()`UPDATE creations SET until = 0 WHERE ${IS_ATTEMPT} AND status IS NULL`;
const ABANDON = query()`UPDATE creations SET until = 0 WHERE ${IS_REQUEST} AND until = ${$.until} AND status IS NULL`;
const FORGET = query()`DELETE FROM creations WHERE ${IS_ATTEMPT}`;
const LOCATIONS = query(LOCATION)`
  SELECT ${LOCATION} FROM creations
  WHERE user_id = ${$.userId} AND route = ${$.route} AND key <> ${$.key} AND location IS NOT NULL`;
const EXPIRE = query()`
  DELETE FROM creations WHERE (user_id, route, key) IN (
    SELECT user_id, route, key FROM creations WHERE created_at < ${$.expired}
    ORDER BY created_at LIMIT ${EXPIRED_AT_ONCE})
  RETURNING 1`;

/** Returns the values for the parameters of a request. */
const requestOf = ({ userId, route, key }: CreationKey) => ({ userId, route, key });
const attemptOf = (one: Attempt) => ({ ...requestOf(one), mark: one.mark, attempt: one.attempt });

/** Stores the requests with an `Idempotency-Key`, and their answers. Every method throws DatabaseUnavailable. */
export class CreationStore {
  readonly #database: Running<'read' | 'first' | 'write'>;

  constructor(database: Running<'read' | 'first' | 'write'>) {
    this.#database = database;
  }

  /**
   * Begins an attempt; null if another one runs, the request has an answer, or the key belongs to another request.
   * @param digests those of the request's body
   * @param until time after which another attempt may begin (milliseconds since 1970)
   */
  async begin(one: CreationKey, digests: BodyDigests, until: number): Promise<Attempt | null> {
    const now = Date.now();
    const times = { until, now, expired: now - KEPT_MS };
    const { asSent, sorted } = digests;
    const values = { ...requestOf(one), digest: asSent, sorted, mark: randomUUID(), ...times };
    const [begun] = await BEGIN.write(this.#database, values);
    return begun ? { ...one, ...begun, until } : null;
  }

  /** Returns a request that `begin` refused; null if it was forgotten in the meantime. */
  async find(one: CreationKey): Promise<KnownCreation | null> {
    const found = await FIND.first(this.#database, requestOf(one));
    if (!found) return null;
    const { digest, sorted_digest: sorted, status, location, body } = found;
    return {
      digests: { asSent: digest, sorted },
      answer: status === null ? null : { location: location ?? '', body: body ?? '' },
    };
  }

  /** Returns the statement that stores the answer. The statement fails if a later attempt has begun. */
  remembering(one: Attempt, { location, body }: CreatedAnswer): Statement {
    return REMEMBER.with({ ...attemptOf(one), location, body });
  }

  /** Stores the answer of a request that created something outside the database. */
  async remember(one: Attempt, answer: CreatedAnswer): Promise<void> {
    await REMEMBER.write(this.#database, { ...attemptOf(one), ...answer });
  }

  /** Ends an attempt without an answer, so that another attempt may begin at once. */
  async end(one: Attempt): Promise<void> {
    await END.write(this.#database, attemptOf(one));
  }

  /** Ends an attempt about which `begin` got no answer. @param until as for `begin`, which names the attempt */
  async abandon(one: CreationKey, until: number): Promise<void> {
    await ABANDON.write(this.#database, { ...requestOf(one), until });
  }

  /** Deletes a request, unless a later attempt has begun. */
  async forget(one: Attempt): Promise<void> {
    await FORGET.write(this.#database, attemptOf(one));
  }

  async locations(one: CreationKey): Promise<Set<string>> {
    const found = await LOCATIONS.read(this.#database, requestOf(one));
    return new Set(found.map(({ location }) => location));
  }

  async expire(): Promise<void> {
    const expired = Date.now() - KEPT_MS;
    while ((await EXPIRE.write(this.#database, { expired })).length === EXPIRED_AT_ONCE);
  }
}
