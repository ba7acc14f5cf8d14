import pg from 'pg';
import { inTime, type TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import { DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';
import { leavesConnectionUsable } from './errors.ts';

/** How long connecting may take (milliseconds). */
export const CONNECTION_TIMEOUT_MS = 2000;

/** How long an unused connection of a pool is kept (milliseconds), and any connection (seconds). */
const IDLE_TIMEOUT_MS = 30_000;
const LIFETIME_S = 600;

/** A time limit that leaves the others as they are. */
export const UNLIMITED: TimeLeft = { left: Number.POSITIVE_INFINITY };

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(options: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(options);
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the options of all connections to an address. */
export const clientOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'largesse-api',
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  keepAlive: true,
  types: { getTypeParser },
});

/** Options of a pool. */
export interface PoolOptions extends pg.PoolConfig {
  /** Most connections. */
  max: number;
  /** How many may wait for one; whoever comes then is refused at once. */
  maxWaiting: number;
}

/** Keeps connections for work of one kind. A connection that broke is replaced when it is next needed. */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #max: number;
  readonly #maxWaiting: number;

  constructor(url: string, { maxWaiting, ...options }: PoolOptions) {
    this.#max = options.max;
    this.#maxWaiting = maxWaiting;
    this.#pool = new pg.Pool({
      ...clientOptions(url),
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: LIFETIME_S,
      ...options,
    });
    // The failing statement says that its connection broke.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get load(): Load {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, waiting: waitingCount, limit: this.#max };
  }

  /** Runs `work` on a connection. @throws {DatabaseUnavailable} none could be had in time */
  async with<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.acquire(time);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // A statement that was refused leaves its transaction open, and whatever came next would be refused with it.
      client.release(!leavesConnectionUsable(error) || client.getTransactionStatus() !== 'I');
      throw error;
    }
  }

  /** Takes a connection, which its `release` gives back. @throws {DatabaseUnavailable} none could be had in time */
  async acquire(time: TimeLeft): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw new DatabaseUnavailable('too many wait for a connection');
    // Whatever keeps a connection from being made says nothing of the statement.
    const connecting = this.#pool.connect().catch((error) => {
      throw new DatabaseUnavailable(reason(error), { cause: error });
    });
    if (time === UNLIMITED) return connecting;
    const client = await inTime(connecting, time);
    if (client) return client;
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw new DatabaseUnavailable('no connection in time');
  }

  /** Waits for what is under way, then closes all connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Waits for all of what was sent at once, in one round trip, so that the connection is free again; then rejects with
 * the first failure, if there is one.
 */
export async function allSettled<T extends readonly Promise<unknown>[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

/** Type numbers of PostgreSQL's own types: its catalogue pg_type. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Returns values as the embedded database does: every integer a number, times as ISO 8601 with milliseconds. */
function getTypeParser(type: number): (text: string) => unknown {
  if (type === INT8) return Number;
  if (type === TIMESTAMPTZ) return (text) => new Date(text).toISOString();
  return pg.types.getTypeParser(type);
}
