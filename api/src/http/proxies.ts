import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Tells operators once when requests come through a proxy that TRUST_PROXY does not name. */
export function watchProxies(app: FastifyInstance, log: FastifyBaseLogger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress;
    // Whoever is trusted is followed by the addresses that they name, which may be the same one: on one machine all are.
    const isTrusted = (request.ips?.length ?? 0) > 1;
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && !isTrusted) {
      hasWarned = true;
      log.warn(
        { peer, reqId: request.id },
        'TRUST_PROXY: does not name this proxy, so all who come through it share its address',
      );
    }
    done();
  });
}
