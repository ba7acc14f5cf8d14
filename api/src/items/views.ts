import { type Item, ItemPublicResponse, ItemResponse } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { writer } from '../http/writer.ts';

/*
 * The schema determines which fields of an item callers get: the public schema has no affiliate fields (rules: Admins
 * see affiliate fields). The database itself writes lists: see ListSql.
 */
const forAdmins = writer(ItemResponse);
const forOthers = writer(ItemPublicResponse);

/** Returns an item in its envelope. The reply writes only the fields that the viewer may see. */
export function itemView(reply: FastifyReply, viewer: User, data: Item, message: string): ItemResponse {
  reply.type('application/json; charset=utf-8').serializer(viewer.isAdmin ? forAdmins : forOthers);
  return { success: true, data, message };
}
