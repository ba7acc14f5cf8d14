import { LRUCache } from 'lru-cache';
import type { Caller } from '../auth/authenticate.ts';
import type { Database } from '../database/database.ts';
import { isHostFailure } from '../host/errors.ts';
import {
  type HostRegistry,
  type HostRegistryChange,
  itemIdsIn,
  type ListKey,
  peopleIn,
  type StoredLists,
} from '../host/registry.ts';
import type { HostSession } from '../host/session.ts';
import { ApiError } from '../http/errors.ts';
import type { ItemStore } from '../items/store.ts';
import { inTime, type TimeLeft } from '../scheduling/deadline.ts';
import { NotAdmitted, WaitingLines } from '../scheduling/waiting-line.ts';
import { mayEdit } from './access.ts';

const ATTEMPTS = 20;

/** Lifetime of a written list in the cache (milliseconds): longer than any request takes. */
const REMEMBERED_MS = 60_000;

/** Maximum number of characters of all lists in the cache. */
const REMEMBERED_CHARACTERS = 8_000_000;

const ITEM_IDS = ['registry_item_ids'] as const;

/** Result of writing the host's list: written, not written yet, or the registry no longer exists. */
export type SyncOutcome = 'synced' | 'pending' | 'gone';

/** A list was written, was not written in time, was found to differ from the items, was (not) repaired. */
export const LIST_EVENTS = ['written', 'pending', 'found_different', 'repaired', 'not_repaired'] as const;
export type ListEvent = (typeof LIST_EVENTS)[number];

/** Receives measurements about changes to registries. */
export interface RegistryWatch {
  /** Seconds that a change waited for earlier changes of the same registry. */
  changeWaited?(seconds: number): void;
  listEvent?(event: ListEvent): void;
}

/** Receives warnings. */
export interface Log {
  warn(context: object, message: string): void;
}

/** A write of a list that waits for the lock of the registry, and its session. */
interface WaitingRun {
  host: HostSession;
  registry: HostRegistry;
  outcome: Promise<SyncOutcome>;
}

/** Lists that are repaired in the background at a time: half the connections that one caller may use. */
const MAX_REPAIRS = 4;

/** Derives a change from the newest known registry. May be called several times. */
export type Change = (known: HostRegistry) => HostRegistryChange | Promise<HostRegistryChange>;

/**
 * Changes the lists of registries on the host, and keeps `registry_item_ids` consistent with the items, which decide.
 * The list on the host also stores their order. Work is pending if list and items differ; there is no other record. The
 * site also changes these lists, so the service must not overwrite a list that has changed since it was read. The
 * plugin compares the lists itself. For other hosts, a lock serializes the service's own changes, and the service reads
 * the list again just before the write.
 */
