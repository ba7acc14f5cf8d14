import {
  MAX_SHARE_DAYS,
  MAX_SHARES,
  MIN_SHARE,
  type Share,
  ShareDeleteHeaders,
  ShareHeaders,
  SharePath,
  SharePut,
  ShareResponse,
  Shares,
  SharesQuery,
  wordedRule,
} from '@largesse/contract';
import type { AppearanceStore } from '../appearances/store.ts';
import { addressOrNull } from '../database/people.ts';
import { retried } from '../http/attempts.ts';
import { versionsIn } from '../http/conditions.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { requireOneOf, requireTogether, timeOf } from '../http/input-rules.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import { SMALLEST } from '../items/promised.ts';
import { filledOrNull } from './purchase-changes.ts';
import { levelIn, levelsOf, readerIn, requireSameSecrecy } from './reader.ts';
import { DAY_MS, isSameShare, type ShareFields, type ShareStore, type StoredShare } from './shares.ts';
import { isStillSecret, listOf, type Secrecy, secrecyIn, viewOf } from './surprise.ts';

/** Time (milliseconds) by which the clock of the caller may be ahead. */
const CLOCKS_MS = 3_600_000;

/** More shares than a list can show: those of its items from other registries count, too. */
const ALL = 20 * MAX_SHARES;

/** Adds the operations on shares of wishes, for admins (rules: Shares of a wish). */
export function shareRoutes(app: Routes, shares: ShareStore, lists: AppearanceStore): void {
  app.get(
    '/shares',
    operation(
      'Shares',
      'listShares',
      'List shares of wishes',
      'admin',
      {
        description:
          'For admins. Send exactly one of `registry_id`, `giver_email` and `giver_user_id`. Oldest shares first. ' +
          'With `view`, which needs `registry_id`, the answer contains only data that a recipient may see.',
        querystring: SharesQuery,
        response: { 200: { ...Shares, headers: nextPageHeader } },
      },
      ['read'],
    ),
    async ({ query }, reply) => {
      requireOneOf('query', query, ['registry_id', 'giver_email', 'giver_user_id']);
      requireTogether(query, 'view', 'registry_id');
      requireTogether(query, 'reader', 'view');
      requireTogether(query, 'is_author', 'reader');
      requireTogether(query, 'receives', 'view');
      requireTogether(query, 'own_shares', 'view');
      const { registry_id: listId, view, skip, limit } = query;
      const list =
        view === undefined || listId === undefined
          ? (await shares.list(query)).map((one) => wholeView(one))
          : await seenOn(listId, query);
      if (list.length === limit) linkNextPage(reply, { skip: skip + limit });
      return list;
    },
  );

  app.put(
    '/registries/:id/shares/:share_id',
    {
      ...operation('Shares', 'putShare', "Add or change a guest's share of a wish", 'admin', {
        description:
          'For admins. The giver promises to pay `amount` for an item of the registry. The body is the whole share: ' +
          'missing fields become null. The status is 201 for a new share. A later request never changes `item_id` and ' +
          '`secret`. After `ends_at`, the share counts only if all shares together cover the price.',
        params: SharePath,
        headers: ShareHeaders,
        body: SharePut,
        response: { 200: ShareResponse, 201: ShareResponse },
      }),
      preHandler: async ({ body }) => requireSameSecrecy(body),
    },
    async ({ caller, params, headers, body }, reply) => {
      const asked = fieldsIn(params, body);
      const registry_id = await shares.homeOf(params.id, asked.item_id);
      const own = { registryId: params.id, level: levelIn(body) };
      const fields = {
        ...asked,
        ...secrecyIn(await levelsOf(caller, await lists.listsOf(asked.item_id), own)),
        registry_id,
        list_id: registry_id === params.id ? null : params.id,
      };
      const versions = versionsIn(headers['if-match']);
      return retried(async () => {
        const before = await shares.find(fields.registry_id, fields.id);
        if (before && before.item_id !== fields.item_id) throw new ApiError('giftOfAnotherItem');
        // The caller may repeat a request whose answer was lost.
        if (before && isSameShare(fields, before)) return envelope(before, 'Share found');
        if (versions && !(before && versions.has(before.updated_at))) throw new ApiError('shareChanged');
        if (before && headers['if-none-match'] === '*') throw new ApiError('shareExists');
        // The wish may have left the list of the request since then.
        const home = before?.registry_id ?? fields.registry_id;
        requireEndSoon(before, fields);
        await requireRoom(shares, before, { ...fields, registry_id: home });
        const stored = before ? await shares.change(before, fields) : await shares.make(fields);
        if (stored && before) return envelope(stored, 'Share updated');
        if (stored) {
          reply.code(201).header('location', `/registries/${params.id}/shares/${stored.id}`);
          return envelope(stored, 'Share created');
        }
        if (!(await shares.removeEnded(home)) && !before && (await shares.isFull(home)))
          throw new ApiError('tooManyShares');
        return undefined;
      });
    },
  );

  app.delete(
    '/registries/:id/shares/:share_id',
    operation('Shares', 'deleteShare', "Delete a guest's share of a wish", 'admin', {
      description: 'For admins. Also deletes the data of the giver.',
      params: SharePath,
      headers: ShareDeleteHeaders,
      response: { 204: { type: 'null', description: 'Deleted' } },
    }),
    async ({ params, headers }, reply) => {
      const versions = versionsIn(headers['if-match']);
      await retried(async () => {
        const before = await shares.find(params.id, params.share_id.toLowerCase());
        if (!before) throw new ApiError('shareNotFound');
        if (versions && !versions.has(before.updated_at)) throw new ApiError('shareChanged');
        return (await shares.remove(before)) || undefined;
      });
      return reply.code(204).send(null);
    },
  );

  /** Returns the shares of a registry that the named reader sees. */
  async function seenOn(registryId: number, query: SharesQuery): Promise<Share[]> {
    const all = await shares.list({ ...query, skip: 0, limit: ALL });
    const own = new Set(query.own_shares?.map((id) => id.toLowerCase()));
    const shared = new Set(all.filter(({ id }) => own.has(id)).map(({ item_id }) => item_id));
    const reader = { ...readerIn(registryId, query), shared };
    return all
      .map((one) => viewOf(one, reader))
      .filter((one) => one !== null)
      .slice(query.skip, query.skip + query.limit);
  }
}

