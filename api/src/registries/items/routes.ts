import {
  AppearanceQuery,
  CreationHeaders,
  type Item,
  ItemChangeHeaders,
  ItemRegistryCreates,
  ItemsAnswer,
  MAX_ACTIVE_ITEMS,
  MAX_APPEARANCES,
  MAX_ITEMS_AT_ONCE,
  MAX_ITEMS_BYTES,
  NewItemsAnswer,
  RegistryItemPath,
  RegistryItemsQuery,
  RegistryPath,
} from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { Creations } from '../../creations/creations.ts';
import { listTagHeader, notModified } from '../../http/answers.ts';
import { ApiError } from '../../http/errors.ts';
import { versionsIn } from '../../http/input.ts';
import type { Routes } from '../../http/routes.ts';
import type { ListView } from '../../items/listed.ts';
import type { ItemLists } from '../../items/lists.ts';
import { type ActiveItems, type ItemStore, type Versions, versionsInOrder } from '../../items/store.ts';
import { createdItem, createdItems } from '../../items/views.ts';
import type { GiftsSeen, Registries } from '../registries.ts';

/** OpenAPI description of `Registry-Sync`. */
const syncHeader = {
  'Registry-Sync': {
    type: 'string',
    enum: ['pending'],
    description: 'The item is stored, but the list of the registry on the host is not updated yet',
  },
};

const APPEARANCE = '/registries/:id/appearances/:item_id';

/** Adds the operations on the items of a registry (rules: Items), and on their other lists (rules: Appearances). */
export function registryItemRoutes(
  app: Routes,
  items: ItemStore,
  lists: ItemLists,
  registries: Registries,
  creations: Creations,
): void {
  app.get(
    '/registries/:id/items',
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'listRegistryItems',
        summary: "List a registry's active items",
        description: "In the owner's order. Returns all items at once.",
        params: RegistryPath,
        querystring: RegistryItemsQuery,
        response: { 200: { ...ItemsAnswer, headers: listTagHeader }, 304: notModified },
      },
    },
    async ({ caller, params, query, headers }, reply) => {
      const { deadline } = caller.host;
      const store = items.within(deadline);
      const viewOf = (giftsSeen: GiftsSeen): ListView => ({
        isAdmin: caller.user.isAdmin,
        remaining: query.include && (giftsSeen === 'open' ? 'toOwner' : 'toGuests'),
      });
      // One read finds the ids and the versions, which take most of the time of a 304.
      let found: Versions | undefined;
      const readVersions = async (giftsSeen: GiftsSeen): Promise<ActiveItems> => {
        const { isShared, ...read } = await store.versionsOf(params.id, viewOf(giftsSeen));
        found = read;
        return isShared ? store.activeOn(params.id) : { ids: read.ids, shared: new Map() };
      };
      const isConditional = headers['if-none-match'] !== undefined;
      const registry = await registries.open(caller, params.id, 'read', isConditional ? readVersions : undefined);
      const ids = await registry.itemIds();
      const isShared = (await registry.shared()).size > 0;
      const view: ListView = { ...viewOf(registry.giftsSeen), showsHome: registry.seesHomes };
      // Recipients of another list with an item must not learn how many pieces guests can still give.
      if (isShared && query.include && (await registries.receivedElsewhere(caller, registry)).size > 0)
        view.remaining = 'toOwner';
      const source = items.inOrder(ids, view, deadline, params.id, isShared);
      return lists.answer(reply, caller.user, source, ids.length, {
        versions: async () => {
          if (found && isShared) found = await store.versionsOf(params.id, view);
          return found ? versionsInOrder(found, ids) : [];
        },
      });
    },
  );

  app.post(
    '/registries/:id/items',
    {
      bodyLimit: MAX_ITEMS_BYTES,
      schema: {
        tags: ['Registry items'],
        operationId: 'createRegistryItem',
        summary: 'Add an item, or several, to a registry',
        description:
          `A registry holds at most ${MAX_ACTIVE_ITEMS} active items. ` +
          `The body is an item, or a list of up to ${MAX_ITEMS_AT_ONCE} items, which are all created or all refused. ` +
          'The errors of a list begin with the index of the item, for example `3.name`. ' +
          'The header `Registry-Sync: pending` means that the item is stored, but not yet in the list of the registry on the host.',
        params: RegistryPath,
        headers: CreationHeaders,
        body: ItemRegistryCreates,
        response: { 201: { ...NewItemsAnswer, headers: syncHeader } },
      },
    },
    (request, reply) =>
      creations.answer(request, reply, async (creation) => {
        const { caller, params, body } = request;
        const answerTo = (made: readonly Item[]) =>
          Array.isArray(body) ? createdItems(caller.user, params.id, made) : createdItem(caller.user, made);
        const also = creation.alongside(answerTo);
        const { items, isSynced } = await registries.addItems(caller, params.id, [body].flat(), also);
        if (!isSynced) sendPending(reply);
        const answer = answerTo(items);
        if (!answer) throw new ApiError('registryFull');
        return answer;
      }),
  );

  app.delete(
    '/registries/:id/items/:item_id',
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'deleteRegistryItem',
        summary: 'Delete an item of a registry',
        description: 'The item becomes inactive.',
        params: RegistryItemPath,
        headers: ItemChangeHeaders,
        response: { 204: { type: 'null', description: 'Deleted', headers: syncHeader } },
      },
    },
    async ({ caller, params, headers }, reply) => {
      const versions = versionsIn(headers['if-match']);
      const { isSynced } = await registries.removeItem(caller, params.id, params.item_id, versions);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.put(
    APPEARANCE,
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'addAppearance',
        summary: 'Add an item of another registry to a list',
        description:
          `For owners and admins of both registries, which need the same author. An item appears on at most ` +
          `${MAX_APPEARANCES} other lists. It stays in its registry: a gift through one list counts on all. A ` +
          'repeated request changes nothing, but the service then learns the current surprise of both registries. ' +
          'With `move`, the item belongs to this list from now on, for instance before its registry is deleted.',
        params: RegistryItemPath,
        querystring: AppearanceQuery,
        response: { 204: { type: 'null', description: 'The item is on the list', headers: syncHeader } },
      },
    },
    async ({ caller, params, query }, reply) => {
      const moves = query.move !== undefined;
      const isSynced = await registries.addAppearance(caller, params.id, params.item_id, moves);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    APPEARANCE,
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'removeAppearance',
        summary: 'Remove an item of another registry from a list',
        description: 'For owners and admins of both registries. Gifts stay with the item.',
        params: RegistryItemPath,
        response: { 204: { type: 'null', description: 'The item is not on the list', headers: syncHeader } },
      },
    },
    async ({ caller, params }, reply) => {
      const isSynced = await registries.removeAppearance(caller, params.id, params.item_id);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );
}

/** Sets the header `Registry-Sync`, which says that the host's list does not match the items yet (rules: Success). */
function sendPending(reply: FastifyReply): void {
  reply.header('registry-sync', 'pending');
}
