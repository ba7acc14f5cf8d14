import { Affiliate, AffiliateUpdate, type Item, type ItemUpdate, RegistryItemPath } from '@largesse/contract';
import type { Caller } from '../../auth/authenticate.ts';
import { ApiError } from '../../http/errors.ts';
import type { Routes } from '../../http/routes.ts';
import type { ItemStore } from '../../items/store.ts';
import type { Registries } from '../registries.ts';

const PATH = '/registries/:id/items/:item_id/affiliate';

/** Adds the operations on affiliate links (rules: Items). */
export function affiliateRoutes(app: Routes, items: ItemStore, registries: Registries): void {
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
    async ({ caller, params: { id, item_id: itemId } }) => {
      await registries.open(caller, id, 'read');
      const item = await items.within(caller.host.deadline).find(itemId);
      return affiliateView(item?.registry_id === id ? item : null);
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
    async ({ caller, params, body }) => {
      const { affiliate_url, affiliate_status = 'active' } = body;
      return affiliateView(await change(caller, params, { affiliate_url, affiliate_status }));
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
    async ({ caller, params }, reply) => {
      affiliateView(await change(caller, params, { affiliate_url: null, affiliate_status: null }));
      return reply.code(204).send(null);
    },
  );

  async function change(
    caller: Caller,
    { id, item_id: itemId }: { id: number; item_id: number },
    affiliate: Pick<ItemUpdate, 'affiliate_url' | 'affiliate_status'>,
  ): Promise<Item | null> {
    await registries.open(caller, id, 'edit');
    return items.within(caller.host.deadline).update({ id: itemId, registryId: id }, affiliate);
  }
}

/** Returns the affiliate link of an item. @throws {ApiError} 404 if the item does not exist */
function affiliateView(item: Item | null): Affiliate {
  if (!item) throw new ApiError('itemNotFound');
  return { affiliate_url: item.affiliate_url, affiliate_status: item.affiliate_status };
}
