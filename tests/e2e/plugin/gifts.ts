import { randomUUID } from 'node:crypto';
import type { Purchase } from '../../../contract/purchases.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';

/** Creates a gift in the same way as the site's pages do. Returns its id. */
export async function give(system: SiteWithApi, itemId: number, fields: object = {}): Promise<string> {
  const id = randomUUID();
  const { status, body } = await system.request('admin', 'PUT', `/purchases/${id}`, {
    body: { item_id: itemId, secret: false, ...fields },
  });
  if (status !== 201) throw new Error(`Not given: ${JSON.stringify(body)}`);
  return id;
}

/** Creates a part of a gift in the same way as the site's pages do. Returns its id. */
export async function giveTogether(
  system: SiteWithApi,
  { registry, item, ...fields }: { registry: number; item: number; amount: number; giver_user_id: number },
): Promise<string> {
  const id = randomUUID();
  const { status, body } = await system.request('admin', 'PUT', `/registries/${registry}/shares/${id}`, {
    body: { item_id: item, secret: false, ...fields },
  });
  if (status !== 201) throw new Error(`Not given: ${JSON.stringify(body)}`);
  return id;
}

/** PHP function that takes a gift as the visitor's own, as if a check had found this. */
export const OWN_GIFT = `Closure::bind( static fn ( array $gift ) => new Largesse\\Promises\\Giving\\OwnGift( $gift ), null, Largesse\\Promises\\Giving\\OwnGift::class )`;

/** Reads a gift from the service. Returns null if the gift does not exist. */
export async function giftOf(system: SiteWithApi, id: string): Promise<Purchase | null> {
  const { status, body } = await system.request<{ data: Purchase }>('admin', 'GET', `/purchases/${id}`);
  return status === 404 ? null : body.data;
}

/** Reads a gift from the service. @throws if the gift does not exist */
export async function storedGift(system: SiteWithApi, id: string): Promise<Purchase> {
  const gift = await giftOf(system, id);
  if (!gift) throw new Error('No gift');
  return gift;
}
