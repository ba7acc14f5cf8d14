import type { FastifyRequest } from 'fastify';
import type { HostClient, HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';
import { usernameIn } from './credentials.ts';
import { IdentityCache } from './identity.ts';
import { LoginLimiter } from './login-limiter.ts';
import { type User, userOf } from './user.ts';

/** Who calls, and their session on the host with their own credentials. */
export interface Caller {
  readonly user: User;
  readonly host: HostSession;
}

export interface AuthenticatorOptions {
  host: HostClient;
  adminRoles: readonly string[];
  /** Seconds and entries of the resolved-user cache. */
  cache: { ttl: number; size: number };
  /** Milliseconds on a clock that only moves forward. */
  now(): number;
}

/** Turns the Authorization header of a request into its caller (spec: Authentication). */
export class Authenticator {
  readonly #host: HostClient;
  readonly #identities: IdentityCache;
  readonly #limiter: LoginLimiter;
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  constructor(options: AuthenticatorOptions) {
    this.#host = options.host;
    this.#limiter = new LoginLimiter(options.now);
    this.#identities = new IdentityCache({
      ...options.cache,
      now: options.now,
      lookUp: async (session) => userOf(await session.currentUser(), options.adminRoles),
    });
  }

  /** How many users are remembered. */
  get cacheSize(): number {
    return this.#identities.size;
  }

  /**
   * Settles who calls; `callerOf` answers from then on.
   * @throws {ApiError} 401 without valid credentials, 429 after too many failures
   * @throws {HostError} when the host cannot tell
   */
  async authenticate(request: FastifyRequest): Promise<void> {
    const authorization = request.headers.authorization;
    if (authorization === undefined) throw new ApiError('invalidCredentials');
    const fingerprint = this.#identities.fingerprint(authorization);
    const host = this.#host.as(authorization);
    const user =
      this.#identities.recall(fingerprint, () => host) ??
      (await this.#logIn(request.ip, authorization, fingerprint, host));
    this.#callers.set(request, { user, host });
  }

  /** The caller of a request that has been authenticated. */
  callerOf(request: FastifyRequest): Caller {
    const caller = this.#callers.get(request);
    if (!caller) throw new Error('the route is not behind authenticate');
    return caller;
  }

  /** Called when the host stops accepting the credentials of a request while it is served. */
  forget(request: FastifyRequest): void {
    const authorization = request.headers.authorization;
    if (authorization !== undefined) this.#identities.reject(this.#identities.fingerprint(authorization));
  }

  async #logIn(address: string, authorization: string, fingerprint: string, host: HostSession): Promise<User> {
    const username = usernameIn(authorization);
    if (username === null) throw new ApiError('invalidCredentials');
    const sharesLookUp = this.#identities.isUnderWay(fingerprint);
    const delay = sharesLookUp ? 0 : this.#limiter.delay(address, username);
    if (delay > 0) throw new ApiError('tooManyFailedLogins', { headers: { 'retry-after': String(delay) } });
    if (this.#identities.isRejected(fingerprint)) {
      this.#limiter.fail(address, username);
      throw new ApiError('invalidCredentials');
    }
    const end = sharesLookUp
      ? (rejected: boolean) => rejected && this.#limiter.fail(address, username)
      : this.#limiter.begin(address, username);
    try {
      const user = await this.#identities.ask(fingerprint, host);
      end(false);
      return user;
    } catch (error) {
      const rejected = isHostFailure(error, 'unauthorized');
      end(rejected);
      throw rejected ? new ApiError('invalidCredentials') : error;
    }
  }
}
