import {
  type Purchase,
  PurchasePutHeaders,
  PurchaseResponse,
  Purchases,
  PurchaseThanks,
  RegistryPath,
  RegistryPurchasePath,
  RegistryPurchasePut,
  Revealed,
} from '@largesse/contract';
import type { Caller } from '../../auth/authenticate.ts';
import { ApiError } from '../../http/errors.ts';
import type { AnswerTurns } from '../../http/load/answer-turns.ts';
import type { Routes } from '../../http/routes.ts';
import { giftIn, OUTCOMES, type PurchaseChanges } from '../../purchases/giving.ts';
import { ALWAYS, type PurchaseStore, type StoredPurchase } from '../../purchases/store.ts';
import { isSecretNow, isStillSecret, showsNames } from '../../purchases/surprise.ts';
import { envelope, isTheirs, viewWithoutAddress, wholeView } from '../../purchases/views.ts';
import { timeAfter } from '../../times.ts';
import type { ReadRegistry, Registries } from '../registries.ts';

const PATH = '/registries/:id/purchases';

/** Adds the operations on the purchases of a registry (rules: Purchases). */
export function registryPurchaseRoutes(
  app: Routes,
  purchases: PurchaseStore,
  givings: PurchaseChanges,
  registries: Registries,
  turns: AnswerTurns,
): void {
  app.get(
    PATH,
    {
      schema: {
        tags: ['Registry purchases'],
        operationId: 'listRegistryPurchases',
        summary: "List a registry's purchases",
        description:
          'Sorted by item in the order of the registry, inactive items last, and then by time. Returns all purchases ' +
          'at once. Admins and keepers see all purchases. Owners and co-owners do not see secret purchases. Invitees ' +
          'see only their own.',
        params: RegistryPath,
        response: { 200: Purchases },
      },
    },
    async ({ caller, params }) => {
      const registry = await registries.open(caller, params.id, 'read');
      const places = new Map((await registry.itemIds()).map((id, place) => [id, place]));
      const place = ({ itemId }: StoredPurchase): number => places.get(itemId) ?? places.size + itemId;
      return turns.build('whole', async () => {
        const all = await purchases.within(caller.host.deadline).allOf(params.id);
        const visible = all.filter((purchase) => isVisible(caller, registry, purchase));
        // The store returns purchases sorted by creation. Sorting is stable, so the purchases of one item stay in this
        // order.
        return visible.sort((one, other) => place(one) - place(other)).map((one) => viewFor(caller, registry, one));
      });
    },
  );

  app.put(
    `${PATH}/:purchase_id`,
    {
      schema: {
        tags: ['Registry purchases'],
        operationId: 'putRegistryPurchase',
        summary: 'Give an item of a registry',
        description:
          'A guest or a keeper gives the item; an owner records that they already have the item. The body is the ' +
          'whole purchase: missing fields get their defaults. A second request with the same id changes the purchase.',
        params: RegistryPurchasePath,
        headers: PurchasePutHeaders,
        body: RegistryPurchasePut,
        response: { 200: PurchaseResponse, 201: PurchaseResponse },
      },
    },
    async ({ caller, params, headers, body }, reply) => {
      const registry = await registries.open(caller, params.id, 'read');
      const { user } = caller;
      const { purchase, outcome } = await givings.within(caller.host.deadline).give({
        id: params.purchase_id,
        itemId: body.item_id,
        registryId: params.id,
        isNew: headers['if-none-match'] === '*',
        mayChange: (found) => isTheirs(user, found),
        mayTakeMore: () => user.isAdmin || !registry.isRecipient,
        settled: {
          isOwner: registry.isRecipient,
          isSecret: !registry.isRecipient && isSecretNow(registry.now),
          revealedAt: registry.now.isRevealDay ? timeAfter() : null,
        },
        gift: (before) => ({
          ...giftIn(body),
          giverUserId: before ? before.giverUserId : user.id,
          giverEmail: before ? before.giverEmail : null,
        }),
      });
      const { status, message } = OUTCOMES[outcome];
      if (outcome === 'made') reply.header('location', `/purchases/${purchase.id}`);
      return reply.code(status).send(envelope(wholeView(purchase), message));
    },
  );

  app.patch(
    `${PATH}/:purchase_id`,
    {
      schema: {
        tags: ['Registry purchases'],
        operationId: 'thankForPurchase',
        summary: 'Record whether a giver was thanked',
        params: RegistryPurchasePath,
        body: PurchaseThanks,
        response: { 200: PurchaseResponse },
      },
    },
    async ({ caller, params, body }) => {
      const registry = await registries.open(caller, params.id, 'edit');
      const read = () => ofRegistry(caller, registry, params.purchase_id);
      const purchase = await givings.within(caller.host.deadline).change(read, { thanked: body.thanked });
      return envelope(viewFor(caller, registry, purchase), 'Purchase updated');
    },
  );

  app.delete(
    `${PATH}/:purchase_id`,
    {
      schema: {
        tags: ['Registry purchases'],
        operationId: 'deleteRegistryPurchase',
        summary: 'Remove a purchase from a registry',
        description:
          'For owners, co-owners, admins and keepers; givers use `/purchases`. A keeper who is not an owner cannot ' +
          'remove purchases with `is_owner`. If someone removes the gift of another person, the site mails the giver.',
        params: RegistryPurchasePath,
        response: { 204: { type: 'null', description: 'Removed' } },
      },
    },
    async ({ caller, params }, reply) => {
      const registry = await registries.open(caller, params.id, 'free');
      const purchase = await ofRegistry(caller, registry, params.purchase_id);
      if (purchase.isOwner && !registry.isEditable) throw new ApiError('notAllowed');
      // Tells the plugin before the deletion: the plugin mails the giver, and must still be able to read the purchase.
      const isAnothers = !purchase.isOwner && purchase.giverUserId !== caller.user.id;
      if (isAnothers && registry.hasPlugin) await caller.host.announceRelease(registry.id, purchase.id);
      await givings.within(caller.host.deadline).giveBack(purchase);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${PATH}/reveal`,
    {
      schema: {
        tags: ['Registry purchases'],
        operationId: 'revealRegistryPurchases',
        summary: "Reveal a registry's purchases",
        description:
          'Shows the owners all secret purchases and their givers. Later purchases are secret again until the day of ' +
          'the reveal.',
        params: RegistryPath,
        response: { 200: Revealed },
      },
    },
    async ({ caller, params }) => {
      const { now } = await registries.open(caller, params.id, 'edit');
      const namesSince = now.surprise === 'names' || now.isRevealDay ? ALWAYS : null;
      return { revealed: await purchases.within(caller.host.deadline).reveal(params.id, namesSince) };
    },
  );

  /**
   * Returns a purchase.
   * @throws {ApiError} 404 if the purchase belongs to another registry, or if the caller must not see the purchase
   */
  async function ofRegistry(caller: Caller, registry: ReadRegistry, id: string): Promise<StoredPurchase> {
    const purchase = await givings.within(caller.host.deadline).find(id);
    if (purchase.registryId !== registry.id || !isVisible(caller, registry, purchase))
      throw new ApiError('purchaseNotFound');
    return purchase;
  }
}

/**
 * Returns whether the caller may see that a purchase exists (rules: Surprise). The caller must have read access to the
 * registry.
 */
function isVisible({ user }: Caller, { giftsSeen }: ReadRegistry, purchase: StoredPurchase): boolean {
  if (isTheirs(user, purchase) || giftsSeen === 'all') return true;
  return giftsSeen === 'open' && !isStillSecret(purchase);
}

/** Returns a visible purchase without the fields that the caller must not see. */
function viewFor({ user }: Caller, { giftsSeen, now }: ReadRegistry, purchase: StoredPurchase): Purchase {
  if (isTheirs(user, purchase)) return wholeView(purchase);
  return viewWithoutAddress(purchase, giftsSeen === 'all' || showsNames(now, purchase.revealedAt));
}
