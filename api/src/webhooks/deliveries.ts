import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from '@largesse/contract';
import type { Client, Dispatcher } from 'undici';
import { AddressRefused, type PublicConnections } from '../internet/connections.ts';
import { onDemand } from '../on-demand.ts';
import type { AttemptResult, Secret, StoredWebhook, WaitingDelivery, WebhookStore } from './store.ts';

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
  /** Stores results and reads deliveries, one after the other. So no read returns a delivery with a stored result. */
  #working: Promise<void> | null = null;
  #isWanted = false;
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

  wake(): void {
    this.#nextLook = 0;
    this.run();
  }

  run(): void {
    this.#isWanted = true;
    this.#work();
  }

  /** Prevents new attempts. Resolves when the running attempts have ended and are stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#sending);
    await this.#working;
  }

  get #isDead(): boolean {
    return this.#failures >= MAX_FAILURES;
  }

  #work(): void {
    this.#working ??= this.#workOff().finally(() => {
      this.#working = null;
    });
  }

  async #workOff(): Promise<void> {
    for (;;) {
      // Waits for the results of attempts that end in the same turn.
      await nextTurn();
      if (this.#ended.length > 0) {
        await this.#store();
        if (!this.#isDead) this.#isWanted = true;
      } else if (this.#isWanted) {
        this.#isWanted = false;
        const atOnce = this.#isDead ? 1 : AT_ONCE;
        const isIdle = this.#due.length === 0 && this.#sending.size < atOnce;
        if (!this.#isClosed && isIdle && this.#isTimeToLook()) await this.#read();
        this.#start(atOnce);
      } else return;
    }
  }

  #start(atOnce: number): void {
    while (!this.#isClosed && this.#sending.size < atOnce && this.#ended.length < MAX_UNSTORED) {
      const next = this.#due.shift();
      if (next === undefined) return;
      const sending = this.#send(next).then(() => {
        this.#sending.delete(sending);
        if (!this.#isDead) {
          this.#isWanted = true;
          this.#start(AT_ONCE);
        }
        this.#work();
      });
      this.#sending.add(sending);
    }
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

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Times of the dispatcher, in milliseconds. */
export interface WebhookTimes {
  attempt: number;
  /** Pause before the first retry, before the second retry, and so on. */
  retries: readonly number[];
  /** Time without success after which a webhook is disabled. */
  failing: number;
  /** Time after a rotation during which the previous secret still signs deliveries. */
  rotation: number;
  /** Age at which deliveries are deleted. */
  kept: number;
  /** Interval at which the dispatcher looks for new events. */
  poll: number;
  /** Maximum time until a queue notices deliveries that another process changed. */
  recheck: number;
  /** Interval at which the delivering process confirms that it is running. */
  beat: number;
  /** Time without a beat after which the process stops delivering. */
  lost: number;
  /** Time without a beat after which another process takes over. */
  takeover: number;
  /** Time for which a stopping process waits for running attempts. */
  closing: number;
}

export const TIMES: WebhookTimes = {
  attempt: 10 * SECOND,
  retries: [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR],
  failing: 5 * 24 * HOUR,
  rotation: 24 * HOUR,
  kept: 30 * 24 * HOUR,
  poll: 250,
  recheck: 5 * SECOND,
  beat: 3 * SECOND,
  lost: 9 * SECOND,
  takeover: 12 * SECOND,
  closing: 2 * SECOND,
};

/** Limits of a `Retry-After` (milliseconds). */
const RETRY_AFTER = { least: SECOND, most: 24 * HOUR };

/** Maximum random addition to the pause before a retry, as its share, so that many retries do not coincide. */
const JITTER = 0.2;

/**
 * Returns the pause of a `Retry-After` (RFC 9110, 10.2.3) in milliseconds, within RETRY_AFTER; null without a valid
 * one.
 */
export function retryAfterIn(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const isDate = /^[A-Za-z]{3,9}, /.test(header);
  if (!isDate && !/^\d+$/.test(header)) return null;
  const pause = isDate ? Date.parse(header) - now : Number(header) * SECOND;
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, RETRY_AFTER.least), RETRY_AFTER.most);
}

/**
 * Returns the pause before the next attempt in milliseconds; null if there is none.
 * @param tries number of failed attempts so far
 * @param retryAfter pause that the receiver requested (milliseconds)
 * @param random from 0 to 1
 */
export function pauseAfter(
  tries: number,
  retryAfter: number | null,
  random: number,
  retries: readonly number[] = TIMES.retries,
): number | null {
  const pause = retries[tries - 1];
  if (pause === undefined) return null;
  return retryAfter ?? Math.round(pause * (1 + JITTER * random));
}

/** An event of the log, or a test event. */
export type Message = Omit<Delivery['event'], 'type' | 'registry_id'> & { type: string; registry_id: number | null };

interface Receiver {
  url: string;
  secrets: readonly Secret[];
}

/** Result of sending a message. */
export interface Attempt {
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  /** Pause that the receiver requested before the next attempt (milliseconds), if any. */
  retryAfter: number | null;
}

