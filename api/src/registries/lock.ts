import type { Database } from '../database/database.ts';
import type { TimeLeft } from '../deadline.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import { NotAdmitted, WaitingLines } from '../waiting-line.ts';

/** Maximum number of changes of one registry that may wait in this process. */
const MAX_WAITING = 50;

/**
 * The part of a registry that the lock needs. `pluginLists` is empty if the host does not compare lists before it
 * overwrites them. The lock then also uses the database, because other processes could change the lists.
 */
export type LockedRegistry = Pick<HostRegistry, 'id' | 'pluginLists'>;

/** Serializes changes of the lists of a registry. */
export class RegistryLock {
  readonly #database: Pick<Database, 'exclusively'>;
  readonly #lines = new WaitingLines(MAX_WAITING);
  readonly #running = new Set<Promise<unknown>>();
  readonly #waited: (seconds: number) => void;

  /**
   * @param database shared by all processes that use the same host
   * @param waited called with the seconds that a change waited for other changes
   */
  constructor(database: Pick<Database, 'exclusively'>, waited: (seconds: number) => void = () => {}) {
    this.#database = database;
    this.#waited = waited;
  }

  /** Returns the number of waiting changes in this process, for all registries. */
  get waiting(): number {
    return this.#lines.waiting;
  }

  /**
   * Runs `work` after all earlier changes of this registry in this process. If the host does not compare lists, `work`
   * also waits for earlier changes of other processes.
   * @throws {ApiError} 503 if too many changes wait, or the lock was not free in time: `work` was not begun
   * @throws {DatabaseUnavailable} `work` was not begun
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

  /** Returns whether no change in this process holds the lock of a registry. */
  isFree(registryId: number): boolean {
    return this.#lines.isFree(registryId);
  }

  /** Waits until no change holds a lock or waits for a lock. */
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
