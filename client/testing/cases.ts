import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CLOSED_ADDRESS } from '../../tests/support/server-address.ts';
import { type FakeApi, openFakeApi, type ScriptedAnswer } from './fake-api.ts';

/*
 * `contract/client-cases.json`: cases that the clients in all languages must pass (rules: Clients). All strings may
 * contain placeholders:
 *
 * - `{api}`: the address of the fake API
 * - `{elsewhere}`: the address of another server, which must never receive a request
 * - `{nobody}`: an address without a server
 */
interface CaseFile {
  /** Default settings of cases. */
  settings: CaseSettings;
  /** Headers of every request in a case with the default settings. */
  headers: Record<string, string>;
  cases: WrittenCase[];
}

interface WrittenCase {
  /** A sentence about the client's behaviour. */
  name: string;
  settings?: CaseSettings;
  /** Name of the client's method: an `operationId` of the API's description, or `getItems`. */
  call: string;
  /** `{"from": 1, "to": 3}` means the list 1, 2, 3. If `from` is larger than `to`, the list descends. */
  arguments: unknown[];
  /** Answers of the fake API to the first request, the second, and so on. */
  answers?: ScriptedAnswer[];
  /** All requests that the fake API must receive, in order. */
  requests: ExpectedRequest[];
  result: ExpectedResult;
  /** Only for browsers: a different result, or the reason for skipping the case. */
  browser?: { skip: string } | { because: string; result: ExpectedResult };
}

/** Sources of settings. A setting without a source is unset. */
export type CaseSettings = Partial<Record<SettingName, CaseSetting>>;

export interface CaseSetting {
  option?: string;
  environment?: string;
  /** Content of the file whose path is in the variable with the suffix `_FILE`; null for a missing file. */
  file?: string | null;
}

export type SettingName =
  | 'registry_api_base_url'
  | 'registry_api_gateway_key'
  | 'registry_api_username'
  | 'registry_api_app_password';

interface ExpectedRequest {
  method: string;
  /** Encoded path with the query. */
  path: string;
  /** Headers by name in lower case; null for a header that must be absent. */
  headers?: Record<string, string | null>;
  /** The JSON body; if omitted, the request must have no body. */
  body?: unknown;
}

/** A case with all defaults filled in. */
export type ClientCase = Required<Omit<WrittenCase, 'browser'>> & Pick<WrittenCase, 'browser'>;

/** Expected result of a case. Only the given fields of an error are compared. */
export type ExpectedResult =
  | { value: unknown }
  | { error: Partial<Omit<Failure, 'code' | 'data'>> & { code: string; status?: number } };

/** Result of a call. Clients in all programming languages report results in this form. */
export type Outcome = { value: unknown } | { error: Failure };

interface Failure {
  code: string;
  message: string;
  /** Data of the error; null if a client leaves them out because no address is set. */
  data: { status: number } | null;
  errors: readonly unknown[];
  isTemporary: boolean;
  requestId: string | null;
}

/** Minimum and maximum duration of a call that reaches its deadline, even on a slow machine (milliseconds). */
const DEADLINE = { least: 9_500, most: 14_000 };

const file: CaseFile = JSON.parse(readFileSync(new URL('../../contract/client-cases.json', import.meta.url), 'utf8'));

/** All cases, with placeholders for the addresses. */
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

/** The cases for the TypeScript client, which returns the `data` of an envelope. Other clients return the envelope. */
export const typedCases: readonly ClientCase[] = clientCases.map((one) => ({
  ...one,
  result: withoutEnvelope(one.result),
  ...(one.browser && 'result' in one.browser
    ? { browser: { ...one.browser, result: withoutEnvelope(one.browser.result) } }
    : {}),
}));

function withoutEnvelope(result: ExpectedResult): ExpectedResult {
  if (!('value' in result) || typeof result.value !== 'object' || result.value === null) return result;
  return 'data' in result.value ? { value: result.value.data } : result;
}

function listOf(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('from' in argument && 'to' in argument)) return argument;
  const [from, to] = [Number(argument.from), Number(argument.to)];
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => (to > from ? from + step : from - step));
}

/** Returns whether a case waits for the deadline. */
export function isSlow({ answers }: ClientCase): boolean {
  return answers.some(({ stall, drip }) => stall !== undefined || drip !== undefined);
}

/**
 * Runs a case with a client and checks its expectations.
 * @param perform gets the case with the actual addresses, calls a client, and returns the result
 * @param latest maximum time from the first request to the end of `perform` (milliseconds)
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
  // The time limit does not include the time before the request, such as the start of WordPress.
  const waited = end - (api.seen[0]?.at ?? start);
  assert.ok(waited < latest, `waited for ${waited} ms`);
}

function assertOutcome(outcome: Outcome, expected: ExpectedResult): void {
  if ('error' in outcome && 'error' in expected) {
    const { status, ...rest } = expected.error;
    assert.deepEqual(outcome.error, { ...outcome.error, ...rest, ...(status !== undefined && { data: { status } }) });
  } else {
    assert.deepEqual(outcome, expected);
  }
}

/** Converts a result to the format of the cases, which contain bytes as text. */
export function written(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  const { bytes } = value;
  return bytes instanceof Uint8Array ? { ...value, bytes: String.fromCharCode(...bytes) } : value;
}

/** Requests that create something. They must have one random key, whatever their attempt. */
const CREATES = /^POST \/(?:items|registries|registries\/\d+\/items|webhooks)$/;

function assertRequests({ seen }: FakeApi, expected: ClientCase['requests']): void {
  const lines = (requests: readonly { method: string; path: string }[]) =>
    requests.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(lines(seen), lines(expected));
  for (const [index, request] of seen.entries()) {
    const { headers = {}, body } = expected[index] ?? {};
    for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name] ?? null, value, name);
    assert.deepEqual(request.body === '' ? undefined : JSON.parse(request.body), body);
    // UTF-8 as it is: escapes would make 100 wishes with emoji larger than the service accepts.
    assert.doesNotMatch(request.body, /\\u[0-9a-f]{4}|\\\//i, 'escapes in the body');
    const key = request.headers['idempotency-key'];
    assert.equal(key !== undefined, CREATES.test(`${request.method} ${request.path}`), 'Idempotency-Key');
    if (key !== undefined) assert.match(String(key), /^[\w-]{32,}$/);
    assert.equal(key, seen[0]?.headers['idempotency-key'], 'the key of all attempts');
    assert.equal(request.headers['content-type'], body === undefined ? undefined : 'application/json');
  }
}

function filledIn(given: ClientCase, addresses: Record<string, string>): ClientCase {
  return JSON.parse(JSON.stringify(given).replace(/\{(\w+)\}/g, (all, name) => addresses[name] ?? all));
}
