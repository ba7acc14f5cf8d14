import {
  AppearanceQuery,
  CreationHeaders,
  type Item,
  ItemAnswer,
  ItemChangeHeaders,
  ItemChangeQuery,
  ItemCreate,
  ItemPath,
  ItemPublicResponse,
  ItemRegistryCreates,
  ItemResponse,
  ItemSearchQuery,
  ItemSearchResult,
  ItemsAnswer,
  ItemsPublicResponse,
  ItemsQuery,
  ItemsResponse,
  ItemUpdate,
  MAX_ACTIVE_ITEMS,
  MAX_APPEARANCES,
  MAX_ITEMS_AT_ONCE,
  MAX_ITEMS_BYTES,
  NewItemsAnswer,
  RegistryItemPath,
  RegistryItemsQuery,
  RegistryPath,
  UNSET_STATUS,
} from '@largesse/contract';
import type { FastifyReply } from 'fastify';
import type { AppearanceStore } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { requireAdmin, type User } from '../auth/user.ts';
import type { Database } from '../database/database.ts';
import type { Found, Search } from '../database/search.ts';
import { isHostFailure } from '../host/errors.ts';
import { isKnown, listTagHeader, notModified, tagHeader } from '../http/entity-tags.ts';
import { ApiError } from '../http/errors.ts';
import { requireTogether } from '../http/input-rules.ts';
import { writer } from '../http/json-writer.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { Creations } from '../idempotency/creations.ts';
import type { CreatedAnswer } from '../idempotency/store.ts';
import { changeItem, type ItemAccess, type ItemChange, whyNotTaken } from '../items/change.ts';
import type { ListView } from '../items/listed.ts';
import { DeepPageLimit, type ItemLists } from '../items/lists.ts';
import { type ActiveItems, type ItemStore, MAX_SKIP, type Versions, versionsInOrder } from '../items/store.ts';
import { itemTag, itemVersionsIn } from '../items/tags.ts';
import { isRecipientRole, type ReaderRole, todayOf } from '../promises/surprise.ts';
import type { Settings } from '../settings.ts';
import type { Registries } from './registries.ts';

const accessHeader = {
  'Items-Access': { type: 'string', description: 'The setting `ITEMS_ACCESS`, or `undecided`; only for admins' },
  'Last-Backup': { type: 'string', description: 'Time of the last good backup, or `none`; only for admins' },
};

/** Parts of the service that the operations on items use. */
interface ItemParts {
  store: ItemStore;
  lists: ItemLists;
  creations: Creations;
  /** Value of ITEMS_ACCESS, which admins find in the header `Items-Access` of lists. */
  chosen: Settings['itemsAccess'];
  /**
   * Returns the time of the last good backup, which admins find in the header `Last-Backup`; null if the service knows
   * no folder of backups.
   */
  lastBackup: (() => Promise<Date | null>) | null;
  /** Access rules for ITEMS_ACCESS=registry. */
  ofRegistry: ItemAccess;
  /** Lists on which items appear: their guests may read the items, too. */
  appearances: AppearanceStore;
}

