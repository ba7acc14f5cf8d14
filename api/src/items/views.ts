import { type Item, ItemPublicResponse, ItemResponse, Items, ItemsPublic } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { writer } from '../http/writer.ts';

/*
 * The schema that writes an item decides what of it leaves the service: the public one knows no affiliate
 * fields (spec: Admin versus non-admin).
 */
const write = {
  admin: { envelope: writer(ItemResponse), list: writer(Items) },
  others: { envelope: writer(ItemPublicResponse), list: writer(ItemsPublic) },
};

/** Answers one item in its envelope, as the viewer may see it. */
export function sendItem(reply: FastifyReply, viewer: User, data: Item, message: string): FastifyReply {
  const json = (viewer.isAdmin ? write.admin : write.others).envelope({ success: true, data, message });
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Answers a list of items, as the viewer may see them. */
export function sendItems(reply: FastifyReply, viewer: User, items: Item[]): FastifyReply {
  const json = (viewer.isAdmin ? write.admin : write.others).list(items);
  return reply.type('application/json; charset=utf-8').send(json);
}
