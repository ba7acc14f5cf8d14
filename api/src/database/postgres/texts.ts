/**
 * Returns a text column of `items` in the form that searches compare and sort: in ASCII lower case and by its bytes, as in
 * the embedded database, whatever the server's language is. The collation is in statements and indexes instead of
 * columns, since CockroachDB does not accept `"C"` there.
 */
export const folded = (column: string): string => `lower(${column} COLLATE "C")`;

/** Columns that searches compare, each as `folded` returns it. */
export const SEARCHED_TEXTS: readonly string[] = ['name', 'retailer', 'url', 'affiliate_url'].map(folded);
