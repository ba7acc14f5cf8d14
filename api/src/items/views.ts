import { type Item, ItemPublicResponse, ItemResponse, ItemsPublicResponse, ItemsResponse } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import type { CreatedAnswer } from '../creations/store.ts';
import { writer } from '../http/answers.ts';

/*
 * The public schemas have no affiliate fields (rules: Admins see affiliate fields). These writers are for items that a
 * request changes; the database itself writes lists (see ListSql).
 */
const forAdmins = writer(ItemResponse);
const forOthers = writer(ItemPublicResponse);
const allForAdmins = writer(ItemsResponse);
const allForOthers = writer(ItemsPublicResponse);

/** Returns an item in its envelope. The reply's serializer omits fields that the viewer may not see. */
export function itemView(reply: FastifyReply, viewer: User, data: Item, message: string): ItemResponse {
  reply.type('application/json; charset=utf-8').serializer(viewer.isAdmin ? forAdmins : forOthers);
  return { success: true, data, message };
}

/**
 * Returns the entity tag of an item. It is weak, because gifts change `quantity_purchased`, but not `updated_at`. It
 * contains only values that the viewer sees.
 */
export const itemTag = ({ isAdmin }: User, { updated_at, quantity_purchased }: Item): string =>
  `W/"${updated_at}.${quantity_purchased}${isAdmin ? '.admin' : ''}"`;

/** Returns the answer to a request that has created an item; null if the registry was full. */
export function createdItem(viewer: User, [item]: readonly Item[]): CreatedAnswer | null {
  if (!item) return null;
  const write = viewer.isAdmin ? forAdmins : forOthers;
  return { location: `/items/${item.id}`, body: write({ success: true, data: item, message: 'Item created' }) };
}

/** Returns the answer to a request that has created several items of a registry; null if the registry was full. */
export function createdItems(viewer: User, registryId: number, data: readonly Item[]): CreatedAnswer | null {
  if (data.length === 0) return null;
  const write = viewer.isAdmin ? allForAdmins : allForOthers;
  return {
    location: `/registries/${registryId}/items`,
    body: write({ success: true, data, message: `${data.length} items created` }),
  };
}
