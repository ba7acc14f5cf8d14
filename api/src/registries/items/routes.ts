import {
  CreationHeaders,
  type Item,
  ItemChangeHeaders,
  ItemRegistryCreates,
  ItemsAnswer,
  MAX_ACTIVE_ITEMS,
  MAX_ITEMS_AT_ONCE,
  MAX_ITEMS_BYTES,
  NewItemsAnswer,
  RegistryItemPath,
  RegistryItemsQuery,
  RegistryPath,
} from '@largesse/contract';
import type { Creations } from '../../creations/creations.ts';
import { versionsIn } from '../../http/conditions.ts';
import { listTagHeader, notModified } from '../../http/entity-tags.ts';
import { ApiError } from '../../http/errors.ts';
import { locationHeader } from '../../http/location.ts';
import type { Routes } from '../../http/routes.ts';
import type { ListView } from '../../items/listed.ts';
import type { ItemLists } from '../../items/lists.ts';
import { type ActiveItems, type ItemStore, type Versions, versionsInOrder } from '../../items/store.ts';
import { createdItem, createdItems } from '../../items/views.ts';
import type { GiftsSeen, Registries } from '../registries.ts';
import { sendPending, syncHeader } from './sync-header.ts';

/** Adds the operations on the items of a registry (rules: Items). */
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
        response: { 201: { ...NewItemsAnswer, headers: { ...syncHeader, ...locationHeader } } },
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
}
