import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { DatabaseFull, DatabaseUnavailable, LockBusy } from '../database/database.ts';
import { OnSeveralServers } from '../database/forms.ts';
import { DatabaseOfOtherSite } from '../database/read-only.ts';
import { HostError } from '../host/errors.ts';
import { answerUnderWay } from './connections.ts';
import type { OriginHeaders } from './cors.ts';
import { ApiError, type CountError, type ErrorName, PROTECTION, sendError } from './errors.ts';
import { requestId } from './request-rules.ts';

/** Our error for each error code of Fastify. Fastify raises these errors before it calls a route's handler. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorName>> = {
  FST_ERR_BAD_URL: 'badRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'urlTooLong',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'notJson',
};

const HOST_ERRORS = {
  unauthorized: 'invalidCredentials',
  forbidden: 'notAllowed',
  'not-found': 'registryNotFound',
  'no-route': 'hostInvalidResponse',
  'invalid-response': 'hostInvalidResponse',
  unavailable: 'hostUnavailable',
  timeout: 'hostTimeout',
  crowded: 'hostCrowded',
  changed: 'registryBusy',
  'keeper-is-owner': 'keeperIsOwner',
  'many-proposals': 'tooManyProposals',
} as const satisfies Record<HostError['failure'], ErrorName>;

/** Errors for what a database with registries on several servers lacks. */
const LACKING = {
  joins: 'oneListOnly',
  'one-log': 'feedNeedsRegistry',
} as const satisfies Record<OnSeveralServers['lacks'], ErrorName>;

/** Converts each error to an answer. @param onUnauthorized called if the host rejected the credentials */
export function handleErrors(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  onUnauthorized: (request: FastifyRequest) => void,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HostError && error.failure === 'unauthorized') onUnauthorized(request);
    // Fastify closes the connection after a refused body. The rest of the body would then reset it, perhaps before a
    // gateway has read the answer. Without this header, Node skips the rest, within the time limit of requests.
    reply.removeHeader('connection');
    const answer = toApiError(error);
    if (answer.status === 500) log.error({ err: error, reqId: request.id }, 'request failed');
    else if (answer.status > 500) log.warn({ err: error, reqId: request.id }, 'request could not be served');
    return sendError(reply, answer);
  });
}

/** Converts an error of any type to an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HostError) {
    const headers = error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) };
    return new ApiError(HOST_ERRORS[error.failure], { headers });
  }
  if (error instanceof OnSeveralServers) return new ApiError(LACKING[error.lacks]);
  if (error instanceof DatabaseOfOtherSite) return new ApiError('copiedSite');
  // Writes that lock their registry fail with this error if the lock does not become free in time.
  if (error instanceof LockBusy) return new ApiError('registryBusy');
  if (error instanceof DatabaseFull) return new ApiError('databaseFull');
  if (error instanceof DatabaseUnavailable) return new ApiError('databaseUnavailable');
  if (!(error instanceof Error)) return new ApiError('internal');
  const known = 'code' in error ? FRAMEWORK_ERRORS[String(error.code)] : undefined;
  if (known) return new ApiError(known);
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return new ApiError(status >= 400 && status < 500 ? 'badRequest' : 'internal');
}

/** API errors for the error codes of Node's parser and timers. Node reports these codes before a request exists. */
const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/**
 * Answers an invalid HTTP request, and closes its connection. The parser may fail before it has read `Accept` and
 * `Origin`; then the answer is never a Problem, and every page may read it: it contains nothing about the caller.
 */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  headersOf: OriginHeaders,
  count: CountError,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = new ApiError(PARSER_ERRORS[error.code ?? ''] ?? 'badRequest');
  count(answer.error);
  const request = answerUnderWay(socket)?.req;
  const { type, body } = answer.answerFor(request?.headers.accept);
  const headers = {
    ...errorHeaders(type, request ? headersOf(request.headers.origin) : { 'access-control-allow-origin': '*' }),
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${answer.status} ${answer.detail}\r\n${lines.join('')}\r\n${body}`);
}

/** Headers of an error that closes its connection. @param cors its CORS headers */
function errorHeaders(type: string, { vary, ...cors }: Record<string, string>): Record<string, string> {
  return {
    'content-type': type,
    vary: vary === undefined ? 'Accept' : `${vary}, Accept`,
    connection: 'close',
    ...cors,
    ...PROTECTION,
  };
}

/** Refuses an `Expect` header other than `100-continue`, which Node itself would answer without a body. */
export function answerExpectations(server: Server, headersOf: OriginHeaders, count: CountError): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const answer = new ApiError('expectationFailed');
    count(answer.error);
    const { type, body } = answer.answerFor(request.headers.accept);
    response.writeHead(answer.status, {
      ...errorHeaders(type, headersOf(request.headers.origin)),
      'x-request-id': requestId(request),
    });
    response.end(body);
  });
}
