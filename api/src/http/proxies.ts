import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Tells operators once when requests come through a proxy that TRUST_PROXY does not name. */
export function watchProxies(app: FastifyInstance, log: FastifyBaseLogger): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const peer = request.socket.remoteAddress;
    // Where the peer is trusted, the address is the one that it names.
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && request.ip === peer) {
      isTold = true;
      log.warn({ peer }, 'TRUST_PROXY: does not name this proxy, so all who come through it share its address');
    }
    done();
  });
}
