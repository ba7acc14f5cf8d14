import type { SettledScope } from '../database.ts';
import { AUTHOR, nextPosition } from '../events.ts';
import { idsText, isAmong } from '../sql.ts';
import { allOf, parameters, query, Sql, sql, unionOf, variants } from '../statements.ts';
import { allSettled, type ConnectionPool, UNLIMITED } from './connection.ts';
import type { LockStatements } from './locks.ts';

/** Maximum number of events that get their positions in one transaction. */
const BATCH = 1000;

/** Time after which all events without a position are looked for, whatever their numbers (milliseconds). */
const FULL_SEARCH_MS = 60_000;

/** Server's time limit for a batch (milliseconds). */
const TIMEOUT_MS = 2500;

const $ = parameters('registryId', 'recipient', 'received', 'from', 'next');

/** Condition for events that lack a position, and perhaps belong to one registry. */
const lacking = (ofRegistry: boolean) =>
  allOf([sql`position IS NULL AND number >= ${$.from}`, ofRegistry ? sql`registry_id = ${$.registryId}` : null]);

interface Readers {
  ofRegistry: boolean;
  forRecipient: boolean;
  forAuthor: boolean;
  inPart: boolean;
}
const LACKS = variants(({ ofRegistry, forRecipient, forAuthor, inPart }: Readers) => {
  const isOfOther = inPart ? new Sql<'received'>(`NOT ${isAmong('coalesce(item_id, 0)', $.received)}`) : sql`1 = 0`;
  const isOfAuthor = forAuthor ? sql`giver_user_id = ${AUTHOR}` : sql`1 = 0`;
  const isVisible = forRecipient
    ? sql`(is_secret = 0 OR giver_user_id = ${$.recipient} OR ${isOfAuthor} OR ${isOfOther})`
    : null;
  return query()`SELECT 1 FROM events WHERE ${allOf([lacking(ofRegistry), isVisible])} LIMIT 1`;
});

/** Assigns positions to a batch of events, in the order of numbers. */
const ASSIGN = variants(({ ofRegistry }: { ofRegistry: boolean }) => {
  const isOfRegistry = ofRegistry ? sql`events.registry_id = ${$.registryId}` : null;
  const highest = [0, 1].map(
    (isSecret) => sql`
      SELECT max(position) AS position FROM events WHERE ${allOf([sql`is_secret = ${isSecret}`, isOfRegistry])}`,
  );
  return query()`
    UPDATE events SET position = greatest(${$.next}, last.position + 1) + batch.place - 1
    FROM (SELECT max(position) AS position FROM (${unionOf(highest)}) AS highest) AS last,
      (SELECT number, row_number() OVER (ORDER BY number) AS place FROM events
        WHERE ${lacking(ofRegistry)} ORDER BY number LIMIT ${BATCH}) AS batch
    WHERE ${allOf([sql`events.number = batch.number AND events.position IS NULL`, isOfRegistry])}`;
});

/**
 * Assigns positions to committed events. A lock admits one process at a time, and each batch gets positions above all
 * earlier positions. So when a reader sees a position, no lower position follows. Events of running transactions are
 * not visible, and get their positions later. Neither servers nor other databases nor transaction ids matter.
 *
 * All statements of a batch are sent together. A process that dies thus cannot leave a transaction with the lock open.
 */
export class Positions {
  readonly #statements: ConnectionPool;
  readonly #lock: LockStatements['lock'];
  readonly #patience: number;
  /**
   * Lowest number of an event that may lack a position, except for transactions that were open for longer than
   * FULL_SEARCH_MS. Without it, each search would read the index entries of all events that got their positions since
   * the start of the oldest snapshot, for instance the snapshot of a backup.
   */
  #from = 0;
  /** Last number that had been drawn at the last full search. */
  #drawn = 0;
  #searchedAt = Number.NEGATIVE_INFINITY;

  constructor(statements: ConnectionPool, lock: LockStatements['lock'], patience: number) {
    this.#statements = statements;
    this.#lock = lock;
    this.#patience = patience;
  }

  /** See `Recording.settle`. */
  async settle(scope: SettledScope): Promise<void> {
    const isFull =
      scope.registryId === null && scope.recipient === null && performance.now() - this.#searchedAt > FULL_SEARCH_MS;
    const drawn = isFull ? await this.#lastNumber() : 0;
    const from = isFull ? 0 : this.#from;
    for (let assigned = BATCH; assigned === BATCH && (await this.#lacks(scope, from)); )
      assigned = await this.#assign(scope, from);
    if (!isFull) return;
    this.#from = this.#drawn;
    this.#drawn = drawn;
    this.#searchedAt = performance.now();
  }

  /** Returns the registries that have events without a position. */
  async unsettled(): Promise<number[]> {
    const text = 'SELECT DISTINCT registry_id FROM events WHERE position IS NULL';
    const { rows } = await this.#statements.with(UNLIMITED, (client) =>
      client.query<[registryId: number]>({ text, rowMode: 'array' }),
    );
    return rows.map(([registryId]) => registryId);
  }

  async #lastNumber(): Promise<number> {
    const { rows } = await this.#statements.with(UNLIMITED, (client) =>
      client.query<[last: number]>({ text: 'SELECT last_value FROM events_number_seq', rowMode: 'array' }),
    );
    return rows[0]?.[0] ?? 0;
  }

  async #lacks(scope: SettledScope, from: number): Promise<boolean> {
    const { registryId, recipient, received, isAuthor: forAuthor = false } = scope;
    const inPart = received !== undefined;
    const lacks = LACKS({ ofRegistry: registryId !== null, forRecipient: recipient !== null, forAuthor, inPart });
    const values = lacks.values({ registryId, recipient, received: inPart ? idsText(received) : null, from });
    const { rows } = await this.#statements.with(UNLIMITED, (client) => client.query({ text: lacks.sql, values }));
    return rows.length > 0;
  }

  /** @returns number of events that got a position */
  #assign({ registryId }: SettledScope, from: number): Promise<number> {
    const assign = ASSIGN({ ofRegistry: registryId !== null });
    return this.#statements.with(UNLIMITED, async (client) => {
      const timeout = TIMEOUT_MS * this.#patience;
      const [, , { rowCount }] = await allSettled([
        client.query(`BEGIN; SET LOCAL statement_timeout = ${timeout}`),
        client.query(this.#lock('events', registryId ?? 0)),
        client.query({ text: assign.sql, values: assign.values({ registryId, from, next: nextPosition(0) }) }),
        client.query('COMMIT'),
      ]);
      return rowCount ?? 0;
    });
  }
}
