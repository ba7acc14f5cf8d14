import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Returns whether a request came through a proxy that TRUST_PROXY names, which adds its client's address. Counts the
 * addresses, because they may be equal if client and proxy run on one machine.
 */
export const cameThroughTrustedProxy = (request: FastifyRequest): boolean => (request.ips?.length ?? 0) > 1;

/** Warns operators once if requests come through a proxy that TRUST_PROXY does not name. */
export function watchProxies(app: FastifyInstance, log: FastifyBaseLogger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress;
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && !cameThroughTrustedProxy(request)) {
      hasWarned = true;
      log.warn(
        { peer, reqId: request.id },
        'TRUST_PROXY: does not name this proxy, so all who come through it share its address',
      );
    }
    done();
  });
}
