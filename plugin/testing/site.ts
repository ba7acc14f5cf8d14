import { afterEach, beforeEach, mock } from 'node:test';
import { type Fields, SENT } from './owner-data.ts';

/* A site that answers the requests of scripts in tests. It replaces the network. */

/** An answer of the site. */
export type Told = [status: number, body: unknown];

/** Requests of the page: method, path and body. */
export const asked: { method: string; path: string; body: Fields; mark?: unknown }[] = [];

const answers: (Told | Promise<Told>)[] = [];

/** Replaces the network by the site, and the clock of timers, in all tests of a file. */
export function setUpSite(): void {
  beforeEach(() => {
    mock.method(globalThis, 'fetch', answered);
    mock.timers.enable({ apis: ['setTimeout'] });
    asked.length = 0;
    answers.length = 0;
  });
  afterEach(() => mock.reset());
}

/** Sets the next answers of the site. Without an answer, the connection fails. */
export function answerWith(...next: Told[]): void {
  answers.splice(0, answers.length, ...next);
}

/** Adds an answer that the test gives later. */
export function late(): PromiseWithResolvers<Told> {
  const held = Promise.withResolvers<Told>();
  answers.push(held.promise);
  return held;
}

export const ok = (body: Fields = {}): Told => [200, body];
export const refused = (status: number, data: Fields = {}): Told => [status, { code: 'x', message: 'No', data }];

export const bodies = () => asked.map(({ body }) => body);
export const methods = () => asked.map(({ method }) => method);

/** Returns method, path and body of each request; the path begins after the registry. */
export const requests = () => asked.map(({ method, path, body }) => [method, path.replace('/registries/7', ''), body]);

async function answered(address: string, { method, headers, body = '{}' }: Fields & { headers?: Fields } = {}) {
  const override = headers?.['X-HTTP-Method-Override'] ?? method;
  const fields = body instanceof FormData ? {} : JSON.parse(String(body));
  const mark = headers?.['X-Largesse-Creation'];
  asked.push({
    method: String(override),
    path: address.replace(SENT.access.root, ''),
    body: fields,
    ...(mark ? { mark } : {}),
  });
  const [status, told] = (await answers.shift()) ?? [];
  if (status === undefined) throw new TypeError('offline');
  return new Response(typeof told === 'string' ? told : JSON.stringify(told), { status });
}
