import type { ExpectedVersion } from './registry-items.ts';
import type { Request } from './transport.ts';
import type { Affiliate, AffiliateUpdate } from './types.ts';

/** The operations on the affiliate link of an item. */
export interface AffiliateCalls {
  getAffiliate(registryId: number, itemId: number): Promise<Affiliate | null>;
  setAffiliate(
    registryId: number,
    itemId: number,
    fields: AffiliateUpdate,
    expected?: ExpectedVersion,
  ): Promise<Affiliate | null>;
  clearAffiliate(registryId: number, itemId: number, expected?: ExpectedVersion): Promise<null>;
}

export const affiliateCalls = (request: Request): AffiliateCalls => ({
  getAffiliate: (registryId, itemId) => request('GET', path(registryId, itemId)),
  setAffiliate: (registryId, itemId, body, { updated_at: version } = {}) =>
    request('PUT', path(registryId, itemId), { body, version }),
  clearAffiliate: (registryId, itemId, { updated_at: version } = {}) =>
    request('DELETE', path(registryId, itemId), { version }),
});

const path = (registryId: number, itemId: number) => ['registries', registryId, 'items', itemId, 'affiliate'];
