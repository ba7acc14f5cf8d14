import {
  PurchasePutHeaders,
  PurchaseResponse,
  Purchases,
  PurchaseThanks,
  RegistryPath,
  RegistryPurchasePath,
  RegistryPurchasePut,
  Revealed,
} from '@largesse/contract';
import { type ListState, stateText } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { AnswerTurns } from '../http/answer-turns.ts';
import { ApiError } from '../http/errors.ts';
import { DESTRUCTIVE, operation, type Routes } from '../http/operation.ts';
import type { Promises } from '../promises/promises.ts';
import {
  envelope,
  giftIn,
  OF_RECIPIENT,
  type PurchaseChanges,
  type SettleByRule,
  type Settled,
  sendGiven,
  settledFor,
} from '../promises/purchase-changes.ts';
import type { StoredPurchase } from '../promises/purchases.ts';
import { levelsOf } from '../promises/reader.ts';
import { FROM_THE_BEGINNING } from '../promises/reveal.ts';
import { levelNow, listOf, type Reader, type SurpriseNow, seenBy, todayOf, viewOf } from '../promises/surprise.ts';
import { timeAfter } from '../times.ts';
import { readerOf } from './reader.ts';
import type { ReadRegistry, Registries } from './registries.ts';

const PATH = '/registries/:id/purchases';

/**
 * Adds the operations on the purchases of a registry, for its members (rules: Purchases). The site's visitors use those
 * in `promises/purchase-routes.ts`.
 */
