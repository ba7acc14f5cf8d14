import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher, Pool } from 'undici';
import { onDemand } from '../on-demand.ts';
import { FairQueue } from '../scheduling/fair-queue.ts';
import { type Load, NotAdmitted } from '../scheduling/waiting-line.ts';
import { type BreakerState, HostBreaker } from './breaker.ts';
import { HostError, type HostFailure, type HostRefusal } from './errors.ts';

/** One call to the host's REST API. */
export interface HostCall {
  operation: HostOperation;
  method: 'GET' | 'OPTIONS' | 'POST' | 'DELETE';
  /** Path below the REST root, for example `/wp/v2/users/me`. */
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  authorization: string | null;
  /** Id of the user. All callers share the connections fairly. Each caller has a breaker of its own. */
  caller?: string;
  /** Client's address, if the credentials may be invalid. Such calls have their own connections, and no breaker. */
  unprovenFrom?: string | undefined;
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** Time that this call and later ones of its request may still wait for a connection (milliseconds). */
  wait?: { left: number };
  /** After this time, too little time is left: a time-out is no failure of the host. */
  hurriedFrom?: number;
  /** In bytes. */
  maxBytes?: number;
}

export interface HostAnswer {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

export interface TransportOptions {
  /** Root of the REST API; may contain a query such as `?rest_route=`. */
  restUrl: string;
  breakerPause?: number;
  watches?: readonly HostWatch[];
}

/** Pause before a read is repeated (milliseconds). */
const RETRY_MS = 50;

/** Limits for valid credentials: parallel connections, connections of each caller, and waiting calls. */
const PROVEN = { atOnce: 32, each: 8, maxWaiting: 2000 };

/** Limits for calls with credentials that may be invalid (see `HostCall.unprovenFrom`). */
const UNPROVEN = { atOnce: 8, maxWaiting: 1000 };

/** In bytes. 1,000 invitees and a story of 20,000 characters take 3 MiB, because PHP escapes the text. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Longer `Retry-After` are shortened (seconds). */
const MAX_RETRY_AFTER_S = 3600;

/**
 * Calls the host. All calls go to one origin, follow no redirects, and have a deadline and a size limit. Reads are
 * retried once. A breaker stops calls to a failing host.
 */
export class Transport {
  /** Opened on the first call, because loading undici would add a fifth to the service's start time. */
  #pools: { proven: Pool; unproven: Pool } | null = null;
  readonly #root: URL;
  readonly #breaker: HostBreaker;
  readonly #proven = new FairQueue(PROVEN);
  readonly #unproven = new FairQueue(UNPROVEN);
  /** On the clock of `performance.now()`. */
  readonly #quietUntil = { proven: 0, unproven: 0 };
  readonly #watches: readonly HostWatch[];

  constructor(options: TransportOptions) {
    this.#root = new URL(options.restUrl);
    this.#breaker = new HostBreaker(options.breakerPause);
    this.#watches = options.watches ?? [];
  }

  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /** Pending and waiting calls, with credentials known to be valid and others. */
  load(): { host: Load; host_unknown: Load } {
    return { host: this.#proven.load, host_unknown: this.#unproven.load };
  }

  /** @throws {HostError} */
  async call(call: HostCall): Promise<HostAnswer> {
    try {
      return await this.#guarded(call);
    } catch (error) {
      if (call.method !== 'GET' || !(error instanceof HostError && error.isRetryable)) throw error;
    }
    await sleep(RETRY_MS);
    return this.#guarded(call);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools?.proven.destroy(), this.#pools?.unproven.destroy()]);
  }

  async #guarded(call: HostCall): Promise<HostAnswer> {
    try {
      if (call.deadline <= performance.now())
        throw new HostError('crowded', 'no time was left for the host after other waits', { refusal: 'late' });
      this.#checkQuiet(call);
      return await this.#queued(call);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.asksForQuiet) this.#keepQuiet(call, error);
      if (error.refusal) for (const watch of this.#watches) watch.refused?.(call.operation, error.refusal);
      throw error;
    }
  }

  #queued(call: HostCall): Promise<HostAnswer> {
    const { caller = '', unprovenFrom } = call;
    this.#pools ??= openPools(this.#root.origin);
    const { proven, unproven } = this.#pools;
    // With the breaker, failed password guesses could open it for everyone, or prevent it from closing.
    if (unprovenFrom !== undefined)
      return this.#inTurn(this.#unproven, unprovenFrom, call, () => this.#once(unproven, call));
    this.#breaker.check(caller);
    return this.#inTurn(this.#proven, caller, call, () =>
      this.#breaker.execute(caller, () => this.#once(proven, call)),
    );
  }

