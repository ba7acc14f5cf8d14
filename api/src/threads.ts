import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import type { Load } from './scheduling/waiting-line.ts';

/** Time limit for the start of a thread (milliseconds). */
const START_MS = 10_000;

/** Too many questions wait, the thread ended, or the answer took too long. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}

interface Job<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Thread<Question, Answer> {
  worker: Worker;
  isReady: boolean;
  job: Job<Question, Answer> | null;
  /** Ends a thread that starts, answers or rests for too long. */
  timer: NodeJS.Timeout | undefined;
}

export interface ThreadsOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits' | 'env'> {
  max: number;
  maxWaiting: number;
  /** Milliseconds. The wait for a thread, and its start, do not count. */
  answerMs?: number;
  /** Idle time after which a thread ends (milliseconds). */
  restMs?: number;
}

/**
 * Answers questions in threads, so that long work does not block the event loop. Threads start on first use, and answer
 * one question at a time. After a fault, the next question gets a new thread. Idle threads do not keep the process
 * alive.
 */
export class Threads<Question, Answer> {
  readonly #entry: URL;
  readonly #options: ThreadsOptions;
  readonly #threads = new Set<Thread<Question, Answer>>();
  readonly #ending = new Set<Promise<unknown>>();
  #waiting: Job<Question, Answer>[] = [];
  #isClosed = false;

  /** @param entry module that calls `answerInThread` */
  constructor(entry: URL, options: ThreadsOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  get load(): Load {
    const busy = [...this.#threads].filter(({ job }) => job !== null);
    return { inUse: busy.length, waiting: this.#waiting.length, limit: this.#options.max };
  }

  /**
   * @param signal cancels the wait, and ends the thread if it works on the question
   * @throws {Unanswered}, or the signal's reason
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Unanswered('closed'));
    if (this.#waiting.length >= this.#options.maxWaiting) return Promise.reject(new Unanswered('too many wait'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const job = { question, resolve, reject };
    const abort = () => this.#giveUp(job, signal?.reason);
    signal?.addEventListener('abort', abort);
    this.#waiting.push(job);
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new Unanswered('closed');
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    for (const thread of this.#threads) this.#end(thread, closed);
    await Promise.all(this.#ending);
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#threads].find(({ job }) => job === null);
      if (!free && this.#threads.size >= this.#options.max) return;
      const thread = free ?? this.#start();
      thread.job = this.#waiting.shift() ?? null;
      thread.worker.ref();
      if (thread.isReady) this.#begin(thread);
    }
  }

  #start(): Thread<Question, Answer> {
    const { workerData, resourceLimits, env } = this.#options;
    // The Node options of the process, for example about signals, must not apply to its threads.
    const worker = new Worker(this.#entry, { workerData, resourceLimits, env, execArgv: [] });
    const thread: Thread<Question, Answer> = { worker, isReady: false, job: null, timer: undefined };
    this.#endAfter(thread, START_MS, 'the thread did not start');
    worker.on('message', (message: 'ready' | { answer: Answer }) => {
      if (!this.#threads.has(thread)) return;
      if (message === 'ready') thread.isReady = true;
      else {
        thread.job?.resolve(message.answer);
        thread.job = this.#waiting.shift() ?? null;
      }
      this.#begin(thread);
    });
    worker.on('error', ({ message }) => this.#end(thread, new Unanswered(`the thread ended: ${message}`)));
    worker.on('exit', () => this.#end(thread, new Unanswered('the thread ended')));
    this.#threads.add(thread);
    return thread;
  }

  #begin(thread: Thread<Question, Answer>): void {
    const { answerMs, restMs } = this.#options;
    if (thread.job === null) {
      thread.worker.unref();
      this.#endAfter(thread, restMs, 'the thread rests');
      thread.timer?.unref();
      return;
    }
    this.#endAfter(thread, answerMs, `takes longer than ${answerMs} ms`);
    thread.worker.postMessage(thread.job.question);
  }

  #endAfter(thread: Thread<Question, Answer>, ms: number | undefined, why: string): void {
    clearTimeout(thread.timer);
    if (ms !== undefined) thread.timer = setTimeout(() => this.#end(thread, new Unanswered(why)), ms);
  }

  #giveUp(job: Job<Question, Answer>, reason: unknown): void {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    const thread = [...this.#threads].find((one) => one.job === job);
    if (thread) this.#end(thread, reason);
    else job.reject(reason);
  }

  /** The next question gets a new thread without waiting for the end of this thread. */
  #end(thread: Thread<Question, Answer>, reason: unknown): void {
    clearTimeout(thread.timer);
    if (!this.#threads.delete(thread)) return;
    thread.job?.reject(reason);
    const ended: Promise<unknown> = thread.worker.terminate().then(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    if (!this.#isClosed) this.#next();
  }
}

/** Answers the questions of this thread, one after the other. */
export function answerInThread<Question, Answer>(answerTo: (question: Question) => Answer): void {
  parentPort?.on('message', (question: Question) => parentPort?.postMessage({ answer: answerTo(question) }));
  parentPort?.postMessage('ready');
}
