import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError, sendError } from '../http/errors.ts';

/** What operators ask the process. */
export interface OpsOptions {
  port: number;
  address: string;
  /** Throws while the database cannot serve. */
  checkDatabase(): Promise<unknown>;
  isClosing(): boolean;
  cachedUsers(): number;
}

/** The operators' side of a process. */
export interface Ops {
  /** Counts the requests of an app; comes before its routes. */
  watch(app: FastifyInstance): void;
  /** Counts a call to the host; seconds. */
  hostCallEnded(outcome: string, seconds: number): void;
  /** Begins to serve. @returns the base URL */
  listen(): Promise<string>;
  close(): Promise<unknown>;
}

/**
 * The operators' own listener: `/ready` says whether this process should get requests, `/metrics` what it does.
 * It asks for no credentials, so it must never be reachable from outside.
 */
export async function openOps(options: OpsOptions): Promise<Ops> {
  // Loaded on demand: without OPS_PORT nobody measures.
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(options.cachedUsers);
  const app = Fastify({ return503OnClosing: false });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError('notFound')));
  app.get('/ready', async (_request, reply) => {
    if (options.isClosing()) return sendError(reply, new ApiError('closing'));
    try {
      await options.checkDatabase();
      return { status: 'ready' };
    } catch {
      return sendError(reply, new ApiError('databaseUnavailable'));
    }
  });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await metrics.text();
    return reply.type(type).send(text);
  });
  return {
    watch: (watched) => metrics.watch(watched),
    hostCallEnded: (outcome, seconds) => metrics.hostCallEnded(outcome, seconds),
    listen: () => app.listen({ host: options.address, port: options.port }),
    close: () => app.close(),
  };
}
