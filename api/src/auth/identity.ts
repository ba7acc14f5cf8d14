import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { HostError, isHostFailure } from '../host/errors.ts';
import type { HostSession } from '../host/session.ts';
import { GoodCredentials } from './good-credentials.ts';
import { type Login, LoginLimiter, networkOf } from './login-limiter.ts';
import type { User } from './user.ts';

interface Known {
  user: User;
  /** Time from which a background look-up is due. */
  refreshAt: number;
  expiresAt: number;
}

/** A look-up that the host has not answered yet. */
interface LookUp {
  user: Promise<User>;
}

export interface IdentityOptions {
  /**
   * Asks the host for the user. `unprovenFrom` is the client's address; undefined if the host recently accepted the
   * credentials.
   */
  lookUp(session: HostSession, unprovenFrom: string | undefined): Promise<User>;
  /** Seconds for which an answer of the host is cached; 0 disables the cache. */
  ttl: number;
  /** Maximum number of cached users. */
  size: number;
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
}

/**
 * Ways to resolve a caller: from the cache, by asking the host, by joining a look-up under way, or by refusing recently
 * rejected credentials.
 */
export const LOOK_UPS = ['hit', 'miss', 'shared', 'rejected'] as const;
export type LookUps = Record<(typeof LOOK_UPS)[number], number>;

/** Share of the TTL after which the cache refreshes an entry in the background. */
const REFRESH_SHARE = 0.8;

/** Maximum number of rejected credentials to remember. */
const MAX_REJECTED = 10_000;

/** Time for which rejected credentials are refused without asking the host (milliseconds). */
const REJECTED_MS = 10_000;

/**
 * Caches the users that the host returns for credentials (rules: Credentials 2). Stores no credentials, only their
 * SHA-256 with a random key of this process. An HMAC would take four times as long. It would only prevent forged
 * fingerprints, which are useless: callers send credentials, not fingerprints.
 */
export class IdentityCache {
  /** Number of callers since the start, for each way in which the cache resolved them. */
  readonly lookUps: LookUps = { hit: 0, miss: 0, shared: 0, rejected: 0 };
  readonly #options: IdentityOptions;
  readonly #key = randomBytes(32).toString('hex');
  readonly #known: LRUCache<string, Known>;
  readonly #rejected = new LRUCache<string, number>({ max: MAX_REJECTED });
  readonly #underWay = new Map<string, LookUp>();
  readonly #good: GoodCredentials;
  readonly #limiter: LoginLimiter;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#good = new GoodCredentials(options.now);
    this.#limiter = new LoginLimiter(options.now);
    this.#known = new LRUCache({ max: options.size });
  }

  /** Number of cached users. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns the fingerprint of credentials. The cache stores the user under this fingerprint. */
  fingerprint(credentials: string): string {
    return hash('sha256', this.#key + credentials, 'base64');
  }

  /**
   * Returns the cached user, or null if the credentials are not cached. Also sets the user of `session`. If the entry
   * is due for a refresh, asks the host in the background, with `session`.
   */
  recall(fingerprint: string, session: HostSession): User | null {
    const entry = this.#known.get(fingerprint);
    if (!entry) return null;
    const now = this.#options.now();
    if (now >= entry.expiresAt) {
      this.#known.delete(fingerprint);
      return null;
    }
    session.user = entry.user.id;
    if (now >= entry.refreshAt) {
      // Prevents a second look-up while this look-up is pending. After a failure, the cache retries after a quarter of
      // the remaining time.
      entry.refreshAt = now + (entry.expiresAt - now) / 4;
      if (!this.#underWay.has(fingerprint)) this.#ask(fingerprint, session).catch(() => {});
    }
    this.lookUps.hit++;
    return entry.user;
  }

  /**
   * Asks the host for the user of credentials that are not cached. Refuses credentials that the host rejected a moment
   * ago. Concurrent callers share one look-up. Failed logins count towards the limits of LoginLimiter.
   * @throws {HostError} `unauthorized` if the host rejects the credentials
   * @throws {ApiError} if LoginLimiter refuses the login
   */
  resolve(fingerprint: string, session: HostSession, login: Login): Promise<User> {
    const shared = this.#underWay.get(fingerprint);
    if (shared) {
      this.lookUps.shared++;
      return shared.user;
    }
    const user = this.#good.userOf(fingerprint);
    if (user !== null) {
      session.user = user;
      this.lookUps.miss++;
      return this.#limiter.tryGood(login, () => this.#ask(fingerprint, session));
    }
    return this.#limiter.tryUnknown(login, async () => {
      if (this.#isRejected(fingerprint)) {
        this.lookUps.rejected++;
        throw new HostError('unauthorized', 'the host rejected them a moment ago');
      }
      this.lookUps.miss++;
      return this.#ask(fingerprint, session, networkOf(login.address));
    });
  }

  /** Deletes credentials that the host no longer accepts. A look-up that is still pending cannot add them again. */
  reject(fingerprint: string): void {
    this.#known.delete(fingerprint);
    this.#good.delete(fingerprint);
    this.#underWay.delete(fingerprint);
    if (this.#options.ttl > 0) this.#rejected.set(fingerprint, this.#options.now() + REJECTED_MS);
  }

  #isRejected(fingerprint: string): boolean {
    const until = this.#rejected.get(fingerprint);
    return until !== undefined && this.#options.now() < until;
  }

  /**
   * Starts a look-up that other callers can join.
   * @param unprovenFrom client's address if the credentials are unknown
   */
  #ask(fingerprint: string, session: HostSession, unprovenFrom?: string): Promise<User> {
    const lookUp: LookUp = { user: Promise.resolve(this.#options.lookUp(session, unprovenFrom)) };
    this.#underWay.set(fingerprint, lookUp);
    lookUp.user = this.#settle(fingerprint, lookUp);
    return lookUp.user;
  }

  async #settle(fingerprint: string, lookUp: LookUp): Promise<User> {
    // The TTL starts when the cache asks the host, not when the host answers. A revoked user thus loses access when the
    // TTL ends, not later.
    const askedAt = this.#options.now();
    const isCurrent = () => this.#underWay.get(fingerprint) === lookUp;
    try {
      const user = await lookUp.user;
      const ttl = this.#options.ttl * 1000;
      if (!isCurrent()) return user;
      const forgotten = this.#good.add(fingerprint, user.id);
      if (forgotten !== null) this.#known.delete(forgotten);
      if (ttl > 0) {
        this.#rejected.delete(fingerprint);
        this.#known.set(fingerprint, { user, refreshAt: askedAt + ttl * REFRESH_SHARE, expiresAt: askedAt + ttl });
      }
      return user;
    } catch (error) {
      if (isHostFailure(error, 'unauthorized')) this.reject(fingerprint);
      throw error;
    } finally {
      if (isCurrent()) this.#underWay.delete(fingerprint);
    }
  }
}
