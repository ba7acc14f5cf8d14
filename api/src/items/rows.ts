import { type AffiliateStatus, type Item, MAX_IDS } from '@largesse/contract';
import { isPromised } from './promised.ts';

/** Values of a row, in the order of COLUMNS. */
export type ItemRow = [
  id: number,
  registryId: number,
  name: string,
  description: string | null,
  url: string,
  retailer: string | null,
  affiliateUrl: string | null,
  affiliateStatus: AffiliateStatus | null,
  imageUrl: string | null,
  price: number | null,
  currency: string | null,
  quantityNeeded: number,
  quantityPurchased: number,
  isActive: number,
  createdAt: string,
  updatedAt: string,
];

/** The columns that callers can set. */
export const WRITABLE = [
  'name',
  'description',
  'url',
  'retailer',
  'affiliate_url',
  'affiliate_status',
  'image_url',
  'price',
  'currency',
  'quantity_needed',
  'quantity_purchased',
  'is_active',
] as const;

/** Selected columns of an item. */
export const COLUMNS = `id, registry_id, ${WRITABLE.join(', ')}, created_at, updated_at`;

/**
 * Columns that an update returns: the columns of the item, the `effect` of the update (see `effectOf`), and the other
 * lists on which the item appears.
 */
export const CHANGED_COLUMNS = `${COLUMNS}, effect, appears_on`;
export type ChangedRow = [...ItemRow, effect: Effect, appearsOn: string | null];

/**
 * Effect of an update. None: all values were equal. Changed: a value differs. Restored: an inactive item is active
 * again.
 */
export const EFFECTS = { none: 0, changed: 1, restored: 2 } as const;
export type Effect = (typeof EFFECTS)[keyof typeof EFFECTS];

/**
 * Returns SQL for the effect of an update. The SQL compares the new values with the old values of the row.
 * @param columns columns that the update sets
 * @param first number of the parameter with the first new value
 */
export const effectOf = (columns: readonly string[], first: number): string =>
  `CASE WHEN is_active = 0 THEN ${EFFECTS.restored} WHEN ${columns
    .map((column, index) => `${column} IS DISTINCT FROM $${first + index}`)
    .join(' OR ')} THEN ${EFFECTS.changed} ELSE ${EFFECTS.none} END`;

/** Number of an item's pieces that guests can still give; never below 0. */
export interface Left {
  /** The true number: all purchases count, including secret purchases. 0 if guests have promised the whole price. */
  toGuests: number;
  /** The number for owners. Secret purchases do not count, because owners must not learn about them. */
  toOwner: number;
}

const orNone = (left: string): string => `CASE WHEN ${left} > 0 THEN ${left} ELSE 0 END`;

/**
 * Returns SQL expressions for the fields of `Left`. The database computes these fields, because the type `Item` does not
 * contain the number of secret purchases.
 * @param registryId SQL for the registry's id (see `SharesOfItem`)
 */
export const leftIn = (registryId?: string): Readonly<Record<keyof Left, string>> => ({
  toGuests: `CASE WHEN ${isPromised({ registryId })} THEN 0 ELSE ${orNone('quantity_needed - quantity_purchased - quantity_secret')} END`,
  toOwner: orNone('quantity_needed - quantity_purchased'),
});

/** Converts a row to an item. */
export function itemOf(row: ItemRow | ChangedRow): Item {
  return {
    id: row[0],
    registry_id: row[1],
    name: row[2],
    description: row[3],
    url: row[4],
    retailer: row[5],
    affiliate_url: row[6],
    affiliate_status: row[7],
    image_url: row[8],
    price: row[9],
    currency: row[10],
    quantity_needed: row[11],
    quantity_purchased: row[12],
    is_active: row[13] === 1,
    created_at: row[14],
    updated_at: row[15],
  };
}

/** Returns placeholders such as `$1, $2, $3`. @param first number of the first placeholder */
export const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, index) => `$${index + first}`).join(', ');

/** Returns a list of MAX_IDS ids: the given ids, then zeros. No item has the id 0. */
export const padded = (ids: readonly number[]): number[] =>
  Array.from({ length: MAX_IDS }, (_, index) => ids[index] ?? 0);
