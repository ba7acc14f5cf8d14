import type { Attempt } from './sender.ts';
import type { StoredWebhook, WaitingDelivery } from './store.ts';

/** Attempts at one endpoint at the same time. */
const AT_ONCE = 4;

/** Deliveries that are read at a time. */
const PAGE = 100;

/** Maximum number of deliveries whose result is not stored yet. A crash repeats them, so the queue then pauses. */
const MAX_UNSTORED = 50;

/** Failures in a row after which each look starts only one attempt, so that a dead endpoint with a backlog costs little. */
const MAX_FAILURES = 100;

/** Actions of a queue on its deliveries. */
export interface QueueActions {
  /** Returns waiting deliveries in the order of their next attempts. @throws {DatabaseUnavailable} */
  read(webhook: StoredWebhook, limit: number): Promise<WaitingDelivery[]>;
  send(webhook: StoredWebhook, delivery: WaitingDelivery): Promise<Attempt>;
  /** Takes the result of an attempt; the queue learns from `stored` when it is stored. */
  ended(webhook: StoredWebhook, delivery: WaitingDelivery, attempt: Attempt): void;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Longest time without a look for deliveries that another process changed (milliseconds). */
  recheck: number;
}

/** Sends the deliveries of one webhook, a few at a time, so that a slow endpoint delays no other. */
export class EndpointQueue {
  readonly #actions: QueueActions;
  #webhook: StoredWebhook;
  /** Due deliveries that were read. */
  #due: WaitingDelivery[] = [];
  /** Ids of all deliveries that were read, until their result is stored. */
  readonly #taken = new Set<number>();
  /** Ids whose result was stored during the current look, which may have read them before. */
  readonly #storedMeanwhile = new Set<number>();
  readonly #sending = new Set<Promise<void>>();
  #failures = 0;
  #isReading = false;
  #nextLook = 0;
  #isClosed = false;

  constructor(webhook: StoredWebhook, actions: QueueActions) {
    this.#webhook = webhook;
    this.#actions = actions;
  }

  /** Uses the current address and secrets of the webhook. */
  update(webhook: StoredWebhook): void {
    this.#webhook = webhook;
  }

  /** Looks for due deliveries at once. */
  wake(): void {
    this.#nextLook = 0;
    this.run();
  }

  /** Starts due attempts. */
  run(): void {
    this.#start(this.#failures < MAX_FAILURES ? AT_ONCE : 1);
  }

  /** Continues after an attempt, unless the endpoint seems dead. */
  #continue(): void {
    if (this.#failures < MAX_FAILURES) this.run();
  }

  #start(atOnce: number): void {
    while (!this.#isClosed && this.#sending.size < atOnce && this.#unstored < MAX_UNSTORED) {
      const next = this.#due.shift();
      if (next === undefined) {
        if (!this.#isReading && this.#actions.clock() >= this.#nextLook) void this.#read();
        return;
      }
      const sending = this.#send(next);
      this.#sending.add(sending);
      void sending.then(() => {
        this.#sending.delete(sending);
        this.#continue();
      });
    }
  }

  /** Called when the results of deliveries are stored. @param next earliest next attempt of a failed one */
  stored(ids: readonly number[], next: number): void {
    for (const id of ids) {
      this.#taken.delete(id);
      if (this.#isReading) this.#storedMeanwhile.add(id);
    }
    this.#nextLook = Math.min(this.#nextLook, next);
    this.#continue();
  }

  /** Starts no more attempts. @returns the running ones */
  close(): Promise<unknown> {
    this.#isClosed = true;
    return Promise.all(this.#sending);
  }

  get #unstored(): number {
    return this.#taken.size - this.#due.length - this.#sending.size;
  }

  async #send(delivery: WaitingDelivery): Promise<void> {
    const webhook = this.#webhook;
    const attempt = await this.#actions.send(webhook, delivery);
    this.#failures = attempt.isDelivered ? 0 : this.#failures + 1;
    this.#actions.ended(webhook, delivery, attempt);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const now = this.#actions.clock();
    this.#nextLook = now + this.#actions.recheck;
    try {
      const found = await this.#actions.read(this.#webhook, PAGE + this.#taken.size);
      const fresh = found.filter(({ id }) => !this.#taken.has(id) && !this.#storedMeanwhile.has(id));
      this.#due = fresh.filter(({ nextAttemptAt }) => nextAttemptAt <= now);
      for (const { id } of this.#due) this.#taken.add(id);
      const later = fresh[this.#due.length]?.nextAttemptAt ?? Number.POSITIVE_INFINITY;
      this.#nextLook = this.#due.length > 0 ? 0 : Math.min(this.#nextLook, later);
    } catch {
      // The database is unavailable. The next look tries again.
    } finally {
      this.#isReading = false;
      this.#storedMeanwhile.clear();
    }
    if (this.#due.length > 0) this.run();
  }
}
