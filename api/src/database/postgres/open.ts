import { type Database, DatabaseUnusable, type Log } from '../database.ts';
import { reason } from '../reason.ts';
import { withClient } from './connection.ts';
import { PostgresDatabase } from './database.ts';
import { migrate } from './schema.ts';
import { Servers } from './servers.ts';
import { isSharded } from './sharding.ts';

/**
 * Opens a database and upgrades it to SCHEMA_VERSION.
 * @param log receives lines about missing indexes, which are then built
 * @param patience factor of the time limits; 1 in production
 * @throws {DatabaseUnusable} if it cannot be reached or used, or is newer than this code
 */
export async function openPostgres(url: string, log: Log | null = null, patience = 1): Promise<Database> {
  try {
    const servers = new Servers(url, patience);
    const isSpread = await withClient(servers, async (client) => {
      await migrate(client);
      return isSharded(client);
    });
    return new PostgresDatabase(servers, isSpread, log);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  }
}