export class RegistryLists {
  readonly #items: ItemStore;
  readonly lock: RegistryLock;
  /** Lists as this process last wrote them, with the time. A registry that was read before may contain older lists. */
  readonly #written = new LRUCache<number, { lists: StoredLists; at: number }>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ lists }) => Object.values(lists).join('').length + 1,
    ttl: REMEMBERED_MS,
  });
  /**
   * For each registry, the write that waits for the lock. Further requests join it. So any number of concurrent
   * requests causes only about two writes.
   */
  readonly #waiting = new Map<number, WaitingRun>();
  /** Ids of registries. */
  readonly #repairing = new Set<number>();
  readonly #log: Log;
  readonly #count: (event: ListEvent) => void;

  /** @param database shared by all processes for the same host */
  constructor(items: ItemStore, database: Pick<Database, 'exclusively'>, log: Log, watch: RegistryWatch) {
    this.#items = items;
    this.lock = new RegistryLock(database, watch.changeWaited);
    this.#log = log;
    this.#count = watch.listEvent ?? (() => {});
  }

  /** Returns a registry with the lists that this process wrote after the read, if any. */
  #known(registry: HostRegistry): HostRegistry {
    const written = this.#written.get(registry.id);
    if (!written || written.at <= registry.askedAt) return registry;
    const { lists } = written;
    return { ...registry, lists, itemIds: itemIdsIn(lists), ...peopleIn(lists) };
  }

  /** Returns the ids of the active items. Ids in `order` come first. */
  async ordered(order: readonly number[], id: number, time?: TimeLeft): Promise<number[]> {
    return mergeOrder(order, await (time ? this.#items.within(time) : this.#items).activeIdsOf(id));
  }

  async matchesItems({ id, itemIds }: HostRegistry): Promise<boolean> {
    return isSame(await this.ordered(itemIds, id), itemIds);
  }

  /** Sorts active ids in the host's order. Repairs an inconsistent list if the caller may edit the registry. */
  inOrder(caller: Caller, registry: HostRegistry, active: readonly number[]): number[] {
    const { itemIds } = this.#known(registry);
    const ids = mergeOrder(itemIds, active);
    if (mayEdit(caller.user, registry) && !isSame(ids, itemIds)) {
      this.#count('found_different');
      this.#repair(caller.host, registry);
    }
    return ids;
  }

  /**
   * Writes the list after a change of the items, with the session of the waiting caller with the most time left. After
   * the deadline of `host`, the write continues in the background, and the outcome is `pending`. Never throws.
   */
  async sync(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const outcome = (await inTime(this.#join(host, registry), host.deadline)) ?? 'pending';
    if (outcome !== 'gone') this.#count(outcome === 'synced' ? 'written' : 'pending');
    return outcome;
  }

  /**
   * Changes a registry while holding its lock.
   * @param seen the registry as the caller read it, who may edit it
   * @param from lists from which the change is derived
   * @throws {ApiError} 503, without a change, if the lock was not free in time, or if other requests changed the list
   * before each attempt
   */
  write(host: HostSession, seen: HostRegistry, from: readonly ListKey[], change: Change): Promise<HostRegistry> {
    return this.lock.run(seen, host.deadline, () => this.writeNow(host, seen, from, change));
  }

  /** Like `write`, for a caller that already holds the lock. */
  async writeNow(
    host: HostSession,
    seen: HostRegistry,
    from: readonly ListKey[],
    change: Change,
  ): Promise<HostRegistry> {
    const isCompared = from.every((key) => seen.pluginLists.includes(key));
    let known = isCompared ? this.#known(seen) : await host.registry(seen.id);
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
   * Does not retry.
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
    // If the caller is no longer an owner, the answer may lack the lists.
    if (change.meta?.registry_owners) this.#written.delete(known.id);
    else this.#written.set(known.id, { lists: registry.lists, at: registry.askedAt });
    return registry;
  }

  #join(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const waiting = this.#waiting.get(registry.id);
    if (waiting) {
      // The new caller has less time left if its read of the registry was slow.
      if (host.deadline.left >= waiting.host.deadline.left) Object.assign(waiting, { host, registry });
      return waiting.outcome;
    }
    const run: WaitingRun = { host, registry, outcome: Promise.resolve('pending') };
    this.#waiting.set(registry.id, run);
    // Callers who join later may replace `run.host`, and have more time.
    const time: TimeLeft = {
      get left() {
        return run.host.deadline.left;
      },
    };
    run.outcome = this.lock
      .run(registry, time, () => {
        this.#waiting.delete(registry.id);
        return this.#matchItems(run);
      })
      .catch((error) => {
        // The write will not begin, so nobody may join it.
        this.#waiting.delete(registry.id);
        // The wait for a database lock has the time limit of its first caller. A later one may have time left.
        if (run.host !== host && run.host.deadline.left > 0) return this.#join(run.host, run.registry);
        return this.#pending(run, error);
      });
    return run.outcome;
  }

  async #matchItems(run: WaitingRun): Promise<SyncOutcome> {
    const { host, registry } = run;
    try {
      await this.writeNow(host, registry, ITEM_IDS, (known) => this.#toMatchItems(host, known));
      return 'synced';
    } catch (error) {
      if (isHostFailure(error, 'not-found')) return 'gone';
      return this.#pending(run, error);
    }
  }

  /**
   * Repairs a list in the background. If the host compares lists, the repair starts at once; otherwise only if the lock
   * is free. If another caller changes the list at the same time, that change or the next request repairs it.
   */
  #repair(host: HostSession, registry: HostRegistry): void {
    const { id } = registry;
    if (this.#repairing.has(id) || this.#waiting.has(id) || this.#repairing.size >= MAX_REPAIRS) return;
    const isCompared = registry.pluginLists.includes('registry_item_ids');
    if (!isCompared && !this.lock.isFree(id)) return;
    this.#repairing.add(id);
    const repair = isCompared ? this.#matchItemsOnce(host, registry) : this.#join(host, registry);
    void repair.then((outcome) => {
      this.#repairing.delete(id);
      if (outcome === 'synced') this.#count('repaired');
      else if (outcome === 'pending') this.#count('not_repaired');
    });
  }

  /** Writes the list without waiting or retries; null if another caller has changed it. Never throws. */
  async #matchItemsOnce(host: HostSession, registry: HostRegistry): Promise<SyncOutcome | null> {
    try {
      const known = this.#known(registry);
      await this.#overwrite(host, known, ITEM_IDS, await this.#toMatchItems(host, known));
      return 'synced';
    } catch (error) {
      return isHostFailure(error, 'changed') ? null : this.#pending({ host, registry }, error);
    }
  }

  #pending({ host, registry }: Pick<WaitingRun, 'host' | 'registry'>, error: unknown): SyncOutcome {
    this.#log.warn(
      { err: error, registry: registry.id, reqId: host.requestId },
      'registry_item_ids is not in line with the items; it will be when an editor next reads or changes the registry',
    );
    return 'pending';
  }

  async #toMatchItems(host: HostSession, { id, itemIds }: HostRegistry): Promise<HostRegistryChange> {
    return { meta: { registry_item_ids: await this.ordered(itemIds, id, host.deadline) } };
  }
}

