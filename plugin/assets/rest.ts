import type { AnswerBody, Registry } from './registry.ts';
import { TAB_HEADER } from './shared-names.ts';
import { uuid } from './uuid.ts';

/**
 * The only code that sends requests to the plugin's REST API. Every call resolves with an answer and never throws,
 * because callers show a different message for each kind of failure.
 */

/** Access to the site's REST API. The functions of this file replace an expired `nonce`. */
export interface Access {
  /** Address of the plugin's REST API, without trailing slash. */
  readonly root: string;
  nonce: string;
  /** Address that returns a fresh nonce to a visitor who is still signed in. */
  readonly renew: string;
}

/** Reason why a call failed. `message` is the site's own sentence, or ''. */
export type Failure =
  | { kind: 'signedOut' | 'offline' | 'timeout' | 'failed'; message: string }
  /** `isUnchanged`: the site reports that the call changed nothing. */
  | { kind: 'refused'; status: number; message: string; isUnchanged?: boolean }
  | { kind: 'fields'; message: string; fields: Record<string, string> }
  | { kind: 'changed'; message: string; current: Registry };

/** Checks whether a failed call may have changed something, for example because only the answer was lost. */
export function mayHaveSucceeded(failure: Failure): boolean {
  return (
    ['offline', 'timeout', 'failed'].includes(failure.kind) ||
    (failure.kind === 'refused' && failure.status >= 500 && !failure.isUnchanged)
  );
}

/** Id of this page. Changes contain the id, so that the page can tell them from changes on other pages. */
export const TAB = uuid();

/** Result of a call. */
export type Answer = { kind: 'done'; body: AnswerBody } | Failure;

/** Body of an error of WordPress. */
interface ErrorBody {
  code?: unknown;
  message?: unknown;
  data?: { current?: Registry; fields?: Record<string, string>; is_unchanged?: boolean } | null;
}

/** Timeout in milliseconds. The site's own timeout for the service is shorter. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Timeout of an upload in milliseconds. The timeout is long, because a phone may be slow. */
const FILE_TIMEOUT_MS = 180_000;

/**
 * Sends a request to the plugin's REST API. Renews an expired session once if the browser is still signed in.
 * @param path below the namespace, with a leading slash
 * @param body sent as JSON, or as a form with a file
 */
export async function send(access: Access, method: string, path: string, body?: object, headers = {}): Promise<Answer> {
  const answer = await sendOnce(access, method, path, body, headers);
  const isRenewed = answer.kind === 'signedOut' && (await renewNonce(access));
  return isRenewed ? sendOnce(access, method, path, body, headers) : answer;
}

async function sendOnce(
  access: Access,
  method: string,
  path: string,
  body: object | undefined,
  headers: object,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(access.root + path, {
      // Servers in front of a site may block all methods except GET and POST.
      method: method === 'GET' ? 'GET' : 'POST',
      headers: {
        'X-WP-Nonce': access.nonce,
        ...(method === 'GET' ? {} : { 'X-HTTP-Method-Override': method, [TAB_HEADER]: TAB }),
        ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(isForm ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
    });
    return answerOf(response.status, await response.text());
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: isTimeout ? 'timeout' : 'offline', message: '' };
  }
}

/** Fetches a fresh nonce. Returns false if that fails. */
async function renewNonce(access: Access): Promise<boolean> {
  try {
    const response = await fetch(access.renew, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const nonce = (await response.text()).trim();
    if (!response.ok || !/^[0-9a-f]{6,}$/i.test(nonce)) return false;
    access.nonce = nonce;
    return true;
  } catch {
    return false;
  }
}

function answerOf(status: number, text: string): Answer {
  const body = parsed(text);
  if (status < 200 || status >= 300) return failureOf(status, body ?? {});
  return body ? { kind: 'done', body } : { kind: 'failed', message: '' };
}

function failureOf(status: number, { code, message, data }: ErrorBody): Failure {
  const details = data ?? {};
  // Ignores texts that are not from WordPress, such as the error page of a server in front of the site.
  const said = typeof code === 'string' && typeof message === 'string' ? message : '';
  if (status === 401 || code === 'rest_cookie_invalid_nonce') return { kind: 'signedOut', message: said };
  if (status === 409 && details.current) return { kind: 'changed', message: said, current: details.current };
  if (status === 422) return { kind: 'fields', message: said, fields: details.fields ?? {} };
  if (said === '') return { kind: 'failed', message: '' };
  return { kind: 'refused', status, message: said, isUnchanged: details.is_unchanged === true };
}

function parsed(text: string): (AnswerBody & ErrorBody) | undefined {
  try {
    const answer: AnswerBody & ErrorBody = JSON.parse(text);
    return typeof answer === 'object' && !Array.isArray(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
