import type { Attempt } from './sender.ts';
import type { StoredWebhook, WaitingDelivery } from './store.ts';

/** Maximum number of simultaneous attempts at one endpoint. */
const AT_ONCE = 4;

/** Number of deliveries that are read at a time. */
const PAGE = 100;

/**
 * Maximum number of deliveries whose result is not stored yet. At this number, the queue pauses, because a crash would
 * repeat all these deliveries.
 */
const MAX_UNSTORED = 50;

/**
 * Number of consecutive failures after which an endpoint counts as dead. Each run of the queue then starts only one
 * attempt, so many waiting deliveries cost little work.
 */
const MAX_FAILURES = 100;

export interface QueueActions {
  /** Returns waiting deliveries in the order of their next attempts. @throws {DatabaseUnavailable} */
  read(webhook: StoredWebhook, limit: number): Promise<WaitingDelivery[]>;
  send(webhook: StoredWebhook, delivery: WaitingDelivery): Promise<Attempt>;
  /** Stores the result of an attempt. After that, calls the queue's method `stored`. */
  ended(webhook: StoredWebhook, delivery: WaitingDelivery, attempt: Attempt): void;
  /** Milliseconds since 1970. */
  clock(): number;
  /** Maximum interval between reads of the database (milliseconds). A read also finds changes by other processes. */
  recheck: number;
}

/** Sends the deliveries of one webhook, a few at a time, so that a slow endpoint does not delay other endpoints. */
export class EndpointQueue {
  readonly #actions: QueueActions;
  #webhook: StoredWebhook;
  /** Due deliveries that were read, but are not sent yet. */
  #due: WaitingDelivery[] = [];
  /** Ids of the deliveries that were read and whose results are not stored yet. */
  readonly #taken = new Set<number>();
  /** Ids of deliveries whose result was stored during the current read. The read may still return them as waiting. */
  readonly #storedMeanwhile = new Set<number>();
  readonly #sending = new Set<Promise<void>>();
  #failures = 0;
  #isReading = false;
  #nextLook = 0;
  /** Time of the last read. */
  #lookedAt = 0;
  #isClosed = false;

  constructor(webhook: StoredWebhook, actions: QueueActions) {
    this.#webhook = webhook;
    this.#actions = actions;
  }

  /** Replaces the webhook. Later attempts use the new address and the new secrets. */
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

  /** Starts more due attempts, unless the endpoint seems dead. */
  #continue(): void {
    if (this.#failures < MAX_FAILURES) this.run();
  }

  #start(atOnce: number): void {
    while (!this.#isClosed && this.#sending.size < atOnce && this.#unstored < MAX_UNSTORED) {
      const next = this.#due.shift();
      if (next === undefined) {
        if (!this.#isReading && this.#isTimeToLook()) void this.#read();
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

  /**
   * Called when the results of deliveries are stored.
   * @param next time of the earliest next attempt of these deliveries (milliseconds since 1970)
   */
  stored(ids: readonly number[], next: number): void {
    for (const id of ids) {
      this.#taken.delete(id);
      if (this.#isReading) this.#storedMeanwhile.add(id);
    }
    this.#nextLook = Math.min(this.#nextLook, next);
    this.#continue();
  }

  /** Prevents new attempts. @returns a promise that resolves when the running attempts end */
  close(): Promise<unknown> {
    this.#isClosed = true;
    return Promise.all(this.#sending);
  }

  get #unstored(): number {
    return this.#taken.size - this.#due.length - this.#sending.size;
  }

  /** A clock that has gone back also makes the queue look. Otherwise the queue would pause until the clock is right. */
  #isTimeToLook(): boolean {
    const now = this.#actions.clock();
    return now >= this.#nextLook || now < this.#lookedAt;
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
    this.#lookedAt = now;
    this.#nextLook = now + this.#actions.recheck;
    try {
      const found = await this.#actions.read(this.#webhook, PAGE + this.#taken.size);
      const fresh = found.filter(({ id }) => !this.#taken.has(id) && !this.#storedMeanwhile.has(id));
      this.#due = fresh.filter((delivery) => isDue(delivery, now));
      for (const { id } of this.#due) this.#taken.add(id);
      const later = fresh.find((delivery) => !isDue(delivery, now))?.nextAttemptAt ?? Number.POSITIVE_INFINITY;
      this.#nextLook = this.#due.length > 0 ? 0 : Math.min(this.#nextLook, later);
    } catch {
      // The database is unavailable. The queue reads again later.
    } finally {
      this.#isReading = false;
      this.#storedMeanwhile.clear();
    }
    if (this.#due.length > 0) this.run();
  }
}

/** Returns whether an attempt is due. If the clock has gone back, waiting deliveries are due at once. */
const isDue = ({ nextAttemptAt, lastAttemptAt }: WaitingDelivery, now: number): boolean =>
  nextAttemptAt <= now || lastAttemptAt === null || lastAttemptAt > now;
