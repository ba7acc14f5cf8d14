import {
  type BrokenRule,
  type ErrorAnswer,
  MAX_ACTIVE_ITEMS,
  MAX_APPEARANCES,
  MAX_IDEAS,
  MAX_PURCHASES,
  MAX_SHARES,
  PROBLEM_TYPE,
  type Problem,
  type Rule,
  ruleText,
  type WordedRule,
  wordedRule,
} from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import { http } from './node-http.ts';

/** Headers of every answer. Answers are private, so no cache may store them. Browsers must not guess another type. */
export const PROTECTION = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

interface Entry {
  status: number;
  detail: string;
  errors?: readonly BrokenRule[];
  headers?: Record<string, string>;
}

/** Returns an error for one broken rule; the text of the rule is the whole `detail`. */
const refusal = (status: number, field: string, rule: Rule): Entry => ({
  status,
  detail: ruleText(rule),
  errors: [{ field, rule, limit: null }],
});

/** Returns the error for fields that break their rules. */
const broken = (...rules: readonly WordedRule[]) => ({
  status: 422,
  detail: rules.map(({ field, text }) => `${field}: ${text}`).join('; '),
  errors: rules.map(({ field, rule, limit }): BrokenRule => ({ field, rule, limit })),
});

/** Every error of the API: its status, its text, the rule that was broken, and its headers. */
const catalogue = {
  badRequest: { status: 400, detail: 'Bad request' },
  invalidJson: { status: 400, detail: 'Request body is not valid JSON' },
  invalidCredentials: {
    ...refusal(401, 'authorization', 'invalid_credentials'),
    headers: { 'www-authenticate': 'Basic realm="largesse", charset="UTF-8"' },
  },
  notAllowed: refusal(403, 'authorization', 'not_allowed'),
  copiedSite: refusal(403, 'site', 'copied_site'),
  invalidGatewayKey: { status: 403, detail: 'Missing or invalid API key' },
  notFound: refusal(404, 'path', 'path_not_found'),
  itemNotFound: refusal(404, 'item_id', 'item_not_found'),
  registryNotFound: refusal(404, 'registry_id', 'registry_not_found'),
  inviteeNotFound: refusal(404, 'invitee', 'invitee_not_found'),
  purchaseNotFound: refusal(404, 'purchase_id', 'purchase_not_found'),
  ideaNotFound: refusal(404, 'idea_id', 'idea_not_found'),
  shareNotFound: refusal(404, 'share_id', 'share_not_found'),
  webhookNotFound: refusal(404, 'webhook_id', 'webhook_not_found'),
  methodNotAllowed: { status: 405, detail: 'Method not allowed' },
  requestTimeout: { status: 408, detail: 'Request took too long' },
  notEnoughLeft: refusal(409, 'quantity', 'not_enough_left'),
  amountTooLarge: refusal(409, 'amount', 'not_enough_left'),
  itemIsShared: refusal(409, 'item_id', 'is_shared'),
  externalIdTaken: refusal(409, 'external_id', 'external_id_taken'),
  requestRuns: { ...refusal(409, 'idempotency-key', 'running'), headers: { 'retry-after': '1' } },
  giftOfAnotherItem: refusal(409, 'item_id', 'other_item'),
  purchaseOfAnotherUser: refusal(409, 'giver_user_id', 'other_user'),
  ideaOfAnotherRegistry: refusal(409, 'registry_id', 'other_registry'),
  cursorTooOld: { status: 410, detail: 'Cursor is too old' },
  itemChanged: refusal(412, 'if-match', 'item_changed'),
  registryChanged: refusal(412, 'if-match', 'registry_changed'),
  ideaChanged: refusal(412, 'if-match', 'idea_changed'),
  ideaExists: refusal(412, 'if-none-match', 'idea_changed'),
  shareChanged: refusal(412, 'if-match', 'share_changed'),
  shareExists: refusal(412, 'if-none-match', 'share_changed'),
  purchaseExists: refusal(412, 'if-none-match', 'purchase_exists'),
  bodyTooLarge: { status: 413, detail: 'Request body is too large' },
  urlTooLong: { status: 414, detail: 'URL is too long' },
  notJson: { status: 415, detail: 'Content-Type must be application/json' },
  encodedBody: {
    status: 415,
    detail: 'Content-Encoding is not supported',
    headers: { 'accept-encoding': 'identity' },
  },
  expectationFailed: { status: 417, detail: 'Expectation cannot be met' },
  invalidInput: { status: 422, detail: 'Invalid input' },
  registryFull: broken(wordedRule('registry_id', 'registry_full', MAX_ACTIVE_ITEMS)),
  tooManyPurchases: broken(wordedRule('registry_id', 'purchases_full', MAX_PURCHASES)),
  tooManyIdeas: broken(wordedRule('registry_id', 'ideas_full', MAX_IDEAS)),
  tooManyAppearances: broken(wordedRule('item_id', 'appearances_full', MAX_APPEARANCES)),
  itemOfAnotherAuthor: broken(wordedRule('item_id', 'other_author')),
  tooManyShares: broken(wordedRule('registry_id', 'shares_full', MAX_SHARES)),
  keeperIsOwner: broken(wordedRule('meta.registry_keepers', 'keeper_is_owner')),
  noPicture: broken(wordedRule('url', 'not_a_picture')),
  tooManyFailedLogins: { status: 429, detail: 'Too many failed logins' },
  tooManyWrites: { status: 429, detail: 'Too many changes in a minute' },
  tooManyBytes: { status: 429, detail: 'Too much data in a day' },
  tooManyProposals: {
    status: 429,
    detail: 'Too many co-owners and keepers named in a day',
    headers: { 'retry-after': '3600' },
  },
  tooManyWaiting: { status: 429, detail: 'Too many waiting requests', headers: { 'retry-after': '5' } },
  tooManyPreviews: { status: 429, detail: 'Too many previews in a minute' },
  headersTooLarge: { status: 431, detail: 'Request headers are too large' },
  internal: { status: 500, detail: 'Internal server error' },
  feedNeedsRegistry: {
    status: 501,
    detail: 'The database is on several servers, where events need registry_id',
  },
  oneListOnly: {
    status: 501,
    detail: 'The database is on several servers, where an item is only on its own list',
  },
  hostInvalidResponse: { status: 502, detail: 'Registry host returned an invalid response' },
  hostUnavailable: { status: 503, detail: 'Registry host is unavailable', headers: { 'retry-after': '5' } },
  hostCrowded: {
    status: 503,
    detail: 'Too many requests are waiting for the registry host',
    headers: { 'retry-after': '5' },
  },
  databaseUnavailable: { status: 503, detail: 'Database is unavailable', headers: { 'retry-after': '2' } },
  databaseFull: { ...refusal(503, 'database', 'database_full'), headers: { 'retry-after': '9' } },
  registryBusy: { status: 503, detail: 'Registry is busy', headers: { 'retry-after': '2' } },
  previewsBusy: { status: 503, detail: 'Too many previews are waiting', headers: { 'retry-after': '5' } },
  waitingFull: { status: 503, detail: 'Too many requests are waiting', headers: { 'retry-after': '5' } },
  closing: { status: 503, detail: 'Service is shutting down', headers: { 'retry-after': '2' } },
  overloaded: { status: 503, detail: 'Service is overloaded', headers: { 'retry-after': '1' } },
  hostTimeout: { status: 504, detail: 'Registry host did not respond in time' },
} as const satisfies Record<string, Entry>;

