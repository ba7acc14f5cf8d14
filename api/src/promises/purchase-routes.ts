import {
  Erased,
  type Purchase,
  PurchasePatch,
  PurchasePath,
  PurchasePut,
  PurchasePutHeaders,
  PurchaseResponse,
  Purchases,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
  Revealed,
  Uncounted,
  wordedRule,
} from '@largesse/contract';
import type { Caller } from '../auth/authenticate.ts';
import { type OpenedId, openedByAdmin } from '../auth/opened.ts';
import { requireAdmin } from '../auth/user.ts';
import { addressOrNull, type Erasure } from '../database/people.ts';
import type { AnswerTurns } from '../http/answer-turns.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { requireOneOf, requireTogether, timeOf } from '../http/input-rules.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { DESTRUCTIVE, operation, type Routes } from '../http/operation.ts';
import type { Promises } from './promises.ts';
import {
  changeIn,
  envelope,
  giftIn,
  isTheirs,
  OF_RECIPIENT,
  type PurchaseChanges,
  type SettleByRule,
  sendGiven,
  settledFor,
  wholeView,
  wishIn,
} from './purchase-changes.ts';
import type { Buyer, StoredPurchase } from './purchases.ts';
import { levelIn, levelsOf, readerIn, requireSameSecrecy } from './reader.ts';
import type { DayBegan } from './reveal.ts';
import { todayIn, viewOf } from './surprise.ts';

/**
 * Adds the operations on purchases. Givers call them for themselves; the site for its visitors, as an admin, without a
 * read of the registry from the host (rules: Purchases).
 */
