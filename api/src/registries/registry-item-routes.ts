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
import { ReceivedItems } from '../appearances/received.ts';
import type { OpenedId } from '../auth/opened.ts';
import { listTagHeader, notModified } from '../http/entity-tags.ts';
import { ApiError } from '../http/errors.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { Creations } from '../idempotency/creations.ts';
import type { ListView } from '../items/listed.ts';
import type { ItemLists } from '../items/lists.ts';
import { type ActiveItems, type ItemStore, type ItemVersions, versionsInOrder } from '../items/store.ts';
import { itemVersionsIn } from '../items/tags.ts';
import { isRecipientRole, type ReaderRole, showsNumbers } from '../promises/surprise.ts';
import { createdItem, createdItems } from './item-answers.ts';
import type { Registries } from './registries.ts';

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
    operation(
      'Registry items',
      'listRegistryItems',
      "List a registry's active items",
      'reader',
      {
        description: "In the owner's order. Returns all items at once.",
        params: RegistryPath,
        querystring: RegistryItemsQuery,
        response: { 200: { ...ItemsAnswer, headers: listTagHeader }, 304: notModified },
      },
      ['read'],
    ),
    async (request, reply) => {
      const { caller, query, headers } = request;
      const { deadline } = caller.host;
      const store = items.within(deadline);
      const viewOf = (role: ReaderRole): ListView => ({
        isAdmin: caller.user.isAdmin,
        remaining: query.include && (isRecipientRole(role) ? ReceivedItems.all : ReceivedItems.none),
      });
      // One read finds the ids and the versions, which take most of the time of a 304.
      let found: ItemVersions | undefined;
      const readVersions = async (id: OpenedId, role: ReaderRole): Promise<ActiveItems> => {
        const { isShared, ...read } = await store.versionsOf(id, viewOf(role));
        found = read;
        return isShared ? store.activeOn(id) : { ids: read.ids, shared: new Map() };
      };
      const isConditional = headers['if-none-match'] !== undefined;
      const registry = await registries.open(request, isConditional ? readVersions : undefined);
      const all = await registry.itemIds();
      const named =
        query.external_id === undefined ? null : await store.listedWithExternalId(registry.id, query.external_id);
      const ids = named ? all.filter((id) => named.includes(id)) : all;
      const isShared = (await registry.shared()).size > 0;
      const hidesOthers = !caller.user.isAdmin && !showsNumbers(registry.now);
      const view: ListView = {
        ...viewOf(registry.readerRole),
        showsHome: registry.seesHomes,
        place: hidesOthers ? { hidesOthers: async () => true, seesOrphans: registry.isAuthor } : undefined,
      };
      // Recipients of another list with an item must not learn how many pieces of it guests can still give.
      if (query.include) view.remaining = await registries.recipients.itemsOn(caller, registry);
      const source = items.inOrder(ids, view, deadline, registry.id, isShared);
      return lists.answer(reply, caller.user, source, ids.length, {
        versions: async () => {
          // The tag must depend only on numbers that the caller sees: otherwise, a guessed tag would reveal gifts.
          if (found && (isShared || hidesOthers || view.remaining?.extent === 'some'))
            found = await store.versionsOf(registry.id, view);
          return found ? versionsInOrder(found, ids) : [];
        },
      });
    },
  );

  app.post(
    '/registries/:id/items',
    {
      bodyLimit: MAX_ITEMS_BYTES,
      ...operation('Registry items', 'createRegistryItem', 'Add an item, or several, to a registry', 'editor', {
        description:
          `A registry holds at most ${MAX_ACTIVE_ITEMS} active items. ` +
          `The body is an item, or a list of up to ${MAX_ITEMS_AT_ONCE} items, which are all created or all refused. ` +
          'The errors of a list begin with the index of the item, for example `3.name`. ' +
          'The header `Registry-Sync: pending` means that the item is stored, but not yet in the list of the registry on the host.',
        params: RegistryPath,
        headers: CreationHeaders,
        body: ItemRegistryCreates,
        response: { 201: { ...NewItemsAnswer, headers: syncHeader } },
      }),
    },
    (request, reply) => {
      const { caller, params, body } = request;
      return creations.answer(request, reply, {
        mayRepeat: () => registries.open(request),
        create: async (creation) => {
          const answerTo = (made: readonly Item[]) =>
            Array.isArray(body) ? createdItems(caller.user, params.id, made) : createdItem(caller.user, made);
          const also = creation.alongside(answerTo);
          const { items, isSynced } = await registries.addItems(request, [body].flat(), also);
          if (!isSynced) sendPending(reply);
          const answer = answerTo(items);
          // `addItems` has thrown if there is none.
          if (!answer) throw new ApiError('registryFull');
          return answer;
        },
      });
    },
  );

  app.delete(
    '/registries/:id/items/:item_id',
    operation('Registry items', 'deleteRegistryItem', 'Delete an item of a registry', 'editor', {
      description: 'The item becomes inactive.',
      params: RegistryItemPath,
      headers: ItemChangeHeaders,
      response: { 204: { type: 'null', description: 'Deleted', headers: syncHeader } },
    }),
    async (request, reply) => {
      const versions = itemVersionsIn(request.headers['if-match']);
      const isSynced = await registries.removeItem(request, request.params.item_id, versions);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.put(
    APPEARANCE,
    operation('Registry items', 'addAppearance', 'Add an item of another registry to a list', 'editor', {
      description:
        `For owners and admins of both registries, which need the same author. An item appears on at most ` +
        `${MAX_APPEARANCES} other lists. It stays in its registry: a gift through one list counts on all. A ` +
        'repeated request changes nothing, but the service then learns the current surprise of both registries. ' +
        'With `move`, the item belongs to this list from now on, for instance before its registry is deleted.',
      params: RegistryItemPath,
      querystring: AppearanceQuery,
      response: { 204: { type: 'null', description: 'The item is on the list', headers: syncHeader } },
    }),
    async (request, reply) => {
      const moves = request.query.move !== undefined;
      const isSynced = await registries.appearances.add(request, request.params.item_id, moves);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    APPEARANCE,
    operation('Registry items', 'removeAppearance', 'Remove an item of another registry from a list', 'editor', {
      description: 'For owners and admins of both registries. Gifts stay with the item.',
      params: RegistryItemPath,
      response: { 204: { type: 'null', description: 'The item is not on the list', headers: syncHeader } },
    }),
    async (request, reply) => {
      const isSynced = await registries.appearances.remove(request, request.params.item_id);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );
}

/** The host's list does not match the items yet (rules: Success). */
function sendPending(reply: FastifyReply): void {
  reply.header('registry-sync', 'pending');
}
