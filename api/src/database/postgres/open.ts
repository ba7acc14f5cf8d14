import type pg from 'pg';
import { isDistributed, SEVERAL_SERVERS } from '../citus/placement.ts';
import { type Database, DatabaseUnusable, type Log } from '../database.ts';
import { type EventLog, READ_LOG } from '../events.ts';
import { reason } from '../reason.ts';
import { withClient } from './connection.ts';
import { PostgresDatabase, skipLostIds } from './database.ts';
import { ONE_SERVER } from './placement.ts';
import { migrate } from './schema.ts';
import { Servers } from './servers.ts';

/**
 * Opens a database and upgrades it to SCHEMA_VERSION.
 * @param log receives lines about lost ids and names of statements
 * @param patience factor of the time limits; 1 in production
 * @param recordsEvents true to record changes
 * @throws {DatabaseUnusable} if the database cannot be reached or used, or is newer than this code
 */
export async function openPostgres(
  url: string,
  log: Log | null = null,
  patience = 1,
  recordsEvents = false,
): Promise<Database> {
  try {
    const servers = new Servers(url, patience);
    const { placement, events } = await withClient(servers, async (client) => {
      await migrate(client);
      await skipLostIds(client, log);
      return {
        placement: (await isDistributed(client)) ? SEVERAL_SERVERS : ONE_SERVER,
        events: recordsEvents ? await logOf(client) : null,
      };
    });
    return new PostgresDatabase(servers, placement, log, events);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  }
}

async function logOf(client: pg.Client): Promise<EventLog> {
  const { rows } = await client.query<[cursorKey: string]>({ text: READ_LOG, rowMode: 'array' });
  const [[cursorKey] = ['']] = rows;
  return { cursorKey };
}
