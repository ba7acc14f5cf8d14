import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openProbe } from '../database/probe.ts';
import { ApiError, type ErrorName, PROTECTION } from '../http/errors.ts';
import { http } from '../http/node-http.ts';
import type { FromThread, ThreadData, ToThread } from './listener.ts';
import { Pulse } from './pulse.ts';
import { Readiness, reasonNotReady } from './readiness.ts';

/** Milliseconds. */
const METRICS_TIMEOUT_MS = 10_000;

/** Longer than most scrape intervals (milliseconds). */
const KEEP_ALIVE_MS = 75_000;

/**
 * Answers operators even if the event loop of the service is busy. Only the metrics need an answer from the service.
 */
export async function serveOperators(
  port: MessagePort,
  { address, port: tcpPort, database, pulse }: ThreadData,
): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message);
  const service = new Pulse(pulse);
  const probe = await openProbe(database);
  const readiness = new Readiness(probe);
  const metrics = new Map<number, ServerResponse>();
  let lastId = 0;

  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && path === '/ready') {
      const reason = await reasonNotReady(service, readiness);
      if (reason !== null) answerError(response, reason);
      else answer(response, 200, 'application/json; charset=utf-8', '{"status":"ready"}');
    } else if (isRead && path === '/metrics') {
      const id = ++lastId;
      metrics.set(id, response);
      const timer = setTimeout(() => answerError(response, 'overloaded'), METRICS_TIMEOUT_MS);
      response.once('close', () => {
        clearTimeout(timer);
        metrics.delete(id);
      });
      post({ kind: 'metrics', id });
    } else answerError(response, 'notFound');
  });
  server.on('error', (error: Error & { code?: string }) =>
    post({ kind: 'failed', message: error.message, code: error.code ?? '', port: tcpPort }),
  );

  const answerMetrics = async ({ id, type, text }: Extract<ToThread, { kind: 'metrics' }>): Promise<void> => {
    const isReady = (await reasonNotReady(service, readiness)) === null;
    const response = metrics.get(id);
    if (response && !response.headersSent) answer(response, 200, type, `${text}${readyMetric(isReady)}`);
  };

  port.on('message', (message: ToThread) => {
    if (message.kind === 'listen') server.listen({ host: address, port: tcpPort });
    else if (message.kind === 'metrics') void answerMetrics(message);
    else {
      server.close();
      server.closeAllConnections();
      port.close();
      void probe.close();
    }
  });
  server.on('listening', () => {
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the operators listener has no port');
    const host = isIPv6(bound.address) ? `[${bound.address}]` : bound.address;
    post({ kind: 'listening', url: `http://${host}:${bound.port}` });
  });
}

const readyMetric = (isReady: boolean): string =>
  `# HELP largesse_ready 1 if /ready answers 200\n# TYPE largesse_ready gauge\nlargesse_ready ${isReady ? 1 : 0}\n`;

function answerError(response: ServerResponse, name: ErrorName): void {
  if (response.headersSent) return;
  const error = new ApiError(name);
  for (const [header, value] of Object.entries(error.headers)) response.setHeader(header, value);
  const { type, body } = error.answerFor(response.req.headers.accept);
  answer(response, error.status, type, body);
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...PROTECTION, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

// The service runs this file as a thread.
if (parentPort) await serveOperators(parentPort, workerData);
