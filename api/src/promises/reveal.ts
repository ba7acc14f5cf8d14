import { type AppearanceStore, isOnOneList } from '../appearances/store.ts';
import type { OpenedId } from '../auth/opened.ts';
import type { Statements } from '../database/database.ts';
import { type ChangesIn, changeOfItem, type LoggedChange } from '../database/events.ts';
import { allOf, columns, onlyAnywhere, parameters, query, sql, unionOf } from '../database/statements.ts';
import { type Today, timeAfter } from '../times.ts';
import { IdeaStore } from './ideas.ts';
import { isUnopened, OPENING, type PromiseTable, type RevealedPromise } from './opening.ts';
import { type ChangedPromise, changesOfNumber } from './promise-events.ts';
import type { CountEvents } from './purchases.ts';
import { ShareStore } from './shares.ts';
import { listOf, startOf, todayIn } from './surprise.ts';

/** Today, before the first day of any list: no list has revealed its gifts yet. */
const BEFORE_ALL_DAYS: Today = async () => '';

/** Value of `namesSince` if the owner could always see the givers of open purchases. Sorts before every time. */
export const FROM_THE_BEGINNING = '';

/** Returns the time at which a day has begun (ISO 8601, UTC). */
export type DayBegan = () => Promise<string>;

/** A reveal of a list. */
export interface Reveal {
  registryId: OpenedId;
  /**
   * Time (ISO 8601, UTC) since which the owner sees the givers of new open promises of earlier versions; null if never.
   * Without anything new, the reveal records no event.
   */
  namesSince?: string | null;
  /** Called only if items of the list are or were on others. */
  today?: Today;
  /**
   * Returns the time at which the day of the list has begun (ISO 8601, UTC); missing for a reveal by hand. Called only
   * if items of the list are or were on others.
   */
  dayBegan?: DayBegan | undefined;
}

type Revealed = ChangedPromise<RevealedPromise>;

const $ = parameters('list');
const FOUND = columns<{ isShared: boolean }>({ isShared: 'is_shared' });

const UNREVEALED = sql`
  SELECT 0 AS is_shared FROM purchases
  WHERE ${allOf([sql`registry_id = ${$.list}`, isUnopened('purchases'), isOnOneList('purchases')])}`;

/** Finds an unrevealed gift of an item on one list, and an item that is or was on several lists. */
const FIND_UNREVEALED_OR_SHARED = query(FOUND)`${unionOf([
  sql`
  SELECT * FROM (${UNREVEALED} LIMIT 1) AS gifts`,
  onlyAnywhere(sql`SELECT * FROM (
    SELECT is_shared FROM (
      SELECT 1 AS is_shared FROM appearances AS a WHERE a.registry_id = ${$.list}
      UNION ALL SELECT 1 AS is_shared FROM past_places AS a WHERE a.registry_id = ${$.list} OR a.home_id = ${$.list}
    ) AS any_items LIMIT 1
  ) AS items`),
])}`;

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
  async hasUnrevealed(registryId: number, today: Today = BEFORE_ALL_DAYS, dayBegan?: DayBegan): Promise<boolean> {
    const found = await FIND_UNREVEALED_OR_SHARED.read(this.#database, { list: registryId });
    if (found.some(({ isShared }) => !isShared)) return true;
    if (await new IdeaStore(this.#database).hasUnrevealed(registryId)) return true;
    if (await new ShareStore(this.#database).hasUnrevealed(registryId)) return true;
    if (found.length === 0) return false;
    const values = { list: registryId, today: await today(), since: await sinceOf(dayBegan) };
    for (const { openable } of [OPENING.purchases, OPENING.shares])
      if ((await openable.read(this.#database, values)).length > 0) return true;
    return false;
  }

  /**
   * Reveals all promises on a list, except those that another list still hides. The owner's counters then include them.
   * Records no event if the owner could already see all promises and their givers.
   * @returns the number of revealed promises
   */
  async reveal({ registryId, namesSince = null, today = BEFORE_ALL_DAYS, dayBegan }: Reveal): Promise<number> {
    const homes = await this.#appearances.homesOn(registryId);
    const isShared = homes.length > 0;
    const times = { today: isShared ? await today() : '', since: await sinceOf(isShared ? dayBegan : undefined) };
    if (!dayBegan && isShared) await this.#appearances.noteReveal(registryId);
    let count = await new IdeaStore(this.#database).reveal(registryId);
    for (const home of new Set([registryId, ...homes])) count += await this.#open(home, registryId, times, namesSince);
    if (!dayBegan && isShared) await this.#appearances.forgetDayless(registryId, timeAfter());
    return count;
  }

  /**
   * Reveals promises for items that have left a list whose day has come, if no other list hides them. No request for
   * this list does it, because the list may be deleted.
   */
  async revealPast(today = todayIn(null)): Promise<void> {
    for (const home of await this.#appearances.homesUntil(today)) {
      await this.#open(home, null, { today, since: startOf(today, null) }, null);
      await this.#appearances.forgetUntil(home, today);
    }
  }

  /** @param list the list that reveals its promises; null if promises of past places are revealed */
  async #open(
    home: number,
    list: number | null,
    times: { today: string; since: string },
    namesSince: string | null,
  ): Promise<number> {
    const isNews = ({ promise: { is_secret, created_at, waits_for } }: Revealed): boolean => {
      if (is_secret) return true;
      if (waits_for !== null && !waits_for.includes('u')) return waits_for !== '';
      return namesSince === null || created_at < namesSince;
    };
    const now = timeAfter();
    const changes: ChangesIn<Revealed> = (revealed) => {
      const all = revealed.filter(isNews).flatMap(({ promise, lists }) => {
        // Readers of other lists see no names, so they learn only of promises that were secret until now.
        const others = promise.is_secret && promise.revealed_at === now ? changesOfNumber(promise, lists) : [];
        return [revealOf(listOf(promise)), ...others];
      });
      // The list that reveals gets one event for all.
      const events = all.map((change) => (change.registryId === list ? revealOf(list) : change));
      return [...new Map(events.map((change) => [keyOf(change), change])).values()];
    };
    const write = (table: PromiseTable, events: ChangesIn<Revealed>): Promise<Revealed[]> => {
      const { openOn, openPast } = OPENING[table];
      const values = { now, home, list, ...times };
      return (list === null ? openPast : openOn).write(this.#database, values, { lockId: home, changes: events });
    };
    const gifts = await write('purchases', changes);
    this.#count('revealed', gifts.length);
    await new ShareStore(this.#database).removeEnded(home);
    const recorded = new Set(changes(gifts).map(keyOf));
    const others: ChangesIn<Revealed> = (shares) => changes(shares).filter((change) => !recorded.has(keyOf(change)));
    return gifts.length + (await write('shares', others)).length;
  }
}

/** Returns the time since which a list shows its promises. @param dayBegan missing for a reveal by hand */
const sinceOf = async (dayBegan?: DayBegan): Promise<string> => (await dayBegan?.()) ?? timeAfter();

const revealOf = (registryId: number): LoggedChange => changeOfItem('purchases.revealed', registryId, null);

/** Returns equal texts for events with the same content. */
const keyOf = ({ type, registryId, itemId, giverUserId }: LoggedChange): string =>
  `${type} ${registryId} ${itemId} ${giverUserId}`;
