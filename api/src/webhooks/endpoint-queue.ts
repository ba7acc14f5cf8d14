import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Rounds } from '../scheduling/rounds.ts';
import { pauseAfter, type WebhookTimes } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { AttemptResult, StoredWebhook, WaitingDelivery, WebhookStore } from './store.ts';

/** Maximum number of simultaneous attempts at one endpoint. */
const AT_ONCE = 4;

const PAGE = 100;

/** At this number of deliveries without a stored result, the queue pauses: a crash would repeat them all. */
const MAX_UNSTORED = 50;

/**
 * Consecutive failures after which an endpoint counts as dead. Each run of the queue then starts only one attempt, so
 * many waiting deliveries cost little work.
 */
const MAX_FAILURES = 100;

/** Outcomes of attempts. `retried` means that another attempt follows. */
export const ATTEMPT_OUTCOMES = ['delivered', 'retried', 'failed'] as const;

type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Reasons for disabling a webhook: `gone` if it answered 410, `failing` if it has failed for too long. */
export const DISABLING_REASONS = ['gone', 'failing'] as const;

type DisablingReason = (typeof DISABLING_REASONS)[number];

/** Observes deliveries. */
export interface WebhookWatch {
  attempted(outcome: AttemptOutcome): void;
  disabled(reason: DisablingReason): void;
}

export interface QueueOptions {
  store: Pick<WebhookStore, 'waiting' | 'record' | 'disable'>;
  sender: Pick<Sender, 'send'>;
  log: { warn(fields: object, text: string): void };
  watch: WebhookWatch | null;
  times: Pick<WebhookTimes, 'recheck' | 'retries' | 'failing' | 'poll'>;
  /** Milliseconds since 1970. */
  clock: () => number;
  random: () => number;
  /** Ends running attempts. The next process repeats them. */
  stop: AbortSignal;
}

/**
 * Sends the deliveries of one webhook, a few at a time, so that a slow endpoint does not delay others. Stores the
 * results, and disables the webhook if its endpoint answers 410 or fails for too long.
 *
 * The queue works in rounds: a round stores results, reads due deliveries, and starts attempts. Each attempt that ends
 * asks for a round.
 */
export class EndpointQueue {
  readonly #options: QueueOptions;
  #webhook: StoredWebhook;
  /** Due deliveries that were read, but are not sent yet. */
  #due: WaitingDelivery[] = [];
  /** Ids of the deliveries that were read and whose results are not stored yet. */
  readonly #taken = new Set<number>();
  readonly #sending = new Set<Promise<void>>();
  readonly #ended: AttemptResult[] = [];
  /** Rounds run one after the other, so no round reads a delivery whose result is just being stored. */
  readonly #rounds = new Rounds(() => this.#round());
  /** True if the next round starts attempts; otherwise, it only stores results. */
  #mayStart = false;
  #failures = 0;
  #nextLook = 0;
  #lookedAt = 0;
  #isClosed = false;

  constructor(webhook: StoredWebhook, options: QueueOptions) {
    this.#webhook = webhook;
    this.#options = options;
  }

  /** False after `close`, and once the queue has begun to disable its webhook. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Replaces the webhook. Later attempts use the new address and the new secrets. */
  update(webhook: StoredWebhook): void {
    this.#webhook = webhook;
  }

  /** Runs a round that reads the deliveries, also if the queue has just read them. */
  wake(): void {
    this.#nextLook = 0;
    this.run();
  }

  /** Runs a round that may start attempts. */
  run(): void {
    this.#mayStart = true;
    this.#rounds.ask();
  }

