import type pg from 'pg';
import type { Probe } from '../database.ts';
import { Servers } from './servers.ts';

/** Time limits for the connection, and for the answer (milliseconds). */
const LIMITS = { connection: 2000, answer: 4000 };

/** A read-only server, such as a standby, is not usable. */
const MAY_WRITE = "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS may";

/** Opens a probe of PostgreSQL. The probe uses a single connection, and replaces a broken connection. */
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
        // The error may belong to an old connection to a stopped server. The check then tries a new connection.
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
