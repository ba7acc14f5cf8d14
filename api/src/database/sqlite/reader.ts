import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Load } from '../../load.ts';
import { DatabaseUnavailable, type Statement, type Value } from '../database.ts';
import { toDatabaseError } from './errors.ts';

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

/** A read for the thread. */
export type Question = Statement;

/** Answer to a read: its rows, or the error. */
export type Answer = { rows: Value[][] } | { message: string; code: number | null };

interface Waiting {
  question: Question;
  timeout: NodeJS.Timeout;
  resolve(rows: Value[][]): void;
  reject(error: unknown): void;
}

/**
 * Runs the costly reads of the embedded database in a separate thread, so that the event loop is not blocked. Starts
 * the thread on first use. After a fault or an idle time, starts a new thread.
 */
export class Reader {
  readonly #path: string;
  readonly #entry: URL;
  #worker: Worker | null = null;
  #running: Waiting | null = null;
  #waiting: Waiting[] = [];
  readonly #restMs: number;
  #rest: NodeJS.Timeout | undefined;
  /** Resolves when the last dismissed thread has ended. */
  #dismissed: Promise<unknown> | null = null;
  #isClosed = false;

  /**
   * @param path file of the database
   * @param entry module of the thread; tests use a module that ends early
   * @param restMs time before an idle thread ends (milliseconds)
   */
  constructor(path: string, entry = new URL('./read-thread.ts', import.meta.url), restMs: number = REST_MS) {
    this.#path = path;
    this.#entry = entry;
    this.#restMs = restMs;
  }

  get load(): Load {
    return { inUse: this.#running === null ? 0 : 1, waiting: this.#waiting.length, limit: 1 };
  }

  /**
   * Sends a read to the thread and returns its rows.
   * @throws {DatabaseUnavailable} if too many reads wait, the read took too long, or the thread ended
   */
  ask(question: Question): Promise<Value[][]> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new DatabaseUnavailable('too many costly reads wait'));
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.#giveUp(waiting), READ_TIMEOUT_MS);
      const waiting: Waiting = { question, timeout, resolve, reject };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Rejects waiting reads and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#fail('the database is closed');
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
   * Sends the next read unless one is running. The other reads wait in this class and not in the thread, because a read
   * can be cancelled only before the thread has received it.
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
    worker.postMessage(next.question);
  }

  /** Ends the thread after `restMs`, unless a read arrives first. */
  #dismissLater(): void {
    clearTimeout(this.#rest);
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
    worker.on('message', (answer: Answer) => {
      if (this.#worker === worker) this.#answered(answer);
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(`the thread of costly reads ended: ${error.message}`);
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#fail('the thread of costly reads ended');
      if (!this.#isClosed) this.#next();
    });
    this.#worker = worker;
    return worker;
  }

  #answered(answer: Answer): void {
    const done = this.#running;
    this.#running = null;
    if (done && 'rows' in answer) settle(done, () => done.resolve(answer.rows));
    else if (done && 'message' in answer) {
      const error = Object.assign(new Error(answer.message), { errcode: answer.code });
      settle(done, () => done.reject(toDatabaseError(error, this.#path)));
    }
    this.#next();
  }

  /** Rejects a read that took too long. The thread still completes the read, but no caller waits for the answer. */
  #giveUp(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.reject(new DatabaseUnavailable(`a costly read took longer than ${READ_TIMEOUT_MS} ms`));
  }

  #fail(message: string): void {
    const failed = this.#running;
    this.#running = null;
    if (failed) settle(failed, () => failed.reject(new DatabaseUnavailable(message)));
  }
}

function settle(waiting: Waiting, resolveOrReject: () => void): void {
  clearTimeout(waiting.timeout);
  resolveOrReject();
}