/** Adds the operations on items of all registries (rules: Item routes). */
export function itemRoutes(
  app: Routes,
  { store, lists, creations, chosen, lastBackup, ofRegistry, appearances }: ItemParts,
): void {
  const access = chosen === 'registry' ? ofRegistry : null;
  const farPages = new DeepPageLimit();
  /** With access rules, a request first asks the host. The database then gets only the rest of the request's time. */
  const itemsFor = ({ host }: Caller): ItemStore => (access ? store.within(host.deadline) : store);

  /**
   * Returns an item for a reader of its registry, or of another list on which it appears, with that list's id (rules:
   * Appearances).
   * @throws {ApiError} as for the registry, if the caller may read none of the lists
   */
  const asReader = async (reading: ItemAccess, caller: Caller, item: Item): Promise<Item> => {
    try {
      await reading.read(caller, item.registry_id, 'itemNotFound');
      return item;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      for (const { registryId } of await appearances.within(caller.host.deadline).listsOf(item.id)) {
        const isReader = await reading.read(caller, registryId, 'itemNotFound').then(
          () => true,
          () => false,
        );
        if (isReader) return { ...item, registry_id: registryId };
      }
      throw error;
    }
  };

  /** Returns those of some items, or of all, whose gifts the recipients of any of these lists receive. */
  const receivedOn = async (caller: Caller, listIds: readonly number[], ids?: readonly number[]): Promise<number[]> => {
    const received = await appearances.within(caller.host.deadline).itemsOn(listIds, todayOf(caller.host));
    return ids ? ids.filter((id) => received.has(id)) : [...received].sort((one, other) => one - other);
  };

  app.get(
    '/items',
    operation('Items', 'listItems', 'List active items', 'item-user', {
      querystring: ItemsQuery,
      response: {
        200: { ...ItemsAnswer, headers: { ...nextPageHeader, ...accessHeader, ...listTagHeader } },
        304: { ...notModified, headers: { ...accessHeader, ...tagHeader } },
      },
    }),
    async (request, reply) => {
      const { caller } = request;
      requireTogether(request.query, 'external_id', 'registry_id');
      const { registry_id: registryId, include, receives, external_id: externalId, ...page } = request.query;
      if (include || receives) requireAdmin(caller);
      if (access) await access.list(caller, registryId);
      if (caller.user.isAdmin) {
        reply.header('items-access', chosen);
        if (lastBackup) reply.header('last-backup', (await lastBackup())?.toISOString() ?? 'none');
      }
      const found =
        registryId === undefined || externalId === undefined
          ? page.ids
          : await itemsFor(caller).listedWithExternalId(registryId, externalId);
      const ids = receives ? await receivedOn(caller, receives, found) : found;
      const query = ids ? { ...page, ids } : page;
      const selection = registryId ? { ...query, registryId } : query;
      const view: ListView = { isAdmin: caller.user.isAdmin, remaining: include && 'toGuests' };
      const isFar = query.skip > MAX_SKIP && !query.ids;
      const sourceOf = (shown: ListView) => {
        const source = store.sourceOf(selection, shown, access || isFar ? caller.host.deadline : undefined);
        return isFar ? farPages.bounded(caller.user, source) : source;
      };
      const limit = query.ids ? Math.min(query.limit, query.ids.length) : query.limit;
      const linkNext = () => linkNextPage(reply, { skip: query.skip + query.limit });
      return lists.answer(reply, caller.user, sourceOf(view), limit, {
        versions: async () => (await sourceOf({ ...view, isVersion: true })(null, limit)).versions,
        onFull: query.ids ? undefined : linkNext,
      });
    },
  );

  app.get(
    '/items/:item_id',
    operation('Items', 'getItem', 'Get an active item', 'item-user', {
      params: ItemPath,
      response: { 200: { ...ItemAnswer, headers: tagHeader }, 304: notModified },
    }),
    async (request, reply) => {
      const { caller } = request;
      const item = await itemsFor(caller).find(request.params.item_id);
      if (!item) throw new ApiError('itemNotFound');
      const shown = access ? await asReader(access, caller, item) : item;
      if (isKnown(reply, itemTag(caller.user, item))) return reply.send();
      return itemView(reply, caller.user, shown, 'Item found');
    },
  );

  app.post(
    '/items',
    operation('Items', 'createItem', 'Create an item', 'item-user', {
      description: `A registry holds at most ${MAX_ACTIVE_ITEMS} active items.`,
      headers: CreationHeaders,
      body: ItemCreate,
      response: { 201: ItemAnswer },
    }),
    (request, reply) => {
      const { caller } = request;
      const { registry_id: registryId, ...fields } = request.body;
      const mayWrite = () => access?.write(caller, registryId, 'registryNotFound');
      return creations.answer(request, reply, {
        mayRepeat: mayWrite,
        create: async (creation) => {
          await mayWrite();
          const answerTo = (items: readonly Item[]) => createdItem(caller.user, items);
          const item = await itemsFor(caller).insert(registryId, fields, creation.alongside(answerTo));
          const answer = answerTo(item ? [item] : []);
          if (!answer) throw await whyNotTaken(itemsFor(caller), registryId, [fields.external_id]);
          return answer;
        },
      });
    },
  );

  app.put(
    '/items/:item_id',
    operation('Items', 'updateItem', 'Change an item', 'item-user', {
      description: 'Only supplied fields change. `is_active: false` deletes an item, `is_active: true` restores it.',
      params: ItemPath,
      querystring: ItemChangeQuery,
      headers: ItemChangeHeaders,
      body: ItemUpdate,
      response: { 200: ItemAnswer },
    }),
    async (request, reply) => {
      const { caller, body } = request;
      const item = await changeItem(
        request,
        itemsFor(caller),
        access,
        body.is_active === true ? bringBack(body) : update(body),
      );
      return itemView(reply, caller.user, item, 'Item updated');
    },
  );

  app.delete(
    '/items/:item_id',
    operation('Items', 'deleteItem', 'Delete an item', 'item-user', {
      description: 'The item becomes inactive. The answer contains the inactive item.',
      params: ItemPath,
      querystring: ItemChangeQuery,
      headers: ItemChangeHeaders,
      response: { 200: ItemAnswer },
    }),
    async (request, reply) => {
      const { caller } = request;
      const item = await changeItem(request, itemsFor(caller), access, DEACTIVATE);
      return itemView(reply, caller.user, item, 'Item deleted');
    },
  );
}

