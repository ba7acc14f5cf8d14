import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHostFailure } from '../host/errors.ts';
import type { HostClient, HostSession } from '../host/session.ts';
import { ApiError } from '../http/errors.ts';
import { LoopLag } from '../scheduling/loop-lag.ts';
import { IdentityCache, type LookUps } from './identity.ts';
import { OUTCOME_HEADER, type SiteSignatures } from './site-signature.ts';
import { accountOf, scopeIn, type User, userOf } from './user.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only on routes behind `Authenticator.guard`. */
    caller: Caller;
  }
}

/** Authenticated user. All calls of the `host` session use this user's own credentials. */
export interface Caller {
  readonly user: User;
  readonly host: HostSession;
}

interface AuthenticatorOptions {
  host: HostClient;
  adminRoles: readonly string[];
  /** Limits of the user cache: `ttl` is the lifetime of an entry (seconds), `size` the number of entries. */
  cache: { ttl: number; size: number };
  signatures: SiteSignatures;
  now(): number;
}

/** Finds the caller of a request by its Authorization header (rules: Credentials). */
export class Authenticator {
  readonly #host: HostClient;
  readonly #identities: IdentityCache;
  readonly #signatures: SiteSignatures;
  readonly #lag = new LoopLag();
  /**
   * Last header of each connection, with its fingerprint: hashing it each time would cost as much as the rest of the
   * guard.
   */
  readonly #lastAuthorization = new WeakMap<Socket, { authorization: string; fingerprint: string }>();

  constructor(options: AuthenticatorOptions) {
    this.#host = options.host;
    this.#signatures = options.signatures;
    this.#identities = new IdentityCache({
      ...options.cache,
      now: options.now,
      lookUp: async (session, unprovenFrom) => userOf(await session.currentUser(unprovenFrom), options.adminRoles),
    });
  }

  get identities(): { size: number; lookUps: Readonly<LookUps> } {
    return this.#identities;
  }

  /** Protects the routes of an app, whose handlers find the caller in `request.caller`. */
  guard(app: FastifyInstance): void {
    app.decorateRequest('caller');
    app.addHook('onClose', async () => this.#lag.stop());
    this.#signatures.guardBodies(app);
    app.addHook('onRequest', (request, reply, done) => {
      const { authorization = '' } = request.headers;
      const fingerprint = this.#fingerprint(request.socket, authorization);
      if (fingerprint === null) return done(new ApiError('invalidCredentials'));
      const signed = this.#signatures.check(request);
      if (signed) reply.header(OUTCOME_HEADER, signed.outcome);
      const host = this.#host.as(authorization, request.id, this.#lag.ms, signed?.site);
      if (signed?.site) {
        request.caller = { user: accountOf(signed.site), host };
        return done();
      }
      const known = this.#identities.recall(fingerprint, host);
      if (known) {
        request.caller = { user: known, host };
        return done(refusalOf(request));
      }
      this.#logIn(request.ip, fingerprint, authorization, host).then((user) => {
        host.user = user.id;
        request.caller = { user, host };
        done(refusalOf(request));
      }, done);
    });
  }

  /** Removes the credentials of a request from the cache, after the host has rejected them. */
  forget(request: FastifyRequest): void {
    const fingerprint = this.#fingerprint(request.socket, request.headers.authorization ?? '');
    if (fingerprint !== null) this.#identities.reject(fingerprint);
  }

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

/** Returns the error of a request for which the key of its caller is not enough (rules: Keys). */
function refusalOf({ caller: { user }, routeOptions }: FastifyRequest): ApiError | undefined {
  if (user.scope === undefined) return undefined;
  const scope = scopeIn(user);
  const isAllowed = scope !== null && routeOptions.config.keys?.includes(scope);
  return isAllowed ? undefined : new ApiError('notAllowed');
}

/** Maximum length of a user name or e-mail address in WordPress (characters). */
const MAX_USERNAME = 100;

/** Returns the encoded user name and password, without scheme, spaces and padding, which differ between clients. */
function credentialsIn(authorization: string | undefined): string | null {
  return (authorization && BASIC.exec(authorization)?.[1]) || null;
}

const BASIC = /^basic +([A-Za-z0-9+/]+)={0,2}$/i;

/** Returns the user name in encoded credentials, or null when they are malformed (RFC 7617). */
function usernameIn(encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer ignores invalid characters. Encoding the bytes again shows whether the text contained such characters.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded) return null;
  const pair = textOf(bytes);
  if (pair === null || CONTROLS.test(pair)) return null;
  const colon = pair.indexOf(':');
  return colon > 0 && [...pair.slice(0, colon)].length <= MAX_USERNAME && colon < pair.length - 1
    ? pair.slice(0, colon)
    : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 forbids them in user names and passwords
const CONTROLS = /[\u0000-\u001f\u007f]/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
