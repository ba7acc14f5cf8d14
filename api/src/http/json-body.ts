import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { ApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Size of the received body in bytes. */
    bodyBytes: number;
    /** SHA-256 of the received body (hex), if the request is signed and has a body. */
    bodyDigest: string | undefined;
  }
}

/** Maximum size of a request body in bytes. */
export const MAX_BODY = 64 * 1024;

/** Skips a byte order mark, as RFC 8259 allows (8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON in UTF-8, without a `Content-Encoding`. If a key occurs twice, the last value counts. Bodies of GET
 * and DELETE are ignored. A missing required body counts as invalid JSON.
 */
export function acceptJson(app: FastifyInstance): void {
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.decorateRequest('bodyBytes', 0);
  app.decorateRequest('bodyDigest', undefined);
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (request, body, done) => {
    request.bodyBytes = body.length;
    if (request.signedDigest !== null) request.bodyDigest = hash('sha256', body);
    if (body.length === 0) return done(null);
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() !== 'identity') return done(new ApiError('encodedBody'));
    try {
      done(null, jsonIn(Buffer.from(body)));
    } catch (cause) {
      done(new ApiError('invalidJson', { cause }));
    }
  });
  // Otherwise, the validation would treat the missing body as null, and report the wrong error.
  app.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) return;
    const hooks = [route.preValidation ?? []].flat();
    route.preValidation = [
      ...hooks,
      (request, _reply, done) => done(request.body === undefined ? new ApiError('invalidJson') : undefined),
    ];
  });
}

function jsonIn(body: Buffer): unknown {
  return parse(utf8.decode(body), null, { protoAction: 'error', constructorAction: 'error' });
}
