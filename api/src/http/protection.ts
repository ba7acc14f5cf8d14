import type { FastifyInstance } from 'fastify';

/**
 * Headers of every answer: what is answered is somebody's own, so nothing between keeps a copy, and no browser takes it
 * for anything but what it says it is.
 */
export const PROTECTION = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Puts them on every answer of an app, whatever else set there. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(PROTECTION);
    done(null, payload);
  });
}
