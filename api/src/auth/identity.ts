import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HostSession } from '../host/client.ts';
import { HostError, isHostFailure } from '../host/errors.ts';
import { GoodCredentials } from './good-credentials.ts';
import { type Login, LoginLimiter, networkOf } from './login-limiter.ts';
import type { User } from './user.ts';

interface Known {
  user: User;
  /** From here on a background look-up is due. */
  refreshAt: number;
  expiresAt: number;
}

/** A question to the host that is under way. */
interface LookUp {
  user: Promise<User>;
}

export interface IdentityOptions {
  /** Asks the host whose credentials these are; `unprovenFrom` is where they come from, unless they were good lately. */
  lookUp(session: HostSession, unprovenFrom: string | undefined): Promise<User>;
  /** Seconds that an answer of the host is remembered; 0 for not at all. */
  ttl: number;
  /** Most users that are remembered. */
  size: number;
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
}

/** How it was found out who calls: remembered; asked of the host; together with others who asked; rejected lately. */
export const LOOK_UPS = ['hit', 'miss', 'shared', 'rejected'] as const;
export type LookUps = Record<(typeof LOOK_UPS)[number], number>;

/** Share of the TTL after which an entry is refreshed while it still serves. */
const REFRESH_SHARE = 0.8;

/** Credentials that the host rejected, and how long it is not asked about them again (milliseconds). */
const MAX_REJECTED = 10_000;
const REJECTED_MS = 10_000;

/**
 * Remembers for a while who is behind credentials, as the host says (rules: Credentials 2).
 * Credentials are kept as SHA-256 under a key of this process, so that a memory dump holds no password. An HMAC
 * would take four times as long, in every request, to withstand forgers, who have nothing to forge here.
 */
export class IdentityCache {
  /** How many callers were found out how, since the start. */
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

  /** Returns how many users are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** Returns what stands for credentials here. */
  fingerprint(credentials: string): string {
    return hash('sha256', this.#key + credentials, 'base64');
  }

  /** Returns the remembered user, or null; `session`, which learns whose it is, serves a refresh that is due. */
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
      // Once is enough while the outcome is open; a host that fails is asked again a little later.
      entry.refreshAt = now + (entry.expiresAt - now) / 4;
      if (!this.#underWay.has(fingerprint)) this.#ask(fingerprint, session).catch(() => {});
    }
    this.lookUps.hit++;
    return entry.user;
  }

  /**
   * Asks the host about credentials that are not remembered, unless it rejected them a moment ago; those who ask at the
   * same time share one look-up. Failures are counted.
   * @throws {HostError} `unauthorized` when the credentials are rejected @throws {ApiError} as LoginLimiter
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

  /** Forgets credentials that the host no longer accepts, whatever a look-up that is under way may still say. */
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

  /** Begins a look-up that others may join. @param unprovenFrom where unknown credentials come from */
  #ask(fingerprint: string, session: HostSession, unprovenFrom?: string): Promise<User> {
    const lookUp: LookUp = { user: Promise.resolve(this.#options.lookUp(session, unprovenFrom)) };
    this.#underWay.set(fingerprint, lookUp);
    lookUp.user = this.#settle(fingerprint, lookUp);
    return lookUp.user;
  }

  async #settle(fingerprint: string, lookUp: LookUp): Promise<User> {
    // The answer is as old as the question, so that a revoked user is out when the TTL ends, not later.
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
