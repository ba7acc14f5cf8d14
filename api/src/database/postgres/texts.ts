/**
 * Returns SQL that converts a text column of `items` to ASCII lower case. Searches compare and sort the result byte by
 * byte. The result is the same as in the embedded database, for any language of the server. The collation is part of
 * statements and indexes, because CockroachDB does not accept `"C"` for columns.
 */
export const folded = (column: string): string => `lower(${column} COLLATE "C")`;

/** SQL expressions that searches compare. `folded` makes an expression from each column. */
export const SEARCHED_TEXTS: readonly string[] = ['name', 'retailer', 'url', 'affiliate_url'].map(folded);
