import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Logs one line for each answered request. The line contains the route instead of the address. */
export function logRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.debug({ reqId: request.id, method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}
