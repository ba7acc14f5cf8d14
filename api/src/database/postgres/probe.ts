import type pg from 'pg';
import type { Probe } from '../database.ts';
import { Servers } from './servers.ts';

/** How long it may take to connect, and to see the answer (milliseconds). */
const LIMITS = { connection: 2000, answer: 4000 };

/** A server that only reads, as a standby does, cannot serve. */
const MAY_WRITE = "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS may";

/** Opens a probe of a PostgreSQL: one connection, kept and made again when it breaks. */
export function probeServer(url: string): Probe {
  let kept: pg.Client | null = null;
  const servers = new Servers(url);
  const connect = (): Promise<pg.Client> =>
    servers.connect({
      application_name: 'largesse-api /ready',
      connectionTimeoutMillis: LIMITS.connection,
      query_timeout: LIMITS.answer,
    });
  const drop = async (): Promise<void> => {
    const dropped = kept;
    kept = null;
    await dropped?.end().catch(() => {});
  };
  const ask = async (): Promise<void> => {
    kept ??= await connect();
    const { rows } = await kept.query<{ may: boolean }>(MAY_WRITE);
    if (rows[0]?.may !== true) throw new Error('the server does not take writes');
  };
  return {
    check: async () => {
      const wasConnected = kept !== null;
      try {
        await ask();
      } catch (error) {
        // A connection whose server went away says nothing of the one that is there now.
        void drop();
        servers.doubt();
        if (!wasConnected) throw error;
        await ask().catch((second: unknown) => {
          void drop();
          throw second;
        });
      }
    },
    close: drop,
  };
}
