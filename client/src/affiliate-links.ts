import type { Request } from './transport.ts';
import type { Affiliate, AffiliateUpdate } from './types.ts';

/** The operations on the affiliate link of an item. */
export interface AffiliateCalls {
  getAffiliate(registryId: number, itemId: number): Promise<Affiliate | null>;
  setAffiliate(registryId: number, itemId: number, fields: AffiliateUpdate): Promise<Affiliate | null>;
  clearAffiliate(registryId: number, itemId: number): Promise<null>;
}

export const affiliateCalls = (request: Request): AffiliateCalls => ({
  getAffiliate: (registryId, itemId) => request('GET', path(registryId, itemId)),
  setAffiliate: (registryId, itemId, body) => request('PUT', path(registryId, itemId), { body }),
  clearAffiliate: (registryId, itemId) => request('DELETE', path(registryId, itemId)),
});

const path = (registryId: number, itemId: number) => ['registries', registryId, 'items', itemId, 'affiliate'];
