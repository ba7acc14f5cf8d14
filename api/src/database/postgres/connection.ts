import { connect } from 'node:net';
import pg from 'pg';
import { inTime, type TimeLeft } from '../../scheduling/deadline.ts';
import type { Load } from '../../scheduling/waiting-line.ts';
import { DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';
import { isBrokenConnection, isReadOnly, isTimeout, isUnknownName, leavesConnectionUsable } from './errors.ts';
import type { StatementNames } from './names.ts';
import { CONNECTION_TIMEOUT_MS, type Servers } from './servers.ts';

/** Lifetime of an unused connection of a pool (milliseconds). */
const IDLE_TIMEOUT_MS = 30_000;

/** Lifetime of any connection of a pool (seconds). */
const LIFETIME_S = 600;

/** Remaining time of a statement outside of a request: only the limits of the pool and of the server apply. */
export const UNLIMITED: TimeLeft = { left: Number.POSITIVE_INFINITY };

/**
 * Runs `work` on a separate connection, then closes the connection.
 * @param options additional options of the connection
 */
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
  /** Maximum number of connections. */
  max: number;
  /** Maximum number of waiting callers; further callers are rejected at once. */
  maxWaiting: number;
  /** Called with each new connection, before other work uses it. */
  prepare?: (client: pg.ClientBase) => Promise<void>;
  /** Time limit of a statement on the server, for connections without a pooler (milliseconds). */
  serverTimeout?: number;
  /** Names of the statements, if the pool uses any. */
  names?: StatementNames;
}

/** Pool of connections for one kind of work. Closes a broken connection, and opens a new one for the next caller. */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #servers: Servers;
  readonly #max: number;
  readonly #maxWaiting: number;
  /**
   * Time limit for getting a connection, including a switch to another server (milliseconds). Infinity if there is only
   * one server, because the pool's own time limit is then enough.
   */
  readonly #timeout: number;
  /** Server of each connection. */
  readonly #servedBy = new WeakMap<pg.ClientBase, object>();
  readonly #names: StatementNames | undefined;
  readonly #limited = new WeakSet<pg.ClientBase>();

  constructor(servers: Servers, { maxWaiting, prepare, serverTimeout, names, ...options }: PoolOptions) {
    this.#names = names;
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
        servers
          .check(client)
          .then(() => prepare?.(client))
          .then(() => (serverTimeout === undefined ? undefined : this.#limit(client, serverTimeout)))
          .then(() => done(), done);
      },
    });
    // If a connection breaks during a statement, the statement itself reports the error.
    this.#pool.on('error', () => servers.doubt());
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get load(): Load {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, waiting: waitingCount, limit: this.#max };
  }

  /** Runs `work` on a connection. @throws {DatabaseUnavailable} if no connection is free in time */
  async with<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.acquire(time);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // After a failed statement, its transaction stays open. Every later statement in this transaction fails, too, so
      // the pool closes the connection.
      client.release(!leavesConnectionUsable(error) || client.getTransactionStatus() !== 'I');
      if (isBrokenConnection(error) || isReadOnly(error)) this.#servers.doubt();
      if (isUnknownName(error)) this.#names?.refuse();
      if (isTimeout(error)) cancel(client);
      throw error;
    }
  }

  /** Returns whether every statement of a connection has the time limit `serverTimeout`. */
  isLimited(client: pg.ClientBase): boolean {
    return this.#limited.has(client);
  }

  /**
   * Takes a connection; call its `release` afterwards.
   * @throws {DatabaseUnavailable} if no connection is free in time
   */
  async acquire(time: TimeLeft): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#maxWaiting) throw new DatabaseUnavailable('too many wait for a connection');
    // A failure to connect is not an error of the statement, so the caller gets DatabaseUnavailable.
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

  /** Waits for running statements, then closes all connections. */
  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Sets the time limit of a session, unless a pooler gives each transaction another session. */
  async #limit(client: pg.ClientBase, timeout: number): Promise<void> {
    const sql = "SELECT set_config('statement_timeout', $1, false) WHERE pg_backend_pid() = $2";
    const { rowCount } = await client.query(sql, [String(timeout), keyOf(client).processID]);
    if (rowCount === 1) this.#limited.add(client);
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

  /** Returns a connection to the current server; closes pooled connections to other servers. */
  async #connectToChosen(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#servedBy.get(client) === this.#servers.current) return client;
      client.release(true);
    }
  }

  /** Returns a connection class that always uses the current server. */
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

/** Returns the numbers with which a client can cancel the statement of its connection. The types of pg lack them. */
function keyOf(client: object): { processID: number; secretKey: number } {
  const { processID, secretKey } = { processID: 0, secretKey: 0, ...client };
  return { processID, secretKey };
}

/**
 * Cancels the running statement of a connection that was closed, because its caller no longer waits.
 * PostgreSQL would notice the closed connection only when it answers.
 */
function cancel(client: object): void {
  const { host, port } = { host: '', port: 0, ...client };
  const { processID, secretKey } = keyOf(client);
  const message = Buffer.alloc(16);
  for (const [index, number] of [message.length, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(number | 0, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}).setTimeout(CONNECTION_TIMEOUT_MS, () => socket.destroy());
  socket.end(message);
}

/** Code of a request to cancel a statement: postgresql.org/docs/current/protocol-message-formats.html. */
const CANCEL_REQUEST = 80_877_102;

/** Sends all statements of `ask` with one call of the operating system. Each call takes about 10 µs. */
export function inOnePacket<T extends readonly unknown[]>(client: pg.PoolClient, ask: () => [...T]): [...T] {
  const { stream } = client.connection;
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

/**
 * Waits for all promises of one round trip, so that the connection is free again. Then rejects with the first failure,
 * if there is one.
 */
export async function allSettled<T extends readonly Promise<unknown>[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}
