import { IS_CITUS } from '../../tests/support/database.ts';
import type { Role } from '../src/http/operation.ts';

/* Permissions as data: route × target × caller → status (rules: Roles). role-matrix.test.ts sends the requests. */

/**
 * Targets of the requests:
 *
 * - `own`: a private registry of `owner` with an active item. Its people are the co-owner `coOwner`, the keeper
 *   `keeper`, `invitee` (invited by name) and `mailInvitee` (invited by e-mail address).
 * - `child`: a list for a child, with a secret purchase. `owner` and `coOwner` are also keepers.
 * - `secret`: the registry `own` with a secret purchase.
 * - `had`: the registry `own` with a purchase that `coOwner` recorded.
 * - `draft`: a draft with the people of `own`.
 * - `trash`: a registry in the trash with the people of `own`.
 * - `other`: a private registry of another member, with an item.
 * - `open`: a public registry of another member, with an item.
 * - `inactive`: the registry `own` with a deleted item.
 * - `orphan`: an item of a missing registry.
 * - `missing`: a registry that never existed.
 */
export const TARGETS = [
  'own',
  'child',
  'secret',
  'had',
  'draft',
  'trash',
  'other',
  'open',
  'inactive',
  'orphan',
  'missing',
] as const;
export type Target = (typeof TARGETS)[number];

/** Callers, in the order of the statuses in the table. */
export const CALLERS = ['stranger', 'invitee', 'mailInvitee', 'keeper', 'coOwner', 'owner', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
type Statuses = [
  stranger: number,
  invitee: number,
  mailInvitee: number,
  keeper: number,
  coOwner: number,
  owner: number,
  admin: number,
];

export interface Row {
  /** Request body, or a function that returns the body for the ids of a target. */
  body?: object | ((target: { item: number; registry: number }) => object);
  /** Expected statuses for each target. The key is `any` if the route names neither a registry nor an item. */
  cases: Partial<Record<Target | 'any', Statuses>>;
}

/** Returns the status with which an operation refuses a caller without its role; null for a caller with the role. */
type Refusal = (target: Target | 'any', caller: Caller) => 403 | 404 | null;

const others =
  (status: 403 | 404): Refusal =>
  (_, caller) =>
    caller === 'admin' ? null : status;

/** @param lacking callers who do not have a role on the registry `own` */
const onRegistry =
  (lacking: readonly Caller[]): Refusal =>
  (target, caller) => {
    const refusal = lacking.includes(caller) ? 403 : null;
    if (target === 'trash' || target === 'missing' || target === 'orphan') return 404;
    if (target === 'draft') return ['coOwner', 'owner', 'admin'].includes(caller) ? refusal : 404;
    return target === 'any' || target === 'other' || target === 'open' ? others(403)(target, caller) : refusal;
  };

const INVITED = ['stranger', 'invitee', 'mailInvitee'] as const;

/** Refusals of callers without a role, by the role that an operation declares. */
export const REFUSALS: Record<Role, Refusal> = {
  everyone: () => null,
  user: () => null,
  'item-user': () => null,
  giver: others(404),
  reader: onRegistry(['stranger']),
  keeper: onRegistry(INVITED),
  editor: onRegistry([...INVITED, 'keeper']),
  author: onRegistry([...INVITED, 'keeper', 'coOwner']),
  admin: others(403),
};

const NOWHERE = 'https://shop.example:8443/';
const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };

const everybody = (status: number): Statuses => [status, status, status, status, status, status, status];
const adminsAlone = (status: number): Statuses => [403, 403, 403, 403, 403, 403, status];
/** Statuses for drafts. Only owners and admins can see a draft. For other callers, the draft seems to be missing. */
const ownersAlone = (status: number): Statuses => [404, 404, 404, 404, status, status, status];
const read = {
  own: [403, 200, 200, 200, 200, 200, 200],
  child: [403, 200, 200, 200, 200, 200, 200],
  other: adminsAlone(200),
  open: adminsAlone(200),
  draft: ownersAlone(200),
  trash: everybody(404),
  missing: everybody(404),
} satisfies Row['cases'];
const write = (success: number) =>
  ({
    own: [403, 403, 403, 403, success, success, success],
    child: [403, 403, 403, 403, success, success, success],
    other: adminsAlone(success),
    open: adminsAlone(success),
    draft: ownersAlone(success),
    trash: everybody(404),
    missing: everybody(404),
  }) satisfies Row['cases'];
const anyItem = (success: number): Row['cases'] => ({
  own: everybody(success),
  child: everybody(success),
  other: everybody(success),
  open: everybody(success),
  inactive: everybody(404),
  missing: everybody(404),
});
/** Statuses for purchases whose giver is not among the callers. */
const anyPurchase = (success: number) =>
  ({
    own: [404, 404, 404, 404, 404, 404, success],
    child: [404, 404, 404, 404, 404, 404, success],
    other: [404, 404, 404, 404, 404, 404, success],
    open: [404, 404, 404, 404, 404, 404, success],
    missing: everybody(404),
  }) satisfies Row['cases'];