interface SenderOptions {
  connections: PublicConnections;
  userAgent: string;
  /** Time limit of an attempt (milliseconds). */
  timeout: number;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Bytes of an answer to read. A connection can only be used again after its answer was read. */
const MAX_ANSWER = 16 * 1024;

/** Time after which an unused connection closes (milliseconds): before most receivers close it. */
const IDLE_MS = 1000;

const MAX_IDLE = 64;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Text for each error code of a connection: codes of Node, of undici and of `ConnectionFailed`. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed without an answer',
  UND_ERR_SOCKET: 'connection closed without an answer',
  ENOTFOUND: 'host not found',
  NO_ADDRESS: 'host not found',
  TOO_LATE: 'no connection in time',
  CERT_HAS_EXPIRED: 'certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host',
};

interface Connection {
  origin: string;
  client: Client;
  refused: AddressRefused | null;
  closing: AbortController;
  idleSince: number;
}

/** Sends messages as the Standard Webhooks specification describes (rules: Webhooks). */
export class Sender {
  readonly #options: SenderOptions;
  #idle: Connection[] = [];
  #library: typeof import('standardwebhooks') | null = null;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** @param stop ends the attempt early */
  async send({ url, secrets }: Receiver, message: Message, stop?: AbortSignal): Promise<Attempt> {
    const { connections, timeout } = this.#options;
    const late = AbortSignal.timeout(timeout);
    const signal = stop ? AbortSignal.any([late, stop]) : late;
    let connection: Connection | null = null;
    try {
      const checked = await connections.check(URL.parse(url), signal);
      connection = this.#connect(checked.origin);
      const attempt = await this.#exchange(connection, checked, secrets, message, signal);
      this.#release(connection);
      return attempt;
    } catch (error) {
      const reason = connection?.refused ?? error;
      if (connection) destroy(connection);
      return {
        isDelivered: false,
        status: null,
        error: late.aborted ? `no answer within ${timeout / 1000} seconds` : textOf(reason),
        retryAfter: null,
      };
    }
  }

  close(): void {
    for (const connection of this.#idle) destroy(connection);
    this.#idle = [];
  }

  async #exchange(
    { client }: Connection,
    url: URL,
    secrets: readonly Secret[],
    message: Message,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const body = JSON.stringify({ type: message.type, timestamp: message.at, data: message });
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        'content-type': 'application/json',
        'user-agent': this.#options.userAgent,
        ...this.#signature(secrets, message.id, body),
      },
      body,
      signal,
    });
    // Only the status matters, so an endless or broken body does not change the result.
    await answer.body.dump({ limit: MAX_ANSWER, signal }).catch(() => client.destroy());
    const { statusCode: status } = answer;
    if (status >= 200 && status <= 299) return { isDelivered: true, status, error: null, retryAfter: null };
    return {
      isDelivered: false,
      status,
      error: REDIRECTS.has(status) ? `answered ${status}, a redirect` : `answered ${status}`,
      retryAfter: retryAfterIn(headerOf(answer, 'retry-after'), this.#options.clock()),
    };
  }

  #signature(secrets: readonly Secret[], id: string, body: string): Record<string, string> {
    this.#library ??= onDemand.standardWebhooks();
    const { Webhook } = this.#library;
    const now = this.#options.clock();
    const signatures = valid(secrets, now).map(({ value }) => new Webhook(value).sign(id, new Date(now), body));
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': signatures.join(' '),
    };
  }

  /** Returns an unused connection to an origin, or a new connection. New connections check the receiver's address. */
  #connect(origin: string): Connection {
    const now = performance.now();
    for (const old of this.#idle) if (now - old.idleSince > IDLE_MS || old.client.destroyed) destroy(old);
    this.#idle = this.#idle.filter(({ client }) => !client.destroyed);
    const index = this.#idle.findIndex((one) => one.origin === origin);
    const [found] = index === -1 ? [] : this.#idle.splice(index, 1);
    return found ?? this.#open(origin);
  }

  #open(origin: string): Connection {
    const { Client } = onDemand.undici();
    const closing = new AbortController();
    const client = new Client(origin, {
      connect: this.#options.connections.connector(closing.signal, (error) => {
        connection.refused = error;
      }),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      allowH2: false,
    });
    const connection: Connection = { origin, client, refused: null, closing, idleSince: 0 };
    return connection;
  }

  #release(connection: Connection): void {
    connection.idleSince = performance.now();
    if (!connection.client.destroyed && this.#idle.length < MAX_IDLE) this.#idle.push(connection);
    else destroy(connection);
  }
}

function destroy({ client, closing }: Connection): void {
  closing.abort();
  void client.destroy();
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | undefined {
  return [answer.headers[name]].flat()[0];
}

/** The reason contains no text from the receiver. */
function textOf(error: unknown): string {
  if (error instanceof AddressRefused) return `address refused: ${error.message}`;
  const { code = '', cause } = Object(error);
  return TEXTS[code] ?? TEXTS[Object(cause).code] ?? 'connection failed';
}

/** Returns a new secret in the form of the Standard Webhooks specification. */
export const newSecret = (): Secret => ({ value: `whsec_${randomBytes(32).toString('base64')}`, until: null });

/** Returns a new secret, and the valid earlier ones, whose time is limited. */
export function rotated(secrets: readonly Secret[], now: number, rotation: number): [Secret, ...Secret[]] {
  const earlier = valid(secrets, now).map(({ value, until }) => ({ value, until: until ?? now + rotation }));
  return [newSecret(), ...earlier];
}

/** Returns the secrets that have not expired. */
export const valid = (secrets: readonly Secret[], now: number): Secret[] =>
  secrets.filter(({ until }) => until === null || until > now);
