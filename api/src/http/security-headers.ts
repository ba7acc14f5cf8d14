import type { FastifyInstance } from 'fastify';
import { PROTECTION } from './errors.ts';

/** Adds the headers of PROTECTION to every answer of an app. Replaces other values of these headers. */
export function protectAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(PROTECTION);
    done(null, payload);
  });
}
