import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import router from 'find-my-way';
import { onDemand } from '../on-demand.ts';
import { ApiError, PROTECTION, sendError } from './errors.ts';

/** Maximum length of a URL in characters. */
const MAX_URL = 8192;

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Returns the caller's `X-Request-Id` if it matches REQUEST_ID, otherwise a new id. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Checks the rules that apply to every request, whatever its path. */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (!hasOneHost(request.raw)) done(new ApiError('badRequest'));
    else if (request.raw.url !== undefined && request.raw.url.length > MAX_URL) done(new ApiError('urlTooLong'));
    else if (countOf(request.raw.rawHeaders, 'authorization') > 1) done(new ApiError('badRequest'));
    else done();
  });
}

/** Logs one line for each answered request. The line contains the route instead of the address. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.debug({ reqId: request.id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}

/** HTTP/1.1 requires exactly one Host; HTTP/1.0 allows none (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = countOf(rawHeaders, 'host');
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Counts a header. Node's parsed headers omit repetitions of some headers, such as Host. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count++;
  return count;
}

/**
 * Returns whether a request came through a proxy that TRUST_PROXY names, which adds its client's address. Counts the
 * addresses, because they may be equal if client and proxy run on one machine.
 */
export const cameThroughTrustedProxy = (request: FastifyRequest): boolean => (request.ips?.length ?? 0) > 1;

/** Warns operators once if requests come through a proxy that TRUST_PROXY does not name. */
export function watchProxies(app: FastifyInstance, log: FastifyBaseLogger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress;
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && !cameThroughTrustedProxy(request)) {
      hasWarned = true;
      log.warn(
        { peer, reqId: request.id },
        'TRUST_PROXY: does not name this proxy, so all who come through it share its address',
      );
    }
    done();
  });
}

/**
 * Creates a check of `x-api-key`, for sites without a gateway that checks it (rules: Credentials 4). It compares the
 * digest of each key in constant time, which reveals neither length nor content of a key.
 * @param keys two keys while callers change from an old key to a new key
 * @returns a function that returns the error (403), or undefined if the key is right
 */
export function gatewayKeyCheck(keys: readonly string[]): (request: FastifyRequest) => ApiError | undefined {
  const expected = keys.map((key) => hash('sha256', key, 'buffer'));
  return (request) => {
    const given = request.headers['x-api-key'];
    const digest = hash('sha256', typeof given === 'string' ? given : '', 'buffer');
    const matches = expected.filter((one) => timingSafeEqual(digest, one));
    return matches.length > 0 ? undefined : new ApiError('invalidGatewayKey');
  };
}

/** Answers unknown paths with 404. If a path does not support the method, answers with 405 and `Allow`. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });

  const paths = router({ maxParamLength: 8192, ignoreTrailingSlash: true });
  app.addHook('onReady', (done) => {
    for (const [url, methods] of methodsOf) if (url !== '*') paths.on('GET', url, () => {}, methods);
    done();
  });

  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const methods: unknown = paths.find('GET', request.raw.url ?? '/')?.store;
    // The path is unknown, or the route found nothing. For example, a file is missing.
    if (!(methods instanceof Set) || methods.has(request.method)) sendError(reply, new ApiError('notFound'));
    else sendError(reply, new ApiError('methodNotAllowed', { headers: { allow: [...methods].sort().join(', ') } }));
  };
  app.setNotFoundHandler(answer);
  // Answers before Fastify reads the body. Otherwise Fastify might answer with an error about the body.
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? answer(request, reply) : done()));
}

/** Adds the headers of PROTECTION to every answer of an app. Replaces other values of these headers. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(PROTECTION);
    done(null, payload);
  });
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, Traceparent, X-Api-Key, X-Request-Id';
const EXPOSED_HEADERS =
  'Allow, ETag, Ignored-Fields, Link, Location, Next-Cursor, Preference-Applied, Quantity-Remaining, RateLimit, RateLimit-Policy, ' +
  'Registry-Sync, Retry-After, WWW-Authenticate, X-Host-Total, X-Host-TotalPages, X-Request-Id';

/** Seconds for which browsers may cache the answer to a preflight. */
const MAX_AGE = '600';

/** Returns the CORS headers of an answer to a request with this `Origin`. */
export type OriginHeaders = (origin: string | undefined) => Record<string, string>;

/**
 * Allows pages of the listed origins to read answers. Most callers send no Origin, and must not be slowed down:
 * Fastify's plugin would take an eighth of the time of an item read.
 */
export function originHeaders(origins: readonly string[]): OriginHeaders {
  const allowed = new Set(origins);
  return (origin) => {
    if (origin === undefined) return {};
    // Caches must not serve the answer for one origin to another.
    if (!allowed.has(origin)) return { vary: 'Origin' };
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    };
  };
}

/** Adds the CORS headers to answers, and answers preflights. */
export function allowOrigins(app: FastifyInstance, headersOf: OriginHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (origin === undefined) return done();
    reply.headers(headersOf(origin));
    if (request.method !== 'OPTIONS' || wanted === undefined) return done();
    if (reply.hasHeader('access-control-allow-origin'))
      reply.headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': MAX_AGE,
      });
    reply.code(204).send(null);
  });
}

/** OpenAPI description of `ETag`. */
export const tagHeader = { ETag: { type: 'string', description: 'For `If-None-Match` of the next request' } };

/** OpenAPI description of `ETag` in item lists, which may be too large for a tag. */
export const listTagHeader = {
  ETag: {
    type: 'string',
    description: 'For `If-None-Match` of the next request; missing for lists that are sent in parts',
  },
};

/** OpenAPI description of an answer that the caller already has. */
export const notModified = { type: 'null', description: 'The caller has this answer', headers: tagHeader };

/**
 * Sets `ETag`, and the status 304 if `If-None-Match` contains the tag, weak or strong (RFC 9110, 13.1.2).
 * @returns true if the caller has this answer; the handler must then send nothing
 */
export function isKnown(reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag);
  const sent = reply.request.headers['if-none-match'];
  if (sent === undefined) return false;
  const isMatch = sent === tag || sent.trim() === '*' || opaqueTags(sent).includes(opaqueTags(tag)[0]);
  if (isMatch) reply.code(304);
  return isMatch;
}

/** Returns the entity tags of a header without the mark of weak tags. */
const opaqueTags = (header: string): (string | undefined)[] => header.match(/"[^"]*"/g) ?? [];

/** OpenAPI description of `Link`. */
export const nextPageHeader = {
  Link: { type: 'string', description: 'Address of the next page, with `rel="next"`; missing on the last page' },
};

/**
 * Sends the relative address of the next page, which works behind gateways that change paths (rules: Lists).
 * @param changes parameters of the next page that differ from those of this page
 */
export function linkNextPage(reply: FastifyReply, changes: Readonly<Record<string, number | string>>): void {
  const [, query = ''] = (reply.request.raw.url ?? '').split('?');
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) next.set(name, String(value));
  reply.header('link', `<?${next}>; rel="next"`);
}

/**
 * Returns a function that writes the fields of a schema as JSON, and omits others. It is compiled on first use, so that
 * it does not delay the start.
 */
export function writer(schema: object): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  return (value) => {
    write ??= onDemand.fastJson().default({ ...schema });
    return write(value);
  };
}
