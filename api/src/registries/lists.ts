import { LRUCache } from 'lru-cache';
import type { HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import { itemIdsIn, type ListKey, peopleIn, type StoredLists } from '../host/lists.ts';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import type { RegistryLock } from './lock.ts';

/** How often a change is made anew because somebody else was faster. */
const ATTEMPTS = 20;

/** Lists as they were written last are remembered for longer than any request lasts (milliseconds), in so many characters. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_CHARACTERS = 8_000_000;

/** Makes a change of a registry from what is known of it; may be asked several times. */
export type Change = (known: HostRegistry) => HostRegistryChange | Promise<HostRegistryChange>;

/**
 * Changes the lists of registries on the host, which the site changes as well: a list that was made from another one
 * takes the place of that one alone. Where the host compares (the companion plugin does), it says when somebody was
 * faster. Elsewhere the lock keeps the service's own changes apart, and a second read just before the write finds what
 * the site has changed.
 */
export class RegistryLists {
  readonly #lock: RegistryLock;
  /** What was written last, and when: newer than what a request may have read before. */
  readonly #written = new LRUCache<number, { lists: StoredLists; at: number }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ lists }) => Object.values(lists).join('').length + 1,
    ttl: REMEMBERED_MS,
  });

  constructor(lock: RegistryLock) {
    this.#lock = lock;
  }

  /** Gives a registry with its lists as they were read or, if that is newer, as they were written. */
  known(registry: HostRegistry): HostRegistry {
    const written = this.#written.get(registry.id);
    if (!written || written.at <= registry.askedAt) return registry;
    const { lists } = written;
    return { ...registry, lists, itemIds: itemIdsIn(lists), ...peopleIn(lists) };
  }

  /**
   * Changes a registry under its lock.
   * @param seen the registry as it was read, which the caller may edit
   * @param from the lists that the change is made from
   * @returns the registry as the host has it then
   * @throws {ApiError} 503 when the lock was not free in time, or others were always faster: nothing was changed
   * @throws {HostError} @throws {DatabaseUnavailable}
   */
  write(host: HostSession, seen: HostRegistry, from: readonly ListKey[], change: Change): Promise<HostRegistry> {
    return this.#lock.run(seen, host.deadline, () => this.writeNow(host, seen, from, change));
  }

  /** Does what `write` does; the caller holds the lock. */
  async writeNow(
    host: HostSession,
    seen: HostRegistry,
    from: readonly ListKey[],
    change: Change,
  ): Promise<HostRegistry> {
    const isCompared = from.every((key) => seen.comparedLists.includes(key));
    let known = isCompared ? this.known(seen) : await host.registry(seen.id);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return await this.overwrite(host, known, from, await change(known));
      } catch (error) {
        if (!isHostFailure(error, 'changed')) throw error;
        known = await host.registry(seen.id);
      }
    }
    throw new ApiError('registryBusy');
  }

  /** Writes once, over what is known. @throws {HostError} `changed` where the host compares and has another list */
  async overwrite(
    host: HostSession,
    known: HostRegistry,
    from: readonly ListKey[],
    change: HostRegistryChange,
  ): Promise<HostRegistry> {
    const over = Object.fromEntries(from.map((key) => [key, known.lists[key]]));
    const registry = await host.updateRegistry(known.id, change, over);
    // Whoever takes themselves off the owners is no longer shown the lists.
    if (change.owners) this.#written.delete(known.id);
    else this.#written.set(known.id, { lists: registry.lists, at: registry.askedAt });
    return registry;
  }
}
