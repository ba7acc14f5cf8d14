import { siteName } from '@largesse/contract';
import type { Database } from './database.ts';

/** SQL that reads the only row of `site`. */
export const READ_SITE = 'SELECT name FROM site';

/** Returns the name of the site in a row of `site`. */
export const siteIn = (row: Record<string, unknown>): string => decoded(String(row.name));

/**
 * Stores for which site a database was made (rules: Copies). A copy of the database contains the row, too, so a service
 * with another `HOST_URL` finds that its database is a copy. The name is stored as Base64: tools that replace the
 * address of a site in a dump do not find it, so they cannot make a copy look like the original.
 */
export class SiteOfDatabase {
  readonly #database: Pick<Database, 'first' | 'write'>;

  constructor(database: Pick<Database, 'first' | 'write'>) {
    this.#database = database;
  }

  /** Returns the name of the site (see `siteName`); null before the first start. @throws {DatabaseUnavailable} */
  async name(): Promise<string | null> {
    const row = await this.#database.first<[name: string]>(READ_SITE, []);
    return row ? decoded(row[0]) : null;
  }

  /** Returns the name of the address that the site named last as its own; null if it has not been asked. */
  async home(): Promise<string | null> {
    const row = await this.#database.first<[home: string | null]>('SELECT home FROM site', []);
    return row?.[0] ? decoded(row[0]) : null;
  }

  /** Stores the address that the site names as its own. @throws {DatabaseUnavailable} */
  async keepHome(home: string): Promise<void> {
    await this.#database.write('UPDATE site SET home = $1', [encoded(home)]);
  }

  /**
   * Returns the name of the site. On the first start, stores that the database belongs to the site of `HOST_URL`.
   * @throws {DatabaseUnavailable}
   */
  async claim(hostUrl: string): Promise<string> {
    const known = await this.name();
    if (known !== null) return known;
    await this.#database.write('INSERT INTO site (number, name) VALUES (1, $1) ON CONFLICT (number) DO NOTHING', [
      encoded(hostUrl),
    ]);
    // Another process may have been faster.
    return (await this.name()) ?? siteName(hostUrl);
  }

  /** Stores that the database belongs to the site of `HOST_URL` from now on. @throws {DatabaseUnavailable} */
  async move(hostUrl: string): Promise<void> {
    await this.#database.write(
      'INSERT INTO site (number, name) VALUES (1, $1) ON CONFLICT (number) DO UPDATE SET name = excluded.name, home = NULL',
      [encoded(hostUrl)],
    );
  }

  /** Stores that the database is a copy that goes on alone: its events are for nobody. @throws {DatabaseUnavailable} */
  async separate(hostUrl: string): Promise<void> {
    await this.#database.write('UPDATE webhooks SET is_active = 0 WHERE is_active = 1', []);
    await this.#database.write('DELETE FROM webhook_deliveries', []);
    await this.move(hostUrl);
  }
}

const encoded = (url: string): string => Buffer.from(siteName(url)).toString('base64');

const decoded = (name: string): string => Buffer.from(name, 'base64').toString();
