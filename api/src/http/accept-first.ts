import type { FastifyInstance } from 'fastify';

/** Maximum time for which requests wait while connections arrive (milliseconds). */
const MAX_HOLD_MS = 100;

/**
 * Accepts all connections that have arrived before it serves requests. Node accepts one connection in a turn of the
 * event loop. If each turn served all requests of 600 clients, the last client would be accepted after 9 to 24 seconds.
 * Turns in which requests only wait are so short that hundreds of connections are accepted within MAX_HOLD_MS.
 */
export function acceptFirst(app: FastifyInstance): void {
  let hasAccepted = false;
  let held: (() => void)[] = [];
  let heldSince = 0;
  app.server.on('connection', () => {
    hasAccepted = true;
  });
  const look = (): void => {
    if (hasAccepted && performance.now() - heldSince < MAX_HOLD_MS) {
      hasAccepted = false;
      setImmediate(look);
      return;
    }
    const ready = held;
    held = [];
    for (const serve of ready) serve();
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    if (held.length === 0) {
      if (!hasAccepted) return done();
      heldSince = performance.now();
      setImmediate(look);
    }
    held.push(done);
  });
}
