import {
  CreationHeaders,
  type Item,
  ItemAnswer,
  ItemChangeHeaders,
  ItemChangeQuery,
  ItemCreate,
  ItemPath,
  ItemsAnswer,
  ItemsQuery,
  ItemUpdate,
  MAX_ACTIVE_ITEMS,
  Places,
  PlacesQuery,
} from '@largesse/contract';
import { ReceivedItems } from '../appearances/received.ts';
import type { AppearanceStore } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { requireAdmin } from '../auth/user.ts';
import { backupHeader } from '../backup/last-good.ts';
import { isHostFailure } from '../host/errors.ts';
import { isKnown, listTagHeader, notModified, tagHeader } from '../http/entity-tags.ts';
import { ApiError } from '../http/errors.ts';
import { requireOneOf, requireTogether } from '../http/input-rules.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import type { Creations } from '../idempotency/creations.ts';
import { changeItem, type ItemAccess, type ItemChange, whyNotTaken } from '../items/change.ts';
import type { ListView, NumbersOfList } from '../items/listed.ts';
import { DeepPageLimit, type ItemLists } from '../items/lists.ts';
import { type ItemStore, MAX_SKIP } from '../items/store.ts';
import { itemTag } from '../items/tags.ts';
import { todayOf } from '../promises/surprise.ts';
import type { Settings } from '../settings.ts';
import { createdItem, itemView } from './item-answers.ts';

const accessHeader = {
  'Items-Access': { type: 'string', description: 'The setting `ITEMS_ACCESS`, or `undecided`; only for admins' },
  'Last-Backup': {
    type: 'string',
    description: '`good` or `old`, and the time of the last good backup, or `none`; only for admins',
  },
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

  /** Returns those of some items, or of all, that are or were on any of these lists, and on several. */
  const onAnyOf = async (caller: Caller, lists: readonly number[], ids?: readonly number[]): Promise<number[]> => {
    const places = await appearances.within(caller.host.deadline).placesOn(lists, todayOf(caller.host));
    const found = new Set(places.filter(({ listId }) => lists.includes(listId)).map(({ itemId }) => itemId));
    return ids ? ids.filter((id) => found.has(id)) : [...found].sort((one, other) => one - other);
  };

  /** Returns the rule for counting on a named list. Admins count all promises, unless they ask for its readers. */
  const placeOf = (caller: Caller, query: ItemsQuery): NumbersOfList | undefined => {
    const { registry_id: id, numbers, is_author: isAuthor } = query;
    if (id === undefined || (caller.user.isAdmin && !numbers)) return undefined;
    const lists = appearances.within(caller.host.deadline);
    return { hidesOthers: () => lists.hidesNumbers(id, todayOf(caller.host)), seesOrphans: isAuthor === 'true' };
  };

  app.get(
    '/items',
    operation(
      'Items',
      'listItems',
      'List active items',
      'item-user',
      {
        querystring: ItemsQuery,
        response: {
          200: { ...ItemsAnswer, headers: { ...nextPageHeader, ...accessHeader, ...listTagHeader } },
          304: { ...notModified, headers: { ...accessHeader, ...tagHeader } },
        },
      },
      ['read'],
    ),
    async (request, reply) => {
      const { caller } = request;
      requireTogether(request.query, 'external_id', 'registry_id');
      requireTogether(request.query, 'numbers', 'registry_id');
      requireTogether(request.query, 'is_author', 'numbers');
      const { numbers, is_author: _, ...query } = request.query;
      const { registry_id: registryId, include, receives, external_id: externalId, ...page } = query;
      if (include || receives || numbers) requireAdmin(caller);
      if (access) await access.list(caller, registryId);
      if (caller.user.isAdmin) {
        reply.header('items-access', chosen);
        if (lastBackup) reply.header('last-backup', backupHeader(await lastBackup()));
      }
      const found =
        registryId === undefined || externalId === undefined
          ? page.ids
          : await itemsFor(caller).listedWithExternalId(registryId, externalId);
      const ids = receives ? await onAnyOf(caller, receives, found) : found;
      const selected = ids ? { ...page, ids } : page;
      const selection = registryId ? { ...selected, registryId } : selected;
      const view: ListView = {
        isAdmin: caller.user.isAdmin,
        remaining: include && ReceivedItems.none,
        place: placeOf(caller, request.query),
      };
      const isFar = selected.skip > MAX_SKIP && !selected.ids;
      const sourceOf = (shown: ListView) => {
        const source = store.sourceOf(selection, shown, access || isFar ? caller.host.deadline : undefined);
        return isFar ? farPages.bounded(caller.user, source) : source;
      };
      const limit = selected.ids ? Math.min(selected.limit, selected.ids.length) : selected.limit;
      const linkNext = () => linkNextPage(reply, { skip: selected.skip + selected.limit });
      return lists.answer(reply, caller.user, sourceOf(view), limit, {
        versions: async () => (await sourceOf({ ...view, isVersion: true })(null, limit)).versions,
        onFull: selected.ids ? undefined : linkNext,
      });
    },
  );

  app.get(
    '/items/places',
    operation(
      'Items',
      'listPlaces',
      'List the registries whose recipients receive items',
      'admin',
      {
        description:
          'For admins, who know the people of registries. Send exactly one of `ids` and `registry_ids`. A registry that ' +
          'an item has left, or that was deleted, is included until it reveals its gifts. Items that were always on one ' +
          'registry are missing, unless `ids` names them. Returns all at once.',
        querystring: PlacesQuery,
        response: { 200: Places },
      },
      ['read'],
    ),
    async ({ caller, query }) => {
      requireOneOf('query', query, ['ids', 'registry_ids']);
      const { ids = [], registry_ids: lists = [] } = query;
      const stored = appearances.within(caller.host.deadline);
      const today = todayOf(caller.host);
      const places = new Map<number, Set<number>>();
      const add = (itemId: number, listId: number) => {
        const known = places.get(itemId);
        if (known) known.add(listId);
        else places.set(itemId, new Set([listId]));
      };
      for (const { id, registryId } of await store.homesOf(ids)) add(id, registryId);
      const found = ids.length > 0 ? stored.placesOf(ids, today) : stored.placesOn(lists, today);
      for (const { itemId, listId } of await found) add(itemId, listId);
      return [...places].map(([item_id, registryIds]) => ({ item_id, registry_ids: [...registryIds] }));
    },
  );

  app.get(
    '/items/:item_id',
    operation(
      'Items',
      'getItem',
      'Get an active item',
      'item-user',
      {
        params: ItemPath,
        response: { 200: { ...ItemAnswer, headers: tagHeader }, 304: notModified },
      },
      ['read'],
    ),
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