  /**
   * Waits until the call may use a connection, then sends the call. Waits for at most half of the time that is left:
   * later, too little time would be left for the call, and its caller would wait for nothing.
   */
  async #inTurn(queue: FairQueue, from: string, call: HostCall, send: () => Promise<HostAnswer>): Promise<HostAnswer> {
    const now = performance.now();
    const { deadline, wait = { left: Number.POSITIVE_INFINITY } } = call;
    const turn = queue.enter(from, now + Math.min((deadline - now) / 2, wait.left));
    const leave = await turn.catch(throwNotAdmitted).finally(() => (wait.left -= performance.now() - now));
    try {
      this.#checkQuiet(call);
      return await send();
    } finally {
      leave();
    }
  }

  /** @throws {HostError} `unavailable` during a pause that the host has asked for */
  #checkQuiet(call: HostCall): void {
    const { proven, unproven } = this.#quietUntil;
    const left = (call.unprovenFrom === undefined ? proven : Math.max(proven, unproven)) - performance.now();
    if (left <= 0) return;
    const retryAfter = Math.ceil(left / 1000);
    throw new HostError('unavailable', 'the host has asked for no calls for a while', { retryAfter, refusal: 'quiet' });
  }

  /** A pause for unproven credentials does not affect the other calls. */
  #keepQuiet(call: HostCall, { retryAfter }: HostError): void {
    const lane = call.unprovenFrom === undefined ? 'proven' : 'unproven';
    const until = performance.now() + (retryAfter ?? 0) * 1000;
    this.#quietUntil[lane] = Math.max(this.#quietUntil[lane], until);
  }

  async #once(pool: Pool, call: HostCall): Promise<HostAnswer> {
    const watched = this.#watches.map((watch) => watch.begin(call.operation));
    let outcome: HostOutcome = 'error';
    try {
      const answer = await this.#sent(pool, call, Object.assign({}, ...watched.map((each) => each.headers)));
      outcome = 'ok';
      return answer;
    } catch (error) {
      if (error instanceof HostError) outcome = error.failure;
      throw error;
    } finally {
      for (const each of watched) each.end(outcome);
    }
  }

  async #sent(pool: Pool, call: HostCall, traced: HostCall['headers']): Promise<HostAnswer> {
    // A compressed answer could expand to any size.
    const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'identity' };
    if (call.authorization !== null) headers.authorization = call.authorization;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    Object.assign(headers, call.headers, traced);
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const request: Dispatcher.DispatchOptions = { method: call.method, path: this.#pathOf(call), headers, body };
    const answer = await received(pool, request, call);
    if (call.authorization !== null && answer.headers[CALLER_HEADER] === 'nobody') throw unauthorized();
    throwForStatus(answer.status, answer.headers, answer.text);
    return { headers: answer.headers, body: parsed(answer.text) };
  }

  #pathOf(call: HostCall): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {})) query.set(name, String(value));
    const separator = this.#root.search === '' ? '?' : '&';
    const path = `${this.#root.pathname.replace(/\/$/, '')}${this.#root.search}${call.path}`;
    return query.size === 0 ? path : `${path}${separator}${query}`;
  }
}

function openPools(origin: string): { proven: Pool; unproven: Pool } {
  const { Pool } = onDemand.undici();
  // Undici's timers limit the time without data. The deadline of each call limits its duration.
  const options = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  return {
    proven: new Pool(origin, { ...options, connections: PROVEN.atOnce }),
    unproven: new Pool(origin, { ...options, connections: UNPROVEN.atOnce }),
  };
}

function throwNotAdmitted(error: unknown): never {
  if (!(error instanceof NotAdmitted)) throw error;
  if (error.reason === 'full') throw new HostError('crowded', 'too many calls wait for the host', { refusal: 'full' });
  throw new HostError('crowded', 'no connection to the host was free in time', { refusal: 'late' });
}

/** Uses undici's `dispatch`: its stream and an abort signal would take a fifth of the service's own time for a call. */
function received(pool: Pool, request: Dispatcher.DispatchOptions, call: HostCall) {
  const { maxBytes = MAX_BYTES, hurriedFrom = Number.POSITIVE_INFINITY } = call;
  const isHurried = performance.now() >= hurriedFrom;
  return new Promise<{ status: number; headers: HostAnswer['headers']; text: string }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | null = null;
    let status: number | null = null;
    let headers: HostAnswer['headers'] = {};
    let size = 0;
    let failure: HostError | null = null;
    let isEnded = false;
    const fail = (error: HostError): void => {
      failure = error;
      clearTimeout(timer);
      reject(error);
      controller?.abort(error);
    };
    const timeOut = (): void => {
      const message =
        status === null ? 'the host did not answer in time' : 'the host did not finish its answer in time';
      fail(new HostError('timeout', message, { isOutage: !isHurried }));
    };
    const endInTime = (): void => {
      if (!isEnded) timeOut();
    };
    // In a busy process, timers end before the service reads what has arrived: the answer may be among it.
    const timer = setTimeout(() => setImmediate(endInTime), Math.max(1, Math.ceil(call.deadline - performance.now())));
    pool.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        // Does not send a call that ended while it waited for a connection. The timer may end it slightly before the
        // clock reaches the deadline.
        if (failure) started.abort(failure);
        else if (call.deadline <= performance.now()) timeOut();
      },
      onResponseStart: (_controller, statusCode, responseHeaders) => {
        // They precede the actual answer.
        if (statusCode < 200) return;
        status = statusCode;
        headers = responseHeaders;
      },
      onResponseData: (_controller, chunk) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else fail(new HostError('invalid-response', `the answer of the host is over ${maxBytes} bytes`));
      },
      onResponseEnd: () => {
        isEnded = true;
        clearTimeout(timer);
        resolve({ status: status ?? 0, headers, text: Buffer.concat(chunks).toString('utf8') });
      },
      onResponseError: (_controller, error) => {
        isEnded = true;
        clearTimeout(timer);
        reject(status === null ? failureBefore(error, controller === null) : cutOff(error));
      },
    });
  });
}

