import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import router from 'find-my-way';
import { ApiError, sendError } from './errors.ts';

/** Answers unknown paths with 404. If a path does not support the method, answers with 405 and `Allow`. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });

  const paths = router({ maxParamLength: 8192, ignoreTrailingSlash: true });
  app.addHook('onReady', (done) => {
    for (const [url, methods] of methodsOf) if (url !== '*') paths.on('GET', url, () => {}, methods);
    done();
  });

  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const methods: unknown = paths.find('GET', request.raw.url ?? '/')?.store;
    // The path is unknown, or the route found nothing. For example, a file is missing.
    if (!(methods instanceof Set) || methods.has(request.method)) sendError(reply, new ApiError('notFound'));
    else sendError(reply, new ApiError('methodNotAllowed', { headers: { allow: [...methods].sort().join(', ') } }));
  };
  app.setNotFoundHandler(answer);
  // Answers before Fastify reads the body. Otherwise Fastify might answer with an error about the body.
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? answer(request, reply) : done()));
}
