import { type AppearanceStore, isOnOneList, isShownOn, listsOfItem, unrevealedShared } from '../appearances/store.ts';
import type { Statements, Value } from '../database/database.ts';
import { type Change, type ChangesIn, onEachList } from '../database/events.ts';
import { timeAfter } from '../times.ts';
import { IdeaStore } from './ideas.ts';
import type { CountEvents } from './purchases.ts';
import { type RevealedRow, ShareStore } from './shares.ts';

/** Returns the current day, `YYYY-MM-DD`: an earlier day if its time zone is unknown. */
export type Today = () => Promise<string>;

/** A day on which no list reveals its gifts. */
const NEVER: Today = async () => '';

/** Value of `namesSince` if the owner could always see the givers of open purchases. Sorts before every time. */
export const ALWAYS = '';

const REVEAL = 'UPDATE purchases SET revealed_at = $1 WHERE registry_id = $2 AND revealed_at IS NULL';

/** Reveals promises (rules: Surprise). All methods throw DatabaseUnavailable. */
export class Reveals {
  readonly #database: Statements;
  readonly #appearances: AppearanceStore;
  readonly #count: CountEvents;

  constructor(database: Statements, appearances: AppearanceStore, count: CountEvents) {
    this.#database = database;
    this.#appearances = appearances;
    this.#count = count;
  }

  // Most requests need neither ideas nor shares.
  get #ideas(): IdeaStore {
    return new IdeaStore(this.#database);
  }

  get #shares(): ShareStore {
    return new ShareStore(this.#database);
  }

  /**
   * Returns whether a list can reveal purchases, ideas or shares. The statements depend on the shared items of the
   * list, never on gifts that another list hides (rules: Appearances).
   */
  async hasUnrevealed(registryId: number, today: Today = NEVER): Promise<boolean> {
    const unrevealed = 'SELECT 0 AS is_shared FROM purchases WHERE registry_id = $1 AND revealed_at IS NULL';
    const shared = 'SELECT 1 AS is_shared FROM appearances AS a WHERE a.registry_id = $1';
    const sql = this.#appearances.areSupported
      ? `SELECT * FROM (${unrevealed} AND ${isOnOneList('purchases')} LIMIT 1) AS gifts
        UNION ALL SELECT * FROM (${shared} LIMIT 1) AS items`
      : `${unrevealed} LIMIT 1`;
    const rows = await this.#database.read<[isShared: number]>(sql, [registryId]);
    if (rows.some(([isShared]) => isShared === 0) || (await this.#ideas.hasUnrevealed(registryId))) return true;
    if (await this.#shares.hasUnrevealed(registryId)) return true;
    return rows.length > 0 && this.#hasUnrevealedShared(registryId, await today());
  }

  async #hasUnrevealedShared(registryId: number, today: string): Promise<boolean> {
    if ((await this.#database.read(unrevealedShared('purchases'), [registryId, today])).length > 0) return true;
    return this.#shares.hasUnrevealedShared(registryId, today);
  }

  /**
   * Reveals all purchases, ideas and shares on a list, except gifts that another list still hides. The owner's counters
   * then include them. Records no event if the owner could already see all purchases and their givers.
   * @param namesSince time (ISO 8601, UTC) since which the owner sees the givers of new open purchases; null if never
   * @param today called only if the list has shared items
   * @param isByHand true for a reveal that does not depend on the day of the list
   * @returns the number of revealed purchases, ideas and shares
   */
  async reveal(
    registryId: number,
    namesSince: string | null = null,
    today: Today = NEVER,
    isByHand = false,
  ): Promise<number> {
    const isNews = ([isSecret, createdAt]: RevealedRow): boolean =>
      isSecret === 1 || namesSince === null || createdAt < namesSince;
    const revealed: ChangesIn<RevealedRow> = (rows) => {
      const lists = rows.filter(isNews).flatMap((row) => onEachList(revealOf(row[2]), row[3]));
      return [...new Set(lists.map((change) => change.registryId))].map(revealOf);
    };
    const homes = await this.#appearances.homesOn(registryId);
    const day = homes.length > 0 ? await today() : '';
    if (isByHand && homes.length > 0) await this.#appearances.noteReveal(registryId);
    let count = await this.#ideas.reveal(registryId);
    for (const home of new Set([registryId, ...homes])) {
      const write = (sql: string, values: Value[]) =>
        this.#database.write<RevealedRow>(sql, [timeAfter(), home, ...values], { lockId: home, changes: revealed });
      const rows = this.#appearances.areSupported
        ? await write(
            `${REVEAL} AND ${isShownOn('purchases', '$2', '$3', '$4')} RETURNING is_secret, created_at, registry_id, ${listsOfItem('purchases')}`,
            [registryId, day],
          )
        : await write(`${REVEAL} RETURNING is_secret, created_at, registry_id, NULL`, []);
      this.#count('revealed', rows.length);
      const others: ChangesIn<RevealedRow> = (shares) => (rows.some(isNews) ? [] : revealed(shares));
      count += rows.length + (await this.#shares.reveal(home, others, registryId, day));
    }
    return count;
  }
}

const revealOf = (registryId: number): Change => ({
  type: 'purchases.revealed',
  registryId,
  itemId: null,
  purchaseId: null,
  isSecret: false,
  giverUserId: null,
});
