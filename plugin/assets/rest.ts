/**
 * The one place from which browsers speak to the site. Every call ends in an answer, never in an exception: what can
 * go wrong between two machines is no surprise, and each kind of it asks for other words.
 */

/** How the site is reached; `nonce` is replaced when it has expired. */
export interface Access {
  /** Address of the plugin's REST API, without trailing slash. */
  readonly root: string;
  nonce: string;
  /** Address of a fresh nonce for a visitor who is still signed in. */
  readonly renew: string;
}

/** Why a call did not do what it was to do. `message` is the site's own sentence, or ''. */
export type Failure =
  | { kind: 'signedOut' | 'offline' | 'timeout' | 'failed'; message: string }
  /** `isUnchanged`: the site says that nothing was done. */
  | { kind: 'refused'; status: number; message: string; isUnchanged?: boolean }
  | { kind: 'fields'; message: string; fields: Record<string, string> }
  | { kind: 'changed'; message: string; current: unknown };

/** Tells whether a failed call may have changed something all the same: it was sent, and its answer got lost. */
export function isUnsure(failure: Failure): boolean {
  return (
    ['offline', 'timeout', 'failed'].includes(failure.kind) ||
    (failure.kind === 'refused' && failure.status >= 500 && !failure.isUnchanged)
  );
}

/** What came of a call. */
export type Answer = { kind: 'done'; body: Record<string, unknown> } | Failure;

/** Milliseconds after which nobody waits any longer; longer than the site itself waits for the service. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Sends a request to the plugin's REST API. An expired session is renewed once where the browser is still signed in.
 * @param path below the namespace, with a slash before it
 * @param body goes as JSON
 */
export async function send(access: Access, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await sendOnce(access, method, path, body);
  if (answer.kind !== 'signedOut' || !(await renew(access))) return answer;
  return sendOnce(access, method, path, body);
}

async function sendOnce(access: Access, method: string, path: string, body?: object): Promise<Answer> {
  try {
    const response = await fetch(access.root + path, {
      // Servers in front of a site may let through nothing but GET and POST.
      method: method === 'GET' ? 'GET' : 'POST',
      headers: {
        'X-WP-Nonce': access.nonce,
        ...(method === 'GET' ? {} : { 'X-HTTP-Method-Override': method }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const answer = await objectOf(response);
    if (response.ok) return answer ? { kind: 'done', body: answer } : { kind: 'failed', message: '' };
    return failureOf(response.status, answer ?? {});
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: isTimeout ? 'timeout' : 'offline', message: '' };
  }
}

/** How a file is sent. */
export interface Sending {
  /** Told how much of the file is on its way, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Ends it; the answer is `offline` then. */
  signal?: AbortSignal;
}

/** Milliseconds after which nobody waits any longer for a file to be taken: a phone may be slow. */
const FILE_TIMEOUT_MS = 180_000;

/**
 * Sends a file to the plugin's REST API, like `send()`.
 * @param field name of the form's field
 */
export async function sendFile(
  access: Access,
  path: string,
  field: string,
  file: File,
  sending: Sending = {},
): Promise<Answer> {
  const answer = await sendFileOnce(access, path, field, file, sending);
  if (answer.kind !== 'signedOut' || !(await renew(access))) return answer;
  return sendFileOnce(access, path, field, file, sending);
}

/** Not with `fetch()`, which does not tell how far it has come. */
function sendFileOnce(access: Access, path: string, field: string, file: File, sending: Sending): Promise<Answer> {
  const { onProgress, signal } = sending;
  const form = new FormData();
  form.set(field, file);
  const request = new XMLHttpRequest();
  request.open('POST', access.root + path);
  request.timeout = FILE_TIMEOUT_MS;
  request.setRequestHeader('X-WP-Nonce', access.nonce);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
  signal?.addEventListener('abort', () => request.abort());
  return new Promise((resolve) => {
    request.onload = () => {
      const body = parsed(request.responseText);
      const isDone = request.status >= 200 && request.status < 300;
      if (!isDone) resolve(failureOf(request.status, body ?? {}));
      else resolve(body ? { kind: 'done', body } : { kind: 'failed', message: '' });
    };
    request.ontimeout = () => resolve({ kind: 'timeout', message: '' });
    request.onerror = () => resolve({ kind: 'offline', message: '' });
    request.onabort = () => resolve({ kind: 'offline', message: '' });
    request.send(form);
  });
}

/** Asks for a fresh nonce; whether there is one. */
async function renew(access: Access): Promise<boolean> {
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

function failureOf(status: number, { code, message, data }: Record<string, unknown>): Failure {
  const details = isRecord(data) ? data : {};
  // A page of a server in front of the site is no sentence for people.
  const said = typeof code === 'string' && typeof message === 'string' ? message : '';
  if (status === 401 || code === 'rest_cookie_invalid_nonce') return { kind: 'signedOut', message: said };
  if (status === 409 && isRecord(details.current)) return { kind: 'changed', message: said, current: details.current };
  if (status === 422) return { kind: 'fields', message: said, fields: textsOf(details.fields) };
  if (said === '') return { kind: 'failed', message: '' };
  return { kind: 'refused', status, message: said, isUnchanged: details.is_unchanged === true };
}

async function objectOf(response: Response): Promise<Record<string, unknown> | undefined> {
  return parsed(await response.text());
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function textsOf(fields: unknown): Record<string, string> {
  const entries = isRecord(fields) ? Object.entries(fields) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/** Tells whether something is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