/** @param isUnreachable true if the call was not sent because there was no connection */
function failureBefore(error: Error, isUnreachable: boolean): HostError {
  if (error.name === 'HTTPParserError')
    return new HostError('invalid-response', 'the host does not speak HTTP', { cause: error });
  return new HostError('unavailable', 'the host cannot be reached', { cause: error, isRetryable: true, isUnreachable });
}

const cutOff = (error: Error): HostError =>
  new HostError('invalid-response', 'the answer of the host was cut off', { cause: error, isRetryable: true });

function throwForStatus(status: number, headers: HostAnswer['headers'], text: string): void {
  if (status === 200 || status === 201) return;
  if (status === 401 || FORBIDDEN_STATUS.exec(text)?.[1] === '401') throw unauthorized();
  if (status < 500 && KEEPER_IS_OWNER.test(text))
    throw new HostError('keeper-is-owner', 'an owner cannot become a keeper');
  if (status < 500 && MANY_PROPOSALS.test(text))
    throw new HostError('many-proposals', 'the caller has named too many people today');
  if (status === 403) throw new HostError('forbidden', 'the host refuses');
  if (status === 429 || status === 503)
    throw new HostError('unavailable', `the host answered ${status}`, {
      ...retryAfterOf(headers['retry-after']),
      isOutage: status === 503,
      asksForQuiet: status === 429,
    });
  // Only WordPress itself reports a missing post. Any other 404 means that the address belongs to no registry host.
  if ((status === 404 || status === 410) && MISSING_POST.test(text))
    throw new HostError('not-found', 'no such registry');
  if (status === 404 && MISSING_ROUTE.test(text)) throw new HostError('no-route', 'the host does not know the route');
  if (status === 412 && CHANGED_LIST.test(text))
    throw new HostError('changed', 'the list has changed since it was read');
  throw new HostError('invalid-response', `the host answered ${status}`, { isRetryable: status >= 500 });
}

const CHANGED_LIST = /^\s*\{"code":\s*"largesse_registry_changed"/;

const KEEPER_IS_OWNER = /^\s*\{"code":\s*"largesse_keeper_is_owner"/;

const MANY_PROPOSALS = /^\s*\{"code":\s*"largesse_many_proposals"/;

/**
 * Header of the plugin's answers. `nobody`: the credentials are invalid, which would go unnoticed, because WordPress
 * shows public registries to everyone. `unconfirmed`: the caller has not confirmed their e-mail address.
 */
export const CALLER_HEADER = 'x-largesse-caller';

/** Header of the host's answer about the caller: the scope of the key with which they have signed in (rules: Keys). */
export const KEY_HEADER = 'x-largesse-key';

/** WordPress answers 400 if a caller with invalid credentials asks for private posts. */
const FORBIDDEN_STATUS =
  /^\s*\{"code":"rest_invalid_param",.*"code":"rest_forbidden_status","message":"(?:[^"\\]|\\.)*","data":\{"status":(\d+)\}/;

const unauthorized = (): HostError => new HostError('unauthorized', 'the host does not accept the credentials');

const MISSING_POST = /^\s*\{"code":\s*"rest_(post_invalid_id|already_trashed)"/;

const MISSING_ROUTE = /^\s*\{"code":\s*"rest_no_route"/;

/** Parses a `Retry-After` in seconds or as a date; returns nothing for other values. */
function retryAfterOf(value: string | string[] | undefined): { retryAfter?: number } {
  if (typeof value !== 'string') return {};
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 ? { retryAfter: Math.min(seconds, MAX_RETRY_AFTER_S) } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error would quote text from the host.
    throw new HostError('invalid-response', 'the answer of the host is not JSON');
  }
}

export type HostOperation =
  | 'current_user'
  | 'find_user'
  | 'read_registry'
  | 'list_registries'
  | 'create_registry'
  | 'change_registry'
  | 'delete_registry'
  | 'announce_release'
  | 'find_received'
  | 'look_at_site';

type HostOutcome = 'ok' | HostFailure | 'error';

/** A pending call. */
interface WatchedCall {
  headers?: Readonly<Record<string, string>>;
  end(outcome: HostOutcome): void;
}

/** Observes calls to the host. */
export interface HostWatch {
  /** Called before each call, including retries. */
  begin(operation: HostOperation): WatchedCall;
  /** Called instead of `begin` if a call is not sent. */
  refused?(operation: HostOperation, why: HostRefusal): void;
}
