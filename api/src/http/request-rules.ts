import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

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
