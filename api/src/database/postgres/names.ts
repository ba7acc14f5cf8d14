import { createHash } from 'node:crypto';
import type { Log } from '../database.ts';

/** Number of uses after which a statement gets a name. */
const FREQUENT = 3;

/**
 * Maximum number of names, and of rare statements whose uses are counted. Each connection keeps a plan for each name.
 */
const MAX_NAMES = 200;

/**
 * Names of frequent statements. PostgreSQL parses and plans a named statement only once for each connection. A name is
 * a hash of the statement, so it means the same on every connection.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  readonly #log: Log | null;
  #areRefused = false;

  /** @param log receives a line if a pooler does not support names */
  constructor(log: Log | null) {
    this.#log = log;
  }

  /** Returns the name of a statement; undefined if it is rare, or a pooler does not support names. */
  of(text: string): string | undefined {
    if (this.#areRefused) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < FREQUENT) {
      if (this.#uses.size >= MAX_NAMES) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = `largesse_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    this.#names.set(text, name);
    return name;
  }

  /** Stops using names, because a name was not found or belonged to another session. */
  refuse(): void {
    if (this.#areRefused) return;
    this.#areRefused = true;
    this.#log?.(
      'DATABASE_URL: the pooler does not support named statements, so PostgreSQL parses each statement again: use PgBouncer 1.21 or later with max_prepared_statements',
    );
  }
}
