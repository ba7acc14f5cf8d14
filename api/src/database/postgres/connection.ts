import pg from 'pg';
import { inTime, type TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import { DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';
import { isBrokenConnection, isReadOnly, leavesConnectionUsable } from './errors.ts';
import { CONNECTION_TIMEOUT_MS, type Servers } from './servers.ts';

/** How long an unused connection of a pool is kept (milliseconds), and any connection (seconds). */
const IDLE_TIMEOUT_MS = 30_000;
const LIFETIME_S = 600;

/** A time limit that leaves the others as they are. */
export const UNLIMITED: TimeLeft = { left: Number.POSITIVE_INFINITY };

/** Runs `work` on a connection of its own, which is closed afterwards. @param options more than those of all connections */
export async function withClient<T>(
  servers: Servers,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = await servers.connect(options);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

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
  readonly #servers: Servers;
  readonly #max: number;
  readonly #maxWaiting: number;
  /** How long it may take in all to turn to another server (milliseconds); the pool limits the wait for a single one. */
  readonly #timeout: number;
  /** Which server each connection is to. */
  readonly #servedBy = new WeakMap<pg.ClientBase, object>();

  constructor(servers: Servers, { maxWaiting, ...options }: PoolOptions) {
    this.#servers = servers;
    this.#max = options.max;
    this.#maxWaiting = maxWaiting;
    this.#timeout = servers.areSeveral
      ? (options.connectionTimeoutMillis ?? CONNECTION_TIMEOUT_MS * servers.patience)
      : Number.POSITIVE_INFINITY;
    this.#pool = new pg.Pool({
      ...servers.options,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: LIFETIME_S,
      ...options,
      ...(servers.areSeveral && { Client: this.#clientOfChosen() }),
      verify: (client, done) => {
        servers.check(client).then(() => done(), done);
      },
    });
    // The failing statement says that its connection broke.
    this.#pool.on('error', () => servers.doubt());
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
      if (isBrokenConnection(error) || isReadOnly(error)) this.#servers.doubt();
      throw error;
    }
  }

  /** Takes a connection, which its `release` gives back. @throws {DatabaseUnavailable} none could be had in time */
  async acquire(time: TimeLeft): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw new DatabaseUnavailable('too many wait for a connection');
    // Whatever keeps a connection from being made says nothing of the statement.
    const connecting = this.#connect().catch((error) => {
      throw new DatabaseUnavailable(reason(error), { cause: error });
    });
    const limit = Math.min(time.left, this.#timeout);
    if (limit === Number.POSITIVE_INFINITY) return connecting;
    const client = await inTime(connecting, { left: limit });
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

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#servers.areSeveral) return this.#pool.connect();
    await this.#servers.chosen();
    try {
      return await this.#connectToChosen();
    } catch {
      await this.#servers.choose();
      return this.#connectToChosen();
    }
  }

  /** Returns a connection to the server that is in use; kept ones to another server are closed. */
  async #connectToChosen(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#servedBy.get(client) === this.#servers.current) return client;
      client.release(true);
    }
  }

  /** Returns a class of connections to the server that is in use when one is made. */
  #clientOfChosen(): new (options?: pg.ClientConfig) => pg.Client {
    const servers = this.#servers;
    const servedBy = this.#servedBy;
    return class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, ...servers.options });
        if (servers.current) servedBy.set(this, servers.current);
      }
    };
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
