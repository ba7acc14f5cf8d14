import type { FastifyInstance, preParsingHookHandler, preValidationHookHandler } from 'fastify';

/** Excludes the time that a caller needs to send a body from the time limit of the request. */
export function countNoBodyTime(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body === undefined) return;
    route.preParsing = [route.preParsing ?? [], pause].flat();
    route.preValidation = [resume, route.preValidation ?? []].flat();
  });
}

const pause: preParsingHookHandler = (request, _reply, _payload, done) => {
  request.caller.host.deadline.pause();
  done();
};

const resume: preValidationHookHandler = (request, _reply, done) => {
  request.caller.host.deadline.resume();
  done();
};