  /** Prevents new attempts. Resolves when the running attempts have ended and are stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#sending);
    await this.#rounds.idle();
  }

  /** Each `run` of the queue of a dead endpoint starts only one attempt. */
  get #isDead(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  async #round(): Promise<void> {
    // Waits for the results of attempts that end in the same turn.
    await nextTurn();
    if (this.#ended.length > 0) await this.#store();
    if (!this.#mayStart) return;
    this.#mayStart = false;
    const hasNothingToSend = this.#due.length === 0 && this.#sending.size < this.#atOnce;
    if (!this.#isClosed && hasNothingToSend && this.#isTimeToLook()) await this.#read();
    this.#startAttempts();
  }

  get #atOnce(): number {
    return this.#isDead ? 1 : AT_ONCE;
  }

  #startAttempts(): void {
    while (!this.#isClosed && this.#sending.size < this.#atOnce && this.#ended.length < MAX_UNSTORED) {
      const next = this.#due.shift();
      if (next === undefined) return;
      const sending = this.#send(next).then(() => {
        this.#sending.delete(sending);
        this.#attemptEnded();
      });
      this.#sending.add(sending);
    }
  }

  #attemptEnded(): void {
    if (this.#isDead) {
      this.#rounds.ask();
      return;
    }
    // The endpoint need not wait for the storing of the result.
    this.#startAttempts();
    this.run();
  }

  /** If the clock has gone back, the queue looks at once; otherwise, it would pause until the clock is right. */
  #isTimeToLook(): boolean {
    const now = this.#options.clock();
    return now >= this.#nextLook || now < this.#lookedAt;
  }

  async #read(): Promise<void> {
    const { store, clock, times } = this.#options;
    const now = clock();
    this.#lookedAt = now;
    this.#nextLook = now + times.recheck;
    // If the database is unavailable, the queue reads again later.
    const found = await store.waiting(this.#webhook.id, PAGE + this.#taken.size).catch(() => []);
    const fresh = found.filter(({ id }) => !this.#taken.has(id));
    this.#due = fresh.filter((delivery) => isDue(delivery, now));
    for (const { id } of this.#due) this.#taken.add(id);
    const later = fresh.find((delivery) => !isDue(delivery, now))?.nextAttemptAt ?? Number.POSITIVE_INFINITY;
    this.#nextLook = this.#due.length > 0 ? 0 : Math.min(this.#nextLook, later);
  }

  async #send({ id, event, tries, nextAttemptAt: dueAt }: WaitingDelivery): Promise<void> {
    const { sender, clock, random, times, watch, stop } = this.#options;
    const webhook = this.#webhook;
    const { isDelivered, status, error, retryAfter } = await sender.send(webhook, event, stop);
    if (stop.aborted && !isDelivered && status === null) return;
    this.#failures = isDelivered ? 0 : this.#failures + 1;
    const at = clock();
    const isGone = status === 410;
    const retryPause = isDelivered || isGone ? null : pauseAfter(tries + 1, retryAfter, random(), times.retries);
    const state = isDelivered ? 'delivered' : retryPause === null ? 'failed' : 'waiting';
    watch?.attempted(state === 'waiting' ? 'retried' : state);
    this.#ended.push({
      id,
      dueAt,
      state,
      status,
      error,
      at,
      nextAttemptAt: retryPause === null ? null : at + retryPause,
    });
    if (isGone) void this.#disable('gone');
    else if (!isDelivered && webhook.failing_since !== null && at - webhook.failing_since >= times.failing)
      void this.#disable('failing');
  }

  /** Stores results. Tries again until the database is available. */
  async #store(): Promise<void> {
    const { store, stop, times } = this.#options;
    const results = [...this.#ended];
    while (!(await store.record(this.#webhook.id, results).then(isDone, isNotDone))) {
      if (stop.aborted) break;
      await pause(times.poll);
    }
    this.#ended.splice(0, results.length);
    for (const { id, nextAttemptAt } of results) {
      this.#taken.delete(id);
      if (nextAttemptAt !== null) this.#nextLook = Math.min(this.#nextLook, nextAttemptAt);
    }
  }

  async #disable(reason: DisablingReason): Promise<void> {
    const { store, clock, times, watch, log } = this.#options;
    const { id } = this.#webhook;
    this.#isClosed = true;
    // If the database fails, the webhook stays active. The service tries again after the next failure.
    const isDisabled = await store.disable(id, reason === 'gone' ? null : clock() - times.failing).catch(isNotDone);
    if (!isDisabled) return;
    watch?.disabled(reason);
    const why = reason === 'gone' ? 'it answered 410' : 'it has failed for five days';
    log.warn({ webhook: id }, `a webhook was disabled: ${why}`);
  }
}

const isDone = () => true;

const isNotDone = () => false;

/** If the clock has gone back, waiting deliveries are due at once. */
const isDue = ({ nextAttemptAt, lastAttemptAt }: WaitingDelivery, now: number): boolean =>
  nextAttemptAt <= now || lastAttemptAt === null || lastAttemptAt > now;
