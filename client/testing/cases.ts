import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CLOSED_ADDRESS } from '../../api/testing/server-address.ts';
import { type FakeApi, openFakeApi, type ScriptedAnswer } from './fake-api.ts';

/*
 * `contract/client-cases.json`: what every client does, whatever its language (rules: Clients). In any string of
 * it `{api}` is the address of the fake API, `{elsewhere}` that of another server, which must never be asked anything,
 * and `{nobody}` one where nothing listens.
 */
interface CaseFile {
  /** The settings of cases that name none. */
  settings: CaseSettings;
  /** What every request of such a case carries. */
  headers: Record<string, string>;
  cases: WrittenCase[];
}

interface WrittenCase {
  /** A sentence about what the client does. */
  name: string;
  settings?: CaseSettings;
  /** The method, as `operationId` of the API's description names it, or `getItems`. */
  call: string;
  /** `{"from": 1, "to": 3}` stands for the list 1, 2, 3; it may run downwards. */
  arguments: unknown[];
  /** What the fake API does with the first request, the second, and so on. */
  answers?: ScriptedAnswer[];
  /** All requests that the fake API must have seen, in this order. */
  requests: ExpectedRequest[];
  result: ExpectedResult;
  /** What is another matter in a browser, and why. */
  browser?: { skip: string } | { because: string; result: ExpectedResult };
}

/** Where each setting comes from; what is not named is unset. */
export type CaseSettings = Partial<Record<SettingName, CaseSetting>>;

export interface CaseSetting {
  option?: string;
  environment?: string;
  /** What is in the file that the variable with `_FILE` behind its name names; null: there is no such file. */
  file?: string | null;
}

export type SettingName =
  | 'registry_api_base_url'
  | 'registry_api_gateway_key'
  | 'registry_api_username'
  | 'registry_api_app_password';

interface ExpectedRequest {
  method: string;
  /** With the query, encoded. */
  path: string;
  /** Names in lower case; null: must not be there. */
  headers?: Record<string, string | null>;
  /** The JSON body; where none is named, there must be none. */
  body?: unknown;
}

/** A case with everything in it. */
export type ClientCase = Required<Omit<WrittenCase, 'browser'>> & Pick<WrittenCase, 'browser'>;

/** What is named is compared. */
export type ExpectedResult = { value: unknown } | { error: Partial<Failure> & { code: string } };

/** What a client did, said the same way for every language. */
export type Outcome = { value: unknown } | { error: Failure };

interface Failure {
  code: string;
  message: string;
  status: number;
  errors: readonly unknown[];
}

/** How long the deadline of a call is, with what a slow machine adds to it (milliseconds). */
const DEADLINE = { least: 9_500, most: 14_000 };

const file: CaseFile = JSON.parse(readFileSync(new URL('../../contract/client-cases.json', import.meta.url), 'utf8'));

/** All cases; the addresses are still to be filled in. */
export const clientCases: readonly ClientCase[] = file.cases.map((one) => ({
  ...one,
  settings: one.settings ?? file.settings,
  arguments: one.arguments.map(listOf),
  answers: one.answers ?? [],
  requests: one.requests.map((request) => ({
    ...request,
    headers: { ...(one.settings === undefined ? file.headers : {}), ...request.headers },
  })),
}));

function listOf(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('from' in argument && 'to' in argument)) return argument;
  const [from, to] = [Number(argument.from), Number(argument.to)];
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => (to > from ? from + step : from - step));
}

/** Tells whether a case waits for the deadline. */
export function isSlow({ answers }: ClientCase): boolean {
  return answers.some(({ stall, drip }) => stall !== undefined || drip !== undefined);
}

/**
 * Plays a case to a client and checks all that it says.
 * @param perform makes the client, calls it, and says what came of it; gets the case with the addresses filled in
 * @param latest when a call must have given up, from its request on (milliseconds), with what ends after it
 */
export async function play(
  given: ClientCase,
  perform: (filled: ClientCase) => Promise<Outcome>,
  latest = DEADLINE.most,
): Promise<void> {
  await using elsewhere = await openFakeApi([{ json: { data: 'from elsewhere' } }]);
  const addresses = { elsewhere: elsewhere.url, nobody: CLOSED_ADDRESS };
  const { answers } = filledIn(given, addresses);
  await using api = await openFakeApi(answers);
  const filled = filledIn(given, { ...addresses, api: api.url });
  const start = performance.now();
  const outcome = await perform(filled);
  const end = performance.now();
  assertOutcome(outcome, filled.result);
  assertRequests(api, filled.requests);
  assert.deepEqual(elsewhere.seen, [], 'nothing goes elsewhere');
  if (!isSlow(given)) return;
  assert.ok(end - start > DEADLINE.least, `gave up after ${end - start} ms`);
  // What starts up before the request, such as WordPress, is no matter of the deadline.
  const waited = end - (api.seen[0]?.at ?? start);
  assert.ok(waited < latest, `waited for ${waited} ms`);
}

function assertOutcome(outcome: Outcome, expected: ExpectedResult): void {
  if ('error' in outcome && 'error' in expected) {
    assert.deepEqual(outcome.error, { ...outcome.error, ...expected.error });
  } else {
    assert.deepEqual(outcome, expected);
  }
}

/** Says what a call resolved to as the cases do: bytes as text. */
export function written(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  const { bytes } = value;
  return bytes instanceof Uint8Array ? { ...value, bytes: String.fromCharCode(...bytes) } : value;
}

function assertRequests({ seen }: FakeApi, expected: ClientCase['requests']): void {
  const lines = (requests: readonly { method: string; path: string }[]) =>
    requests.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(lines(seen), lines(expected));
  for (const [index, request] of seen.entries()) {
    const { headers = {}, body } = expected[index] ?? {};
    for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name] ?? null, value, name);
    assert.deepEqual(request.body === '' ? undefined : JSON.parse(request.body), body);
    assert.equal(request.headers['content-type'], body === undefined ? undefined : 'application/json');
  }
}

function filledIn(given: ClientCase, addresses: Record<string, string>): ClientCase {
  return JSON.parse(JSON.stringify(given).replace(/\{(\w+)\}/g, (all, name) => addresses[name] ?? all));
}
