import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseSetting } from '../settings.ts';
import type { Metrics } from './metrics.ts';
import { Pulse } from './pulse.ts';

interface OpsOptions {
  port: number;
  address: string;
  database: DatabaseSetting;
  metrics: Metrics;
}

interface Ops {
  /** Returns the base URL. */
  listen(): Promise<string>;
  /** Reports the process as not ready from now on. */
  beginClosing(): void;
  close(): Promise<unknown>;
}

/** In megabytes. The thread runs only an HTTP listener and a probe of the database. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

/**
 * Opens the operators' own listener: `/ready` reports whether this process should get requests, `/metrics` its
 * activity. It requires no credentials, so it must never be reachable from outside. It runs in its own thread, so that
 * `/ready` answers even while the service is busy. An uncaught error in the thread ends the process.
 */
export function openOps({ address, port, database, metrics }: OpsOptions): Ops {
  const pulse = new Pulse();
  const workerData: ThreadData = { address, port, database, pulse: pulse.memory };
  const thread = new Worker(new URL('./operators.ts', import.meta.url), {
    name: 'operators',
    workerData,
    resourceLimits: MEMORY,
  });
  // If another part of the service fails at the start, this thread must not keep the process alive.
  thread.unref();
  const endPulse = pulse.begin();
  const post = (message: ToThread) => thread.postMessage(message);
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

/** Data that the operators' thread receives at its start. */
export interface ThreadData {
  address: string;
  port: number;
  database: DatabaseSetting;
  /** Memory of `Pulse`, which the service shares with the thread. */
  pulse: SharedArrayBuffer;
}

/** Messages from the service to the thread. */
export type ToThread =
  | { kind: 'listen' }
  | { kind: 'close' }
  | { kind: 'metrics'; id: number; type: string; text: string };

/** Messages from the thread to the service. */
export type FromThread =
  | { kind: 'listening'; url: string }
  | { kind: 'failed'; message: string; code: string; port: number }
  | { kind: 'metrics'; id: number };