/** Returns the active ids, those in `order` first. */
export function mergeOrder(order: readonly number[], active: readonly number[]): number[] {
  if (isSame(order, active)) return [...order];
  const rest = new Set(active);
  const known = order.filter((id) => rest.delete(id));
  return [...known, ...rest];
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

const MAX_WAITING = 50;

/**
 * `pluginLists` is empty if the host does not compare lists. The lock then also uses the database, because other
 * processes could change the lists.
 */
type LockedRegistry = Pick<HostRegistry, 'id' | 'pluginLists'>;

/** Serializes changes of the lists of a registry. */
export class RegistryLock {
  readonly #database: Pick<Database, 'exclusively'>;
  readonly #lines = new WaitingLines(MAX_WAITING);
  readonly #running = new Set<Promise<unknown>>();
  readonly #waited: (seconds: number) => void;

  /** @param waited called with the seconds that a change waited for other changes */
  constructor(database: Pick<Database, 'exclusively'>, waited: (seconds: number) => void = () => {}) {
    this.#database = database;
    this.#waited = waited;
  }

  get waiting(): number {
    return this.#lines.waiting;
  }

  /**
   * Runs `work` after all earlier changes of this registry: those of this process, and of others if the host does not
   * compare lists.
   * @throws {ApiError} 503 if too many changes wait, or the lock was not free in time: `work` was not begun
   */
  run<T>(registry: LockedRegistry, time: TimeLeft, work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const begin = (hasWaited: boolean) => {
      if (hasWaited) this.#waited((performance.now() - asked) / 1000);
      return work();
    };
    const result = this.#locked(registry, time, begin).catch((error) => {
      throw error instanceof NotAdmitted ? new ApiError('registryBusy', { cause: error }) : error;
    });
    const settled = result
      .catch(() => {})
      .then(() => {
        this.#running.delete(settled);
      });
    this.#running.add(settled);
    return result;
  }

  isFree(registryId: number): boolean {
    return this.#lines.isFree(registryId);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #locked<T>(
    { id, pluginLists }: LockedRegistry,
    time: TimeLeft,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> {
    // Avoid the database lock: during the calls to the host, it would occupy one of the few database connections.
    if (pluginLists.length > 0) return this.#lines.run(id, time, work);
    return this.#lines.run(id, time, (hasWaited) =>
      this.#database.exclusively(id, time, (hasWaitedThere) => work(hasWaited || hasWaitedThere)),
    );
  }
}
