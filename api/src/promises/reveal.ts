import { type AppearanceStore, isOnOneList, listsOfItem } from '../appearances/store.ts';
import type { Statements, Value } from '../database/database.ts';
import { type Change, type ChangesIn, changeOfItem } from '../database/events.ts';
import { type Today, timeAfter } from '../times.ts';
import { IdeaStore } from './ideas.ts';
import { isUnopened, openAll, openableShared, openOn, openPast, type PromiseTable } from './opening.ts';
import { changesOfNumber } from './promise-events.ts';
import type { CountEvents } from './purchases.ts';
import { ShareStore } from './shares.ts';
import { listOf, startOf, todayIn } from './surprise.ts';

/** A day on which no list reveals its gifts. */
const NEVER: Today = async () => '';

/** Value of `namesSince` if the owner could always see the givers of open purchases. Sorts before every time. */
export const ALWAYS = '';

/** A reveal of a list. */
export interface Reveal {
  registryId: number;
  /**
   * Time (ISO 8601, UTC) since which the owner sees the givers of new open promises of earlier versions; null if never.
   * Without anything new, the reveal records no event.
   */
  namesSince?: string | null;
  /** Called only if items of the list are or were on others. */
  today?: Today;
  /** Day of the list, `YYYY-MM-DD`, if it has come; null for a reveal by hand. */
  day?: string | null;
}

/** Row of a promise that was just revealed. */
export type RevealedRow = [
  isSecret: number,
  createdAt: string,
  registryId: number,
  waitsFor: string | null,
  id: string,
  itemId: number,
  listId: number | null,
  revealedAt: string | null,
  appearsOn: string | null,
];

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

  /**
   * Returns whether a list can reveal promises on its day. The statements depend on the lists of the items, never on
   * promises that another list hides (rules: Appearances).
   */
  async hasUnrevealed(registryId: number, today: Today = NEVER, day: string | null = null): Promise<boolean> {
    const unrevealed = `SELECT 0 AS is_shared FROM purchases WHERE registry_id = $1 AND ${isUnopened('purchases')}`;
    const shared = `SELECT 1 AS is_shared FROM appearances AS a WHERE a.registry_id = $1
      UNION ALL SELECT 1 AS is_shared FROM past_places AS a WHERE a.registry_id = $1 OR a.home_id = $1`;
    const sql = !this.#appearances.areSupported
      ? `${unrevealed} LIMIT 1`
      : `SELECT * FROM (${unrevealed} AND ${isOnOneList('purchases')} LIMIT 1) AS gifts
        UNION ALL SELECT * FROM (SELECT is_shared FROM (${shared}) AS any_items LIMIT 1) AS items`;
    const rows = await this.#database.read<[isShared: number]>(sql, [registryId]);
    if (rows.some(([isShared]) => isShared === 0)) return true;
    if (await new IdeaStore(this.#database).hasUnrevealed(registryId)) return true;
    if (await new ShareStore(this.#database).hasUnrevealed(registryId)) return true;
    if (rows.length === 0) return false;
    const values = [registryId, await today(), sinceOf(day)];
    for (const table of ['purchases', 'shares'] as const)
      if (
        (await this.#database.read(`SELECT 1 FROM ${table} WHERE ${openableShared(table, '$2', '$3')} LIMIT 1`, values))
          .length
      )
        return true;
    return false;
  }

  /**
   * Reveals all promises on a list, except those that another list still hides. The owner's counters then include them.
   * Records no event if the owner could already see all promises and their givers.
   * @returns the number of revealed promises
   */
  async reveal({ registryId, namesSince = null, today = NEVER, day = null }: Reveal): Promise<number> {
    const homes = await this.#appearances.homesOn(registryId);
    const isShared = homes.length > 0;
    const values = isShared ? [registryId, await today(), sinceOf(day)] : [registryId, '', sinceOf(day)];
    if (day === null && isShared) await this.#appearances.noteReveal(registryId);
    let count = await new IdeaStore(this.#database).reveal(registryId);
    const parameters = { list: '$3', today: '$4', since: '$5' };
    for (const home of new Set([registryId, ...homes]))
      count += await this.#open(home, registryId, values, namesSince, (table) => openOn(table, '$1', '$2', parameters));
    if (day === null && isShared) await this.#appearances.forgetDayless(registryId, sinceOf(day));
    return count;
  }

  /**
   * Reveals promises for items that have left a list whose day has come, if no other list hides them. No request for
   * this list does it, because the list may be deleted.
   */
  async revealPast(today = todayIn(null)): Promise<void> {
    for (const home of await this.#appearances.homesUntil(today)) {
      await this.#open(home, null, [today, startOf(today)], null, (table) => openPast(table, '$1', '$2', '$3', '$4'));
      await this.#appearances.forgetUntil(home, today);
    }
  }

  /**
   * @param list the list that reveals its promises; null if promises of past places are revealed
   * @param values the parameters after the time and the registry
   */
  async #open(
    home: number,
    list: number | null,
    values: Value[],
    namesSince: string | null,
    sqlOf: (table: PromiseTable) => string,
  ): Promise<number> {
    const isNews = ([isSecret, createdAt, , waitsFor]: RevealedRow): boolean => {
      if (isSecret === 1) return true;
      if (waitsFor !== null && !waitsFor.includes('u')) return waitsFor !== '';
      return namesSince === null || createdAt < namesSince;
    };
    const now = timeAfter();
    const changes: ChangesIn<RevealedRow> = (rows) => {
      const all = rows.filter(isNews).flatMap((row) => {
        const [isSecret, , registry_id, , id, item_id, list_id, revealed_at, appearsOn] = row;
        const promise = { id, registry_id, item_id, list_id, revealed_at, is_secret: isSecret === 1 };
        // Readers of other lists see no names, so they learn only of promises that were secret until now.
        const others = isSecret === 1 && revealed_at === now ? changesOfNumber(promise, appearsOn) : [];
        return [revealOf(listOf(promise)), ...others];
      });
      // The list that reveals gets one event for all.
      const events = all.map((change) => (change.registryId === list ? revealOf(list) : change));
      return [...new Map(events.map((change) => [keyOf(change), change])).values()];
    };
    const write = async (table: PromiseTable, events: ChangesIn<RevealedRow>) => {
      const sql = this.#appearances.areSupported ? sqlOf(table) : openAll(table, '$1', '$2');
      const appearsOn = this.#appearances.areSupported ? listsOfItem(table) : 'NULL';
      const whole = `${sql} RETURNING is_secret, created_at, registry_id, waits_for, id, item_id, list_id, revealed_at, ${appearsOn}`;
      const all = [now, home, ...(this.#appearances.areSupported ? values : [])];
      return this.#database.write<RevealedRow>(whole, all, { lockId: home, changes: events });
    };
    const gifts = await write('purchases', changes);
    this.#count('revealed', gifts.length);
    await new ShareStore(this.#database).removeEnded(home);
    const recorded = new Set(changes(gifts).map(keyOf));
    const others: ChangesIn<RevealedRow> = (shares) => changes(shares).filter((change) => !recorded.has(keyOf(change)));
    return gifts.length + (await write('shares', others)).length;
  }
}

/** Returns the time since which a list shows its promises. @param day day of the list; null for a reveal by hand */
const sinceOf = (day: string | null): string => (day === null ? timeAfter() : startOf(day));

const revealOf = (registryId: number): Change => changeOfItem('purchases.revealed', registryId, null);

/** Returns equal texts for events with the same content. */
const keyOf = ({ type, registryId, itemId }: Change): string => `${type} ${registryId} ${itemId}`;
