import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { reason } from '../reason.ts';
import { hostOf, readAddresses } from './addresses.ts';
import { isoTime } from './times.ts';

/** Time limit for a connection (milliseconds). */
export const CONNECTION_TIMEOUT_MS = 2000;

/** Time within which a server must answer the query TAKES_WRITES (milliseconds). */
const ANSWER_TIMEOUT_MS = 2000;

/**
 * Time to wait for the other servers after the first answer from a writable server (milliseconds). This first server
 * may be an old primary; another server may have been promoted since.
 */
const OTHERS_MS = 250;

/**
 * Asks a server whether it takes writes, and for its timeline. The statement has no parameters and no name, so that it
 * works behind a transaction pooler.
 */
const TAKES_WRITES = `
  SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writes,
    CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;
const IS_WRITABLE = "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writes";

/** One server of an address. */
interface Server {
  name: string;
  options: pg.ClientConfig;
}

/**
 * Servers of an address. Only the primary takes writes. After a failed or broken connection, asks all servers again,
 * and closes connections to the previous primary. If an old primary has returned, two servers may take writes. The
 * server that was promoted later wins: each promotion starts a new timeline.
 */
export class Servers {
  readonly #all: readonly Server[];
  readonly #mustWrite: boolean;
  #chosen: Server | undefined;
  #choosing: Promise<void> | null = null;
  /** Factor for the time limits of connections; 1 in production. */
  readonly patience: number;

  /** @param patience factor of the time limits @throws {RangeError} if the address is invalid */
  constructor(url: string, patience = 1) {
    this.patience = patience;
    const { urls, mustWrite } = readAddresses(url);
    this.#mustWrite = mustWrite;
    this.#all = urls.map((one) => ({ name: hostOf(one), options: clientOptions(one, patience) }));
    if (this.#all.length === 1) this.#chosen = this.#all[0];
  }

  /** True if the address names several servers. */
  get areSeveral(): boolean {
    return this.#all.length > 1;
  }

  /** Object that identifies the current server; undefined if no server is chosen. */
  get current(): object | undefined {
    return this.#chosen;
  }

  /** Connection options for the current server. */
  get options(): pg.ClientConfig {
    return (this.#chosen ?? this.#all[0])?.options ?? {};
  }

  /** Waits until a server is chosen. @throws if no server takes writes; the message gives the reason for each server */
  async chosen(): Promise<void> {
    if (this.#chosen === undefined) await this.choose();
  }

  /**
   * Asks all servers whether they take writes; concurrent callers share the answer.
   * @throws in the same case as `chosen`
   */
  choose(): Promise<void> {
    if (!this.areSeveral) return Promise.resolve();
    this.#choosing ??= this.#ask().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  /** Looks for the writable server in the background. Call this after a broken connection or a rejected write. */
  doubt(): void {
    this.choose().catch(() => {});
  }

  /** Checks a new connection. @throws if the server rejects writes, but writes are required */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.#mustWrite) return;
    const { rows } = await client.query<{ writes: boolean }>(IS_WRITABLE);
    if (rows[0]?.writes !== true) throw new Error('the server does not take writes');
  }

  /** Connects to the server that takes writes. @param options additional options @throws if no server takes writes */
  async connect(options: pg.ClientConfig = {}): Promise<pg.Client> {
    await this.chosen();
    try {
      return await this.#connected(options);
    } catch (error) {
      if (!this.areSeveral) throw error;
    }
    await this.choose();
    return this.#connected(options);
  }

  async #connected(options: pg.ClientConfig): Promise<pg.Client> {
    const client = new pg.Client({ ...this.options, ...options });
    // The next query reports the error.
    client.on('error', () => {});
    try {
      await client.connect();
      await this.check(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  async #ask(): Promise<void> {
    const failures: string[] = [];
    const answers: { server: Server; timeline: string }[] = [];
    const asked = this.#all.map(async (server) => {
      try {
        answers.push({ server, timeline: await timelineOf(server) });
      } catch (error) {
        failures.push(`${server.name}: ${reason(error)}`);
        throw error;
      }
    });
    const all = Promise.allSettled(asked);
    await Promise.any(asked).catch(() => {});
    await Promise.race([all, pause(OTHERS_MS, undefined, { ref: false })]);
    const latest = answers.reduce((highest, { timeline }) => (timeline > highest ? timeline : highest), '');
    const newest = answers.filter(({ timeline }) => timeline === latest).map(({ server }) => server);
    if (newest.length === 0) {
      this.#chosen = undefined;
      throw new Error(`no server takes writes: ${failures.join('; ')}`);
    }
    if (this.#chosen === undefined || !newest.includes(this.#chosen))
      this.#chosen = this.#all.find((server) => newest.includes(server));
  }
}

/** Returns the options for all connections to an address. */
const clientOptions = (url: string, patience: number): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'largesse-api',
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS * patience,
  keepAlive: true,
  types: { getTypeParser },
});

/** Returns the timeline of a writable server: eight digits, which sort as text. @throws if the server rejects writes */
async function timelineOf({ options }: Server): Promise<string> {
  const client = new pg.Client({ ...options, query_timeout: ANSWER_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ writes: boolean; timeline: string }>(TAKES_WRITES);
    if (rows[0]?.writes !== true) throw new Error('does not take writes');
    return rows[0].timeline;
  } finally {
    client.end().catch(() => {});
  }
}

/** Type numbers in PostgreSQL's catalogue pg_type. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;

/**
 * Converts values to the types and formats of the embedded database: integers to numbers, and times to ISO 8601 with
 * milliseconds.
 */
function getTypeParser(type: number): (text: string) => unknown {
  if (type === INT8) return Number;
  if (type === TIMESTAMPTZ) return isoTime;
  return pg.types.getTypeParser(type);
}
