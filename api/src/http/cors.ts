import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Seconds that browsers may remember a preflight. */
const MAX_AGE = 600;

/** Lets pages of the listed origins call the API with its headers, and read ours; no cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  // An OPTIONS request that is no preflight is a method like any other.
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    if (method !== 'OPTIONS' || (headers.origin !== undefined && 'access-control-request-method' in headers)) done();
    else reply.callNotFound();
  });
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Request-Id'],
    exposedHeaders: ['X-Host-Total', 'X-Host-TotalPages', 'Registry-Sync', 'Retry-After', 'X-Request-Id'],
    maxAge: MAX_AGE,
  });
}
