import type { ExpectedVersion } from './registry-items.ts';
import type { Request } from './transport.ts';
import type { Affiliate, AffiliateUpdate } from './types.ts';

const path = (registryId: number, itemId: number) => ['registries', registryId, 'items', itemId, 'affiliate'];

/** The operations on the affiliate link of an item. */
export const affiliateCalls = (request: Request) => ({
  getAffiliate: (registryId: number, itemId: number): Promise<Affiliate | null> =>
    request('GET', path(registryId, itemId)),
  setAffiliate: (
    registryId: number,
    itemId: number,
    fields: AffiliateUpdate,
    expected: ExpectedVersion = {},
  ): Promise<Affiliate | null> =>
    request('PUT', path(registryId, itemId), { body: fields, version: expected.updated_at }),
  clearAffiliate: (registryId: number, itemId: number, expected: ExpectedVersion = {}): Promise<null> =>
    request('DELETE', path(registryId, itemId), { version: expected.updated_at }),
});
