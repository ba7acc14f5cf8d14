/**
 * Writes a text of `items` as searches compare and sort it: in ASCII lower case and by its bytes, as the embedded database
 * does, whatever language the server speaks. Statements and indexes say so, and not the columns: there CockroachDB does not
 * take `"C"`.
 */
export const folded = (column: string): string => `lower(${column} COLLATE "C")`;

/** Those that a search looks at. */
export const SEARCHED_TEXTS: readonly string[] = ['name', 'retailer', 'url', 'affiliate_url'].map(folded);
