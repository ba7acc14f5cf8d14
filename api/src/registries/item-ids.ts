import type { Caller } from '../auth/authenticate.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry, HostRegistryChange } from '../host/registry.ts';
import type { HostSession } from '../host/session.ts';
import type { ItemStore } from '../items/store.ts';
import { inTime, type TimeLeft } from '../scheduling/deadline.ts';
import { mayEdit } from './access.ts';
import { isSameOrder, mergeOrder } from './order.ts';
import { type RegistryLock, scopeFor } from './registry-lock.ts';
import { areCompared, type StoredListWriter } from './stored-list-writer.ts';

const ITEM_IDS = ['registry_item_ids'] as const;

/** Result of writing the ids on the host: written, not written yet, or the registry no longer exists. */
export type SyncOutcome = 'synced' | 'pending' | 'gone';

/** The ids were written, were not written in time, were found to differ from the items, were (not) repaired. */
export const LIST_OUTCOMES = ['written', 'pending', 'found_different', 'repaired', 'not_repaired'] as const;
export type ListOutcome = (typeof LIST_OUTCOMES)[number];

/** Receives measurements about changes to registries. */
export interface RegistryWatch {
  /** Seconds that a change waited for earlier changes of the same registry. */
  changeWaited?(seconds: number): void;
  listOutcome?(outcome: ListOutcome): void;
}

/** Receives warnings. */
export interface Log {
  warn(context: object, message: string): void;
}

/** A write that waits for the lock of the registry. Further callers join it, and may replace its session. */
interface WaitingWrite {
  host: HostSession;
  registry: HostRegistry;
  outcome: Promise<SyncOutcome>;
}

/** Registries that are repaired in the background at a time: half the connections that one caller may use. */
const MAX_REPAIRS = 4;

/**
 * Keeps `registry_item_ids` on the host consistent with the items, which decide (architecture: Items are the truth, the
 * host's list is a projection). The host's ids also store the order. Work is pending if ids and items differ; there is
 * no other record.
 */
export class ItemIdsProjection {
  readonly #items: ItemStore;
  readonly #lock: RegistryLock;
  readonly #writer: StoredListWriter;
  /** The waiting write of each registry. Any number of concurrent requests causes only about two writes. */
  readonly #waiting = new Map<number, WaitingWrite>();
  /** Ids of registries. */
  readonly #repairing = new Set<number>();
  readonly #log: Log;
  readonly #count: (outcome: ListOutcome) => void;

  constructor(items: ItemStore, lock: RegistryLock, writer: StoredListWriter, log: Log, watch: RegistryWatch) {
    this.#items = items;
    this.#lock = lock;
    this.#writer = writer;
    this.#log = log;
    this.#count = watch.listOutcome ?? (() => {});
  }

  /** Returns the ids of the active items. Ids in `order` come first. */
  async ordered(order: readonly number[], id: number, time?: TimeLeft): Promise<number[]> {
    return mergeOrder(order, await (time ? this.#items.within(time) : this.#items).activeIdsOf(id));
  }

  async matchesItems({ id, itemIds }: HostRegistry): Promise<boolean> {
    return isSameOrder(await this.ordered(itemIds, id), itemIds);
  }

  /** Sorts active ids in the host's order. Repairs inconsistent ids if the caller may edit the registry. */
  sortAndRepair(caller: Caller, registry: HostRegistry, active: readonly number[]): number[] {
    const { itemIds } = this.#writer.known(registry);
    const ids = mergeOrder(itemIds, active);
    if (mayEdit(caller.user, registry) && !isSameOrder(ids, itemIds)) {
      this.#count('found_different');
      this.#repair(caller.host, registry);
    }
    return ids;
  }

  /**
   * Writes the ids after a change of the items, with the session of the waiting caller with the most time left. After
   * the deadline of `host`, the write continues in the background, and the outcome is `pending`. Never throws. The site
   * writes the ids of a registry that it has stated itself.
   */
  async sync(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    if (registry.isStated) return 'synced';
    const outcome = (await inTime(this.#joinWrite(host, registry), host.deadline)) ?? 'pending';
    if (outcome !== 'gone') this.#count(outcome === 'synced' ? 'written' : 'pending');
    return outcome;
  }

  /** Joins the write that waits for the lock, because it will read the items later; otherwise begins one. */
  #joinWrite(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const waiting = this.#waiting.get(registry.id);
    if (!waiting) return this.#beginWrite(host, registry);
    // The new caller has less time left if its read of the registry was slow.
    if (host.deadline.left >= waiting.host.deadline.left) Object.assign(waiting, { host, registry });
    return waiting.outcome;
  }

  #beginWrite(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const write: WaitingWrite = { host, registry, outcome: Promise.resolve('pending') };
    this.#waiting.set(registry.id, write);
    // Callers who join later may replace `write.host`, and have more time.
    const time: TimeLeft = {
      get left() {
        return write.host.deadline.left;
      },
    };
    write.outcome = this.#lock
      .run(registry.id, scopeFor(registry), time, () => {
        this.#waiting.delete(registry.id);
        return this.#write(write.host, write.registry);
      })
      .catch((error) => {
        // The write will not begin, so nobody may join it.
        this.#waiting.delete(registry.id);
        // The wait for a database lock has the time limit of its first caller. A later one may have time left.
        if (write.host !== host && write.host.deadline.left > 0) return this.#joinWrite(write.host, write.registry);
        return this.#notWritten(write.host, write.registry, error);
      });
    return write.outcome;
  }

  /** Writes the ids while holding the lock. Never throws. */
  async #write(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    try {
      await this.#writer.change(host, registry, ITEM_IDS, (known) => this.#idsOf(host, known));
      return 'synced';
    } catch (error) {
      return isHostFailure(error, 'not-found') ? 'gone' : this.#notWritten(host, registry, error);
    }
  }

  /**
   * Repairs the ids in the background. If the host compares them, the repair starts at once; otherwise only if the lock
   * is free. If another caller changes the ids at the same time, that change or the next request repairs them.
   */
  #repair(host: HostSession, registry: HostRegistry): void {
    const { id } = registry;
    if (this.#repairing.has(id) || this.#waiting.has(id) || this.#repairing.size >= MAX_REPAIRS) return;
    const isCompared = areCompared(registry, ITEM_IDS);
    if (!isCompared && !this.#lock.isFree(id)) return;
    this.#repairing.add(id);
    const repair = isCompared ? this.#writeOnce(host, registry) : this.#joinWrite(host, registry);
    void repair.then((outcome) => {
      this.#repairing.delete(id);
      if (outcome === 'synced') this.#count('repaired');
      else if (outcome === 'pending') this.#count('not_repaired');
    });
  }

  /** Writes the ids without the lock; null if another caller has changed them. Never throws. */
  async #writeOnce(host: HostSession, registry: HostRegistry): Promise<SyncOutcome | null> {
    try {
      const change = (known: HostRegistry) => this.#idsOf(host, known);
      return (await this.#writer.changeOnce(host, registry, ITEM_IDS, change)) && 'synced';
    } catch (error) {
      return this.#notWritten(host, registry, error);
    }
  }

  #notWritten(host: HostSession, registry: HostRegistry, error: unknown): SyncOutcome {
    this.#log.warn(
      { err: error, registry: registry.id, reqId: host.requestId },
      'registry_item_ids is not in line with the items; it will be when an editor next reads or changes the registry',
    );
    return 'pending';
  }

  async #idsOf(host: HostSession, { id, itemIds }: HostRegistry): Promise<HostRegistryChange> {
    return { meta: { registry_item_ids: await this.ordered(itemIds, id, host.deadline) } };
  }
}
