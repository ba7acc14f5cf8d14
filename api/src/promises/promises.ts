import { AppearanceStore } from '../appearances/store.ts';
import type { Statements } from '../database/database.ts';
import type { Erasure } from '../database/people.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { eraseGivers } from './erase.ts';
import { IdeaStore } from './ideas.ts';
import { type CountEvents, PurchaseStore } from './purchases.ts';
import { Reveals, type Today } from './reveal.ts';
import { ShareStore } from './shares.ts';

/**
 * All promises of guests: gifts, parts of gifts and ideas (architecture: Who sees what). Only this folder stores,
 * reveals, moves, erases and deletes them. All methods throw DatabaseUnavailable.
 */
export class Promises {
  readonly #database: Statements;
  readonly #count: CountEvents;
  readonly purchases: PurchaseStore;
  /** The lists of items that are on several lists. */
  readonly appearances: AppearanceStore;

  constructor(database: Statements, count: CountEvents = () => {}) {
    this.#database = database;
    this.#count = count;
    this.appearances = new AppearanceStore(database);
    this.purchases = new PurchaseStore(database, count);
  }

  /** The copy uses the same database. */
  within(time: TimeLeft): Promises {
    return new Promises(this.#database.within?.(time) ?? this.#database, this.#count);
  }

  get shares(): ShareStore {
    return new ShareStore(this.#database);
  }

  get ideas(): IdeaStore {
    return new IdeaStore(this.#database);
  }

  get #reveals(): Reveals {
    return new Reveals(this.#database, this.appearances, this.#count);
  }

  /** See `Reveals`. */
  hasUnrevealed(registryId: number, today?: Today): Promise<boolean> {
    return this.#reveals.hasUnrevealed(registryId, today);
  }

  /** See `Reveals`. */
  reveal(registryId: number, namesSince?: string | null, today?: Today, isByHand?: boolean): Promise<number> {
    return this.#reveals.reveal(registryId, namesSince, today, isByHand);
  }

  /** Erases givers and their messages. Returns the number of purchases, ideas and shares that lost data. */
  erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    return eraseGivers(this.#database, whose, onlyAddresses);
  }

  /** Deletes all promises of a deleted registry. */
  async removeAllOf(registryId: number): Promise<void> {
    await this.purchases.removeAllOf(registryId);
    await this.ideas.removeAllOf(registryId);
    await this.shares.removeAllOf(registryId);
  }
}
