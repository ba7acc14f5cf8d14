import type { FastifyInstance } from 'fastify';

/** Headers of every answer. Answers are private, so no cache may store them. Browsers must not guess another type. */
export const PROTECTION = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Adds the headers of PROTECTION to every answer of an app. Replaces other values of these headers. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(PROTECTION);
    done(null, payload);
  });
}
