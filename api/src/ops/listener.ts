import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '../purchases/giving.ts';
import type { PurchaseEvent } from '../purchases/store.ts';
import type { DatabaseSetting } from '../settings.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';
import { Pulse } from './pulse.ts';

/** What operators ask the process. */
export interface OpsOptions {
  port: number;
  address: string;
  database: DatabaseSetting;
  cachedUsers(): number;
}

/** The operators' side of a process. */
export interface Ops {
  /** Counts the requests of an app; comes before its routes. */
  watch(app: FastifyInstance): void;
  /** Counts a call to the host; seconds. */
  hostCallEnded(outcome: string, seconds: number): void;
  purchasesChanged(event: PurchaseEvent, count: number): void;
  purchaseRefused(reason: Refusal): void;
  /** Begins to serve. @returns the base URL */
  listen(): Promise<string>;
  /** Makes the process not ready from now on. */
  beginClosing(): void;
  close(): Promise<unknown>;
}

/** Megabytes of young and old objects: the thread holds a listener and a connection. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

/**
 * Opens the operators' own listener: `/ready` says whether this process should get requests, `/metrics` what it does.
 * It asks for no credentials, so it must never be reachable from outside. It has a thread of its own, so that a process
 * with much to do is not taken for one that is dead; a fault in it ends the process like any other.
 */
export async function openOps(options: OpsOptions): Promise<Ops> {
  const { address, port, database } = options;
  const pulse = new Pulse();
  const workerData: ThreadData = { address, port, database, pulse: pulse.memory };
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'operators',
    workerData,
    resourceLimits: MEMORY,
  });
  // A start that fails elsewhere need not wait for it.
  thread.unref();
  const endPulse = pulse.begin();
  const post = (message: ToThread) => thread.postMessage(message);
  // Loaded on demand: without OPS_PORT nobody measures.
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(options.cachedUsers);
  const listening = Promise.withResolvers<string>();
  listening.promise.catch(() => {});
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'listening') listening.resolve(message.url);
    else if (message.kind === 'failed') {
      const { message: text, code, port: taken } = message;
      listening.reject(Object.assign(new Error(text), { code, port: taken, prefix: 'OPS_' }));
    } else void metrics.text().then(({ type, text }) => post({ kind: 'metrics', id: message.id, type, text }));
  });
  return {
    watch: (watched) => metrics.watch(watched),
    hostCallEnded: (outcome, seconds) => metrics.hostCallEnded(outcome, seconds),
    purchasesChanged: (event, count) => metrics.purchasesChanged(event, count),
    purchaseRefused: (reason) => metrics.purchaseRefused(reason),
    listen: () => {
      post({ kind: 'listen' });
      return listening.promise;
    },
    beginClosing: () => pulse.close(),
    close: async () => {
      endPulse();
      thread.ref();
      const ended = once(thread, 'exit');
      post({ kind: 'close' });
      await ended;
    },
  };
}
