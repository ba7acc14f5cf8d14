import {
  type Item,
  ItemPublicResponse,
  ItemResponse,
  Items,
  ItemsPublic,
  ItemsPublicRemaining,
  ItemsRemaining,
} from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { User } from '../auth/user.ts';
import { writer } from '../http/writer.ts';

/*
 * The schema that writes an item decides what of it leaves the service: the public one knows no affiliate
 * fields (rules: Admins see affiliate fields).
 */
const admin = { envelope: writer(ItemResponse), list: writer(Items), listWithRemaining: writer(ItemsRemaining) };
const others = {
  envelope: writer(ItemPublicResponse),
  list: writer(ItemsPublic),
  listWithRemaining: writer(ItemsPublicRemaining),
};

/** An item of a list, where that says how many may still be given of each, or does not. */
export type ListedItem = Item & { quantity_remaining?: number };

const writersFor = (viewer: User) => (viewer.isAdmin ? admin : others);

/** Returns an item in its envelope, and lets the reply write it as the viewer may see it. */
export function itemView(reply: FastifyReply, viewer: User, data: Item, message: string): ItemResponse {
  writeWith(reply, writersFor(viewer).envelope);
  return { success: true, data, message };
}

/** Returns a list of items, and lets the reply write it as the viewer may see them. */
export function itemsView(reply: FastifyReply, viewer: User, items: ListedItem[]): ListedItem[] {
  writeWith(reply, listWriter(viewer, items));
  return items;
}

/** Returns a list of items as JSON, as the viewer may see them. */
export function itemsJson(viewer: User, items: ListedItem[]): string {
  return listWriter(viewer, items)(items);
}

function listWriter(viewer: User, items: ListedItem[]): (value: unknown) => string {
  const { list, listWithRemaining } = writersFor(viewer);
  return items[0]?.quantity_remaining === undefined ? list : listWithRemaining;
}

/** Sets what a reply writes with: the schema of its route says otherwise, but here it depends on who asks. */
function writeWith(reply: FastifyReply, write: (value: unknown) => string): void {
  reply.type('application/json; charset=utf-8').serializer(write);
}
