import {
  Affiliate,
  AffiliateUpdate,
  type Item,
  ItemChangeHeaders,
  type ItemUpdate,
  RegistryItemPath,
} from '@largesse/contract';
import type { AppearanceStore } from '../appearances/store.ts';
import { ApiError } from '../http/errors.ts';
import { operation, type Routes } from '../http/operation.ts';
import { changeOne } from '../items/change.ts';
import type { ItemStore } from '../items/store.ts';
import { itemVersionsIn } from '../items/tags.ts';
import type { RegistryRequest } from './access.ts';
import type { Registries } from './registries.ts';

interface AffiliateRequest extends RegistryRequest {
  params: { id: number; item_id: number };
  headers: { 'if-match'?: string };
}

const PATH = '/registries/:id/items/:item_id/affiliate';

/** Adds the operations on affiliate links (rules: Items). */
export function affiliateRoutes(app: Routes, items: ItemStore, registries: Registries, lists: AppearanceStore): void {
  app.get(
    PATH,
    operation(
      'Affiliate links',
      'getAffiliate',
      "Get an item's affiliate link",
      'reader',
      {
        params: RegistryItemPath,
        response: { 200: Affiliate },
      },
      ['read'],
    ),
    async (request) => {
      await registries.open(request);
      const { caller, params } = request;
      const { id, item_id: itemId } = params;
      const item = await items.within(caller.host.deadline).find(itemId);
      const isOnList = item?.registry_id === id || (item !== null && (await lists.isOn(id, itemId)));
      return affiliateView(isOnList ? item : null);
    },
  );

  app.put(
    PATH,
    operation('Affiliate links', 'setAffiliate', "Set an item's affiliate link", 'editor', {
      params: RegistryItemPath,
      headers: ItemChangeHeaders,
      body: AffiliateUpdate,
      response: { 200: Affiliate },
    }),
    async (request) => {
      const { affiliate_url, affiliate_status = 'active' } = request.body;
      return affiliateView(await change(request, { affiliate_url, affiliate_status }));
    },
  );

  app.delete(
    PATH,
    operation('Affiliate links', 'clearAffiliate', "Clear an item's affiliate link", 'editor', {
      params: RegistryItemPath,
      headers: ItemChangeHeaders,
      response: { 204: { type: 'null', description: 'Cleared' } },
    }),
    async (request, reply) => {
      await change(request, { affiliate_url: null, affiliate_status: null });
      return reply.code(204).send(null);
    },
  );

  async function change(
    request: AffiliateRequest,
    affiliate: Pick<ItemUpdate, 'affiliate_url' | 'affiliate_status'>,
  ): Promise<Item> {
    await registries.open(request);
    const { caller, params, headers } = request;
    const { id, item_id: itemId } = params;
    const store = items.within(caller.host.deadline);
    const versions = itemVersionsIn(headers['if-match']);
    return changeOne(store, id, itemId, versions, (target) => store.update(target, affiliate));
  }
}

/** @throws {ApiError} 404 if the item does not exist */
function affiliateView(item: Item | null): Affiliate {
  if (!item) throw new ApiError('itemNotFound');
  return { affiliate_url: item.affiliate_url, affiliate_status: item.affiliate_status };
}
