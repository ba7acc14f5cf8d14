import { DatabaseSync } from 'node:sqlite';
import type { SiteWithApi } from './site-with-api.ts';

/** Adds items to a registry directly in the database, even more than the API allows (contract: MAX_ACTIVE_ITEMS). */
export function fillRegistry({ environment }: SiteWithApi, registry: number, items: number): void {
  using database = new DatabaseSync(environment.DATABASE_URL?.replace(/^sqlite:/, '') ?? '', { timeout: 3000 });
  const add = database.prepare(
    "INSERT INTO items (registry_id, name, url) VALUES (?, 'Kettle', 'https://shop.example/')",
  );
  database.exec('BEGIN IMMEDIATE');
  for (let item = 0; item < items; item++) add.run(registry);
  database.exec('COMMIT');
}