/** Statuses for an item whose registry is missing. Only admins can reach such an item. */
const missingItem = (status: number): Statuses => [404, 404, 404, 404, 404, 404, status];
const deletedItem = { inactive: [403, 403, 403, 403, 404, 404, 404] satisfies Statuses };
const deletedItemRead = { inactive: [403, 404, 404, 404, 404, 404, 404] satisfies Statuses };

const APPEARS = IS_CITUS ? 501 : 204;
/** Appearances of an item on its own list. */
const appearance: Row = {
  cases: { ...write(APPEARS), inactive: IS_CITUS ? write(APPEARS).own : deletedItem.inactive },
};

/** Rows by operation. If an operation has a second row, the key of that row contains a query. */
export const ROWS: Record<string, Row> = {
  'GET /': { cases: { any: everybody(200) } },
  'GET /health': { cases: { any: everybody(200) } },
  'GET /site': { cases: { any: everybody(200) } },
  'GET /items': { cases: { any: everybody(200) } },
  'GET /items?ids=5&include=remaining': { cases: { any: adminsAlone(200) } },
  'POST /items': { body: { ...ITEM, registry_id: 5 }, cases: { any: everybody(201) } },
  'GET /items/search': { cases: { any: adminsAlone(200) } },
  'GET /items/places?registry_ids=5': { cases: { any: adminsAlone(200) } },
  'GET /items/{item_id}': { cases: anyItem(200) },
  'PUT /items/{item_id}': { body: { price: 3 }, cases: anyItem(200) },
  'DELETE /items/{item_id}': { cases: anyItem(200) },
  'GET /registries': { cases: { any: everybody(200) } },
  'GET /registries?role=any': { cases: { any: everybody(200) } },
  'POST /registries': { body: { title: 'T' }, cases: { any: everybody(201) } },
  'GET /registries/{id}': { cases: read },
  'PATCH /registries/{id}': { body: { title: 'T' }, cases: write(200) },
  'DELETE /registries/{id}': {
    cases: {
      ...write(204),
      own: [403, 403, 403, 403, 403, 204, 204],
      child: [403, 403, 403, 403, 403, 204, 204],
      draft: [404, 404, 404, 404, 403, 204, 204],
    },
  },
  'GET /registries/{id}/items': { cases: read },
  'POST /registries/{id}/items': { body: ITEM, cases: write(201) },
  'DELETE /registries/{id}/items/{item_id}': { cases: { ...write(204), ...deletedItem } },
  'PUT /registries/{id}/appearances/{item_id}': appearance,
  'DELETE /registries/{id}/appearances/{item_id}': appearance,
  'GET /registries/{id}/invitees': { cases: read },
  'POST /registries/{id}/invitees': { body: { invitees: ['ann'] }, cases: write(200) },
  'DELETE /registries/{id}/invitees/{invitee}': { cases: write(200) },
  'GET /registries/{id}/items/{item_id}/affiliate': {
    cases: { ...read, ...deletedItemRead },
  },
  'PUT /registries/{id}/items/{item_id}/affiliate': {
    body: { affiliate_url: 'https://aff.example/' },
    cases: { ...write(200), ...deletedItem },
  },
  'DELETE /registries/{id}/items/{item_id}/affiliate': {
    cases: { ...write(204), ...deletedItem },
  },
  'GET /registries/{id}/purchases': { cases: read },
  'PUT /registries/{id}/purchases/{purchase_id}': {
    body: ({ item: item_id }) => ({ item_id }),
    cases: {
      ...read,
      own: [403, 201, 201, 201, 201, 201, 201],
      child: [403, 201, 201, 201, 201, 201, 201],
      other: adminsAlone(201),
      open: adminsAlone(201),
      draft: ownersAlone(201),
    },
  },
  'PATCH /registries/{id}/purchases/{purchase_id}': {
    body: { thanked: true },
    cases: { ...write(200), secret: [403, 403, 403, 403, 404, 404, 200], had: write(200).own },
  },
  'DELETE /registries/{id}/purchases/{purchase_id}': {
    cases: {
      ...write(204),
      own: [403, 403, 403, 204, 204, 204, 204],
      child: [403, 403, 403, 204, 204, 204, 204],
      secret: [403, 403, 403, 204, 404, 404, 204],
      had: write(204).own,
    },
  },
  'POST /registries/{id}/purchases/reveal': { cases: write(200) },
  'GET /events': { cases: { any: adminsAlone(IS_CITUS ? 501 : 200) } },
  'GET /events?registry_id={id}': { cases: read },
  // Previews reject this address without a request, because of its port.
  'POST /previews': { body: { url: NOWHERE }, cases: { any: everybody(200) } },
  'POST /previews/picture': { body: { url: NOWHERE }, cases: { any: adminsAlone(422) } },
  'GET /purchases': { cases: { any: everybody(200) } },
  'GET /purchases?registry_id=5': { cases: { any: adminsAlone(200) } },
  'GET /purchases?registry_id=5&view=owner': { cases: { any: adminsAlone(200) } },
  'GET /purchases?giver_email=a@b.example': { cases: { any: adminsAlone(200) } },
  'GET /purchases?giver_user_id=1': { cases: { any: adminsAlone(200) } },
  'GET /purchases/{purchase_id}': { cases: anyPurchase(200) },
  'PUT /purchases/{purchase_id}': {
    body: ({ item: item_id }) => ({ item_id, secret: false }),
    cases: {
      own: adminsAlone(201),
      child: adminsAlone(201),
      other: adminsAlone(201),
      open: adminsAlone(201),
      missing: adminsAlone(404),
    },
  },
  'PATCH /purchases/{purchase_id}': { body: { state: 'bought' }, cases: anyPurchase(200) },
  'DELETE /purchases/{purchase_id}': { cases: anyPurchase(204) },
  'POST /purchases/reveal': { body: { registry_id: 5 }, cases: { any: adminsAlone(200) } },
  'POST /purchases/uncount': { body: { item_id: 5 }, cases: { any: adminsAlone(200) } },
  'POST /purchases/erase': { body: { giver_user_id: 5 }, cases: { any: adminsAlone(200) } },
  // This request lacks a query parameter that the route requires, so admins get 422.
  'GET /ideas': { cases: { any: adminsAlone(422) } },
  'PUT /ideas/{idea_id}': { body: { registry_id: 5, name: 'Lamp' }, cases: { any: adminsAlone(201) } },
  'DELETE /ideas/{idea_id}?registry_id=5': { cases: { any: adminsAlone(404) } },
  'GET /shares': { cases: { any: adminsAlone(422) } },
  'PUT /registries/{id}/shares/{share_id}': {
    body: ({ item }) => ({ item_id: item, amount: 5, secret: true, giver_user_id: 5 }),
    cases: { own: adminsAlone(409), missing: adminsAlone(404) },
  },
  'DELETE /registries/{id}/shares/{share_id}': { cases: { own: adminsAlone(404), missing: adminsAlone(404) } },
  // The requests contain the text `{webhook_id}` instead of a UUID, so admins get 404.
  'GET /webhooks': { cases: { any: adminsAlone(200) } },
  'POST /webhooks': { body: { url: 'https://shop.example/hook', registry_id: 1 }, cases: { any: adminsAlone(201) } },
  'GET /webhooks/{webhook_id}': { cases: { any: adminsAlone(404) } },
  'PATCH /webhooks/{webhook_id}': { body: {}, cases: { any: adminsAlone(404) } },
  'DELETE /webhooks/{webhook_id}': { cases: { any: adminsAlone(404) } },
  'POST /webhooks/{webhook_id}/rotate': { cases: { any: adminsAlone(404) } },
  'POST /webhooks/{webhook_id}/test': { cases: { any: adminsAlone(404) } },
  'GET /webhooks/{webhook_id}/deliveries': { cases: { any: adminsAlone(404) } },
  'POST /webhooks/{webhook_id}/deliveries/{event_id}/resend': { cases: { any: adminsAlone(404) } },
};

/** Rows that replace the rows of the same operations if the service runs with `ITEMS_ACCESS=registry`. */
export const ROWS_OF_REGISTRY_ACCESS: Record<string, Row> = {
  'GET /items': { cases: { any: adminsAlone(200) } },
  'GET /items?ids=5': { cases: { any: adminsAlone(200) } },
  'GET /items?registry_id={id}': { cases: { ...read, trash: missingItem(200), missing: missingItem(200) } },
  'POST /items': {
    body: ({ registry: registry_id }) => ({ ...ITEM, registry_id }),
    cases: { ...write(201), trash: missingItem(201), missing: missingItem(201) },
  },
  'GET /items/{item_id}': {
    cases: { ...read, inactive: everybody(404), trash: missingItem(200), orphan: missingItem(200) },
  },
  'PUT /items/{item_id}': {
    body: { is_active: true },
    cases: { ...write(200), inactive: write(200).own, trash: missingItem(200), orphan: missingItem(200) },
  },
  'DELETE /items/{item_id}': {
    cases: { ...write(200), inactive: everybody(404), trash: missingItem(200), orphan: missingItem(200) },
  },
};