export function purchaseRoutes(
  app: Routes,
  promises: Promises,
  changes: PurchaseChanges,
  settleByRule: SettleByRule,
  turns: AnswerTurns,
): void {
  app.get(
    '/purchases',
    operation(
      'Purchases',
      'listPurchases',
      'List purchases',
      'user',
      {
        description:
          'Lists the purchases of the caller, oldest first. Admins may use filters instead: a purchase must match ' +
          'all filters. With `view`, which needs `registry_id`, admins get only what `reader` may see, by default a ' +
          'co-owner.',
        querystring: PurchasesQuery,
        response: { 200: { ...Purchases, headers: nextPageHeader } },
      },
      ['read', 'gifts'],
    ),
    async ({ caller, query }, reply) => {
      requireTogether(query, 'view', 'registry_id');
      requireTogether(query, 'reader', 'view');
      requireTogether(query, 'is_author', 'reader');
      requireTogether(query, 'receives', 'view');
      requireTogether(query, 'external_id', 'registry_id');
      const { view, skip, limit, registry_id, giver_email, giver_user_id } = query;
      const page = { skip, limit };
      const isFiltered = [registry_id, giver_email, giver_user_id, query.buyer_email].some((one) => one !== undefined);
      if (isFiltered) requireAdmin(caller);
      const { external_id } = query;
      const named = { registry_id, giver_email, giver_user_id, external_id, buyer: await buyerIn(caller, query) };
      const selection = isFiltered ? named : { giver_user_id: caller.user.id };
      return turns.build('whole', async () => {
        const list =
          view === undefined || registry_id === undefined
            ? (await promises.purchases.list(selection, page)).map((one) => wholeView(one))
            : await seenOn(openedByAdmin(caller, registry_id), query, named.buyer);
        if (list.length === page.limit) linkNextPage(reply, { skip: page.skip + page.limit });
        return list;
      });
    },
  );

  app.get(
    '/purchases/:purchase_id',
    operation(
      'Purchases',
      'getPurchase',
      'Get a purchase',
      'giver',
      {
        description: 'For the giver and admins.',
        params: PurchasePath,
        response: { 200: PurchaseResponse },
      },
      ['read', 'gifts'],
    ),
    async ({ caller, params }) =>
      envelope(wholeView(await callersPurchase(caller, params.purchase_id)), 'Purchase found'),
  );

  app.put(
    '/purchases/:purchase_id',
    {
      ...operation(
        'Purchases',
        'putPurchase',
        'Create or change a purchase for a visitor',
        'admin',
        {
          description:
            'For admins. The body is the whole purchase: missing fields get their defaults. The status is 201 for a ' +
            'new purchase. A second request with the same id changes the purchase (200), but never changes `secret`, ' +
            '`owner`, `external_id` and `wish`. Only one of `secret` and `owner` may be true. Without `secret` and `level`, the surprise of ' +
            'the list decides.',
          params: PurchasePath,
          headers: PurchasePutHeaders,
          body: PurchasePut,
          response: { 200: PurchaseResponse, 201: PurchaseResponse },
        },
        ['gifts'],
      ),
      preHandler: async ({ body }) => {
        if (body.owner && body.secret) throw invalidInput(wordedRule('owner', 'conflicts_with', ['secret']));
        requireSameSecrecy(body);
      },
    },
    async ({ caller, params, headers, body }, reply) => {
      const given = await changes.give({
        caller,
        id: params.purchase_id,
        itemId: body.item_id,
        registryId: body.registry_id === undefined ? undefined : openedByAdmin(caller, body.registry_id),
        isNew: headers['if-none-match'] === '*',
        externalId: body.external_id,
        wish: wishIn(body),
        gift: () => ({
          ...giftIn(body),
          giver_user_id: body.giver_user_id ?? null,
          giver_email: addressOrNull(body.giver_email),
        }),
        settle: async (lists, registryId) => {
          if (body.owner) return OF_RECIPIENT;
          if (body.secret === undefined && body.level === undefined) return settleByRule(caller, registryId, lists);
          return settledFor(await levelsOf(caller, lists, { registryId, level: levelIn(body) }));
        },
      });
      return sendGiven(reply, given);
    },
  );

  app.patch(
    '/purchases/:purchase_id',
    operation(
      'Purchases',
      'updatePurchase',
      'Change a purchase',
      'giver',
      {
        description:
          'For the giver and admins; `thanked`, `giver_user_id`, `giver_email` and `external_id` are for admins. Only ' +
          'supplied fields change. If the purchase already has another user, `giver_user_id` is 409. If the giver has become ' +
          'a recipient, a higher quantity is 409.',
        params: PurchasePath,
        body: PurchasePatch,
        response: { 200: PurchaseResponse },
      },
      ['gifts'],
    ),
    async ({ caller, params, body }) => {
      const { thanked, giver_user_id, giver_email, external_id } = body;
      const read = async () => {
        const known = await callersPurchase(caller, params.purchase_id);
        if (giver_user_id !== undefined) {
          requireAdmin(caller);
          if ((known.giver_user_id ?? giver_user_id) !== giver_user_id) throw new ApiError('purchaseOfAnotherUser');
        }
        return known;
      };
      const known = thanked === undefined && giver_email === undefined ? null : await read();
      const isNewAddress = giver_email !== undefined && addressOrNull(giver_email) !== known?.giver_email;
      if (thanked !== undefined || external_id !== undefined || isNewAddress) requireAdmin(caller);
      const changed = await changes.change(caller, read, changeIn(body));
      return envelope(wholeView(changed), 'Purchase updated');
    },
  );

  app.delete(
    '/purchases/:purchase_id',
    operation(
      'Purchases',
      'deletePurchase',
      'Delete a purchase',
      'giver',
      {
        description: 'For the giver and admins. Others can then give the item again.',
        params: PurchasePath,
        response: { 204: { type: 'null', description: 'Deleted' } },
      },
      ['gifts'],
    ),
    async ({ caller, params }, reply) => {
      await changes.giveBack(await callersPurchase(caller, params.purchase_id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/purchases/reveal',
    {
      ...operation('Purchases', 'revealPurchases', 'Reveal the purchases of a registry', 'admin', {
        ...DESTRUCTIVE,
        description: 'For admins. The service does not call the host; an unknown registry has no purchases.',
        body: PurchasesReveal,
        response: { 200: Revealed },
      }),
      preHandler: async ({ body }) => void [namesSinceIn(body), dayBeganIn(body)],
    },
    async ({ caller, body }) => {
      const today = async () => todayIn(null);
      const reveal = {
        registryId: openedByAdmin(caller, body.registry_id),
        namesSince: namesSinceIn(body),
        today,
        dayBegan: dayBeganIn(body),
      };
      return { revealed: await promises.reveal(reveal) };
    },
  );

  app.post(
    '/purchases/uncount',
    operation('Purchases', 'uncountPurchases', 'Subtract pieces without a purchase', 'admin', {
      ...DESTRUCTIVE,
      description:
        'For admins. Subtracts `quantity` from the counter of an item, but only if at least this number of pieces ' +
        'belongs to no purchase, for instance after `PUT /items/{item_id}`. Purchases do not change.',
      body: PurchasesUncount,
      response: { 200: Uncounted },
    }),
    async ({ body: { item_id: itemId, quantity = 1 } }) => ({
      uncounted: (await promises.purchases.uncount(itemId, quantity)) ? quantity : 0,
    }),
  );

  app.post(
    '/purchases/erase',
    {
      ...operation('Purchases', 'erasePurchases', 'Erase givers and their messages', 'admin', {
        ...DESTRUCTIVE,
        description:
          'For admins. Send exactly one of `giver_email`, `giver_user_id` and `registry_id`; `before` needs `registry_id`. ' +
          'The purchases themselves remain, so that nobody buys a gift twice.',
        body: PurchasesErase,
        response: { 200: Erased },
      }),
      preHandler: async ({ body }) => void erasureIn(body),
    },
    async ({ body }) => ({ erased: await promises.erase(erasureIn(body), body.only === 'addresses') }),
  );

  /** Returns the purchases of a registry that the named reader sees. */
  async function seenOn(registryId: OpenedId, query: PurchasesQuery, buyer: Buyer | undefined): Promise<Purchase[]> {
    const reader = readerIn(registryId, query);
    const { registry_id: _, giver_email, giver_user_id, external_id, skip, limit } = query;
    const all = await promises.purchases.allOf(registryId, { giver_email, giver_user_id, external_id, buyer });
    return all
      .map((one) => viewOf(one, reader))
      .filter((one) => one !== null)
      .slice(skip, skip + limit);
  }

  /** Finds a purchase for the role `giver`. @throws {ApiError} 404 unless the caller is the giver or an admin */
  async function callersPurchase({ user }: Caller, id: string): Promise<StoredPurchase> {
    const purchase = await changes.find(id);
    if (!isTheirs(user, purchase)) throw new ApiError('purchaseNotFound');
    return purchase;
  }
}

/** Returns the buyer whom a query names: the address, and the user whose account has it. @throws {HostError} */
async function buyerIn({ host }: Caller, { buyer_email: named }: PurchasesQuery): Promise<Buyer | undefined> {
  return named === undefined ? undefined : { email: named, userId: await host.userWithAddress(named) };
}

/** Returns the time since which owners see givers; null if they do not. @throws {ApiError} 422 */
const namesSinceIn = ({ names_since: since }: PurchasesReveal): string | null =>
  since === undefined ? null : timeOf('names_since', since);

/** Returns the time at which the day of the reveal has begun; undefined for a reveal by hand. @throws {ApiError} 422 */
function dayBeganIn({ day_began: began }: PurchasesReveal): DayBegan | undefined {
  const time = began === undefined ? undefined : timeOf('day_began', began);
  return time === undefined ? undefined : async () => time;
}

/** @throws {ApiError} 422 if the body does not name exactly one person or registry, or contains an invalid time */
function erasureIn(body: PurchasesErase): Erasure {
  const { giver_email, giver_user_id, registry_id, before } = body;
  requireOneOf('body', body, ['giver_email', 'giver_user_id', 'registry_id']);
  requireTogether(body, 'before', 'registry_id');
  if (giver_email !== undefined) return { giver_email };
  if (giver_user_id !== undefined) return { giver_user_id };
  return { registry_id: registry_id ?? 0, before: before === undefined ? undefined : timeOf('before', before) };
}
