import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/authenticate.ts';
import type { HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';
import type { ItemStore } from '../items/store.ts';
import { mayEdit } from './access.ts';
import type { RegistryLock } from './lock.ts';

/** How the host's list stands after a try to write it. */
export type SyncOutcome = 'synced' | 'pending' | 'gone';

/** Where warnings go. */
export interface Log {
  warn(context: object, message: string): void;
}

/** A run that has not begun, and whose session it will use. */
interface WaitingRun {
  host: HostSession;
  registry: HostRegistry;
  outcome: Promise<SyncOutcome>;
}

/** Registries whose last written order is remembered: longer than any request lasts. */
const REMEMBERED = 10_000;
const REMEMBERED_FOR = 60_000;

/**
 * Keeps `registry_item_ids` on the host in line with the items: the item table is the truth about which items
 * a registry has, the host's list a projection of it that also keeps their order. What differs is what is
 * still to do; nothing is queued anywhere else.
 */
export class Projection {
  readonly #items: ItemStore;
  readonly #lock: RegistryLock;
  readonly #log: Log;
  /** Runs that have not begun: whoever comes meanwhile joins, so that a burst costs about two writes. */
  readonly #waiting = new Map<number, WaitingRun>();
  /** What was written last, and when: newer than what a request may have read before. */
  readonly #written = new LRUCache<number, { ids: readonly number[]; at: number }>({
    max: REMEMBERED,
    ttl: REMEMBERED_FOR,
  });

  constructor(items: ItemStore, lock: RegistryLock, log: Log) {
    this.#items = items;
    this.#lock = lock;
    this.#log = log;
  }

  /** Ids of the registry's active items in the host's order; a list that differs is repaired if the caller may. */
  async idsOf(caller: Caller, registry: HostRegistry): Promise<number[]> {
    return this.inOrder(caller, registry, await this.#items.activeIdsOf(registry.id));
  }

  /** As `idsOf`, for who has read the active items already. */
  inOrder(caller: Caller, registry: HostRegistry, active: readonly number[]): number[] {
    const listed = this.#listed(caller.host, registry);
    const ids = arranged(listed, active);
    if (mayEdit(caller.user, registry) && !isSame(ids, listed)) void this.sync(caller.host, registry);
    return ids;
  }

  /** Repairs a list that differs, beside the request that has just seen the registry. Never throws. */
  touch(caller: Caller, registry: HostRegistry): void {
    if (!mayEdit(caller.user, registry)) return;
    this.idsOf(caller, registry).catch((error) => this.#log.warn({ err: error }, 'registry_item_ids was not compared'));
  }

  /**
   * Compares the list with the items and repairs it.
   * @throws {HostError} when the host does not show the registry @throws {DatabaseUnavailable}
   */
  async reconcile(host: HostSession, id: number): Promise<SyncOutcome | 'in line'> {
    const registry = await host.registry(id);
    const ids = arranged(registry.itemIds, await this.#items.activeIdsOf(id));
    return isSame(ids, registry.itemIds) ? 'in line' : this.sync(host, registry);
  }

  /** Writes the list after a change of the items, with the credentials of who came last. Never throws. */
  sync(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const waiting = this.#waiting.get(registry.id);
    if (waiting) {
      Object.assign(waiting, { host, registry });
      return waiting.outcome;
    }
    const run: WaitingRun = { host, registry, outcome: Promise.resolve('pending') };
    this.#waiting.set(registry.id, run);
    run.outcome = this.#lock
      .run(registry.id, () => {
        this.#waiting.delete(registry.id);
        return this.#write(run.host, run.registry);
      })
      .catch((error) => {
        // The lock could not be had, and this run was never begun: nobody may join it any more.
        this.#waiting.delete(registry.id);
        return this.#pending(registry.id, error);
      });
    return run.outcome;
  }

  /**
   * Changes a registry together with the order of its items: ids that are no active items of it are dropped,
   * active ones that are missing are appended.
   * @throws {HostError}
   */
  reorder(
    host: HostSession,
    id: number,
    wanted: readonly number[],
    change: HostRegistryChange,
  ): Promise<{ registry: HostRegistry; ids: number[] }> {
    return this.#lock.run(id, async () => {
      const ids = arranged(wanted, await this.#items.activeIdsOf(id));
      const registry = await host.updateRegistry(id, { ...change, itemIds: ids });
      this.#remember(id, ids);
      return { registry, ids };
    });
  }

  async #write(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    try {
      const itemIds = arranged(this.#listed(host, registry), await this.#items.activeIdsOf(registry.id));
      await host.updateRegistry(registry.id, { itemIds });
      this.#remember(registry.id, itemIds);
      return 'synced';
    } catch (error) {
      if (isHostFailure(error, 'not-found')) return 'gone';
      return this.#pending(registry.id, error);
    }
  }

  #pending(registry: number, error: unknown): SyncOutcome {
    this.#log.warn({ err: error, registry }, 'registry_item_ids is not in line; the next touch repairs it');
    return 'pending';
  }

  /** The host's list, as it was read or, if that is newer, as it was written. */
  #listed(host: HostSession, registry: HostRegistry): readonly number[] {
    const written = this.#written.get(registry.id);
    return written && written.at > host.begunAt ? written.ids : registry.itemIds;
  }

  #remember(id: number, ids: readonly number[]): void {
    this.#written.set(id, { ids, at: performance.now() });
  }
}

/** The active ids: first those of `order`, in that order, then the others. */
export function arranged(order: readonly number[], active: readonly number[]): number[] {
  const rest = new Set(active);
  const known = order.filter((id) => rest.delete(id));
  return [...known, ...rest];
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
