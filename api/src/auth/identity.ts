import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import { GoodCredentials } from './good-credentials.ts';
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
  /** Seconds that an answer of the host is believed; 0 for not at all. */
  ttl: number;
  /** Most users that are remembered. */
  size: number;
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
}

/** Share of the TTL after which an entry is refreshed while it still serves. */
const REFRESH_SHARE = 0.8;

/** Credentials that the host rejected, and how long it is not asked about them again (milliseconds). */
const MAX_REJECTED = 10_000;
const REJECTED_FOR = 10_000;

/**
 * Who is behind credentials: the host's answers, remembered for a while (spec: Authentication 4).
 * Credentials are kept as SHA-256 under a key of this process, so that a memory dump holds no password. An HMAC
 * would take four times as long, in every request, to withstand forgers, who have nothing to forge here.
 */
export class IdentityCache {
  readonly #options: IdentityOptions;
  readonly #key = randomBytes(32).toString('hex');
  readonly #known: LRUCache<string, Known>;
  readonly #rejected = new LRUCache<string, number>({ max: MAX_REJECTED });
  readonly #underWay = new Map<string, LookUp>();
  readonly #good: GoodCredentials;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#good = new GoodCredentials(options.now);
    this.#known = new LRUCache({ max: options.size });
  }

  /** How many users are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** What stands for credentials here. */
  fingerprint(credentials: string): string {
    return hash('sha256', this.#key + credentials, 'base64');
  }

  /** The remembered user, or null; `session` serves a refresh that is due. */
  recall(fingerprint: string, session: HostSession): User | null {
    const entry = this.#known.get(fingerprint);
    if (!entry) return null;
    const now = this.#options.now();
    if (now >= entry.expiresAt) {
      this.#known.delete(fingerprint);
      return null;
    }
    if (now >= entry.refreshAt) {
      // Once is enough while the outcome is open; a host that fails is asked again a little later.
      entry.refreshAt = now + (entry.expiresAt - now) / 4;
      this.ask(fingerprint, session).catch(() => {});
    }
    return entry.user;
  }

  /** Whether the host accepted these credentials within a day. */
  wereGood(fingerprint: string): boolean {
    return this.#good.has(fingerprint);
  }

  /** Whether the host rejected these credentials a moment ago. */
  isRejected(fingerprint: string): boolean {
    const until = this.#rejected.get(fingerprint);
    return until !== undefined && this.#options.now() < until;
  }

  /** Whether the host is being asked about these credentials. */
  isUnderWay(fingerprint: string): boolean {
    return this.#underWay.has(fingerprint);
  }

  /**
   * Asks the host; those who ask at the same time share one look-up.
   * @param unprovenFrom where the credentials come from, unless they were good lately
   * @throws {HostError} `unauthorized` when the credentials are rejected
   */
  ask(fingerprint: string, session: HostSession, unprovenFrom?: string): Promise<User> {
    const shared = this.#underWay.get(fingerprint);
    if (shared) return shared.user;
    const lookUp: LookUp = { user: Promise.resolve(this.#options.lookUp(session, unprovenFrom)) };
    this.#underWay.set(fingerprint, lookUp);
    lookUp.user = this.#settle(fingerprint, lookUp);
    return lookUp.user;
  }

  /** Forgets credentials that the host no longer accepts, whatever a look-up that is under way may still say. */
  reject(fingerprint: string): void {
    this.#known.delete(fingerprint);
    this.#good.delete(fingerprint);
    this.#underWay.delete(fingerprint);
    if (this.#options.ttl > 0) this.#rejected.set(fingerprint, this.#options.now() + REJECTED_FOR);
  }

  async #settle(fingerprint: string, lookUp: LookUp): Promise<User> {
    // The answer is as old as the question, so that a revoked user is out when the TTL ends, not later.
    const asked = this.#options.now();
    const isCurrent = () => this.#underWay.get(fingerprint) === lookUp;
    try {
      const user = await lookUp.user;
      const ttl = this.#options.ttl * 1000;
      if (!isCurrent()) return user;
      const forgotten = this.#good.add(fingerprint, user.id);
      if (forgotten !== null) this.#known.delete(forgotten);
      if (ttl > 0) {
        this.#rejected.delete(fingerprint);
        this.#known.set(fingerprint, { user, refreshAt: asked + ttl * REFRESH_SHARE, expiresAt: asked + ttl });
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
