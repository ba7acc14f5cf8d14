import type { Database } from '../database/database.ts';
import type { HostRegistry } from '../host/registry.ts';
import { ApiError } from '../http/errors.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { NotAdmitted, WaitingLines } from '../scheduling/waiting-line.ts';

const MAX_WAITING = 50;

/**
 * Which changes of the same registry wait for each other:
 *
 * - `process`: those of this process. This is enough if the plugin compares lists, because it refuses to overwrite a
 *   change of another process. A lock in the database would occupy one of its few connections during the calls to the
 *   host.
 * - `database`: those of all processes of this database. A host without the plugin compares nothing.
 */
export type LockScope = 'process' | 'database';

/** Returns the scope that changes of a registry's lists need. */
export const scopeFor = ({ hasPlugin }: Pick<HostRegistry, 'hasPlugin'>): LockScope =>
  hasPlugin ? 'process' : 'database';

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
   * Runs `work` after all earlier changes of this registry in the scope.
   * @throws {ApiError} 503 if too many changes wait, or the lock was not free in time: `work` was not begun
   */
  run<T>(registryId: number, scope: LockScope, time: TimeLeft, work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const begin = (hasWaited: boolean) => {
      if (hasWaited) this.#waited((performance.now() - asked) / 1000);
      return work();
    };
    const result = this.#locked(registryId, scope, time, begin).catch((error) => {
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

  #locked<T>(id: number, scope: LockScope, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    if (scope === 'process') return this.#lines.run(id, time, work);
    return this.#lines.run(id, time, (hasWaited) =>
      this.#database.exclusively(id, time, (hasWaitedThere) => work(hasWaited || hasWaitedThere)),
    );
  }
}
