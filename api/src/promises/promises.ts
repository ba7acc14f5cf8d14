import { AppearanceStore, listsOfItem } from '../appearances/store.ts';
import type { Statements } from '../database/database.ts';
import type { Erasure } from '../database/people.ts';
import {
  columns,
  onlyAnywhere,
  parameters,
  query,
  queryAnywhere,
  sameColumns,
  sql,
  unionOf,
} from '../database/statements.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import type { Today } from '../times.ts';
import { eraseGivers } from './erase.ts';
import { IdeaStore } from './ideas.ts';
import { type ChangedPromise, orphanChanges, type PromiseOfEvent } from './promise-events.ts';
import { type CountEvents, PurchaseStore } from './purchases.ts';
import { type DayBegan, type Reveal, Reveals } from './reveal.ts';
import { ShareStore } from './shares.ts';

const $ = parameters('registryId');

const anyOf = (table: string, condition = '') =>
  sql`SELECT 1 FROM (SELECT 1 FROM ${table} WHERE registry_id = ${$.registryId} ${condition} LIMIT 1) AS of_${table}`;
const ANY_OF = query()`${unionOf([
  anyOf('items', 'AND is_active = 1'),
  anyOf('purchases'),
  anyOf('shares'),
  anyOf('ideas'),
  onlyAnywhere(anyOf('appearances')),
])}`;

const ORPHANED = sameColumns<PromiseOfEvent>([
  'id',
  'registry_id',
  'item_id',
  'list_id',
  'is_orphan',
  'is_secret',
  'revealed_at',
]);

/** Records that the list of promises is deleted. */
const ORPHAN = ['purchases', 'shares'].map((promises) => {
  const changed = columns<ChangedPromise<PromiseOfEvent>>({ promise: ORPHANED, lists: listsOfItem(promises) });
  return queryAnywhere(changed)`
    UPDATE ${promises} SET is_orphan = 1 WHERE list_id = ${$.registryId} AND is_orphan = 0 RETURNING ${changed}`;
});

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
  hasUnrevealed(registryId: number, today?: Today, dayBegan?: DayBegan): Promise<boolean> {
    return this.#reveals.hasUnrevealed(registryId, today, dayBegan);
  }

  /** See `Reveals`. */
  reveal(reveal: Reveal): Promise<number> {
    return this.#reveals.reveal(reveal);
  }

  /** See `Reveals`. */
  revealPast(today?: string): Promise<void> {
    return this.#reveals.revealPast(today);
  }

  /** Erases givers and their messages. Returns the number of purchases, ideas and shares that lost data. */
  erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    return eraseGivers(this.#database, whose, onlyAddresses);
  }

  /** Returns whether a registry has an active item, also of another registry, or a promise. */
  async hasAnyOf(registryId: number): Promise<boolean> {
    return (await ANY_OF.read(this.#database, { registryId })).length > 0;
  }

  /**
   * Deletes the promises of a deleted registry. Promises through it for items of other registries stay; items that are
   * on other lists must have moved there before.
   */
  async removeAllOf(registryId: number): Promise<void> {
    await this.purchases.removeAllOf(registryId);
    await this.ideas.removeAllOf(registryId);
    await this.shares.removeAllOf(registryId);
    await this.leaveAllOf(registryId);
  }

  /** Removes items of other registries from a deleted list, and records that the list of their promises is deleted. */
  async leaveAllOf(registryId: number): Promise<void> {
    await this.appearances.removeAllOf(registryId);
    for (const orphan of ORPHAN) await orphan.write(this.#database, { registryId }, { changes: orphanChanges });
  }
}
