import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseSetting } from '../settings.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { Pulse } from './pulse.ts';

/** What operators ask the process. */
export interface OpsOptions {
  port: number;
  address: string;
  database: DatabaseSetting;
  metrics: Metrics;
  /** Called when the probe finds no room on the disk: a process that is not ready gets no writes that would find it. */
  onDiskFull(): void;
}

/** The operators' side of a process. */
export interface Ops {
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
export function openOps({ address, port, database, metrics, onDiskFull }: OpsOptions): Ops {
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
  const listening = Promise.withResolvers<string>();
  listening.promise.catch(() => {});
  thread.on('message', (message: FromThread) => {
    if (message.kind === 'disk-full') onDiskFull();
    else if (message.kind === 'listening') listening.resolve(message.url);
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
