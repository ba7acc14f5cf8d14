import { type Item, ItemPublicResponse, ItemResponse, ItemsPublicResponse, ItemsResponse } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { writer } from '../http/json-writer.ts';
import type { CreatedAnswer } from '../idempotency/store.ts';

/**
 * Writers of items as JSON. Those for others omit the affiliate fields (rules: Admins see affiliate fields). Only the
 * database writes lists that are read (see ListSql).
 */
const forAdmins = writer(ItemResponse);
const forOthers = writer(ItemPublicResponse);
const allForAdmins = writer(ItemsResponse);
const allForOthers = writer(ItemsPublicResponse);

/** Returns the answer with an item. The reply omits the fields that the viewer may not see. */
export function itemView(reply: FastifyReply, viewer: User, data: Item, message: string): ItemResponse {
  reply.type('application/json; charset=utf-8').serializer(viewer.isAdmin ? forAdmins : forOthers);
  return { success: true, data, message };
}

/** Returns the answer to the creation of one item; null if there is no item. */
export function createdItem(viewer: User, [item]: readonly Item[]): CreatedAnswer | null {
  if (!item) return null;
  const write = viewer.isAdmin ? forAdmins : forOthers;
  return { location: `/items/${item.id}`, body: write({ success: true, data: item, message: 'Item created' }) };
}

/** Returns the answer to the creation of several items; null if there is none. */
export function createdItems(viewer: User, registryId: number, data: readonly Item[]): CreatedAnswer | null {
  if (data.length === 0) return null;
  const write = viewer.isAdmin ? allForAdmins : allForOthers;
  return {
    location: `/registries/${registryId}/items`,
    body: write({ success: true, data, message: `${data.length} items created` }),
  };
}
