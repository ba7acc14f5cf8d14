import type { Database } from './database.ts';

/** Stores which processes run, to find processes that ended uncleanly: lists on the host may lack their items. */
export class Runs {
  readonly #database: Pick<Database, 'first' | 'read' | 'write'>;

  constructor(database: Pick<Database, 'first' | 'read' | 'write'>) {
    this.#database = database;
  }

  /**
   * Marks a run as started.
   * @param name different for each run
   * @param hasEnded returns true if the process of another run has ended
   * @returns number of ended runs that this call found and marked as unclean @throws {DatabaseUnavailable}
   */
  async begin(name: string, hasEnded: (other: string) => boolean): Promise<number> {
    const running = await this.#database.read<[name: string]>('SELECT name FROM runs WHERE is_unclean = 0', []);
    const ended = running.filter(([other]) => hasEnded(other));
    for (const [other] of ended) await this.#database.write('UPDATE runs SET is_unclean = 1 WHERE name = $1', [other]);
    await this.#database.write('INSERT INTO runs (name, is_unclean) VALUES ($1, 0)', [name]);
    return ended.length;
  }

  /** Returns whether any run is marked as running. @throws {DatabaseUnavailable} */
  async hasRunning(): Promise<boolean> {
    const row = await this.#database.first<[name: string]>('SELECT name FROM runs WHERE is_unclean = 0 LIMIT 1', []);
    return row !== undefined;
  }

  /** Marks a clean stop. @throws {DatabaseUnavailable} */
  async end(name: string): Promise<void> {
    await this.#database.write('DELETE FROM runs WHERE name = $1', [name]);
  }

  /** Returns the number of unclean ends since all lists were last reconciled. @throws {DatabaseUnavailable} */
  async uncleanEnds(): Promise<number> {
    const row = await this.#database.first<[count: number]>('SELECT count(*) FROM runs WHERE is_unclean = 1', []);
    return row?.[0] ?? 0;
  }

  /** Deletes the marks of unclean ends, after all lists have been reconciled. @throws {DatabaseUnavailable} */
  async reconciled(): Promise<void> {
    await this.#database.write('DELETE FROM runs WHERE is_unclean = 1', []);
  }
}
