import type pg from 'pg';
import type { Probe } from '../database.ts';
import { toDatabaseError } from './errors.ts';
import { Servers } from './servers.ts';

/** Time limits for the connection, and for the answer (milliseconds). */
const LIMITS = { connection: 2000, answer: 4000 };

/**
 * Checks whether the server takes writes; a standby does not. Also makes the server write a small temporary file, which
 * fails if the disk is full.
 */
const MAY_WRITE = `
  BEGIN;
  SET LOCAL work_mem = '64kB';
  SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AND max(n) > 0 AS may
    FROM generate_series(1, 5000) AS n;
  ROLLBACK`;

async function mayWrite(client: pg.Client): Promise<boolean> {
  // The driver returns one result for each statement, but declares only one.
  const answers: unknown = await client.query(MAY_WRITE);
  const rows: unknown = Array.isArray(answers) ? answers[2]?.rows : [];
  return Array.isArray(rows) && rows[0]?.may === true;
}

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
    if (!(await mayWrite(kept))) throw new Error('the server does not take writes');
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
        if (!wasConnected) throw toDatabaseError(error);
        await ask().catch((second: unknown) => {
          void drop();
          throw toDatabaseError(second);
        });
      }
    },
    close: drop,
  };
}
