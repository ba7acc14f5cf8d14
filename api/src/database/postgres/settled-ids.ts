import type { Database } from '../database.ts';

/** Longest time between drawing an id and the first write of a statement, in milliseconds. */
const STATEMENT_MS = 10_000;

/** The highest id of an item, and the oldest open and the next transaction. Their numbers exceed 2 ** 53. */
const READ = `
  SELECT coalesce((SELECT max(id) FROM items), 0), pg_snapshot_xmin(now)::text, pg_snapshot_xmax(now)::text
  FROM pg_current_snapshot() AS now`;

/**
 * Finds ids up to which no more items will appear. Several transactions draw ids and commit in another order. So an id
 * counts if every transaction has ended that may have drawn a lower one: each begins to write soon after it has drawn
 * the id, and then has a number.
 */
export class SettledIds {
  readonly #database: Pick<Database, 'read'>;
  readonly #now: () => number;
  #seen: { id: number; at: number } | null = null;
  /** An id, and the number above those of all transactions that may have drawn a lower id. */
  #waiting: { id: number; next: bigint } | null = null;
  #settled = 0;

  constructor(database: Pick<Database, 'read'>, now = () => performance.now()) {
    this.#database = database;
    this.#now = now;
  }

  /** Returns such an id. It is higher after some calls, with at least STATEMENT_MS between them. */
  async last(): Promise<number> {
    const [row] = await this.#database.read<[id: number, oldest: string, next: string]>(READ, []);
    if (row === undefined) return this.#settled;
    const [id, oldest, next] = row;
    if (this.#waiting && BigInt(oldest) >= this.#waiting.next) {
      this.#settled = this.#waiting.id;
      this.#waiting = null;
    }
    if (this.#seen && !this.#waiting && this.#now() - this.#seen.at >= STATEMENT_MS) {
      this.#waiting = { id: this.#seen.id, next: BigInt(next) };
      this.#seen = null;
    }
    this.#seen ??= { id, at: this.#now() };
    return this.#settled;
  }
}
