import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { ApiError } from '../http/errors.ts';

/**
 * Refuses all callers except admins in operations for admins, after all checks of parameters and body that need no data
 * (rules: Requests, 3). From now on, the app accepts only routes that declare a role other than `everyone`.
 */
export function requireRoles(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { role } = route.config ?? {};
    if (role === undefined || role === 'everyone')
      throw new Error(`${route.method} ${route.url} must declare a role that needs credentials`);
    if (role === 'admin') route.preHandler = [...[route.preHandler ?? []].flat(), refuseOthers];
  });
}

const refuseOthers: preHandlerHookHandler = ({ caller: { user } }, _reply, done) =>
  done(user.isAdmin ? undefined : new ApiError('notAllowed'));
