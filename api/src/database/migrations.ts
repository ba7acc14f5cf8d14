/** One step of the schema; its number is its place in the list, beginning with 1. */
export interface Migration {
  readonly name: string;
  readonly sqlite: string;
}

/**
 * All steps, oldest first. A released step is never changed: add another one.
 * The rules of a column are those of the contract (spec: Resources and their fields), so that no other writer
 * can put in what the API would refuse. `length` counts code points, as the API does.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'items',
    sqlite: `
      CREATE TABLE items (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        registry_id INTEGER NOT NULL CHECK (registry_id BETWEEN 1 AND 9007199254740991),
        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
        description TEXT CHECK (length(description) <= 500),
        url TEXT NOT NULL CHECK (length(url) BETWEEN 10 AND 2000),
        retailer TEXT CHECK (length(retailer) <= 2000),
        affiliate_url TEXT CHECK (length(affiliate_url) <= 2000),
        affiliate_status TEXT CHECK (affiliate_status IN ('active', 'inactive', 'expired', 'none')),
        image_url TEXT CHECK (length(image_url) <= 2000),
        price REAL CHECK (price > 0),
        quantity_needed INTEGER NOT NULL DEFAULT 1 CHECK (quantity_needed BETWEEN 1 AND 9007199254740991),
        quantity_purchased INTEGER NOT NULL DEFAULT 0 CHECK (quantity_purchased BETWEEN 0 AND 9007199254740991),
        is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
        created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
        updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ) STRICT;
      CREATE INDEX items_by_registry ON items (registry_id, id);
    `,
  },
];

/** The version that this code works with; a database beyond it is refused (spec: Versioning). */
export const SCHEMA_VERSION = migrations.length;
