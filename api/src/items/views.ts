import { type Item, ItemPublicResponse, ItemResponse, Items, ItemsPublic } from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import type { WrittenJson } from '../http/routes.ts';
import { writer } from '../http/writer.ts';

/*
 * The schema that writes an item decides what of it leaves the service: the public one knows no affiliate
 * fields (spec: Admin versus non-admin).
 */
const write = {
  admin: { envelope: writer(ItemResponse), list: writer(Items) },
  others: { envelope: writer(ItemPublicResponse), list: writer(ItemsPublic) },
};

/** The answer with one item in its envelope, as the viewer may see it: a handler returns it. */
export function itemAnswer(reply: FastifyReply, viewer: User, data: Item, message: string): WrittenJson {
  const json = (viewer.isAdmin ? write.admin : write.others).envelope({ success: true, data, message });
  return written(reply, json);
}

/** The answer with a list of items, as the viewer may see them: a handler returns it. */
export function itemsAnswer(reply: FastifyReply, viewer: User, items: Item[]): WrittenJson {
  return written(reply, itemsJson(viewer, items));
}

/** A list of items as JSON, as the viewer may see them. */
export function itemsJson(viewer: User, items: Item[]): string {
  return (viewer.isAdmin ? write.admin : write.others).list(items);
}

function written(reply: FastifyReply, json: string): WrittenJson {
  reply.type('application/json; charset=utf-8');
  return json as WrittenJson;
}
