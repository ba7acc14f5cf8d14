import { Health, Welcome } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import { ApiError } from './errors.ts';
import { operation, type Routes } from './operation.ts';

/**
 * Adds the routes that are open to everyone and have constant answers (rules: Open routes). The first request after a
 * start is usually for one of these routes. They do not use `writer`, because its compiler would have to be loaded
 * before this first answer.
 * @param isLeaving returns whether other processes should get the next requests (rules: Stopping)
 */
export function healthRoutes(app: Routes, isLeaving: () => boolean): void {
  app.get(
    '/',
    operation('Health', 'welcome', 'Welcome', 'everyone', {
      response: { 200: Welcome },
    }),
    (_request, reply) => {
      asJson(reply);
      return { message: 'Welcome to the Largesse registry API' };
    },
  );
  app.get(
    '/health',
    operation('Health', 'health', 'Health', 'everyone', { response: { 200: Health } }),
    (_request, reply) => {
      if (isLeaving()) throw new ApiError('closing');
      asJson(reply);
      return { status: 'healthy', service: 'largesse-api' } as const;
    },
  );
}

function asJson(reply: Pick<FastifyReply, 'serializer' | 'type'>): void {
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
}
