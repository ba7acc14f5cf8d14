import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, LockBusy } from '../database/database.ts';
import { HostError } from '../host/errors.ts';
import { ApiError, type ErrorName, sendError } from './errors.ts';

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
  changed: 'registryBusy',
  'keeper-is-owner': 'keeperIsOwner',
  'many-proposals': 'tooManyProposals',
} as const satisfies Record<HostError['failure'], ErrorName>;

/**
 * Registers the error handler, which converts each error to an answer.
 * @param onUnauthorized called with the request if the host rejected the credentials
 */
export function handleErrors(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  onUnauthorized: (request: FastifyRequest) => void,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HostError && error.failure === 'unauthorized') onUnauthorized(request);
    // Fastify closes the connection after a refused body. The rest of the body would then reset the connection, perhaps
    // before a gateway has read the answer. Without this header, Node skips the rest, within the time limit of requests.
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
  // Writes that lock their registry fail with this error if the lock does not become free in time.
  if (error instanceof LockBusy) return new ApiError('registryBusy');
  if (error instanceof DatabaseUnavailable) return new ApiError('databaseUnavailable');
  if (!(error instanceof Error)) return new ApiError('internal');
  const known = 'code' in error ? FRAMEWORK_ERRORS[String(error.code)] : undefined;
  if (known) return new ApiError(known);
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return new ApiError(status >= 400 && status < 500 ? 'badRequest' : 'internal');
}
