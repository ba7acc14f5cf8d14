import { type Parameter, Sql } from '../database/statements.ts';

/** Tolerance for sums of prices, because they are inexact. */
export const SMALLEST = 0.005;

interface SharesOfItem {
  /** Parameter with the registry's id, so that the statement reads only this registry. */
  registryId?: string | undefined;
  /** True to ignore secret shares. Without them, no number depends on them (rules: Surprise). */
  isOpen?: boolean;
}

/** SQL condition that owners may see a share. */
export const IS_OPEN_SHARE = '(shares.is_secret = 0 OR shares.revealed_at IS NOT NULL)';

const sharesIn = ({ registryId = 'items.registry_id', isOpen = false }: SharesOfItem): string =>
  `SELECT sum(shares.amount) FROM shares WHERE shares.registry_id = ${registryId} AND shares.item_id = items.id${isOpen ? ` AND ${IS_OPEN_SHARE}` : ''}`;

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
    AND items.quantity_purchased${of.isOpen ? '' : ' + items.quantity_secret'} = 0
  THEN items.price - coalesce(${promisedIn(of, now, others)}, 0) ELSE 0 END`;

/**
 * SQL condition that a guest can still give the whole item, because shares cover less than half of the price (rules:
 * Shares of a wish).
 */
export const isFreeForWhole = <Names extends string>(registryId: Parameter<Names>, now: Parameter<Names>): Sql<Names> =>
  new Sql(`coalesce(2 * ${promisedIn({ registryId: `${registryId}` }, `${now}`)} < coalesce(items.price, 0), 1 = 1)`);

/** Number of an item's pieces that guests can still give; never below 0. */
export interface Left {
  /** All purchases count, including secret ones. 0 if guests have promised the whole price. */
  toGuests: number;
  /** Secret purchases do not count, because owners must not learn about them. */
  toOwner: number;
}

/**
 * SQL for the pieces of an item that guests and owners have promised openly.
 * @param registryId SQL, see `SharesOfItem`
 */
export const openPieces = (registryId = 'items.registry_id'): string => `coalesce((
    SELECT sum(purchases.quantity) FROM purchases WHERE purchases.registry_id = ${registryId}
    AND purchases.item_id = items.id AND (purchases.is_secret = 0 OR purchases.revealed_at IS NOT NULL)), 0)`;

const orNone = (left: string): string => `CASE WHEN ${left} > 0 THEN ${left} ELSE 0 END`;

/**
 * Returns SQL for the fields of `Left`, because `Item` lacks the number of secret purchases.
 * @param registryId SQL, see `SharesOfItem`
 */
export const leftIn = (registryId?: string): Readonly<Record<keyof Left, string>> => ({
  toGuests: `CASE WHEN ${isPromised({ registryId })} THEN 0 ELSE ${orNone('quantity_needed - quantity_purchased - quantity_secret')} END`,
  toOwner: orNone('quantity_needed - quantity_purchased'),
});
