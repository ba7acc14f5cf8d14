import { NO_DAY } from '@largesse/contract';
import { listsOfItem, sharedOn } from '../appearances/store.ts';
import { columns, forms, type Parameter, parameters, query, sameColumns, sql } from '../database/statements.ts';
import type { ChangedPromise, PromiseOfEvent } from './promise-events.ts';

/*
 * SQL about the places that a promise waits for (architecture: Who sees what). A promise names the lists that hid it
 * when it was made (see `Secrecy.waits_for`). A list no longer hides it from its day on, or after a reveal by hand. A
 * list without a day that the item has left ends with a later reveal of another list of the item.
 */

/** Tables of promises for items. */
export type PromiseTable = 'purchases' | 'shares';

/**
 * `list` is the list that reveals its promises, `home` the registry of their items. Other lists reveal their promises
 * from their day on, which is compared with `today`. The list shows its promises `since` the beginning of its day, or
 * since `now`.
 */
const $ = parameters('list', 'home', 'today', 'since', 'now');

/** The list that reveals its promises; 0 if it is a past place. */
type List = Parameter<'list'> | 0;

/** SQL condition that owners may see less of a promise than everything. */
export const isUnopened = (table: PromiseTable): string =>
  `(${table}.revealed_at IS NULL OR ${table}.level = 'counts')`;

/**
 * SQL condition: another list still hides a promise (`h`), or at least its giver (`_`, the wildcard of LIKE: any of the
 * letters of `Secrecy.waits_for`).
 *
 * Promises of earlier versions do not name lists. For them, a list counts that has hidden gifts since `open_until`.
 */
const isWithheld = <L extends List>(table: PromiseTable, what: 'h' | '_', list: L) => sql`EXISTS (
    SELECT 1 FROM (
      SELECT registry_id, reveal_day, open_until, revealed_at, NULL AS left_at FROM appearances AS current
      WHERE current.item_id = ${table}.item_id
      UNION ALL
      SELECT registry_id, reveal_day, open_until, revealed_at, left_at FROM past_places AS past
      WHERE past.item_id = ${table}.item_id
    ) AS a WHERE a.registry_id <> ${list} AND a.reveal_day > ${$.today}
    AND (a.revealed_at IS NULL OR a.revealed_at < ${table}.created_at)
    AND (a.left_at IS NULL OR a.reveal_day < '${NO_DAY}' OR a.left_at >= ${$.since})
    AND CASE WHEN ${table}.waits_for IS NULL THEN (${table}.is_secret = 0 OR a.open_until < ${table}.created_at)
      ELSE ${table}.waits_for LIKE '%,' || a.registry_id || '${what},%' END)`;

/** SQL condition: a reveal shows a promise, or its giver. */
const isOpenedBy = <L extends List>(table: PromiseTable, list: L) => sql`(${isUnopened(table)} AND CASE
    WHEN ${table}.is_secret = 1 AND ${table}.revealed_at IS NULL THEN NOT ${isWithheld(table, 'h', list)}
    ELSE NOT ${isWithheld(table, '_', list)} END)`;

const open = <L extends List>(table: PromiseTable, list: L) => sql`
  UPDATE ${table} SET revealed_at = coalesce(revealed_at, ${$.now}),
    level = CASE WHEN ${isWithheld(table, '_', list)} THEN 'counts' ELSE 'names' END
  WHERE registry_id = ${$.home} AND ${isOpenedBy(table, list)}`;

/** A promise that was just revealed. */
export interface RevealedPromise extends PromiseOfEvent {
  waits_for: string | null;
  created_at: string;
}

const PROMISE = sameColumns<RevealedPromise>([
  'id',
  'registry_id',
  'item_id',
  'list_id',
  'is_orphan',
  'is_secret',
  'revealed_at',
  'waits_for',
  'created_at',
]);

function statementsFor(table: PromiseTable) {
  const REVEALED = columns<ChangedPromise<RevealedPromise>>({ promise: PROMISE, lists: listsOfItem(table) });
  return {
    /** Finds a promise of a list that it can reveal, if the item is or was on several lists. */
    openable: query()`
      SELECT 1 FROM ${table}
      WHERE (${table}.registry_id, ${table}.item_id) IN (${sharedOn($.list)}) AND ${isOpenedBy(table, $.list)} LIMIT 1`,
    /** Reveals promises on a list. */
    openOn: query(REVEALED)`
      ${forms({
        anywhere: sql`${open(table, $.list)} AND (${$.home} = ${$.list} OR ${table}.item_id IN (
        SELECT item_id FROM appearances AS here WHERE here.registry_id = ${$.list}
        UNION ALL SELECT item_id FROM past_places AS here WHERE here.registry_id = ${$.list}))`,
        // No item is on several lists.
        perRegistry: sql`UPDATE ${table} SET revealed_at = coalesce(revealed_at, ${$.now}), level = 'names'
          WHERE registry_id = ${$.home} AND ${isUnopened(table)}`,
      })} RETURNING ${REVEALED}`,
    /**
     * Reveals promises for the items of a registry that have left a list, from the day of this list on. No list reveals
     * them by itself.
     */
    openPast: query(REVEALED)`
      ${open(table, 0)} AND ${table}.item_id IN (
        SELECT item_id FROM past_places AS here WHERE here.home_id = ${$.home} AND here.reveal_day <= ${$.today})
      RETURNING ${REVEALED}`,
  };
}

export const OPENING = { purchases: statementsFor('purchases'), shares: statementsFor('shares') };
