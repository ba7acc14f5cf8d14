import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load } from '../../../load.ts';
import { DatabaseUnavailable } from '../../database.ts';
import type { Answer, FromThread, Job, Question } from './messages.ts';

/** Most reads that may wait for the thread. */
const MAX_WAITING = 50;

/** Longest time from asking to the answer; at five million items the slowest takes some seconds (milliseconds). */
const READ_TIMEOUT_MS = 20_000;

/** What the thread's JavaScript may take (MB): an answer is a thousand numbers. Beyond it, the whole process would end. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 };

/** How long a thread without work is kept (milliseconds): it takes 15 MB, and the next one starts in 50 ms. */
const REST_MS = 10_000;

interface Waiting {
  job: Question;
  timeout: NodeJS.Timeout;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Hears how far the index is, and what keeps it from being there. */
export interface ReaderEvents {
  onProgress(progress: Extract<FromThread, { kind: 'progress' }>): void;
  onTrouble(message: string): void;
}

/**
 * Runs the costly reads of the embedded database in a thread of their own: the event loop goes on meanwhile. The thread
 * is started when it is first needed, and anew after it has died, or has had nothing to do for a while.
 */
export class Reader {
  readonly #path: string;
  readonly #events: ReaderEvents;
  readonly #entry: URL;
  #worker: Worker | null = null;
  #running: Waiting | null = null;
  #waiting: Waiting[] = [];
  #isUpdating = false;
  readonly #restMs: number;
  #rest: NodeJS.Timeout | undefined;
  /** The end of the thread that was last sent away. */
  #sentAway: Promise<unknown> | null = null;
  #isClosed = false;

  /**
   * @param entry what the thread runs; tests have one that dies
   * @param restMs how long it is kept without work (milliseconds)
   */
  constructor(
    path: string,
    events: ReaderEvents,
    entry = new URL('./worker.ts', import.meta.url),
    restMs: number = REST_MS,
  ) {
    this.#path = path;
    this.#events = events;
    this.#entry = entry;
    this.#restMs = restMs;
  }

  get load(): Load {
    return { inUse: this.#running === null ? 0 : 1, waiting: this.#waiting.length, limit: 1 };
  }

  /** Asks the thread to do a job, and returns its answer. @throws {DatabaseUnavailable} too many wait, it takes too long, or it died */
  ask(job: Question): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new DatabaseUnavailable('too many costly reads wait'));
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.#giveUp(waiting), READ_TIMEOUT_MS);
      const waiting: Waiting = { job, timeout, resolve, reject };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Lets the thread bring its index up to date. */
  updateIndex(): void {
    if (this.#isClosed) return;
    this.#started().postMessage({ kind: 'update' } satisfies Job);
    this.#isUpdating = true;
  }

  /** Deletes the index, to free the disk. */
  dropIndex(): void {
    if (this.#isClosed) return;
    this.#started().postMessage({ kind: 'drop' } satisfies Job);
    if (this.#running === null) this.#sendAwayLater();
  }

  /** Refuses what waits and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#fail(new DatabaseUnavailable('the database is closed'));
    for (const waiting of this.#waiting) settle(waiting, () => waiting.reject(new DatabaseUnavailable('closed')));
    this.#waiting = [];
    clearTimeout(this.#rest);
    await this.#sentAway;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  }

  /** Sends the next job, one after the other: what waits here can be given up, what the thread has begun cannot. */
  #next(): void {
    if (this.#running !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#worker?.unref();
      this.#sendAwayLater();
      return;
    }
    this.#running = next;
    const worker = this.#started();
    worker.ref();
    worker.postMessage(next.job);
  }

  /** Ends a thread that has nothing to do until then. */
  #sendAwayLater(): void {
    clearTimeout(this.#rest);
    if (this.#isUpdating || this.#worker === null) return;
    this.#rest = setTimeout(() => {
      this.#sentAway = this.#worker?.terminate() ?? null;
      this.#worker = null;
    }, this.#restMs).unref();
  }

  #started(): Worker {
    clearTimeout(this.#rest);
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#entry, {
      workerData: this.#path,
      resourceLimits: MEMORY,
      // What the process was started with is not for its threads: they have nothing to do with its signals.
      execArgv: [],
    });
    worker.unref();
    worker.on('message', (message: FromThread) => {
      if (this.#worker === worker) this.#take(message);
    });
    worker.on('error', (error) => this.#events.onTrouble(`the thread of costly reads ended: ${error.message}`));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#isUpdating = false;
      this.#fail(new DatabaseUnavailable('the thread of costly reads ended'));
      if (!this.#isClosed) this.#next();
    });
    this.#worker = worker;
    return worker;
  }

  #take(message: FromThread): void {
    if (message.kind === 'updating') {
      this.#isUpdating = message.isUpdating;
      if (this.#running === null) this.#sendAwayLater();
    } else if (message.kind === 'progress') this.#events.onProgress(message);
    else if (message.kind === 'trouble') this.#events.onTrouble(message.message);
    else {
      const done = this.#running;
      this.#running = null;
      if (done) settle(done, () => done.resolve(message.answer));
      this.#next();
    }
  }

  /** Refuses what took too long; the thread goes on with what it has begun, and nobody waits for that any more. */
  #giveUp(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.reject(new DatabaseUnavailable(`a costly read took longer than ${READ_TIMEOUT_MS} ms`));
  }

  #fail(error: Error): void {
    const failed = this.#running;
    this.#running = null;
    if (failed) settle(failed, () => failed.reject(error));
  }
}

function settle(waiting: Waiting, resolveOrReject: () => void): void {
  clearTimeout(waiting.timeout);
  resolveOrReject();
}
