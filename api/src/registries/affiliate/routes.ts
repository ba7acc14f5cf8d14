import { Affiliate, AffiliateUpdate, type Item, RegistryItemPath } from '@largesse/contract';
import { ApiError } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import type { ItemStore } from '../../items/store.ts';
import { openRegistry } from '../access.ts';
import type { Projection } from '../projection.ts';

const PATH = '/registries/:id/items/:item_id/affiliate';

/** spec: Endpoints, Affiliate links. */
export function affiliateRoutes(app: Routes, items: ItemStore, projection: Projection): void {
  app.get(
    PATH,
    {
      schema: {
        tags: ['Affiliate links'],
        operationId: 'getAffiliate',
        summary: "Get an item's affiliate link",
        params: RegistryItemPath,
        response: { 200: Affiliate },
      },
    },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      projection.touch(request.caller, await openRegistry(request.caller, id, 'read'));
      const item = await items.within(request.caller.host.deadline).find(itemId);
      return affiliateOf(item?.registry_id === id ? item : null);
    },
  );

  app.put(
    PATH,
    {
      schema: {
        tags: ['Affiliate links'],
        operationId: 'setAffiliate',
        summary: "Set an item's affiliate link",
        params: RegistryItemPath,
        body: AffiliateUpdate,
        response: { 200: Affiliate },
      },
    },
    async (request) => {
      const { id, item_id: itemId } = request.params;
      projection.touch(request.caller, await openRegistry(request.caller, id, 'edit'));
      const { affiliate_url: url, affiliate_status: status = 'active' } = request.body;
      return affiliateOf(await items.within(request.caller.host.deadline).setAffiliate(id, itemId, { url, status }));
    },
  );

  app.delete(
    PATH,
    {
      schema: {
        tags: ['Affiliate links'],
        operationId: 'clearAffiliate',
        summary: "Clear an item's affiliate link",
        params: RegistryItemPath,
        response: { 204: { type: 'null', description: 'Cleared' } },
      },
    },
    async (request, reply) => {
      const { id, item_id: itemId } = request.params;
      projection.touch(request.caller, await openRegistry(request.caller, id, 'edit'));
      affiliateOf(
        await items.within(request.caller.host.deadline).setAffiliate(id, itemId, { url: null, status: null }),
      );
      return reply.code(204).send(null);
    },
  );
}

function affiliateOf(item: Item | null): Affiliate {
  if (!item) throw new ApiError('itemNotFound');
  return { affiliate_url: item.affiliate_url, affiliate_status: item.affiliate_status };
}
