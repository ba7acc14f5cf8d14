import { randomUUID } from 'node:crypto';
import type { SiteWithApi } from '../api/site-with-api.ts';

/** What an administrator is told of a gift. */
export interface StoredGift {
  id: string;
  item_id: number;
  registry_id: number;
  quantity: number;
  is_secret: boolean;
  giver_user_id: number | null;
  giver_name: string | null;
  giver_email: string | null;
  message: string | null;
  created_at: string;
}

/** Gives an item as the site's pages do, and returns the id of the gift. */
export async function give(system: SiteWithApi, itemId: number, fields: object = {}): Promise<string> {
  const id = randomUUID();
  const { status, body } = await system.request('admin', 'PUT', `/purchases/${id}`, {
    body: { item_id: itemId, secret: false, ...fields },
  });
  if (status !== 201) throw new Error(`Not given: ${JSON.stringify(body)}`);
  return id;
}

/** Returns a gift as the service has it. */
export async function storedGift(system: SiteWithApi, id: string): Promise<StoredGift> {
  const { status, body } = await system.request<{ data: StoredGift }>('admin', 'GET', `/purchases/${id}`);
  if (status !== 200) throw new Error(`No gift: ${JSON.stringify(body)}`);
  return body.data;
}
