import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostClient, HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';
import { credentialsIn, usernameIn } from './credentials.ts';
import { IdentityCache, type LookUps } from './identity.ts';
import { type User, userOf } from './user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who calls; only on routes behind `Authenticator.guard`. */
    caller: Caller;
  }
}

/** The user who calls, and their session on the host with their own credentials. */
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

/** Turns the Authorization header of a request into its caller (rules: Credentials). */
export class Authenticator {
  readonly #host: HostClient;
  readonly #identities: IdentityCache;
  /** Most connections say the same in every request: to hash it again would cost as much as all the rest here. */
  readonly #lastAuthorization = new WeakMap<Socket, { authorization: string; fingerprint: string }>();

  constructor(options: AuthenticatorOptions) {
    this.#host = options.host;
    this.#identities = new IdentityCache({
      ...options.cache,
      now: options.now,
      lookUp: async (session, unprovenFrom) => userOf(await session.currentUser(unprovenFrom), options.adminRoles),
    });
  }

  /** Returns how many users are remembered, and how callers were found out since the start. */
  get identities(): { size: number; lookUps: Readonly<LookUps> } {
    return this.#identities;
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
      const host = this.#host.as(authorization, request.id);
      const known = this.#identities.recall(fingerprint, host);
      if (known) {
        request.caller = { user: known, host };
        return done();
      }
      this.#logIn(request.ip, fingerprint, authorization, host).then((user) => {
        host.user = user.id;
        request.caller = { user, host };
        done();
      }, done);
    });
  }

  /** Forgets the credentials of a request that the host stopped accepting while it was served. */
  forget(request: FastifyRequest): void {
    const fingerprint = this.#fingerprint(request.socket, request.headers.authorization ?? '');
    if (fingerprint !== null) this.#identities.reject(fingerprint);
  }

  /** Returns what stands for the credentials of an Authorization header, or null where it holds none. */
  #fingerprint(connection: Socket, authorization: string): string | null {
    const last = this.#lastAuthorization.get(connection);
    if (last?.authorization === authorization) return last.fingerprint;
    const credentials = credentialsIn(authorization);
    if (credentials === null) return null;
    const fingerprint = this.#identities.fingerprint(credentials);
    this.#lastAuthorization.set(connection, { authorization, fingerprint });
    return fingerprint;
  }

  async #logIn(address: string, fingerprint: string, authorization: string, host: HostSession): Promise<User> {
    const username = usernameIn(credentialsIn(authorization) ?? '');
    if (username === null) throw new ApiError('invalidCredentials');
    try {
      return await this.#identities.resolve(fingerprint, host, { address, username });
    } catch (error) {
      throw isHostFailure(error, 'unauthorized') ? new ApiError('invalidCredentials') : error;
    }
  }
}
