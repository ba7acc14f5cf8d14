import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Seconds that browsers may remember a preflight. */
const MAX_AGE = 600;

/** Lets pages of the listed origins call the API with its headers, and read ours; no cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  const options: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Request-Id'],
    exposedHeaders: ['X-Host-Total', 'X-Host-TotalPages', 'Registry-Sync', 'Retry-After', 'X-Request-Id'],
    maxAge: MAX_AGE,
    preflight: true,
  };
  // An OPTIONS request that is no preflight is a method like any other.
  const noPreflight = { ...options, preflight: false };
  const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
    method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
  await app.register(cors, {
    delegator: (request, done) => done(null, isPreflight(request) ? options : noPreflight),
  });
}