/** Returns whether an error says that the caller may not read a registry, or that it is missing. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof ApiError && (error.status === 403 || error.status === 404)) || isHostFailure(error, 'forbidden');

const update = (fields: ItemUpdate): ItemChange => ({
  find: (items, id) => items.find(id),
  write: (items, target) => items.update(target, fields),
  externalId: fields.external_id,
});

const bringBack = (fields: ItemUpdate): ItemChange => ({
  find: (items, id) => items.findEvenInactive(id),
  write: (items, target) => items.bringBack(target, fields),
  externalId: fields.external_id,
});

const DEACTIVATE: ItemChange = {
  find: (items, id) => items.find(id),
  write: (items, target) => items.deactivate(target),
};

/**
 * Without affiliate fields for others (rules: Admins see affiliate fields). The database itself writes lists (see
 * ListSql).
 */
const forAdmins = writer(ItemResponse);
const forOthers = writer(ItemPublicResponse);
const allForAdmins = writer(ItemsResponse);
const allForOthers = writer(ItemsPublicResponse);

/** The serializer omits fields that the viewer may not see. */
function itemView(reply: FastifyReply, viewer: User, data: Item, message: string): ItemResponse {
  reply.type('application/json; charset=utf-8').serializer(viewer.isAdmin ? forAdmins : forOthers);
  return { success: true, data, message };
}

/** Returns null if there is no item. */
function createdItem(viewer: User, [item]: readonly Item[]): CreatedAnswer | null {
  if (!item) return null;
  const write = viewer.isAdmin ? forAdmins : forOthers;
  return { location: `/items/${item.id}`, body: write({ success: true, data: item, message: 'Item created' }) };
}

/** Returns null if there is no item. */
function createdItems(viewer: User, registryId: number, data: readonly Item[]): CreatedAnswer | null {
  if (data.length === 0) return null;
  const write = viewer.isAdmin ? allForAdmins : allForOthers;
  return {
    location: `/registries/${registryId}/items`,
    body: write({ success: true, data, message: `${data.length} items created` }),
  };
}

const syncHeader = {
  'Registry-Sync': {
    type: 'string',
    enum: ['pending'],
    description: 'The item is stored, but the list of the registry on the host is not updated yet',
  },
};

