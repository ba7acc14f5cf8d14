import type { Database } from '../database/database.ts';
import type { TimeLeft } from '../deadline.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import { NotAdmitted, WaitingLines } from '../waiting-line.ts';

/** Most changes of one registry that may wait in this process. */
const MAX_WAITING = 50;

/** A registry as the lock sees it: where its host compares lists before it overwrites them, a lock of this process is enough. */
export type LockedRegistry = Pick<HostRegistry, 'id' | 'comparedLists'>;

/** Lets those who change a list of a registry's post do so one after the other. */
export class RegistryLock {
  readonly #database: Pick<Database, 'exclusively'>;
  readonly #lines = new WaitingLines(MAX_WAITING);
  readonly #running = new Set<Promise<unknown>>();
  readonly #waited: (seconds: number) => void;

  /**
   * @param database what the processes have in common that serve the same host
   * @param waited told how long somebody has waited for others (seconds)
   */
  constructor(database: Pick<Database, 'exclusively'>, waited: (seconds: number) => void = () => {}) {
    this.#database = database;
    this.#waited = waited;
  }

  /** Returns how many wait for others in this process, for all registries together. */
  get waiting(): number {
    return this.#lines.waiting;
  }

  /**
   * Runs `work` once everybody who asked earlier for this registry is done: here, and, where the host compares nothing
   * itself, in other processes.
   * @throws {ApiError} 503 when too many wait, or none of them was done in time: `work` was not begun
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

  /** Tells whether nobody here holds the lock of a registry. */
  isFree(registryId: number): boolean {
    return this.#lines.isFree(registryId);
  }

  /** Waits until nobody holds or awaits a lock. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #locked<T>(
    { id, comparedLists }: LockedRegistry,
    time: TimeLeft,
    work: (hasWaited: boolean) => Promise<T>,
  ): Promise<T> {
    // A lock of the database takes one of its few connections for as long as the host takes.
    if (comparedLists.length > 0) return this.#lines.run(id, time, work);
    return this.#lines.run(id, time, (hasWaited) =>
      this.#database.exclusively(id, time, (hasWaitedThere) => work(hasWaited || hasWaitedThere)),
    );
  }
}
