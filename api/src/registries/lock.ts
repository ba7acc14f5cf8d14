import { type Database, DatabaseUnavailable } from '../database/database.ts';

/** How long anybody waits for a turn (milliseconds): then the client has given up (spec: Limits). */
const PATIENCE = 10_000;

/** One after the other, by registry: who changes a list of a registry's post holds its lock. */
export class RegistryLock {
  readonly #database: Pick<Database, 'exclusively'>;
  readonly #last = new Map<number, Promise<unknown>>();

  /** @param database what the processes have in common that serve the same host */
  constructor(database: Pick<Database, 'exclusively'>) {
    this.#database = database;
  }

  /**
   * Runs `work` once everybody who asked earlier for this registry is done, here and in other processes.
   * @throws {DatabaseUnavailable} `work` was not begun
   */
  run<T>(registryId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(registryId) ?? Promise.resolve();
    const until = performance.now() + PATIENCE;
    const begin = () => {
      if (performance.now() > until) throw new DatabaseUnavailable('too many changes of one registry wait');
      return this.#database.exclusively(registryId, work);
    };
    const turn = before.then(begin, begin);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (this.#last.get(registryId) === settled) this.#last.delete(registryId);
      });
    this.#last.set(registryId, settled);
    return turn;
  }

  /** Waits until nobody holds or awaits a lock. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
