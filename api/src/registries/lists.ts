import { LRUCache } from 'lru-cache';
import type { TimeLeft } from '../deadline.ts';
import type { HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import {
  type HostRegistry,
  type HostRegistryChange,
  itemIdsIn,
  type ListKey,
  peopleIn,
  type StoredLists,
} from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore } from '../items/store.ts';
import type { RegistryLock } from './lock.ts';

/** Maximum number of attempts to write a list. An attempt fails if another request changes the list first. */
const ATTEMPTS = 20;

/** Time for which the cache keeps a written list (milliseconds): longer than any request takes. */
const REMEMBERED_MS = 60_000;

/** Maximum number of characters of all lists in the cache. */
const REMEMBERED_CHARACTERS = 8_000_000;

/** The list that the items determine. */
const ITEM_IDS = ['registry_item_ids'] as const;

/** Function that derives a change from the newest known registry. The function may be called several times. */
export type Change = (known: HostRegistry) => HostRegistryChange | Promise<HostRegistryChange>;

/**
 * Changes the lists of registries on the host. The site also changes these lists. So the service must not overwrite a
 * list that has changed since the service read it.
 *
 * A host with the companion plugin compares the lists itself, and refuses such a write. For other hosts, a lock
 * serializes the service's own changes. While holding the lock, the service reads the list again just before the write,
 * to find changes of the site.
 */
export class RegistryLists {
  readonly #items: ItemStore;
  readonly #lock: RegistryLock;
  /**
   * Lists as this process last wrote them, with the time of the write. A registry that was read before this time may
   * contain older lists.
   */
  readonly #written = new LRUCache<number, { lists: StoredLists; at: number }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ lists }) => Object.values(lists).join('').length + 1,
    ttl: REMEMBERED_MS,
  });

  constructor(items: ItemStore, lock: RegistryLock) {
    this.#items = items;
    this.#lock = lock;
  }

  /** Returns a registry with its newest known lists: the lists that this process wrote after the read, if any. */
  known(registry: HostRegistry): HostRegistry {
    const written = this.#written.get(registry.id);
    if (!written || written.at <= registry.askedAt) return registry;
    const { lists } = written;
    return { ...registry, lists, itemIds: itemIdsIn(lists), ...peopleIn(lists) };
  }

  /**
   * Returns the ids of the registry's active items. Ids in `order` precede the other ids, and keep their order.
   * @throws {DatabaseUnavailable}
   */
  async ordered(order: readonly number[], id: number, time?: TimeLeft): Promise<number[]> {
    return mergeOrder(order, await (time ? this.#items.within(time) : this.#items).activeIdsOf(id));
  }

  /** Returns whether the host's list of items matches the items. @throws {DatabaseUnavailable} */
  async matchesItems({ id, itemIds }: HostRegistry): Promise<boolean> {
    return isSame(await this.ordered(itemIds, id), itemIds);
  }

  /** Makes the host's list of items match the items, for a caller that holds the lock. Throws like `write`. */
  async matchItems(host: HostSession, seen: HostRegistry): Promise<void> {
    await this.writeNow(host, seen, ITEM_IDS, (known) => this.#toMatchItems(host, known));
  }

  /** Makes the known list of items match the items. Does not retry. Throws like `#overwrite`. */
  async matchItemsOnce(host: HostSession, known: HostRegistry): Promise<void> {
    await this.#overwrite(host, known, ITEM_IDS, await this.#toMatchItems(host, known));
  }

  /**
   * Changes a registry while holding its lock.
   * @param seen the registry as the caller read it; the caller must have the permission to edit the registry
   * @param from lists from which the change is derived
   * @returns the registry after the change
   * @throws {ApiError} 503, without a change, if the lock was not free in time, or if every attempt failed because
   * another request changed the list first
   * @throws {HostError}
   * @throws {DatabaseUnavailable}
   */
  write(host: HostSession, seen: HostRegistry, from: readonly ListKey[], change: Change): Promise<HostRegistry> {
    return this.#lock.run(seen, host.deadline, () => this.writeNow(host, seen, from, change));
  }

  /** Like `write`, for a caller that already holds the lock. */
  async writeNow(
    host: HostSession,
    seen: HostRegistry,
    from: readonly ListKey[],
    change: Change,
  ): Promise<HostRegistry> {
    const isCompared = from.every((key) => seen.pluginLists.includes(key));
    let known = isCompared ? this.known(seen) : await host.registry(seen.id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return await this.#overwrite(host, known, from, await change(known));
      } catch (error) {
        if (!isHostFailure(error, 'changed')) throw error;
        known = await host.registry(seen.id);
      }
    }
    throw new ApiError('registryBusy');
  }

  /**
   * Writes a change that was derived from the known lists. Does not retry.
   * @throws {HostError} `changed` if the host compares lists, and its own list differs from the known list
   */
  async #overwrite(
    host: HostSession,
    known: HostRegistry,
    from: readonly ListKey[],
    change: HostRegistryChange,
  ): Promise<HostRegistry> {
    const over = Object.fromEntries(from.map((key) => [key, known.lists[key]]));
    const registry = await host.updateRegistry(known.id, change, over);
    // If the change removes the caller from the owners, the answer may lack the lists. So drops the cached lists.
    if (change.owners) this.#written.delete(known.id);
    else this.#written.set(known.id, { lists: registry.lists, at: registry.askedAt });
    return registry;
  }

  async #toMatchItems(host: HostSession, { id, itemIds }: HostRegistry): Promise<HostRegistryChange> {
    return { itemIds: await this.ordered(itemIds, id, host.deadline) };
  }
}

/** Returns the active ids. Ids in `order` precede the other ids, and keep their order. */
export function mergeOrder(order: readonly number[], active: readonly number[]): number[] {
  if (isSame(order, active)) return [...order];
  const rest = new Set(active);
  const known = order.filter((id) => rest.delete(id));
  return [...known, ...rest];
}

/** Returns whether two lists contain the same ids in the same order. */
export const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