/** Name of an error in the catalogue. */
export type ErrorName = keyof typeof catalogue;

/** Every error: its name and its status. */
export const ERRORS: readonly { name: ErrorName; status: number }[] = Object.entries(catalogue).flatMap(
  ([name, { status }]) => (isErrorName(name) ? [{ name, status }] : []),
);

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(catalogue, name);
}

/** Counts answered errors. */
export type CountError = (name: ErrorName) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with the name of each error that the app sends. */
    countError: CountError;
  }
}

/** An error of the catalogue, which the service sends to the caller. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly error: ErrorName;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly BrokenRule[];
  readonly headers: Readonly<Record<string, string>>;

  /** @param specifics values that replace those of the catalogue; `headers` are added to the catalogue's headers */
  constructor(error: ErrorName, specifics: Partial<Omit<Entry, 'status'>> & { cause?: unknown } = {}) {
    const entry: Entry = catalogue[error];
    super(error, { cause: specifics.cause });
    this.error = error;
    this.status = entry.status;
    this.detail = specifics.detail ?? entry.detail;
    this.errors = specifics.errors ?? entry.errors ?? [];
    this.headers = { ...entry.headers, ...specifics.headers };
  }

  /** Returns the type and the body of the answer to a request with this `Accept` (rules: Errors). */
  answerFor(accept: string | undefined): { type: string; body: string } {
    const { status, detail, errors } = this;
    if (!asksForProblem(accept)) {
      const body: ErrorAnswer = { detail };
      return { type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
    }
    const title = http.STATUS_CODES[status] ?? 'Error';
    const body: Problem = { type: 'about:blank', title, status, detail, errors };
    return { type: PROBLEM_TYPE, body: JSON.stringify(body) };
  }
}

/**
 * Returns whether an `Accept` names the type of problem details. Wildcards do not name it, and `q=0` excludes it (RFC
 * 9110, 12.5.1).
 */
function asksForProblem(accept = ''): boolean {
  // Quoted values of parameters may contain commas and semicolons.
  const ranges = accept
    .toLowerCase()
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
  return ranges.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    return type === PROBLEM_TYPE && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** Returns the error for fields that break their rules. */
export const invalidInput = (...rules: readonly WordedRule[]): ApiError => {
  const { detail, errors } = broken(...rules);
  return new ApiError('invalidInput', { detail, errors });
};

/**
 * Answers a request with an error. This function sets all headers itself, because no hook runs if the URL is invalid.
 */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.server.countError(error.error);
  const { type, body } = error.answerFor(reply.request.headers.accept);
  return reply
    .code(error.status)
    .header('x-request-id', reply.request.id)
    .header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
    .headers(PROTECTION)
    .headers(error.headers)
    .type(type)
    .serializer((text: string) => text)
    .send(body);
}
