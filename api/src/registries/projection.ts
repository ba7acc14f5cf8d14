import type { Caller } from '../auth/authenticate.ts';
import { inTime, type TimeLeft } from '../deadline.ts';
import type { HostSession } from '../host/client.ts';
import { isHostFailure } from '../host/errors.ts';
import type { HostRegistry } from '../host/registry.ts';
import { mayEdit } from './access.ts';
import { isSame, mergeOrder, type RegistryLists } from './lists.ts';
import type { RegistryLock } from './lock.ts';

/** Result of writing the host's list: written, not written yet, or the registry no longer exists. */
export type SyncOutcome = 'synced' | 'pending' | 'gone';

/**
 * Events of lists on the host. A list was written, was not written in time, was found to differ from the items, was
 * repaired, or could not be repaired.
 */
export const LIST_EVENTS = ['written', 'pending', 'found_different', 'repaired', 'not_repaired'] as const;
export type ListEvent = (typeof LIST_EVENTS)[number];

/** Receives warnings. */
export interface Log {
  warn(context: object, message: string): void;
}

/** A write of a list, and the session for this write. The write waits for the lock of the registry. */
interface WaitingRun {
  host: HostSession;
  registry: HostRegistry;
  outcome: Promise<SyncOutcome>;
}

/**
 * Maximum number of lists that are repaired in the background at a time. This is half the number of connections that
 * one caller may use.
 */
const MAX_REPAIRS = 4;

/**
 * Keeps `registry_item_ids` on the host consistent with the items. The item table decides which items a registry has;
 * the list on the host also stores their order. No other record of pending work exists: work is pending if the list and
 * the items differ.
 */
export class Projection {
  readonly #lock: RegistryLock;
  readonly #lists: RegistryLists;
  readonly #log: Log;
  /**
   * For each registry, the write that waits for the lock. Further requests join this write. So any number of concurrent
   * requests causes only about two writes: one that already runs, and one that waits.
   */
  readonly #waiting = new Map<number, WaitingRun>();
  /** Ids of the registries whose list is being repaired in the background. */
  readonly #repairing = new Set<number>();
  readonly #count: (event: ListEvent) => void;

  /** @param count called with each event of a list */
  constructor(lock: RegistryLock, lists: RegistryLists, log: Log, count: (event: ListEvent) => void = () => {}) {
    this.#lock = lock;
    this.#lists = lists;
    this.#log = log;
    this.#count = count;
  }

  /**
   * Sorts the ids of the registry's active items in the host's order. Repairs an inconsistent list if the caller may
   * edit the registry.
   */
  inOrder(caller: Caller, registry: HostRegistry, active: readonly number[]): number[] {
    const { itemIds } = this.#lists.known(registry);
    const ids = mergeOrder(itemIds, active);
    if (mayEdit(caller.user, registry) && !isSame(ids, itemIds)) {
      this.#count('found_different');
      this.#repair(caller.host, registry);
    }
    return ids;
  }

  /**
   * Writes the list after a change of the items. Several callers may wait for the same write; it uses the credentials
   * of the caller with the most time left. If the deadline of `host` passes, the write continues in the background, and
   * the outcome is `pending`. Never throws.
   */
  async sync(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const outcome = (await inTime(this.#join(host, registry), host.deadline)) ?? 'pending';
    if (outcome !== 'gone') this.#count(outcome === 'synced' ? 'written' : 'pending');
    return outcome;
  }

  /** Joins the waiting write of a registry. If no write waits, creates a new write. */
  #join(host: HostSession, registry: HostRegistry): Promise<SyncOutcome> {
    const waiting = this.#waiting.get(registry.id);
    if (waiting) {
      // Uses the session with more time left. The new caller has less if its read of the registry was slow.
      if (host.deadline.left >= waiting.host.deadline.left) Object.assign(waiting, { host, registry });
      return waiting.outcome;
    }
    const run: WaitingRun = { host, registry, outcome: Promise.resolve('pending') };
    this.#waiting.set(registry.id, run);
    // Callers who join later may have more time, and may replace `run.host`. So the wait always uses the time limit of
    // the current session in `run.host`.
    const time: TimeLeft = {
      get left() {
        return run.host.deadline.left;
      },
    };
    run.outcome = this.#lock
      .run(registry, time, () => {
        this.#waiting.delete(registry.id);
        return this.#write(run);
      })
      .catch((error) => {
        // The write did not get the lock, and will not begin. So no other caller may join it.
        this.#waiting.delete(registry.id);
        // The wait for a database lock keeps the time limit of the caller who started the wait. A caller who joined
        // later may have time left, so the write starts again with this caller's session.
        if (run.host !== host && run.host.deadline.left > 0) return this.#join(run.host, run.registry);
        return this.#pending(run, error);
      });
    return run.outcome;
  }

  async #write(run: WaitingRun): Promise<SyncOutcome> {
    const { host, registry } = run;
    try {
      await this.#lists.matchItems(host, registry);
      return 'synced';
    } catch (error) {
      if (isHostFailure(error, 'not-found')) return 'gone';
      return this.#pending(run, error);
    }
  }

  /**
   * Repairs a list in the background, without delaying requests. If the host compares lists, the repair starts at once;
   * otherwise it starts only if the lock is free. Repairs use only a few connections to the host. If another caller
   * changes the list at the same time, that change or the next request repairs the list.
   */
  #repair(host: HostSession, registry: HostRegistry): void {
    const { id } = registry;
    if (this.#repairing.has(id) || this.#waiting.has(id) || this.#repairing.size >= MAX_REPAIRS) return;
    const isCompared = registry.pluginLists.includes('registry_item_ids');
    if (!isCompared && !this.#lock.isFree(id)) return;
    this.#repairing.add(id);
    const repair = isCompared ? this.#overwrite(host, registry) : this.#join(host, registry);
    void repair.then((outcome) => {
      this.#repairing.delete(id);
      if (outcome === 'synced') this.#count('repaired');
      else if (outcome === 'pending') this.#count('not_repaired');
    });
  }

  /**
   * Writes the list without waiting for other changes, and does not retry. Never throws.
   * @returns null if another caller has changed the list
   */
  async #overwrite(host: HostSession, registry: HostRegistry): Promise<SyncOutcome | null> {
    try {
      await this.#lists.matchItemsOnce(host, this.#lists.known(registry));
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
}
