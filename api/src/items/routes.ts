import {
  CreationHeaders,
  type Item,
  ItemAnswer,
  ItemChangeHeaders,
  ItemChangeQuery,
  ItemCreate,
  ItemPath,
  ItemsAnswer,
  ItemsQuery,
  ItemUpdate,
  MAX_ACTIVE_ITEMS,
} from '@largesse/contract';
import type { AppearanceStore } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { requireAdmin } from '../auth/user.ts';
import type { Creations } from '../creations/creations.ts';
import { isHostFailure } from '../host/errors.ts';
import { isKnown, linkNextPage, listTagHeader, nextPageHeader, notModified, tagHeader } from '../http/answers.ts';
import { ApiError } from '../http/errors.ts';
import type { Routes } from '../http/routes.ts';
import type { Settings } from '../settings.ts';
import { changeItem, type ItemAccess, type ItemChange } from './change.ts';
import type { ListView } from './listed.ts';
import { DeepPageLimit, type ItemLists } from './lists.ts';
import { type ItemStore, MAX_SKIP } from './store.ts';
import { createdItem, itemTag, itemView } from './views.ts';

const accessHeader = {
  'Items-Access': { type: 'string', description: 'The setting `ITEMS_ACCESS`, or `undecided`; only for admins' },
};

/**
 * Adds the operations on items of all registries (rules: Item routes).
 * @param appearances lists on which items appear: their guests may read the items, too
 * @param chosen value of the setting ITEMS_ACCESS. Admins find this value in the header `Items-Access` of each
 * response with a list.
 * @param ofRegistry access rules of the item's registry, for ITEMS_ACCESS=registry
 */
