import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load } from '../../../load.ts';
import { DatabaseUnavailable } from '../../database.ts';
import type { Answer, FromThread, Job, Question } from './messages.ts';

/** Maximum number of reads that wait for the thread. */
const MAX_WAITING = 50;

/** Time limit from question to answer (milliseconds). The slowest reads of five million items take some seconds. */
const READ_TIMEOUT_MS = 20_000;

/**
 * Memory limits of the thread's JavaScript (MB). The thread needs little memory, because an answer contains at most a
 * thousand numbers. Without limits, a thread that uses too much memory could end the whole process.
 */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 };

/** Idle time after which the thread ends (milliseconds). A thread takes 15 MB. A new thread starts in 50 ms. */
const REST_MS = 10_000;

interface Waiting {
  job: Question;
  timeout: NodeJS.Timeout;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Receives the progress and the faults of the index. */
export interface ReaderEvents {
  onProgress(progress: Extract<FromThread, { kind: 'progress' }>): void;
  onTrouble(message: string): void;
}

/**
 * Runs the costly reads of the embedded database in a separate thread, so that the event loop is not blocked. Starts
 * the thread on first use. After a fault or an idle time, starts a new thread.
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
  /** Resolves when the last dismissed thread has ended. */
  #dismissed: Promise<unknown> | null = null;
  #isClosed = false;

  /**
   * @param entry module of the thread; tests use a module that ends early
   * @param restMs time before an idle thread ends (milliseconds)
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

  /**
   * Sends a job to the thread and returns its answer.
   * @throws {DatabaseUnavailable} if too many jobs wait, the job took too long, or the thread ended
   */
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

  /** Asks the thread to update its index. */
  updateIndex(): void {
    if (this.#isClosed) return;
    this.#started().postMessage({ kind: 'update' } satisfies Job);
    this.#isUpdating = true;
  }

  /** Deletes the index to free disk space. */
  dropIndex(): void {
    if (this.#isClosed) return;
    this.#started().postMessage({ kind: 'drop' } satisfies Job);
    if (this.#running === null) this.#dismissLater();
  }

  /** Rejects waiting jobs and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#fail(new DatabaseUnavailable('the database is closed'));
    for (const waiting of this.#waiting) settle(waiting, () => waiting.reject(new DatabaseUnavailable('closed')));
    this.#waiting = [];
    clearTimeout(this.#rest);
    await this.#dismissed;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  }

  /**
   * Sends the next job unless a job is running. The other jobs wait in this class and not in the thread, because a job
   * can be cancelled only before the thread has received the job.
   */
  #next(): void {
    if (this.#running !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#worker?.unref();
      this.#dismissLater();
      return;
    }
    this.#running = next;
    const worker = this.#started();
    worker.ref();
    worker.postMessage(next.job);
  }

  /** Ends the thread after `restMs`, unless a job arrives first or the index is being updated. */
  #dismissLater(): void {
    clearTimeout(this.#rest);
    if (this.#isUpdating || this.#worker === null) return;
    this.#rest = setTimeout(() => {
      this.#dismissed = this.#worker?.terminate() ?? null;
      this.#worker = null;
    }, this.#restMs).unref();
  }

  #started(): Worker {
    clearTimeout(this.#rest);
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#entry, {
      workerData: this.#path,
      resourceLimits: MEMORY,
      // The Node options of the process, for example about signals, must not apply to its threads.
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
      if (this.#running === null) this.#dismissLater();
    } else if (message.kind === 'progress') this.#events.onProgress(message);
    else if (message.kind === 'trouble') this.#events.onTrouble(message.message);
    else {
      const done = this.#running;
      this.#running = null;
      if (done) settle(done, () => done.resolve(message.answer));
      this.#next();
    }
  }

  /** Rejects a job that took too long. The thread still completes the job, but no caller waits for the answer. */
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
