import { RegistryApiError } from './error.ts';
import type { CompleteSettings } from './settings.ts';
import type { BrokenRule } from './types.ts';

/*
 * Our own transport, without openapi-fetch: that sends one `fetch` for each call, and would add a dependency only to
 * join path and query, while repeats within one time limit, keys, envelopes, 404 and cursors would stay here (rules:
 * Clients).
 */

/** Milliseconds that a call may take, body included (rules: Clients). */
const TIMEOUT_MS = 10_000;

/** A `Uint8Array` that a `Blob` accepts. TypeScript before 5.7 does not know `Uint8Array<ArrayBuffer>`. */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** The standard `fetch`, or a function that works like `fetch`. */
export type FetchFunction = typeof globalThis.fetch;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Result of a read with `ifNoneMatch` if the caller already has the list with this tag. */
export const NOT_MODIFIED: unique symbol = Symbol('the list is not modified');

/** A list, and what the headers of its answer say about it. `JSON.stringify` and loops see only the entries. */
export type Listed<T> = T[] & {
  /** Entity tag of the list, for `ifNoneMatch` of the next read; null if the list is too large for a tag. */
  readonly etag: string | null;
  /** Number of all entries, of which this list is a page. Only lists of registries have it. */
  readonly total: number | null;
  /** Number of pages. Only lists of registries have it. */
  readonly totalPages: number | null;
};

/** Option of a call that reads a list. */
export interface KnownList {
  /** `etag` of an earlier list. If the list is still the same, the call resolves to {@link NOT_MODIFIED}. */
  ifNoneMatch: string;
}

/** Result of a call with {@link KnownList}. */
export type Refreshed<T> = Promise<Listed<T> | typeof NOT_MODIFIED | null>;

interface Sending {
  /** Parameters of the query string; lists are joined by commas, `undefined` is left out. */
  query?: object;
  /** Sent as JSON. */
  body?: object;
  /** Required version of the resource, sent as `If-Match`. */
  version?: string | undefined;
  /** True if the resource must not exist yet: sends `If-None-Match: *`. */
  isNew?: boolean | undefined;
  /** Entity tag that the caller has, sent as `If-None-Match`. */
  knownTag?: string | undefined;
  /**
   * Key of a request that creates something, sent as `Idempotency-Key`. The transport repeats the request if needed.
   */
  key?: string | undefined;
  /** Milliseconds that are added to the timeout. */
  waitMs?: number;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
}

/** A request. The segments of its path are not yet encoded. */
type Sent = [method: Method, segments: readonly (string | number)[], sending?: Sending];

/** Sends one request and returns its decoded answer, without an envelope (rules: Clients). */
export type Request = <T>(...sent: Sent) => Promise<T | null>;

/** Sends the requests of a client. */
export interface Transport {
  request: Request;
  /** Sends one request for a list. Returns the list with the data in its headers. */
  requestList<T>(...sent: Sent): Promise<Listed<T> | typeof NOT_MODIFIED | null>;
  /** Sends one request for a page of a list. Returns the list and the header `Next-Cursor`. */
  requestPage<T>(...sent: Sent): Promise<{ list: T; cursor: string } | null>;
  /**
   * Sends one request whose answer is an image. Rejects if an answer with status 200 is no image, because such an
   * answer does not come from the service.
   */
  requestBytes(...sent: Sent): Promise<{ type: string; bytes: Bytes } | null>;
  /** @throws {RegistryApiError} `api_not_configured` if there is no address */
  requireAddress(): void;
}

/**
 * Opens the transport of a client.
 * @param fetch function to use instead of the global `fetch`
 * @param isStrict true if the service must refuse unknown fields
 */