export function itemRoutes(
  app: Routes,
  store: ItemStore,
  lists: ItemLists,
  creations: Creations,
  chosen: Settings['itemsAccess'],
  ofRegistry: ItemAccess,
  appearances: AppearanceStore,
): void {
  const access = chosen === 'registry' ? ofRegistry : null;
  const farPages = new DeepPageLimit();
  /**
   * Returns the store of items. With access rules, a request first asks the host for the registry. The database then
   * gets only the rest of the request's time.
   */
  const itemsFor = ({ host }: Caller): ItemStore => (access ? store.within(host.deadline) : store);

  /**
   * Returns an item for a reader of its registry. A reader of another list on which the item appears gets that list's id
   * (rules: Appearances).
   * @throws {ApiError} as for the registry, if the caller may read none of the lists
   */
  const asReader = async (reading: ItemAccess, caller: Caller, item: Item): Promise<Item> => {
    try {
      await reading.read(caller, item.registry_id, 'itemNotFound');
      return item;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      for (const { registryId } of await appearances.within(caller.host.deadline).listsOf(item.id)) {
        const isReader = await reading.read(caller, registryId, 'itemNotFound').then(
          () => true,
          () => false,
        );
        if (isReader) return { ...item, registry_id: registryId };
      }
      throw error;
    }
  };

  app.get(
    '/items',
    {
      schema: {
        tags: ['Items'],
        operationId: 'listItems',
        summary: 'List active items',
        querystring: ItemsQuery,
        response: {
          200: { ...ItemsAnswer, headers: { ...nextPageHeader, ...accessHeader, ...listTagHeader } },
          304: { ...notModified, headers: { ...accessHeader, ...tagHeader } },
        },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const { registry_id: registryId, include, ...query } = request.query;
      if (include) requireAdmin(caller);
      if (access) await access.list(caller, registryId);
      if (caller.user.isAdmin) reply.header('items-access', chosen);
      const selection = registryId ? { ...query, registryId } : query;
      const view: ListView = { isAdmin: caller.user.isAdmin, remaining: include && 'toGuests' };
      const isFar = query.skip > MAX_SKIP && !query.ids;
      const sourceOf = (shown: ListView) => {
        const source = store.sourceOf(selection, shown, access ? caller.host.deadline : undefined);
        return isFar ? farPages.bounded(caller.user, source) : source;
      };
      // If the query names ids, all items are read at once.
      const limit = query.ids ? Math.min(query.limit, query.ids.length) : query.limit;
      const linkNext = () => linkNextPage(reply, { skip: query.skip + query.limit });
      return lists.answer(reply, caller.user, sourceOf(view), limit, {
        versions: async () => (await sourceOf({ ...view, isVersion: true })(null, limit)).versions,
        onFull: query.ids ? undefined : linkNext,
      });
    },
  );

  app.get(
    '/items/:item_id',
    {
      schema: {
        tags: ['Items'],
        operationId: 'getItem',
        summary: 'Get an active item',
        params: ItemPath,
        response: { 200: { ...ItemAnswer, headers: tagHeader }, 304: notModified },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const item = await itemsFor(caller).find(request.params.item_id);
      if (!item) throw new ApiError('itemNotFound');
      const shown = access ? await asReader(access, caller, item) : item;
      if (isKnown(reply, itemTag(caller.user, item))) return reply.send();
      return itemView(reply, caller.user, shown, 'Item found');
    },
  );

  app.post(
    '/items',
    {
      schema: {
        tags: ['Items'],
        operationId: 'createItem',
        summary: 'Create an item',
        description: `A registry holds at most ${MAX_ACTIVE_ITEMS} active items.`,
        headers: CreationHeaders,
        body: ItemCreate,
        response: { 201: ItemAnswer },
      },
    },
    (request, reply) =>
      creations.answer(request, reply, async (creation) => {
        const { caller } = request;
        const { registry_id: registryId, ...fields } = request.body;
        if (access) await access.write(caller, registryId, 'registryNotFound');
        const answerTo = (items: readonly Item[]) => createdItem(caller.user, items);
        const item = await itemsFor(caller).insert(registryId, fields, creation.alongside(answerTo));
        const answer = answerTo(item ? [item] : []);
        if (!answer) throw new ApiError('registryFull');
        return answer;
      }),
  );

  app.put(
    '/items/:item_id',
    {
      schema: {
        tags: ['Items'],
        operationId: 'updateItem',
        summary: 'Change an item',
        description: 'Only supplied fields change. `is_active: false` deletes an item, `is_active: true` restores it.',
        params: ItemPath,
        querystring: ItemChangeQuery,
        headers: ItemChangeHeaders,
        body: ItemUpdate,
        response: { 200: ItemAnswer },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const item = await changeItem(
        request,
        itemsFor(caller),
        access,
        body.is_active === true ? bringBack(body) : update(body),
      );
      return itemView(reply, caller.user, item, 'Item updated');
    },
  );

  app.delete(
    '/items/:item_id',
    {
      schema: {
        tags: ['Items'],
        operationId: 'deleteItem',
        summary: 'Delete an item',
        description: 'The item becomes inactive. The answer contains the inactive item.',
        params: ItemPath,
        querystring: ItemChangeQuery,
        headers: ItemChangeHeaders,
        response: { 200: ItemAnswer },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const item = await changeItem(request, itemsFor(caller), access, DEACTIVATE);
      return itemView(reply, caller.user, item, 'Item deleted');
    },
  );
}

/** Returns whether an error says that the caller may not read a registry, or that it is missing. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof ApiError && (error.status === 403 || error.status === 404)) || isHostFailure(error, 'forbidden');

const update = (fields: ItemUpdate): ItemChange => ({
  find: (items, id) => items.find(id),
  write: (items, target) => items.update(target, fields),
});

const bringBack = (fields: ItemUpdate): ItemChange => ({
  find: (items, id) => items.findEvenInactive(id),
  write: (items, target) => items.bringBack(target, fields),
});

const DEACTIVATE: ItemChange = {
  find: (items, id) => items.find(id),
  write: (items, target) => items.deactivate(target),
};
