import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Found } from '../../../contract/shop-pages/extract.ts';
import type { Load } from '../load.ts';

/** Time limit for reading a page (milliseconds). The start of a thread does not count. */
const READ_MS = 1000;

/** Time limit for the start of a thread (milliseconds). */
const START_MS = 10_000;

/** Maximum number of threads. */
const MAX_THREADS = 2;

/** Maximum number of pages that wait for a thread. */
const MAX_WAITING = 50;

/** Maximum number of characters of a page. The message to the thread takes twice as many bytes. */
const MAX_CHARS = 4_000_000;

/** Memory limits of a thread's JavaScript (MB). If a page needs more memory, only the thread ends, not the service. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };

/**
 * The only environment variable of a thread: the folder of compiled code. Without this variable, a thread needs 20 MB
 * more memory.
 */
const COMPILED = compileCacheOf(getCompileCacheDir());

/** Error if a page was not read, for example because reading took too long or too much memory. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

interface Job {
  html: string;
  url: string;
  resolve(found: Found): void;
  reject(error: Error): void;
  /** Stops listening to the caller's signal. Called when the job ends. */
  leave(): void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Messages from a thread: `ready` once, then the data of each page, or null if reading a page failed. */
export type FromReader = 'ready' | { found: Found | null };

/** Reads untrusted pages in threads, so that the event loop is not blocked. Ends a thread whose page takes too long. */
export class PageReader {
  readonly #entry: URL;
  readonly #threads = new Set<Thread>();
  #waiting: Job[] = [];
  #isClosed = false;

  /** @param entry module that each thread runs; tests use a module that never answers */
  constructor(entry = new URL('./read-thread.ts', import.meta.url)) {
    this.#entry = entry;
  }

  get load(): Load {
    const busy = [...this.#threads].filter(({ job }) => job !== null);
    return { inUse: busy.length, waiting: this.#waiting.length, limit: MAX_THREADS };
  }

  /**
   * Reads a page after the pages that are already in the queue.
   * @param url final address of the page, after redirects
   * @param signal cancels the wait, and ends the thread if it has started on the page
   * @throws {Unreadable}, or the signal's reason
   */
  readPage(html: string, url: string, signal?: AbortSignal): Promise<Found> {
    if (this.#isClosed) return Promise.reject(new Unreadable('the service stops'));
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new Unreadable('too many pages wait'));
    if (signal?.aborted) return Promise.reject(toError(signal.reason));
    return new Promise((resolve, reject) => {
      const abort = () => this.#giveUp(job, toError(signal?.reason));
      const leave = () => signal?.removeEventListener('abort', abort);
      const job: Job = { html: html.slice(0, MAX_CHARS), url, resolve, reject, leave };
      signal?.addEventListener('abort', abort);
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Rejects waiting pages and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) fail(job, new Unreadable('the service stops'));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new Unreadable('the service stops'))));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#threads].find(({ job }) => job === null);
      if (!free && this.#threads.size >= MAX_THREADS) return;
      const thread = free ?? this.#start();
      thread.job = this.#waiting.shift() ?? null;
      thread.worker.ref();
      if (thread.isReady) this.#begin(thread);
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#entry, { resourceLimits: MEMORY, execArgv: [], env: COMPILED });
    const thread: Thread = { worker, isReady: false, job: null, timer: undefined };
    thread.timer = setTimeout(() => this.#end(thread, new Unreadable('its thread did not start')), START_MS);
    worker.on('message', (message: FromReader) => this.#take(thread, message));
    worker.on('error', () => this.#end(thread, new Unreadable('its thread ended')));
    worker.on('exit', () => this.#end(thread, new Unreadable('its thread ended')));
    this.#threads.add(thread);
    return thread;
  }

  #begin(thread: Thread): void {
    if (thread.job === null) return;
    const { html, url } = thread.job;
    thread.timer = setTimeout(() => this.#end(thread, new Unreadable(`takes longer than ${READ_MS} ms`)), READ_MS);
    thread.worker.postMessage({ html, url });
  }

  #take(thread: Thread, message: FromReader): void {
    clearTimeout(thread.timer);
    if (message === 'ready') {
      thread.isReady = true;
      this.#begin(thread);
      return;
    }
    const { job } = thread;
    thread.job = null;
    if (job) {
      job.leave();
      if (message.found) job.resolve(message.found);
      else job.reject(new Unreadable('is no page'));
    }
    this.#next();
    if (thread.job === null) thread.worker.unref();
  }

  #giveUp(job: Job, error: Error): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    const thread = [...this.#threads].find((one) => one.job === job);
    if (thread) void this.#end(thread, error);
    else fail(job, error);
  }

  /** Ends a thread and its job. The next page gets a new thread without waiting for the end of this thread. */
  async #end(thread: Thread, error: Error): Promise<void> {
    clearTimeout(thread.timer);
    if (!this.#threads.delete(thread)) return;
    if (thread.job) fail(thread.job, error);
    thread.job = null;
    const ended = thread.worker.terminate();
    if (!this.#isClosed) this.#next();
    await ended;
  }
}

function fail(job: Job, error: Error): void {
  job.leave();
  job.reject(error);
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Unreadable('its caller stopped waiting');
}

/**
 * Returns the environment variable for the folder of compiled code. The value of this variable is the parent folder,
 * because Node adds a subfolder for its version.
 */
function compileCacheOf(folder: string | undefined): Record<string, string> {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
