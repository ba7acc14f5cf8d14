import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostClient, HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';
import { credentialsIn, usernameIn } from './credentials.ts';
import { IdentityCache } from './identity.ts';
import { LoginLimiter, networkOf } from './login-limiter.ts';
import { type User, userOf } from './user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; only on routes behind `Authenticator.guard`. */
    caller: Caller;
  }
}

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
  /** Most connections say the same in every request: to hash it again would cost as much as all the rest here. */
  readonly #lastSaid = new WeakMap<Socket, { authorization: string; fingerprint: string }>();

  constructor(options: AuthenticatorOptions) {
    this.#host = options.host;
    this.#limiter = new LoginLimiter(options.now);
    this.#identities = new IdentityCache({
      ...options.cache,
      now: options.now,
      lookUp: async (session, unprovenFrom) => userOf(await session.currentUser(unprovenFrom), options.adminRoles),
    });
  }

  /** How many users are remembered. */
  get cacheSize(): number {
    return this.#identities.size;
  }

  /**
   * Lets nobody through to the routes of an app without valid credentials; those find their caller in
   * `request.caller`. Answers 401 without valid credentials, 429 after too many failures, and 502, 503 or 504
   * when the host cannot tell.
   */
  guard(app: FastifyInstance): void {
    app.decorateRequest('caller');
    app.addHook('onRequest', (request, _reply, done) => {
      const { authorization = '' } = request.headers;
      const fingerprint = this.#fingerprint(request.socket, authorization);
      if (fingerprint === null) return done(new ApiError('invalidCredentials'));
      const host = this.#host.as(authorization);
      const known = this.#identities.recall(fingerprint, host);
      if (known) {
        request.caller = { user: known, host };
        return done();
      }
      this.#logIn(request.ip, fingerprint, authorization, host).then((user) => {
        request.caller = { user, host };
        done();
      }, done);
    });
  }

  /** Called when the host stops accepting the credentials of a request while it is served. */
  forget(request: FastifyRequest): void {
    const fingerprint = this.#fingerprint(request.socket, request.headers.authorization ?? '');
    if (fingerprint !== null) this.#identities.reject(fingerprint);
  }

  /** What stands for the credentials of an Authorization header, or null where it holds none. */
  #fingerprint(connection: Socket, authorization: string): string | null {
    const last = this.#lastSaid.get(connection);
    if (last?.authorization === authorization) return last.fingerprint;
    const credentials = credentialsIn(authorization);
    if (credentials === null) return null;
    const fingerprint = this.#identities.fingerprint(credentials);
    this.#lastSaid.set(connection, { authorization, fingerprint });
    return fingerprint;
  }

  async #logIn(address: string, fingerprint: string, authorization: string, host: HostSession): Promise<User> {
    const username = usernameIn(credentialsIn(authorization) ?? '');
    if (username === null) throw new ApiError('invalidCredentials');
    const wereGood = this.#identities.wereGood(fingerprint);
    const sharesLookUp = this.#identities.isUnderWay(fingerprint);
    if (!wereGood && !sharesLookUp) this.#holdUp(address, username);
    if (this.#identities.isRejected(fingerprint)) {
      this.#limiter.fail(address, username);
      throw new ApiError('invalidCredentials');
    }
    const end = this.#countedLookUp({ wereGood, sharesLookUp }, address, username);
    try {
      const user = await this.#identities.ask(fingerprint, host, wereGood ? undefined : networkOf(address));
      end(false);
      return user;
    } catch (error) {
      const rejected = isHostFailure(error, 'unauthorized');
      end(rejected);
      throw rejected ? new ApiError('invalidCredentials') : error;
    }
  }

  /** Counts a look-up, unless it is somebody else's; what was good may well be so again, and counts once it is not. */
  #countedLookUp(
    { wereGood, sharesLookUp }: { wereGood: boolean; sharesLookUp: boolean },
    address: string,
    username: string,
  ): (rejected: boolean) => void {
    if (sharesLookUp) return () => {};
    if (wereGood) return (rejected) => rejected && this.#limiter.fail(address, username);
    return this.#limiter.begin(address, username);
  }

  /** @throws {ApiError} when too many logins failed, or could, from the address */
  #holdUp(address: string, username: string): void {
    const found = this.#limiter.holdUp(address, username);
    if (!found) return;
    const headers = { 'retry-after': String(found.seconds) };
    throw new ApiError(found.failed ? 'tooManyFailedLogins' : 'overloaded', { headers });
  }
}
