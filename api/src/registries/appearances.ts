import { MAX_ACTIVE_ITEMS } from '@largesse/contract';
import type { AppearanceStore } from '../appearances/store.ts';
import type { Caller } from '../auth/authenticate.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore } from '../items/store.ts';
import type { Promises } from '../promises/promises.ts';
import { listStateOf } from '../promises/surprise.ts';
import { declaredRole, type RegistryRequest, readRegistry, readRegistryOfItem } from './access.ts';
import type { ItemIdsProjection } from './item-ids.ts';

/**
 * Items on several lists of their author (rules: Appearances). Methods throw an ApiError (404, 403) if the caller lacks
 * the role that the operation of the request declares, a HostError if the host fails, and DatabaseUnavailable.
 */
export class Appearances {
  readonly #items: ItemStore;
  readonly #promises: Promises;
  readonly #itemIds: ItemIdsProjection;
  readonly #registryOf: (request: RegistryRequest) => Promise<HostRegistry>;

  /** @param registryOf reads the registry of a request */
  constructor(
    items: ItemStore,
    promises: Promises,
    itemIds: ItemIdsProjection,
    registryOf: (request: RegistryRequest) => Promise<HostRegistry>,
  ) {
    this.#items = items;
    this.#promises = promises;
    this.#itemIds = itemIds;
    this.#registryOf = registryOf;
  }

  /** Compares lists with their items, and repairs them. If the caller may not edit a list, a later read repairs it. */
  async syncOthers(caller: Caller, lists: readonly number[]): Promise<void> {
    await Promise.allSettled(
      lists.map(async (id) => this.#itemIds.sync(caller.host, await readRegistry(caller, id, 'editor'))),
    );
  }

  /** Returns the ids of the other lists of an item. */
  async otherLists({ host }: Caller, itemId: number, id: number): Promise<number[]> {
    const lists = await this.#promises.appearances.within(host.deadline).listsOf(itemId);
    return lists.map(({ registryId }) => registryId).filter((listId) => listId !== id);
  }

  /**
   * Adds an item to another list of its author, and stores the current state of both lists (rules: Appearances).
   * @param moves true to move the item to the list
   * @returns false if the host's list lacks the item
   * @throws {ApiError} 404; 422 if the item belongs to another author, or a limit is reached
   */
  async add(request: RegistryRequest, itemId: number, moves = false): Promise<boolean> {
    const { caller } = request;
    const { list, home, lists } = await this.#readBoth(request, itemId);
    const { id } = request.params;
    if (list.id === home.id) return true;
    if (list.author !== home.author) throw new ApiError('itemOfAnotherAuthor');
    const known = await lists.listsOf(itemId);
    if (!known.some(({ registryId }) => registryId === id)) {
      if ((await lists.sizeOf(id)) >= MAX_ACTIVE_ITEMS) throw new ApiError('registryFull');
      const added = await lists.add({ id: itemId, homeId: home.id }, listStateOf(home), listStateOf(list));
      if (!added) throw new ApiError('tooManyAppearances');
    }
    for (const registry of [home, list]) await lists.note(listStateOf(registry));
    if (moves) await this.#move(caller, id, itemId);
    // The host's lists show its plugin which lists share the item.
    const outcomes = [list, ...(moves ? [] : [home])].map((one) => this.#itemIds.sync(caller.host, one));
    return (await Promise.all(outcomes))[0] !== 'pending';
  }

  /** Moves an item to a list; it leaves all others. */
  async #move(caller: Caller, id: number, itemId: number): Promise<void> {
    const left = await this.otherLists(caller, itemId, id);
    const items = this.#items.within(caller.host.deadline);
    const lists = this.#promises.appearances.within(caller.host.deadline);
    const item = await items.find(itemId);
    if (!item) throw new ApiError('itemNotFound');
    for (const list of left)
      if (list !== item.registry_id) await lists.remove({ id: itemId, homeId: item.registry_id }, list);
    if (!(await moveHome(items, lists, itemId, item.registry_id, id))) throw new ApiError('itemNotFound');
    await this.syncOthers(caller, left);
  }

  /**
   * Removes an item of another registry from a list, if it is there. If the host has deleted the list, admins remove
   * all its items.
   * @returns false if the host's list still contains the item
   * @throws {ApiError} 404
   */
  async remove(request: RegistryRequest, itemId: number): Promise<boolean> {
    const { caller } = request;
    const { id } = request.params;
    const stored = this.#promises.appearances.within(caller.host.deadline);
    if (caller.user.isAdmin && (await stored.isOn(id, itemId)) && (await isDeleted(caller, id))) {
      await this.#promises.within(caller.host.deadline).leaveAllOf(id);
      return true;
    }
    const { list, home, lists } = await this.#readBoth(request, itemId);
    await lists.remove({ id: itemId, homeId: home.id }, id);
    return (await this.#itemIds.sync(caller.host, list)) !== 'pending';
  }

  /** Reads a list, and the registry of an item, if the caller has the declared role on both. */
  async #readBoth(request: RegistryRequest, itemId: number) {
    const { caller } = request;
    const list = await this.#registryOf(request);
    const lists = this.#promises.appearances.within(caller.host.deadline);
    lists.require();
    const item = await this.#items.within(caller.host.deadline).find(itemId);
    if (!item) throw new ApiError('itemNotFound');
    if (item.registry_id === request.params.id) return { list, home: list, lists };
    const home = await readRegistryOfItem(caller, item.registry_id, declaredRole(request), 'itemNotFound', 'state');
    return { list, home, lists };
  }
}

/**
 * Moves an item from its registry to another of its lists, even if somebody changes it at the same time.
 * @returns false if the item no longer exists
 */
export async function moveHome(
  items: ItemStore,
  lists: AppearanceStore,
  itemId: number,
  from: number,
  to: number,
): Promise<boolean> {
  for (;;) {
    const item = await items.find(itemId);
    if (!item) return false;
    if (item.registry_id !== from || (await lists.move(item, to))) return true;
  }
}

async function isDeleted({ host }: Caller, id: number): Promise<boolean> {
  try {
    await host.stateOf(id);
    return false;
  } catch (error) {
    if (isHostFailure(error, 'not-found')) return true;
    throw error;
  }
}
