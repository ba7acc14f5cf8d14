import {
  ItemAnswer,
  ItemCreate,
  ItemPath,
  ItemsAnswer,
  ItemsQuery,
  ItemUpdate,
  MAX_ACTIVE_ITEMS,
} from '@largesse/contract';
import type { Caller } from '../auth/authenticate.ts';
import { ApiError } from '../http/errors.ts';
import { type Routes, writesItsOwnJson } from '../http/routes.ts';
import type { ItemAccess } from './access.ts';
import { FarPages } from './far-pages.ts';
import type { ItemLists } from './lists.ts';
import { type ItemStore, MAX_SKIP } from './store.ts';
import { itemAnswer } from './views.ts';

/**
 * spec: Endpoints, Items.
 * @param access null where every authenticated user may use all items
 */
export function itemRoutes(app: Routes, store: ItemStore, lists: ItemLists, access: ItemAccess | null): void {
  const farPages = new FarPages();
  /** Where the host is asked first, what that took is not there any more. */
  const itemsFor = ({ host }: Caller): ItemStore => (access ? store.within(host.deadline) : store);

  app.get(
    '/items',
    {
      schema: {
        tags: ['Items'],
        operationId: 'listItems',
        summary: 'List active items',
        querystring: ItemsQuery,
        response: { 200: ItemsAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const { registry_id: registryId, ...query } = request.query;
      if (access) await access.list(caller, registryId);
      const selection = registryId ? { ...query, registryId } : query;
      const source = store.sourceOf(selection, access ? caller.host.deadline : undefined);
      const isFar = query.skip > MAX_SKIP && !query.ids;
      return lists.answer(reply, caller.user, isFar ? farPages.bounded(caller.user, source) : source, query.limit);
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
        response: { 200: ItemAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const item = await itemsFor(caller).find(request.params.item_id);
      if (!item) throw new ApiError('itemNotFound');
      if (access) await access.read(caller, item.registry_id, 'itemNotFound');
      return itemAnswer(reply, caller.user, item, 'Item found');
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
        body: ItemCreate,
        response: { 201: ItemAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const { registry_id: registryId, ...fields } = request.body;
      if (access) await access.write(caller, registryId, 'registryNotFound');
      const item = await itemsFor(caller).insert(registryId, fields);
      if (!item) throw new ApiError('registryFull');
      return itemAnswer(reply.code(201), caller.user, item, 'Item created');
    },
  );

  app.put(
    '/items/:item_id',
    {
      schema: {
        tags: ['Items'],
        operationId: 'updateItem',
        summary: 'Change an item',
        description:
          'Only supplied fields change. `is_active: true` brings a deleted item back, `is_active: false` deletes it.',
        params: ItemPath,
        body: ItemUpdate,
        response: { 200: ItemAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const id = request.params.item_id;
      const before =
        request.body.is_active === true ? await itemsFor(caller).findEvenInactive(id) : await itemsFor(caller).find(id);
      if (!before) throw new ApiError('itemNotFound');
      if (access) await access.write(caller, before.registry_id, 'itemNotFound');
      const bringsBack = request.body.is_active === true;
      const item = bringsBack
        ? await itemsFor(caller).bringBack(id, before.registry_id, request.body)
        : await itemsFor(caller).update(id, request.body);
      if (!item) throw new ApiError(bringsBack ? 'registryFull' : 'itemNotFound');
      return itemAnswer(reply, caller.user, item, 'Item updated');
    },
  );

  app.delete(
    '/items/:item_id',
    {
      schema: {
        tags: ['Items'],
        operationId: 'deleteItem',
        summary: 'Delete an item',
        description: 'The item becomes inactive and is answered once more.',
        params: ItemPath,
        response: { 200: ItemAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const id = request.params.item_id;
      const before = await itemsFor(caller).find(id);
      if (!before) throw new ApiError('itemNotFound');
      if (access) await access.write(caller, before.registry_id, 'itemNotFound');
      const item = await itemsFor(caller).deactivate(id);
      if (!item) throw new ApiError('itemNotFound');
      return itemAnswer(reply, caller.user, item, 'Item deleted');
    },
  );
}