const APPEARANCE = '/registries/:id/appearances/:item_id';

/** Adds the operations on the items of a registry (rules: Items), and on their other lists (rules: Appearances). */
export function registryItemRoutes(
  app: Routes,
  items: ItemStore,
  lists: ItemLists,
  registries: Registries,
  creations: Creations,
): void {
  app.get(
    '/registries/:id/items',
    operation('Registry items', 'listRegistryItems', "List a registry's active items", 'reader', {
      description: "In the owner's order. Returns all items at once.",
      params: RegistryPath,
      querystring: RegistryItemsQuery,
      response: { 200: { ...ItemsAnswer, headers: listTagHeader }, 304: notModified },
    }),
    async (request, reply) => {
      const { caller, params, query, headers } = request;
      const { deadline } = caller.host;
      const store = items.within(deadline);
      const viewOf = (role: ReaderRole): ListView => ({
        isAdmin: caller.user.isAdmin,
        remaining: query.include && (isRecipientRole(role) ? 'toOwner' : 'toGuests'),
      });
      // One read finds the ids and the versions, which take most of the time of a 304.
      let found: Versions | undefined;
      const readVersions = async (role: ReaderRole): Promise<ActiveItems> => {
        const { isShared, ...read } = await store.versionsOf(params.id, viewOf(role));
        found = read;
        return isShared ? store.activeOn(params.id) : { ids: read.ids, shared: new Map() };
      };
      const isConditional = headers['if-none-match'] !== undefined;
      const registry = await registries.open(request, isConditional ? readVersions : undefined);
      const all = await registry.itemIds();
      const named =
        query.external_id === undefined ? null : await store.listedWithExternalId(params.id, query.external_id);
      const ids = named ? all.filter((id) => named.includes(id)) : all;
      const isShared = (await registry.shared()).size > 0;
      const view: ListView = { ...viewOf(registry.readerRole), showsHome: registry.seesHomes };
      // Recipients of another list with an item must not learn how many pieces guests can still give.
      if (query.include && (await registries.appearances.receivedBy(caller, registry)).size > 0)
        view.remaining = 'toOwner';
      const source = items.inOrder(ids, view, deadline, params.id, isShared);
      return lists.answer(reply, caller.user, source, ids.length, {
        versions: async () => {
          if (found && isShared) found = await store.versionsOf(params.id, view);
          return found ? versionsInOrder(found, ids) : [];
        },
      });
    },
  );

  app.post(
    '/registries/:id/items',
    {
      bodyLimit: MAX_ITEMS_BYTES,
      ...operation('Registry items', 'createRegistryItem', 'Add an item, or several, to a registry', 'editor', {
        description:
          `A registry holds at most ${MAX_ACTIVE_ITEMS} active items. ` +
          `The body is an item, or a list of up to ${MAX_ITEMS_AT_ONCE} items, which are all created or all refused. ` +
          'The errors of a list begin with the index of the item, for example `3.name`. ' +
          'The header `Registry-Sync: pending` means that the item is stored, but not yet in the list of the registry on the host.',
        params: RegistryPath,
        headers: CreationHeaders,
        body: ItemRegistryCreates,
        response: { 201: { ...NewItemsAnswer, headers: syncHeader } },
      }),
    },
    (request, reply) => {
      const { caller, params, body } = request;
      return creations.answer(request, reply, {
        mayRepeat: () => registries.open(request),
        create: async (creation) => {
          const answerTo = (made: readonly Item[]) =>
            Array.isArray(body) ? createdItems(caller.user, params.id, made) : createdItem(caller.user, made);
          const also = creation.alongside(answerTo);
          const { items, isSynced } = await registries.addItems(request, [body].flat(), also);
          if (!isSynced) sendPending(reply);
          const answer = answerTo(items);
          // `addItems` has thrown if there is none.
          if (!answer) throw new ApiError('registryFull');
          return answer;
        },
      });
    },
  );

  app.delete(
    '/registries/:id/items/:item_id',
    operation('Registry items', 'deleteRegistryItem', 'Delete an item of a registry', 'editor', {
      description: 'The item becomes inactive.',
      params: RegistryItemPath,
      headers: ItemChangeHeaders,
      response: { 204: { type: 'null', description: 'Deleted', headers: syncHeader } },
    }),
    async (request, reply) => {
      const versions = itemVersionsIn(request.headers['if-match']);
      const isSynced = await registries.removeItem(request, request.params.item_id, versions);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.put(
    APPEARANCE,
    operation('Registry items', 'addAppearance', 'Add an item of another registry to a list', 'editor', {
      description:
        `For owners and admins of both registries, which need the same author. An item appears on at most ` +
        `${MAX_APPEARANCES} other lists. It stays in its registry: a gift through one list counts on all. A ` +
        'repeated request changes nothing, but the service then learns the current surprise of both registries. ' +
        'With `move`, the item belongs to this list from now on, for instance before its registry is deleted.',
      params: RegistryItemPath,
      querystring: AppearanceQuery,
      response: { 204: { type: 'null', description: 'The item is on the list', headers: syncHeader } },
    }),
    async (request, reply) => {
      const moves = request.query.move !== undefined;
      const isSynced = await registries.appearances.add(request, request.params.item_id, moves);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    APPEARANCE,
    operation('Registry items', 'removeAppearance', 'Remove an item of another registry from a list', 'editor', {
      description: 'For owners and admins of both registries. Gifts stay with the item.',
      params: RegistryItemPath,
      response: { 204: { type: 'null', description: 'The item is not on the list', headers: syncHeader } },
    }),
    async (request, reply) => {
      const isSynced = await registries.appearances.remove(request, request.params.item_id);
      if (!isSynced) sendPending(reply);
      return reply.code(204).send(null);
    },
  );
}

/** The host's list does not match the items yet (rules: Success). */
function sendPending(reply: FastifyReply): void {
  reply.header('registry-sync', 'pending');
}

const ORDERS = ['id', 'name', 'registry_id', 'affiliate_status'] as const;

/** Adds the search for operators. Only admins may use it, because it finds and counts affiliate links. */
export function itemSearchRoutes(app: Routes, database: Pick<Database, 'search'>, items: ItemStore): void {
  app.get(
    '/items/search',
    operation('Items', 'searchItems', 'Search active items', 'admin', {
      description:
        'For admins. `counts` contains the number of items that match `q` and `q_registry_ids`, by status. To calculate the number of pages, use the sum of all counts, or the count of the requested status.',
      querystring: ItemSearchQuery,
      response: { 200: { ...ItemSearchResult, headers: nextPageHeader } },
    }),
    async ({ caller, query }, reply) => {
      const found = await database.search(searchOf(query), caller.host.deadline);
      const page = await items.findAll(found.ids);
      if (page.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return { counts: countsOf(found), items: page };
    },
  );
}

function searchOf(query: ItemSearchQuery): Search {
  const { q, q_registry_ids: registryIds = [], affiliate_status: status, sort, skip, limit } = query;
  return {
    text: q === undefined ? null : lowered(q),
    registryIds: [...registryIds],
    status: status === undefined ? null : status === UNSET_STATUS ? '' : status,
    order: ORDERS.find((order) => [order, `-${order}`].includes(sort)) ?? 'id',
    isDescending: sort.startsWith('-'),
    skip,
    limit,
  };
}

function countsOf({ counts }: Found): ItemSearchResult['counts'] {
  const count = (status: string) => counts[status] ?? 0;
  return {
    active: count('active'),
    inactive: count('inactive'),
    expired: count('expired'),
    none: count('none'),
    unset: count(''),
  };
}

/** Converts only ASCII letters, as the SQL function `lower` does. */
const lowered = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
