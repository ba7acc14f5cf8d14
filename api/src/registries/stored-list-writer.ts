import { LRUCache } from 'lru-cache';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';
import type { HostSession } from '../host/session.ts';
import { itemIdsIn, type ListKey, peopleIn, type StoredLists } from '../host/stored-lists.ts';
import { ApiError } from '../http/errors.ts';

const ATTEMPTS = 20;

/** Lifetime of a written list in the cache (milliseconds): longer than any request takes. */
const REMEMBERED_MS = 60_000;

/** Maximum number of characters of all lists in the cache. */
const REMEMBERED_CHARACTERS = 8_000_000;

/** Derives a change from the newest known registry. May be called several times. */
export type Change = (known: HostRegistry) => HostRegistryChange | Promise<HostRegistryChange>;

/**
 * Writes the lists of registries on the host (rules: Changing lists on the host). The site changes these lists, too, so
 * a write must not overwrite a list that has changed since it was read. There are two ways to ensure that:
 *
 * - **Compared**: the plugin compares the lists with those from which the change was derived. So the writer begins with
 *   the lists that it knows, and reads the registry again only if the plugin refuses the change.
 * - **Read again**: other hosts compare nothing. So the writer reads the registry just before it writes. A lock keeps
 *   other processes away (`RegistryLock`); a change on the site in between is lost.
 */
export class StoredListWriter {
  /** Lists as this process last wrote them, with the time. A registry that was read before may contain older lists. */
  readonly #written = new LRUCache<number, { lists: StoredLists; at: number }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ lists }) => Object.values(lists).join('').length + 1,
    ttl: REMEMBERED_MS,
  });

  /** Returns a registry with the lists that this process wrote after the read, if any. */
  known(registry: HostRegistry): HostRegistry {
    const written = this.#written.get(registry.id);
    if (!written || written.at <= registry.askedAt) return registry;
    const { lists } = written;
    return { ...registry, lists, itemIds: itemIdsIn(lists), ...peopleIn(lists) };
  }

  /**
   * Changes a registry. The caller holds its lock.
   * @param seen the registry as the caller read it, who may edit it
   * @param from lists from which the change is derived
   * @throws {ApiError} 503, without a change, if other requests changed the lists before each attempt
   */
  async change(host: HostSession, seen: HostRegistry, from: readonly ListKey[], change: Change): Promise<HostRegistry> {
    let known = areCompared(seen, from) ? this.known(seen) : await host.registry(seen.id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const changed = await this.#overwrite(host, known, from, await change(known));
      if (changed !== null) return changed;
      known = await host.registry(seen.id);
    }
    throw new ApiError('registryBusy');
  }

  /**
   * Changes a registry whose host compares these lists, without a lock and without another attempt.
   * @returns null, without a change, if somebody else has changed the lists
   */
  async changeOnce(
    host: HostSession,
    seen: HostRegistry,
    from: readonly ListKey[],
    change: Change,
  ): Promise<HostRegistry | null> {
    const known = this.known(seen);
    return this.#overwrite(host, known, from, await change(known));
  }

  /** @returns null if the host compares the lists, and its own lists differ from the known ones */
  async #overwrite(
    host: HostSession,
    known: HostRegistry,
    from: readonly ListKey[],
    change: HostRegistryChange,
  ): Promise<HostRegistry | null> {
    const over = Object.fromEntries(from.map((key) => [key, known.lists[key]]));
    let registry: HostRegistry;
    try {
      registry = await host.updateRegistry(known.id, change, over);
    } catch (error) {
      if (isHostFailure(error, 'changed')) return null;
      throw error;
    }
    // If the caller is no longer an owner, the answer may lack the lists.
    if (change.meta?.registry_owners) this.#written.delete(known.id);
    else this.#written.set(known.id, { lists: registry.lists, at: registry.askedAt });
    return registry;
  }
}

/** Returns whether the host compares all these lists of a registry. */
export const areCompared = ({ comparedLists }: HostRegistry, lists: readonly ListKey[]): boolean =>
  lists.every((key) => comparedLists.includes(key));
