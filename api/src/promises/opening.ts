import { NO_DAY, sharedOn } from '../appearances/store.ts';

/*
 * SQL about the places that a promise waits for (architecture: Who sees what). A promise names the lists that hid it
 * when it was made (see `Secrecy.waits_for`). A list no longer hides it from its day on, or after a reveal by hand. A
 * list without a day that the item has left ends with a later reveal of another list of the item.
 */

/** Tables of promises for items. */
export type PromiseTable = 'purchases' | 'shares';

/** Parameters of a reveal. */
interface RevealParameters {
  /** Id of the list that reveals its promises. */
  list: string;
  /** Current day: other lists reveal their promises from their day on. */
  today: string;
  /** Time (ISO 8601) since which the list shows its promises: the beginning of its day, or now. */
  since: string;
}

/** SQL condition that owners may see less of a promise than everything. */
export const isUnopened = (table: PromiseTable): string =>
  `(${table}.revealed_at IS NULL OR ${table}.level = 'counts')`;

/**
 * SQL condition: another list still hides a promise (`h`), or at least its giver (`_`).
 *
 * Promises of earlier versions do not name lists. For them, a list counts that has hidden gifts since `open_until`.
 */
const isWithheld = (table: PromiseTable, what: 'h' | '_', { list, today, since }: RevealParameters): string => `EXISTS (
    SELECT 1 FROM (
      SELECT registry_id, reveal_day, open_until, revealed_at, NULL AS left_at FROM appearances AS current
      WHERE current.item_id = ${table}.item_id
      UNION ALL
      SELECT registry_id, reveal_day, open_until, revealed_at, left_at FROM past_places AS past
      WHERE past.item_id = ${table}.item_id
    ) AS a WHERE a.registry_id <> ${list} AND a.reveal_day > ${today}
    AND (a.revealed_at IS NULL OR a.revealed_at < ${table}.created_at)
    AND (a.left_at IS NULL OR a.reveal_day < '${NO_DAY}' OR a.left_at >= ${since})
    AND CASE WHEN ${table}.waits_for IS NULL THEN (${table}.is_secret = 0 OR a.open_until < ${table}.created_at)
      ELSE ${table}.waits_for LIKE '%,' || a.registry_id || '${what},%' END)`;

/** SQL condition: a reveal shows a promise, or its giver. */
const isOpenedBy = (table: PromiseTable, parameters: RevealParameters): string => `(${isUnopened(table)} AND CASE
    WHEN ${table}.is_secret = 1 AND ${table}.revealed_at IS NULL THEN NOT ${isWithheld(table, 'h', parameters)}
    ELSE NOT ${isWithheld(table, '_', parameters)} END)`;

/** SQL after WHERE: promises of a list ($1) that it can reveal, if their items are or were on several lists. */
export const openableShared = (table: PromiseTable, today: string, since: string): string =>
  `(${table}.registry_id, ${table}.item_id) IN (${sharedOn('$1')}) AND ${isOpenedBy(table, { list: '$1', today, since })}`;

/** SQL statement of a reveal. @param now parameter with the time */
export const openOn = (table: PromiseTable, now: string, home: string, parameters: RevealParameters): string => {
  const { list } = parameters;
  const isOnList = `SELECT item_id FROM appearances AS here WHERE here.registry_id = ${list}
    UNION ALL SELECT item_id FROM past_places AS here WHERE here.registry_id = ${list}`;
  return open(table, now, home, `(${home} = ${list} OR ${table}.item_id IN (${isOnList}))`, parameters);
};

/**
 * SQL statement that reveals promises for the items of a registry that have left a list, from the day of this list on.
 * No list reveals them by itself.
 */
export const openPast = (table: PromiseTable, now: string, home: string, today: string, since: string): string =>
  open(
    table,
    now,
    home,
    `${table}.item_id IN (SELECT item_id FROM past_places AS here WHERE here.home_id = ${home} AND here.reveal_day <= ${today})`,
    { list: '0', today, since },
  );

const open = (table: PromiseTable, now: string, home: string, scope: string, parameters: RevealParameters): string =>
  `UPDATE ${table} SET revealed_at = coalesce(revealed_at, ${now}),
    level = CASE WHEN ${isWithheld(table, '_', parameters)} THEN 'counts' ELSE 'names' END
  WHERE registry_id = ${home} AND ${isOpenedBy(table, parameters)} AND ${scope}`;

/** The same if registries are on several servers, where no item is on several lists. */
export const openAll = (table: PromiseTable, now: string, home: string): string =>
  `UPDATE ${table} SET revealed_at = coalesce(revealed_at, ${now}), level = 'names'
  WHERE registry_id = ${home} AND ${isUnopened(table)}`;
