import {
  ItemAnswer,
  ItemRegistryCreate,
  ItemsAnswer,
  MAX_ACTIVE_ITEMS,
  RegistryItemPath,
  RegistryPath,
} from '@largesse/contract';
import { ApiError } from '../../http/errors.ts';
import { type Routes, writesItsOwnJson } from '../../http/routes.ts';
import type { ItemLists } from '../../items/lists.ts';
import type { ItemStore } from '../../items/store.ts';
import { itemAnswer } from '../../items/views.ts';
import { openRegistry } from '../access.ts';
import type { Projection } from '../projection.ts';
import { syncHeader, tellSync } from './sync-header.ts';

/** spec: Endpoints, Registry items. */
export function registryItemRoutes(app: Routes, items: ItemStore, lists: ItemLists, projection: Projection): void {
  app.get(
    '/registries/:id/items',
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'listRegistryItems',
        summary: "List a registry's active items",
        description: "In the owner's order; not paginated.",
        params: RegistryPath,
        response: { 200: ItemsAnswer },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const registry = await openRegistry(caller, request.params.id, 'read');
      const ids = await projection.idsOf(caller, registry);
      return lists.answer(reply, caller.user, items.inOrder(ids, caller.host.deadline), ids.length);
    },
  );

  app.post(
    '/registries/:id/items',
    {
      schema: {
        tags: ['Registry items'],
        operationId: 'createRegistryItem',
        summary: 'Add an item to a registry',
        description:
          `A registry holds at most ${MAX_ACTIVE_ITEMS} active items. ` +
          'The header `Registry-Sync: pending` says that the item is kept, but its place in the list is not yet.',
        params: RegistryPath,
        body: ItemRegistryCreate,
        response: { 201: { ...ItemAnswer, headers: syncHeader } },
      },
      ...writesItsOwnJson,
    },
    async (request, reply) => {
      const { caller } = request;
      const registry = await openRegistry(caller, request.params.id, 'edit');
      const item = await items.within(caller.host.deadline).insert(registry.id, request.body);
      if (!item) throw new ApiError('registryFull');
      const outcome = await projection.sync(caller.host, registry);
      if (outcome === 'gone') {
        // The registry was deleted meanwhile, and its items with it: this one came too late.
        await items.deactivate(item.id);
        throw new ApiError('registryNotFound');
      }
      tellSync(reply, outcome);
      return itemAnswer(reply.code(201), caller.user, item, 'Item created');
    },
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
        response: { 204: { type: 'null', description: 'Deleted', headers: syncHeader } },
      },
    },
    async (request, reply) => {
      const { caller } = request;
      const registry = await openRegistry(caller, request.params.id, 'edit');
      const item = await items.within(caller.host.deadline).deactivateIn(registry.id, request.params.item_id);
      if (!item) throw new ApiError('itemNotFound');
      tellSync(reply, await projection.sync(caller.host, registry));
      return reply.code(204).send(null);
    },
  );
}
