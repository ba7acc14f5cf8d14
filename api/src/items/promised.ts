import { type Parameter, Sql } from '../database/statements.ts';

/** Tolerance for sums of prices, because they are inexact. */
export const SMALLEST = 0.005;

/** Which shares of an item a statement adds up. */
export interface SharesOfItem {
  /** Parameter with the registry's id, so that the statement reads only this registry. */
  registryId?: string | undefined;
  /** True to ignore secret shares. Without them, no number depends on them (rules: Surprise). */
  isOpen?: boolean;
  /** SQL condition for the shares that count; by default, all. */
  counted?: string | undefined;
  /** SQL for the number of whole pieces that are given; by default, the counter of the item. */
  given?: string | undefined;
}

/**
 * SQL condition: readers of a list that hides numbers learn the number of a promise nevertheless, because it was made
 * through this list. For statements that add up promises; `seenBy` decides about a promise itself.
 * @param table purchases or shares
 * @param listId parameter with the id of the list
 * @param seesOrphans true for the author, who also sees promises through deleted lists
 */
export const isThroughList = (table: 'purchases' | 'shares', listId: string, seesOrphans: boolean): string =>
  `(coalesce(${table}.list_id, ${table}.registry_id) = ${listId}${seesOrphans ? ` OR ${table}.is_orphan = 1` : ''})`;

/** SQL condition that owners may see a share. */
export const IS_OPEN_SHARE = '(shares.is_secret = 0 OR shares.revealed_at IS NOT NULL)';

const sharesIn = ({ registryId = 'items.registry_id', isOpen = false, counted }: SharesOfItem): string =>
  `SELECT sum(shares.amount) FROM shares WHERE shares.registry_id = ${registryId} AND shares.item_id = items.id${isOpen ? ` AND ${IS_OPEN_SHARE}` : ''}${counted ? ` AND ${counted}` : ''}`;

/**
 * SQL condition: guests have promised the whole price of an item (rules: Shares of a wish). While this is true, every
 * share counts, so the condition does not depend on the time.
 */
export const isPromised = (of: SharesOfItem = {}): string => `items.price <= ${SMALLEST} + (${sharesIn(of)})`;

/**
 * SQL sum of the shares that count; NULL without any. Ended shares count only while all together cover the price.
 * @param now SQL for the current time
 * @param others condition for the shares that are added up
 */
export const promisedIn = (of: SharesOfItem, now: string, others = '1 = 1'): string =>
  `(${sharesIn(of)} AND ${others} AND (shares.ends_at IS NULL OR shares.ends_at > ${now} OR ${isPromised(of)}))`;

/**
 * SQL for the part of a price that guests can still promise; negative if the price has fallen. An item can be shared
 * only if one piece is needed and nobody gives the whole piece.
 */
export const amountLeft = (of: SharesOfItem, now: string, others?: string): string => `
  CASE WHEN items.is_active = 1 AND items.quantity_needed = 1 AND items.price IS NOT NULL
    AND ${of.given ?? 'items.quantity_purchased'}${of.isOpen ? '' : ' + items.quantity_secret'} = 0
  THEN items.price - coalesce(${promisedIn(of, now, others)}, 0) ELSE 0 END`;

/**
 * SQL condition that a guest can still give the whole item, because shares cover less than half of the price (rules:
 * Shares of a wish).
 */
export const isFree = (of: SharesOfItem, now: string): string =>
  `coalesce(2 * ${promisedIn(of, now)} < coalesce(items.price, 0), 1 = 1)`;

/** Returns the condition of `isFree` for a statement with parameters. */
export const isFreeForWhole = <Names extends string>(registryId: Parameter<Names>, now: Parameter<Names>): Sql<Names> =>
  new Sql(isFree({ registryId: `${registryId}` }, `${now}`));

/** Number of an item's pieces that can still be given, as guests and recipients learn it; never below 0. */
export interface Left {
  /** All purchases count, including secret ones. 0 if guests have promised the whole price. */
  toGuests: number;
  /** Secret purchases do not count, because recipients must not learn about them. */
  toRecipients: number;
}

/**
 * SQL for the pieces of an item that guests and owners have promised openly.
 * @param registryId SQL, see `SharesOfItem`
 * @param counted SQL condition for the purchases that count
 */
export const openPieces = (registryId = 'items.registry_id', counted = '1 = 1'): string => `coalesce((
    SELECT sum(purchases.quantity) FROM purchases WHERE purchases.registry_id = ${registryId}
    AND purchases.item_id = items.id AND (purchases.is_secret = 0 OR purchases.revealed_at IS NOT NULL)
    AND ${counted}), 0)`;

const orNone = (left: string): string => `CASE WHEN ${left} > 0 THEN ${left} ELSE 0 END`;

/**
 * Returns SQL for the fields of `Left`, because `Item` lacks the number of secret purchases.
 * @param registryId SQL, see `SharesOfItem`
 * @param given SQL for the number of whole pieces that owners know to be given
 */
export const leftIn = (registryId?: string, given = 'quantity_purchased'): Readonly<Record<keyof Left, string>> => ({
  toGuests: `CASE WHEN ${isPromised({ registryId })} THEN 0 ELSE ${orNone('quantity_needed - quantity_purchased - quantity_secret')} END`,
  toRecipients: orNone(`quantity_needed - ${given}`),
});
