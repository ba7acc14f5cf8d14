import assert from 'node:assert/strict';
import type { Answer } from '../testing/http-client.ts';

/** spec: Item, as admins see it. */
export interface Item {
  id: number;
  registry_id: number;
  name: string;
  description: string | null;
  url: string;
  retailer: string | null;
  affiliate_url: string | null;
  affiliate_status: string | null;
  image_url: string | null;
  price: number | null;
  quantity_needed: number;
  quantity_purchased: number;
  is_active: boolean;
  created_at: string;
  updated_at: string;
}

/** spec: ItemResponse and ItemPublicResponse. */
export interface ItemAnswer {
  success: boolean;
  data: Item;
  message: string;
}

/** decisions.md, "Shapes": Registry. */
export interface Registry {
  id: number;
  user_id: number;
  title: string;
  story: string;
  status: string;
  is_public: boolean;
  slug: string;
  permalink: string;
  share_key: number;
  meta: {
    registry_item_ids: number[];
    registry_invitees: string[];
    registry_event_type: string | null;
    registry_event_date: string | null;
  };
  created_at: string;
  updated_at: string;
}

/** spec: InviteesResponse. */
export interface Invitees {
  invitees: string[];
}

/** decisions.md, "Shapes": the affiliate routes. */
export interface Affiliate {
  affiliate_url: string | null;
  affiliate_status: string | null;
}

/** Every key of an item for admins; the public one lacks the two affiliate keys. */
export const ITEM_KEYS = [
  'affiliate_status',
  'affiliate_url',
  'created_at',
  'description',
  'id',
  'image_url',
  'is_active',
  'name',
  'price',
  'quantity_needed',
  'quantity_purchased',
  'registry_id',
  'retailer',
  'updated_at',
  'url',
];

/** The keys that a viewer who is not an admin sees. */
export const PUBLIC_ITEM_KEYS = ITEM_KEYS.filter((key) => !key.startsWith('affiliate_'));

/** decisions.md, "Shapes": ISO 8601 UTC with milliseconds. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** decisions.md, "Errors": fixed texts. */
export const DETAIL = {
  badJson: 'Request body is not valid JSON',
  badRequest: 'Bad request',
  credentials: 'Invalid or missing credentials',
  notAllowed: 'Not allowed',
  gatewayKey: 'Missing or invalid API key',
  notFound: 'Not found',
  item: 'Item not found',
  registry: 'Registry not found',
  invitee: 'Invitee not found',
  method: 'Method not allowed',
  hostInvalid: 'Registry host returned an invalid response',
  hostLate: 'Registry host did not respond in time',
  turnLate: 'Other changes of this registry took too long',
  busy: 'Too many changes of this registry are waiting',
} as const;

/** Checks the status and says what came instead. */
export function assertStatus(answer: Answer<unknown>, status: number): void {
  assert.equal(answer.status, status, `status ${answer.status} instead of ${status}: ${answer.text.slice(0, 300)}`);
}

/** Checks that an answer is an error of the one shape, with this detail. */
export function assertError(answer: Answer<unknown>, status: number, detail: string | RegExp = /./): void {
  assertStatus(answer, status);
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
  assertDetail(answer.text, detail);
}

/** Checks that a text is `{"detail": "…"}` and nothing else. */
export function assertDetail(text: string, detail: string | RegExp = /./): void {
  const body: unknown = JSON.parse(text);
  assert.ok(typeof body === 'object' && body !== null && 'detail' in body, `no detail in ${text}`);
  assert.deepEqual(Object.keys(body), ['detail']);
  assert.ok(typeof body.detail === 'string');
  if (typeof detail === 'string') assert.equal(body.detail, detail);
  else assert.match(body.detail, detail);
}

/** Checks a 422 that names this field or parameter. */
export function assertNames(answer: Answer<unknown>, field: string): void {
  assertError(answer, 422, new RegExp(`(^|; )${field.replaceAll('.', '\\.')}[^;]*: \\S`));
}

/**
 * Checks that answers like this one come in under 100 ms (scorecard 15): the best of five tries, for a busy machine
 * makes every single one wait now and then.
 */
export async function assertQuick(ask: () => Promise<Answer<unknown>>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5 && best >= 100; n++) best = Math.min(best, (await ask()).took);
  assert.ok(best < 100, `${best} ms at best`);
}
