import assert from 'node:assert/strict';
import { type BrokenRule, type ErrorAnswer, type Problem, RULE_NAMES } from '@largesse/contract';
import type { Answer } from '../../tests/support/http-client.ts';
import { patience } from '../../tests/support/patience.ts';
import { valuesOf } from '../../tests/support/values-of.ts';

export type {
  Affiliate,
  InviteesResponse as Invitees,
  Item,
  ItemResponse as ItemAnswer,
  Purchase,
  PurchaseResponse as PurchaseAnswer,
  Registry,
} from '@largesse/contract';

/** Keys of an item in the format for admins. */
export const ITEM_KEYS = `affiliate_status affiliate_url created_at description id image_url is_active name price
  quantity_needed quantity_purchased registry_id retailer updated_at url`.split(/\s+/);

/** The `meta` of a registry in which nothing is set. */
export const EMPTY_META = {
  registry_item_ids: [],
  registry_invitees: [],
  registry_event_type: null,
  registry_event_date: null,
};

/** Keys that callers other than admins see. */
export const PUBLIC_ITEM_KEYS = ITEM_KEYS.filter((key) => !key.startsWith('affiliate_'));

/** ISO 8601 in UTC with milliseconds (rules: Items). */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The fixed texts of errors (rules: Errors). */
export const DETAIL = {
  badJson: 'Request body is not valid JSON',
  badRequest: 'Bad request',
  credentials: 'Invalid or missing credentials',
  notAllowed: 'Not allowed',
  gatewayKey: 'Missing or invalid API key',
  notFound: 'Not found',
  item: 'Item not found',
  itemChanged: 'Item has changed',
  registry: 'Registry not found',
  invitee: 'Invitee not found',
  purchase: 'Purchase not found',
  notEnough: 'Not enough left',
  anotherItem: 'Gift belongs to another item',
  method: 'Method not allowed',
  hostInvalid: 'Registry host returned an invalid response',
  hostLate: 'Registry host did not respond in time',
  hostCrowded: 'Too many requests are waiting for the registry host',
  hostDown: 'Registry host is unavailable',
  busy: 'Registry is busy',
} as const;

/** Checks the status of an answer. If the check fails, its message quotes the answer. */
export function assertStatus(answer: Answer<unknown>, status: number): void {
  assert.equal(answer.status, status, `status ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
}

/** Checks the status and detail of an error. Its body must contain nothing else. */
export function assertError(answer: Answer<unknown>, status: number, detail: string | RegExp = /./): void {
  assertStatus(answer, status);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  assertDetail(answer.text, detail);
}

/** Checks that a text is an error with this detail, and contains nothing else. */
export function assertDetail(text: string, detail: string | RegExp = /./): void {
  const body: ErrorAnswer = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ['detail'], text);
  assertText(body.detail, detail);
}

/** Headers of a request whose caller reads broken rules (rules: Problem details). */
export const ASK_PROBLEM = { accept: 'application/problem+json' };

/**
 * Checks that an answer to a request with ASK_PROBLEM is an error with this status and detail. If the detail names
 * fields, the broken rules must name the same fields.
 * @returns the broken rules
 */
export function assertProblem(
  answer: Answer<unknown>,
  status: number,
  detail: string | RegExp = /./,
): readonly BrokenRule[] {
  const { text } = answer;
  assertStatus(answer, status);
  assert.equal(answer.headers['content-type'], 'application/problem+json');
  const body: Problem = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ['type', 'title', 'status', 'detail', 'errors'], text);
  assert.deepEqual([body.type, body.status], ['about:blank', status]);
  assertText(body.title, /./);
  assertText(body.detail, detail);
  for (const error of body.errors) assert.deepEqual(Object.keys(error), ['field', 'rule', 'limit'], text);
  assert.ok(
    body.errors.every(({ rule }) => RULE_NAMES.includes(rule)),
    text,
  );
  // A 403 lists a broken rule, except after a wrong gateway key; a 503 lists one if the database has no room.
  if (![403, 503].includes(status))
    assert.equal(body.errors.length > 0, [401, 404, 409, 412, 422].includes(status), text);
  const named = [...body.detail.matchAll(/(?:^|; )([\w.-]+): /g)].map(([, field]) => field);
  if (named.length > 0) assert.deepEqual(valuesOf(body.errors, 'field'), named, text);
  return body.errors;
}

function assertText(text: unknown, expected: string | RegExp): void {
  assert.ok(typeof text === 'string');
  if (typeof expected === 'string') assert.equal(text, expected);
  else assert.match(text, expected);
}

/** Checks that an answer is a 422, and that its detail names this field or parameter. */
export function assertNames(answer: Answer<unknown>, field: string): void {
  assertError(answer, 422, new RegExp(`(^|; )${field.replaceAll('.', '\\.')}[^;]*: \\S`));
}

/**
 * Checks that an answer takes under 100 ms on an idle machine (rules: Requests). Sends up to five requests, because a
 * busy machine delays some answers.
 */
export async function assertQuick(ask: () => Promise<Answer<unknown>>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  const limit = patience(100);
  for (let n = 0; n < 5 && best >= limit; n++) best = Math.min(best, (await ask()).took);
  assert.ok(best < limit, `${best} ms at best`);
}

/** Checks that an answer forbids caching and content sniffing. */
export function assertProtected({ headers }: Pick<Answer<unknown>, 'headers'>): void {
  assert.deepEqual([headers['cache-control'], headers['x-content-type-options']], ['no-store', 'nosniff']);
}