export function registryPurchaseRoutes(
  app: Routes,
  promises: Promises,
  changes: PurchaseChanges,
  registries: Registries,
  turns: AnswerTurns,
): void {
  app.get(
    PATH,
    operation(
      'Registry purchases',
      'listRegistryPurchases',
      "List a registry's purchases",
      'reader',
      {
        description:
          'Sorted by item in the order of the registry, inactive items last, and then by time. Returns all purchases ' +
          'at once. Admins see all purchases. Keepers see the purchases through this registry, but not the secret ' +
          'purchases of items that they receive on another registry. Recipients see the purchases through this ' +
          'registry that are not secret, and their own. Invitees see only their own.',
        params: RegistryPath,
        response: { 200: Purchases },
      },
      ['read'],
    ),
    async (request) => {
      const { caller } = request;
      const registry = await registries.open(request);
      const reader = await readerOf(caller, registry, registries);
      const places = new Map((await registry.itemIds()).map((id, place) => [id, place]));
      const place = ({ item_id: itemId }: StoredPurchase): number => places.get(itemId) ?? places.size + itemId;
      return turns.build('whole', async () => {
        const all = await promises.within(caller.host.deadline).purchases.allOf(registry.id);
        // Sorting is stable, so the purchases of one item stay in the order of their creation.
        return all
          .map((one) => viewOf(one, reader))
          .filter((one) => one !== null)
          .sort((one, other) => place(one) - place(other));
      });
    },
  );

  app.put(
    `${PATH}/:purchase_id`,
    operation('Registry purchases', 'putRegistryPurchase', 'Give an item of a registry', 'reader', {
      description:
        'A guest or a keeper gives the item; a recipient records that they already have the item. The body is the ' +
        'whole purchase: missing fields get their defaults. A second request with the same id changes the purchase.',
      params: RegistryPurchasePath,
      headers: PurchasePutHeaders,
      body: RegistryPurchasePut,
      response: { 200: PurchaseResponse, 201: PurchaseResponse },
    }),
    async (request, reply) => {
      const { caller, params, headers, body } = request;
      const registry = await registries.open(request);
      const given = await changes.within(caller.host.deadline).give({
        caller,
        id: params.purchase_id,
        itemId: body.item_id,
        registryId: registry.id,
        isNew: headers['if-none-match'] === '*',
        gift: (before) => ({
          ...giftIn(body),
          giver_user_id: before ? before.giver_user_id : caller.user.id,
          giver_email: before ? before.giver_email : null,
        }),
        settle: async (lists) => {
          const { isRecipient, now } = registry;
          const others = await otherLists(promises, registry, lists);
          const item = { id: body.item_id, registry_id: registry.id };
          const isOfRecipient = isRecipient || (await registries.recipients.receives(caller, item, registry.id));
          return isOfRecipient
            ? { ...OF_RECIPIENT, ...revealedOn(now, others) }
            : settledOn(caller, registry.id, now, others);
        },
      });
      return sendGiven(reply, given, params.id);
    },
  );

  app.patch(
    `${PATH}/:purchase_id`,
    operation('Registry purchases', 'thankForPurchase', 'Record whether a giver was thanked', 'editor', {
      params: RegistryPurchasePath,
      body: PurchaseThanks,
      response: { 200: PurchaseResponse },
    }),
    async (request) => {
      const { caller, params, body } = request;
      const registry = await registries.open(request);
      const reader = await readerOf(caller, registry, registries);
      const read = () => ofRegistry(caller, reader, params.purchase_id, 'thanks');
      const purchase = await changes.within(caller.host.deadline).change(caller, read, { thanked: body.thanked });
      const seen = viewOf(purchase, reader);
      if (!seen) throw new ApiError('purchaseNotFound');
      return envelope(seen, 'Purchase updated');
    },
  );

  app.delete(
    `${PATH}/:purchase_id`,
    operation('Registry purchases', 'deleteRegistryPurchase', 'Remove a purchase from a registry', 'keeper', {
      description:
        'For owners, keepers and admins; givers use `/purchases`. A keeper who is not an owner cannot ' +
        'remove purchases with `is_owner`. If someone removes the gift of another person, the site mails the giver.',
      params: RegistryPurchasePath,
      response: { 204: { type: 'null', description: 'Removed' } },
    }),
    async (request, reply) => {
      const { caller, params } = request;
      const registry = await registries.open(request);
      const reader = await readerOf(caller, registry, registries);
      const purchase = await ofRegistry(caller, reader, params.purchase_id, 'release');
      // Tells the plugin before the deletion: the plugin mails the giver, and must still be able to read the purchase.
      const isAnothers = !purchase.is_owner && purchase.giver_user_id !== caller.user.id;
      if (isAnothers && registry.hasPlugin) await caller.host.announceRelease(registry.id, purchase.id);
      await changes.within(caller.host.deadline).giveBack(purchase);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${PATH}/reveal`,
    operation('Registry purchases', 'revealRegistryPurchases', "Reveal a registry's purchases", 'editor', {
      ...DESTRUCTIVE,
      description:
        'Shows the owners all secret purchases and their givers. Later purchases are secret again until the day of ' +
        'the reveal.',
      params: RegistryPath,
      response: { 200: Revealed },
    }),
    async (request) => {
      const { caller } = request;
      const { id, now } = await registries.open(request);
      const namesSince = now.surprise === 'names' || now.hasRevealDayCome ? FROM_THE_BEGINNING : null;
      const revealed = await promises
        .within(caller.host.deadline)
        .reveal({ registryId: id, namesSince, today: todayOf(caller.host) });
      return { revealed };
    },
  );

  /**
   * Returns a purchase that a reader of a registry may change.
   * @throws {ApiError} 404 if the reader must not see it, or it was made through another list; 403 without permission
   */
  async function ofRegistry(
    caller: Caller,
    reader: Reader,
    id: string,
    change: 'thanks' | 'release',
  ): Promise<StoredPurchase> {
    const purchase = await changes.within(caller.host.deadline).find(id);
    const isOnList =
      listOf(purchase) === reader.listId ||
      purchase.registry_id === reader.listId ||
      (await promises.appearances.isOn(reader.listId, purchase.item_id));
    const seen = seenBy(purchase, reader);
    if (!isOnList || !seen.state) throw new ApiError('purchaseNotFound');
    if (!seen[change]) throw new ApiError('notAllowed');
    return purchase;
  }
}

/** Settles visitors' gifts, for which the request does not say whether they are secret. */
export const settlingByRule =
  (promises: Promises, registries: Registries): SettleByRule =>
  async (caller, listId, lists) => {
    const registry = await registries.openForReader(caller, listId);
    return settledOn(caller, listId, registry.now, await otherLists(promises, registry, lists));
  };

/** Returns the lists of an item without a list that was just read, whose state is stored. */
async function otherLists(
  { appearances }: Promises,
  { id, state }: ReadRegistry,
  lists: readonly ListState[],
): Promise<ListState[]> {
  const known = lists.find((list) => list.registryId === id);
  if (known && stateText(known) !== stateText(state)) await appearances.note(state);
  return lists.filter((list) => list !== known);
}

/** Returns the fields of a guest's new gift that the list and the other lists of the item decide (rules: Surprise). */
const settledOn = async (
  caller: Caller,
  listId: number,
  now: SurpriseNow,
  others: readonly ListState[],
): Promise<Settled> => ({
  ...settledFor(await levelsOf(caller, others, levelNow(listId, now))),
  ...revealedOn(now, others),
});

/** After the day of the only list, there is nothing to reveal. */
const revealedOn = ({ hasRevealDayCome }: SurpriseNow, others: readonly ListState[]) => ({
  revealed_at: hasRevealDayCome && others.length === 0 ? timeAfter() : null,
});