export function openTransport(settings: CompleteSettings, fetch?: FetchFunction, isStrict = false): Transport {
  const requireAddress = () => {
    if (settings.baseUrl !== '') return;
    throw new RegistryApiError('api_not_configured', 'The address of the registry service is not set.', 0);
  };
  const send = async (...[method, segments, sending = {}]: Sent) => {
    const { query = {}, body, version, isNew = false, knownTag, key, waitMs = 0, signal } = sending;
    requireAddress();
    if (settings.problem !== null) throw new RegistryApiError('api_error', settings.problem, 0);
    const url = inWords(
      'The request holds text that is no Unicode.',
      () => settings.baseUrl + pathOf(segments) + queryOf(query),
    );
    const json = inWords('The request cannot be written as JSON.', () => JSON.stringify(body));
    const headers = inWords(
      'The gateway key contains characters that are not allowed in a header.',
      () =>
        new Headers({
          ...headersOf(settings, json !== undefined),
          ...(isStrict && { Prefer: 'handling=strict' }),
          ...conditionOf(version),
          ...(isNew && { 'If-None-Match': '*' }),
          ...(knownTag !== undefined && { 'If-None-Match': knownTag }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        }),
    );
    const init = { method, headers, ...(json === undefined ? {} : { body: json }) };
    const attempt = (timeoutMs: number) => exchange(fetch ?? globalThis.fetch, url, init, timeoutMs, signal);
    return key === undefined ? attempt(TIMEOUT_MS + waitMs) : untilAnswered(attempt);
  };
  const request: Request = async (...sent) => {
    try {
      return meaningOf(await send(...sent));
    } catch (error) {
      const key = sent[2]?.key;
      throw error instanceof RegistryApiError && key !== undefined ? error.withKey(key) : error;
    }
  };
  return {
    request,
    requireAddress,
    requestList: async <T>(...sent: Sent) => {
      const answer = await send(...sent);
      if (answer.status === 304) return NOT_MODIFIED;
      const list = meaningOf<T[]>(answer);
      return list && listed(list, answer);
    },
    requestPage: async <T>(...sent: Sent) => {
      const answer = await send(...sent);
      const list = meaningOf<T>(answer);
      return list && { list, cursor: answer.cursor };
    },
    requestBytes: async (...sent) => bytesIn(await send(...sent)),
  };
}

/** A complete answer of the service. */
interface Answer {
  status: number;
  /** Media type, without its parameters. */
  type: string;
  /** The header `Next-Cursor`; empty if it is missing. */
  cursor: string;
  /** `Retry-After` in seconds; null if it is missing. */
  retryAfter: number | null;
  /** The header `ETag`; null if it is missing. */
  etag: string | null;
  /** `X-Host-Total` and `X-Host-TotalPages`; null if they are missing. */
  total: number | null;
  totalPages: number | null;
  /** The header `X-Request-Id`; null if it is missing. */
  requestId: string | null;
  bytes: ArrayBuffer;
}

function listed<T>(list: T[], { etag, total, totalPages }: Answer): Listed<T> {
  if (!Array.isArray(list)) throw notTheService(200);
  const described = Object.assign(list, { etag, total, totalPages });
  // The list stays equal to a plain list of the same entries.
  for (const name of ['etag', 'total', 'totalPages']) Object.defineProperty(described, name, { enumerable: false });
  return described;
}

/** Maximum number of attempts without an answer, and pause after each (milliseconds). */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

/**
 * Repeats a request with a key after a lost answer. While the service still works on the first request with this key,
 * it answers 409 with `Retry-After`.
 */
async function untilAnswered(attempt: (timeoutMs: number) => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + TIMEOUT_MS;
  for (let lost = 0; ; ) {
    let pauseMs = PAUSE_MS;
    try {
      const answer = await attempt(until - Date.now());
      pauseMs = 1000 * (answer.retryAfter ?? 0);
      if (answer.status !== 409 || pauseMs === 0 || Date.now() + pauseMs >= until) return answer;
    } catch (error) {
      if (++lost === ATTEMPTS || Date.now() + pauseMs >= until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Returns a random key for a request. `crypto.randomUUID` is missing on pages without https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Options of a call that creates something. */
export interface CreateOptions {
  /**
   * Key of the request, 1 to 255 visible ASCII characters. A second call with the same key and the same content creates
   * nothing again, and has the same result. By default, each call has a random key.
   */
  key?: string | undefined;
}

async function exchange(
  fetch: FetchFunction,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  // Combines the caller's signal and the timeout without `AbortSignal.any`, which is missing in Node 20.0, and leaks
  // memory with long-lived signals (nodejs/node#54614).
  const stop = new AbortController();
  const end = () => stop.abort(signal?.reason);
  const timer = setTimeout(() => stop.abort(new DOMException('The call took too long.', 'TimeoutError')), timeoutMs);
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  try {
    const response = await fetch(url, {
      ...init,
      // A redirect would carry the credentials elsewhere, and turn a POST into a GET.
      redirect: 'manual',
      // The API ignores cookies. In other modes, browsers could also show their own password dialog.
      credentials: 'omit',
      cache: 'no-store',
      signal: stop.signal,
    });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    return {
      status: response.status,
      type: type.trim().toLowerCase(),
      cursor: response.headers.get('next-cursor') ?? '',
      retryAfter: secondsIn(response.headers.get('retry-after')),
      etag: response.headers.get('etag'),
      total: numberIn(response.headers.get('x-host-total')),
      totalPages: numberIn(response.headers.get('x-host-totalpages')),
      requestId: response.headers.get('x-request-id'),
      bytes: await response.arrayBuffer(),
    };
  } catch (cause) {
    throw new RegistryApiError('api_error', 'The registry service did not answer.', 0, { cause, isTemporary: true });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Decodes a body as UTF-8; null if the bytes are not UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the seconds of `Retry-After`, which is a number or a date. */
function secondsIn(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

const numberIn = (header: string | null): number | null =>
  header !== null && /^\d+$/.test(header) ? Number(header) : null;

function meaningOf<T>({ status, retryAfter, requestId, bytes }: Answer): T | null {
  if (status === 404) return null;
  const text = decode(bytes);
  const decoded = text === null ? undefined : parse<T | { data: T }>(text);
  const isSuccess = status >= 200 && status < 300;
  if (status >= 400 || (!isSuccess && decoded === undefined))
    throw new RegistryApiError('api_error', detailOf(decoded) ?? sentence(status), status, {
      errors: errorsOf(decoded),
      retryAfter,
      requestId,
    });
  if (text === '') return null;
  if (decoded === undefined) throw notTheService(status);
  return isEnvelope(decoded) ? decoded.data : decoded;
}

function isEnvelope<T>(decoded: T | { data: T }): decoded is { data: T } {
  return typeof decoded === 'object' && decoded !== null && 'data' in decoded;
}

function bytesIn(answer: Answer): { type: string; bytes: Bytes } | null {
  const { status, type, bytes } = answer;
  if (status !== 200) return meaningOf(answer);
  if (!type.startsWith('image/')) throw notTheService(status);
  return { type, bytes: new Uint8Array(bytes) };
}

const notTheService = (status: number): RegistryApiError =>
  new RegistryApiError('api_error', 'Something other than the registry service answered.', status);

/** Decodes JSON; undefined if it is invalid. */
function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): string | undefined {
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  return typeof detail === 'string' && detail !== '' ? detail : undefined;
}

function errorsOf(body: unknown): BrokenRule[] {
  const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined;
  return Array.isArray(errors) ? errors : [];
}

function sentence(status: number): string {
  // Browsers hide redirects that they do not follow, and report the status 0.
  return status === 0
    ? 'The registry service answered with a redirect.'
    : `The registry service answered with status ${status}.`;
}

function headersOf(settings: CompleteSettings, hasBody: boolean): Record<string, string> {
  const { username, appPassword, gatewayKey } = settings;
  return {
    // Without problem details, errors would not list the broken rules (rules: Problem details).
    Accept: 'application/json, application/problem+json',
    ...(username && appPassword ? { Authorization: `Basic ${base64(`${username}:${appPassword}`)}` } : {}),
    ...(gatewayKey ? { 'x-api-key': gatewayKey } : {}),
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
  };
}

/** Returns the header `If-Match` with the required version. Removes characters that an entity tag cannot contain. */
function conditionOf(version: string | undefined): Record<string, string> {
  return typeof version === 'string' ? { 'If-Match': `"${version.replace(/[^!#-~]/g, '')}"` } : {};
}

/** Encodes the UTF-8 of a text in Base64. `btoa` alone accepts only Latin-1 characters. */
function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function pathOf(segments: readonly (string | number)[]): string {
  return `/${segments.map(encodeSegment).join('/')}`;
}

function encodeSegment(segment: string | number): string {
  // `.` and `..` would change the path, even when encoded. A space in front prevents this, and the API ignores
  // surrounding spaces.
  return encodeURIComponent(/^\.\.?$/.test(String(segment)) ? ` ${segment}` : segment);
}

function queryOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function inWords<T>(message: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new RegistryApiError('api_error', message, 0, { cause });
  }
}