/** @throws {ApiError} 422 if a share would end in the past, or too late */
function requireEndSoon(before: StoredShare | null, { ends_at: endsAt }: ShareFields): void {
  if (endsAt === null || endsAt === before?.ends_at) return;
  const rest = Date.parse(endsAt) - Date.now();
  if (rest <= 0 || rest > MAX_SHARE_DAYS * DAY_MS + CLOCKS_MS)
    throw invalidInput(wordedRule('ends_at', 'within_days', MAX_SHARE_DAYS));
}

/**
 * @throws {ApiError} 404 if the item is missing, 409 if the amount exceeds the rest of its price, 422 if it is too
 * small
 */
async function requireRoom(shares: ShareStore, before: StoredShare | null, fields: ShareFields): Promise<void> {
  const { id, registry_id: registryId, item_id: itemId, amount } = fields;
  if (amount === before?.amount) return;
  const needs = before === null || amount > before.amount;
  const room = await shares.roomOf(registryId, itemId, id);
  if (room === null && needs) throw new ApiError('itemNotFound');
  const { left = amount, price = null } = room ?? {};
  if (needs && (left <= SMALLEST || amount > left + SMALLEST)) {
    // Rounds down to whole cents. Without the added small number, the result could be a cent too low, because sums of
    // prices are inexact.
    const limit = Math.max(0, Math.floor(100 * left + 1e-6) / 100);
    throw new ApiError('amountTooLarge', { errors: [{ field: 'amount', rule: 'not_enough_left', limit }] });
  }
  const least = Math.max(MIN_SHARE.amount, (MIN_SHARE.percent / 100) * (price ?? 0));
  if (amount < least - SMALLEST && Math.abs(amount - left) > SMALLEST)
    throw invalidInput(wordedRule('amount', 'minimum', Math.ceil(100 * least - 1e-6) / 100));
}

/** @throws {ApiError} 422 if the share has neither a user nor an end */
function fieldsIn(
  { id, share_id }: { id: number; share_id: string },
  body: SharePut,
): Omit<ShareFields, keyof Secrecy | 'is_secret'> {
  const { item_id, amount, giver_user_id = null, giver_name, giver_email, note } = body;
  const ends_at = body.ends_at == null ? null : timeOf('ends_at', body.ends_at);
  if (giver_user_id === null && ends_at === null) throw invalidInput(wordedRule('ends_at', 'required'));
  return {
    id: share_id.toLowerCase(),
    registry_id: id,
    item_id,
    amount,
    giver_user_id,
    giver_name: filledOrNull(giver_name),
    giver_email: addressOrNull(giver_email),
    ends_at,
    note: filledOrNull(note),
    list_id: null,
  };
}

/** @param listId the list that the viewer reads; by default, the list through which the share was made */
const wholeView = (share: StoredShare, listId = listOf(share)): Share => ({
  ...share,
  registry_id: listId,
  is_secret: isStillSecret(share),
  is_giver_shown: true,
});

const envelope = (share: StoredShare, message: string): ShareResponse => ({
  success: true,
  data: wholeView(share),
  message,
});
