import { DatabaseUnusable } from '../database.ts';
import { reason } from '../reason.ts';
import { withClient } from './connection.ts';
import { Servers } from './servers.ts';

/** Checks that a database is empty and has no other connections. @throws {DatabaseUnusable} */
export async function refuseUsedPostgres(url: string): Promise<void> {
  try {
    await withClient(new Servers(url), async (client) => {
      const { rows } = await client.query<{ others: number; exists: boolean }>(
        `SELECT (SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend')::int AS others,
          to_regclass('items') IS NOT NULL AS exists`,
      );
      if ((rows[0]?.others ?? 0) > 0) throw new DatabaseUnusable('DATABASE_URL: is in use: stop the service first');
      if (!rows[0]?.exists) return;
      const { rows: found } = await client.query('SELECT 1 FROM items LIMIT 1');
      if (found.length > 0)
        throw new DatabaseUnusable('DATABASE_URL: the database contains items: name an empty database');
    });
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  }
}
