import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Deadline, inTime, type TimeLeft } from '../../scheduling/deadline.ts';
import {
  DatabaseUnavailable,
  LockBusy,
  type Recording,
  type Row,
  type Statement,
  type Value,
  type WriteOptions,
} from '../database.ts';
import { type LoggedChange, recordAll } from '../events.ts';
import { reason } from '../reason.ts';
import { EARLIER } from '../sql.ts';
import { BATCH, Batches, type Waiting } from './batches.ts';
import { type Combined, columnsOf } from './combined.ts';
import { allSettled, inOnePacket } from './connection.ts';
import { isBrokenConnection, isCanceled, isReadOnly, isRepeatable, isTimeout, toDatabaseError } from './errors.ts';
import type { LockStatements } from './locks.ts';
import { lateAfter } from './reads.ts';
import { CONNECTION_TIMEOUT_MS, type Servers } from './servers.ts';
import type { Sessions } from './sessions.ts';

/** Number of batches of writes that run at once. */
const AT_ONCE = 3;

/**
 * Maximum number of writes of one registry in a batch. PostgreSQL keeps all versions of a row until the commit, so more
 * gifts of one item would take longer.
 */
const SAME_LOCK = 32;

/** Maximum number of waiting writes. */
const MAX_WAITING = 2000;

/** Maximum number of attempts of a write. */
const MAX_ATTEMPTS = 5;

/** Time within which a write is retried (milliseconds). */
const REPEATED_WITHIN_MS = 2000;

/** Maximum pause before the second attempt; each further attempt adds the same time (milliseconds). */
const REPEAT_PAUSE_MS = 10;

/**
 * Time limit for each lock that a batch of several registries waits for, also inside its statements (milliseconds).
 * Then each of its writes runs alone.
 */
const LOCK_TIMEOUT_MS = 200;

/**
 * Time limit of the statements of a first attempt (milliseconds). A write that takes longer must not occupy a
 * connection that the writes of other registries need: it is repeated among the slow ones.
 */
const BRIEF_MS = 500;

/** Maximum number of writes in a batch after a larger one has timed out. */
const FEW = 8;

/** Number of slow writes that run at once. */
const SLOW_AT_ONCE = 3;

/** Time within which a write ends after its first attempt has begun (milliseconds; rules: Storage). */
const GIVEN_UP_MS = 3000;

/** Number of registries and items whose slow writes are remembered, and for how long (milliseconds). */
const KNOWN_SLOW = { max: 1000, ttl: 60_000 };

/** Locks the rows of items in the order of their ids. */
const LOCK_ITEMS = 'SELECT 1 FROM items WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';

/** A write, see `Database.write`. */
export interface Write extends WriteOptions<Row> {
  sql: string;
  values: readonly Value[];
  time: TimeLeft;
}

interface AskedWrite extends Write, Waiting {
  /** Time after which no attempt may run, on the clock of `performance.now()`; null before the first attempt. */
  until: number | null;
  /** Maximum number of writes of its batch. Those of a failed batch are divided into smaller ones. */
  most: number;
  /** True if the write has waited for another write with the same lock. */
  hasWaited: boolean;
  resolve(rows: Row[]): void;
}

/**
 * Runs writes. The writes of a turn of the event loop share a transaction.
 *
 * A slow write delays those of its batch for at most twice BRIEF_MS. Then they are repeated, and the slow one among the
 * slow writes, which have few connections. For a while, later writes of the same registry begin there.
 */
export class Writes {
  readonly #servers: Servers;
  readonly #sessions: Sessions;
  readonly #locks: LockStatements;
  readonly #combined: Combined | null;
  readonly #recording: () => Recording | null;
  readonly #batches: Batches<AskedWrite>;
  readonly #slow: Batches<AskedWrite>;
  /** Registries and items with a slow write, see `subjectOf`. */
  readonly #knownSlow = new LRUCache<string, true>(KNOWN_SLOW);
  /** Locks of running writes. A write waits for them before it takes a connection. */
  readonly #taken = new Set<number>();
  /** Time of the last success of the writes with a lock that others wait for. */
  readonly #doneAt = new Map<number, number>();

  /** @param combined combines writes with the same SQL; null if a transaction changes only one registry */
  constructor(
    servers: Servers,
    sessions: Sessions,
    locks: LockStatements,
    combined: Combined | null,
    recording: () => Recording | null,
  ) {
    this.#servers = servers;
    this.#sessions = sessions;
    this.#locks = locks;
    this.#combined = combined;
    this.#recording = recording;
    this.#batches = new Batches({
      atOnce: AT_ONCE,
      maxWaiting: MAX_WAITING,
      // Small batches need far more processor time for each write.
      select: (waiting, usual) => (waiting.length < usual ? [] : this.#select(waiting)),
      run: (batch) => this.#run(batch, true),
      late: (write) => this.#late(write),
    });
    this.#slow = new Batches({
      atOnce: SLOW_AT_ONCE,
      maxWaiting: MAX_WAITING,
      select: (waiting) => this.#select(waiting),
      run: (batch) => this.#run(batch, false),
      late: (write) => this.#late(write),
      slowAfter: Number.POSITIVE_INFINITY,
    });
  }

  /** Number of waiting writes. */
  get waiting(): number {
    return this.#batches.waiting + this.#slow.waiting;
  }

  /** See `Database.write`. */
  write({ sql, values, lockId, changes, time, target, also }: Write): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const most = target === undefined || this.#sessions.isShort(time) ? 1 : BATCH;
      const since = performance.now();
      // A spread of the write would allocate three times as much.
      const asked: AskedWrite = {
        sql,
        values,
        lockId,
        changes,
        time,
        target,
        also,
        most,
        hasWaited: false,
        since,
        until: null,
        resolve,
        reject,
      };
      const subject = this.#knownSlow.size > 0 ? subjectOf(asked) : null;
      if (subject !== null && this.#knownSlow.has(subject)) this.#slow.add({ ...asked, most: 1 });
      else this.#batches.add(asked);
    });
  }

  /** Waits until all writes are settled. */
  async idle(): Promise<void> {
    await this.#batches.idle();
    await this.#slow.idle();
  }

  /**
   * Selects writes for a batch, oldest first. Writes with the same lock keep their order. Without `combined`, a batch
   * has only writes of one registry.
   */
  #select(waiting: readonly AskedWrite[]): AskedWrite[] {
    const batch: AskedWrite[] = [];
    const passed = new Set<number>();
    const same = new Map<number, number>();
    for (const write of waiting) {
      const { lockId } = write;
      const isTaken = lockId !== undefined && (this.#taken.has(lockId) || passed.has(lockId));
      const [first] = batch;
      const fits =
        first === undefined ||
        (write.most === first.most && (this.#combined !== null || (lockId !== undefined && lockId === first.lockId)));
      if (isTaken || !fits) {
        if (isTaken) write.hasWaited = true;
        if (lockId !== undefined) passed.add(lockId);
        continue;
      }
      batch.push(write);
      if (lockId !== undefined) {
        const count = (same.get(lockId) ?? 0) + 1;
        same.set(lockId, count);
        if (count === SAME_LOCK) passed.add(lockId);
      }
      if (batch.length === write.most) break;
    }
    return batch;
  }

  /** @param isBrief true if a slow write is not completed, but repeated among the slow ones */
  async #run(batch: readonly AskedWrite[], isBrief: boolean): Promise<void> {
    const locks = new Set(batch.flatMap(({ lockId }) => lockId ?? []));
    for (const lock of locks) this.#taken.add(lock);
    for (const write of batch) write.until ??= performance.now() + GIVEN_UP_MS * this.#sessions.patience;
    try {
      const [first] = batch;
      if (batch.length > 1) await this.#together(batch, [...locks]);
      else if (first) await this.#one(first, isBrief);
      for (const lock of locks) this.#doneAt.set(lock, performance.now());
    } catch (error) {
      for (const { reject } of batch) reject(toDatabaseError(error));
    }
    for (const lock of locks) this.#taken.delete(lock);
    if (this.waiting === 0) this.#doneAt.clear();
  }

  async #one(write: AskedWrite, isBrief: boolean): Promise<void> {
    const begun = performance.now();
    try {
      write.resolve(await this.#alone(write, isBrief));
    } catch (error) {
      if (!isBrief || !isCanceled(error)) throw error;
      const subject = subjectOf(write);
      // A write whose caller did not wait for longer says nothing about the next ones.
      if (subject !== null && write.time.left > 0) this.#knownSlow.set(subject, true);
      this.#slow.add({ ...write, most: 1, since: performance.now() });
      return;
    }
    if (!isBrief && performance.now() - begun < this.#briefly) this.#knownSlow.delete(subjectOf(write) ?? '');
  }

  get #briefly(): number {
    return BRIEF_MS * this.#sessions.patience;
  }

  /** Returns the error of a write that has waited for too long: for its lock, or for a place in a batch. */
  #late({ lockId, since, time, until, hasWaited }: AskedWrite): Error | null {
    const patience = CONNECTION_TIMEOUT_MS * this.#sessions.patience;
    const isOver = until !== null && performance.now() > until;
    if (!hasWaited || lockId === undefined)
      return isOver
        ? new DatabaseUnavailable('the write is too slow')
        : lateAfter(patience)({ since, reject: () => {} });
    const waited = performance.now() - Math.max(since, this.#doneAt.get(lockId) ?? 0);
    return isOver || waited > patience || time.left <= 0 ? new LockBusy('its turn came too late') : null;
  }

  /**
   * Runs writes in one transaction. If a statement fails, nothing is committed, and each write gets a transaction of
   * its own, after a time-out of many writes in a second step: so a write cannot fail because of another write.
   */
  async #together(batch: readonly AskedWrite[], lockIds: readonly number[]): Promise<void> {
    const time = { left: Math.max(...batch.map((write) => write.time.left)) };
    const recording = this.#recording();
    let recorded: LoggedChange[] = [];
    let isCommitting = false;
    let rows: Map<AskedWrite, Row[]>;
    try {
      rows = await this.#sessions.pool.with(time, async (client) => {
        const groups = groupsOf(batch, this.#combined !== null);
        for (const [{ sql }, second] of groups) if (second) await this.#combined?.learn(client, sql);
        const [before, answers] = inOnePacket(client, () => [
          [this.#begin(client, time, true), ...this.#lock(client, batch, lockIds, time, true)],
          groups.map((group) => this.#query(client, group, time)),
        ]);
        await allSettled([...before, ...answers]);
        const found = new Map<AskedWrite, Row[]>();
        for (const [index, group] of groups.entries()) assign(found, group, (await answers[index]) ?? []);
        recorded = recording ? batch.flatMap((write) => write.changes?.(found.get(write) ?? []) ?? []) : [];
        const also = batch.flatMap((write) => write.also?.(found.get(write) ?? []) ?? []);
        isCommitting = true;
        await this.#commit(client, also, recorded, time, true);
        return found;
      });
    } catch (error) {
      if (mayRunAlone(error, isCommitting)) {
        // After a time-out, only a few of the writes may have been slow. All others need not run alone.
        const most = isCanceled(error) && batch.length > FEW ? FEW : 1;
        for (const write of batch) this.#batches.add({ ...write, most, since: performance.now() });
        return;
      }
      throw error;
    }
    for (const write of batch) write.resolve(rows.get(write) ?? []);
    if (recording && recorded.length > 0) for (const heard of recording.listeners) heard(recorded);
  }

  #begin(client: pg.PoolClient, time: TimeLeft, isBrief: boolean): Promise<unknown> {
    return this.#sessions.begin(client, isBrief ? { left: Math.min(time.left, this.#briefly) } : time);
  }

  /**
   * Takes the locks of a batch. All batches take them in the same order, so no two batches wait for each other: first
   * the registries, then the rows of the items. The locks have their own statements. If a write itself took its lock,
   * it would work on the state of the database before the wait.
   */
  #lock(
    client: pg.PoolClient,
    batch: readonly AskedWrite[],
    lockIds: readonly number[],
    time: TimeLeft,
    isBrief: boolean,
  ): Promise<unknown>[] {
    const items = batch.flatMap(({ target }) => target?.itemId ?? []).sort((a, b) => a - b);
    const [lockId, second] = lockIds;
    const statements: Promise<unknown>[] = [];
    const isOfOneLock = lockId !== undefined && batch.every((write) => write.lockId === lockId);
    if (batch.length > 1 && !isOfOneLock)
      // A lock that another transaction holds for long must not stop the writes of other registries.
      statements.push(client.query(`SET LOCAL lock_timeout = ${Math.ceil(LOCK_TIMEOUT_MS * this.#sessions.patience)}`));
    if (lockId !== undefined) {
      const { text, values } = second === undefined ? this.#locks.lock('write', lockId) : this.#locks.lockAll(lockIds);
      const locked = client.query(this.#sessions.statement(text, values, time));
      statements.push(isBrief ? locked : locked.catch(rethrowOfLock));
    }
    if (items.length > 1 && this.#combined)
      statements.push(client.query(this.#sessions.statement(LOCK_ITEMS, [items], time)));
    return statements;
  }

  async #query(client: pg.PoolClient, group: Group, time: TimeLeft): Promise<Row[]> {
    const [{ sql, values }] = group;
    const isCombined = group.length > 1 && this.#combined;
    const statement = isCombined
      ? this.#sessions.statement(isCombined.statement(sql), [...columnsOf(group), earlierOf(group)], time)
      : this.#sessions.statement(sql, values, time);
    return (await client.query(statement)).rows;
  }

  /**
   * Sends the further statements of the transaction and the commit together, to save a round trip. The changes are in
   * the message of the commit. If a statement or the recording fails, the server does not commit.
   * @param isBrief true if the statements before had a shorter time limit. A commit that waits for the disk or for a
   *   standby must not be cancelled so early.
   */
  async #commit(
    client: pg.PoolClient,
    also: readonly Statement[],
    recorded: readonly LoggedChange[],
    time: TimeLeft,
    isBrief: boolean,
  ): Promise<void> {
    const record = recorded.length > 0 ? `${recordAll(recorded)};` : '';
    const longer = isBrief ? [client.query(this.#sessions.limit(time))] : [];
    const further = also.map(({ sql, values }) => client.query(this.#sessions.statement(sql, values, time)));
    await allSettled([...longer, ...further, client.query(this.#sessions.statement(`${record}COMMIT`, [], time))]);
  }

  /**
   * Runs a write in a transaction of its own, with a time limit on the server. Without this limit, the server could
   * complete a write that the service has given up. Commits only if the server answered the statement in time. The
   * result is unknown only if the server does not answer the commit.
   *
   * Retries a write if the failed attempt had no effect: after a deadlock (writes of several rows may wait for each
   * other), after a conflict with another transaction, after the server became a standby, or after the connection broke
   * before the commit.
   */
  async #alone(write: AskedWrite, isBrief: boolean): Promise<Row[]> {
    const { sql, values, lockId, changes, also, hasWaited, until } = write;
    const time: TimeLeft = {
      get left() {
        return Math.min(write.time.left, (until ?? 0) - performance.now());
      },
    };
    let isCommitting = false;
    let recorded: readonly LoggedChange[] = [];
    const recording = this.#recording();
    const attempt = () => {
      isCommitting = false;
      return this.#sessions.pool.with(time, async (client) => {
        const lockIds = lockId === undefined ? [] : [lockId];
        const [before, answer] = inOnePacket(client, () => [
          [this.#begin(client, time, isBrief), ...this.#lock(client, [write], lockIds, time, isBrief)],
          client.query(this.#sessions.statement(sql, values, time)),
        ]);
        await allSettled([...before, answer]);
        const { rows }: { rows: Row[] } = await answer;
        recorded = recording ? (changes?.(rows) ?? []) : [];
        const next = also?.(rows);
        isCommitting = true;
        await this.#commit(client, next ? [next] : [], recorded, time, isBrief);
        return rows;
      });
    };
    const isUndone = (error: unknown) => isRepeatable(error) || (!isCommitting && isBrokenConnection(error));
    const deadline = new Deadline(Math.min(REPEATED_WITHIN_MS * this.#sessions.patience, time.left) / 1000);
    for (let attempts = 1; ; attempts++) {
      try {
        const rows = await attempt();
        if (recording && recorded.length > 0) for (const heard of recording.listeners) heard(recorded);
        return rows;
      } catch (error) {
        if (hasWaited && time.left <= 0 && !isCommitting) throw new LockBusy('its turn came too late');
        if (attempts === MAX_ATTEMPTS || deadline.left <= 0 || !isUndone(error)) throw error;
        if (isReadOnly(error))
          await inTime(
            this.#servers.choose().catch(() => {}),
            deadline,
          );
        // The pause is random, so that deadlocked writes do not collide again.
        await pause(Math.random() * attempts * REPEAT_PAUSE_MS);
      }
    }
  }
}

/**
 * Writes with the same SQL that one statement can do. No two of them have the same key, because the returned rows
 * belong to writes by their keys. No two of them have the same lock or the same item, unless the SQL counts earlier
 * writes.
 */
type Group = [AskedWrite, ...AskedWrite[]];

/**
 * Divides a batch into groups, in the order in which they run. A write follows earlier writes with the same lock, and
 * earlier changes of the same item.
 */
function groupsOf(batch: readonly AskedWrite[], areCombined: boolean): Group[] {
  if (!areCombined) return batch.map((write) => [write]);
  const rounds: Map<string, Group>[] = [];
  const earlier = new Map<string, { round: number; sql: string; keys: Value[] }>();
  for (const write of batch) {
    const key = write.lockId === undefined ? `item ${write.target?.itemId}` : `lock ${write.lockId}`;
    const target = write.target?.key ?? null;
    const last = earlier.get(key);
    const isCounted = last?.sql === write.sql && write.sql.includes(EARLIER) && !last.keys.includes(target);
    const round = isCounted ? last.round : (last?.round ?? -1) + 1;
    if (isCounted) last.keys.push(target);
    else earlier.set(key, { round, sql: write.sql, keys: [target] });
    const groups = rounds[round] ?? new Map<string, Group>();
    rounds[round] = groups;
    const group = groups.get(write.sql);
    if (group) group.push(write);
    else groups.set(write.sql, [write]);
  }
  return rounds.flatMap((groups) => [...groups.values()]);
}

/** Returns what a write changes: its registry, or else its item; null for neither. */
function subjectOf({ lockId, target }: Write): string | null {
  if (lockId !== undefined) return `lock ${lockId}`;
  return target?.itemId === undefined ? null : `item ${target.itemId}`;
}

/** Returns the number of earlier writes with the same lock for each write of a group. */
function earlierOf(group: Group): number[] {
  const counts = new Map<number | undefined, number>();
  return group.map(({ lockId }) => {
    const count = counts.get(lockId) ?? 0;
    counts.set(lockId, count + 1);
    return count;
  });
}

function assign(found: Map<AskedWrite, Row[]>, group: Group, rows: Row[]): void {
  const [first, second] = group;
  if (second === undefined) {
    found.set(first, rows);
    return;
  }
  const byKey = new Map(rows.map((row) => [row[first.target?.column ?? 0], row]));
  for (const write of group) {
    const row = byKey.get(write.target?.key ?? null);
    found.set(write, row ? [row] : []);
  }
}

/** Returns whether the writes of a failed batch may be repeated: they had no effect, and may succeed alone. */
function mayRunAlone(error: unknown, isCommitting: boolean): boolean {
  if (error instanceof DatabaseUnavailable || isTimeout(error) || (isCommitting && isCanceled(error))) return false;
  return !isCommitting || (error instanceof pg.DatabaseError && !isBrokenConnection(error));
}

/** Throws LockBusy if the server ended the wait for a lock of another process. Otherwise rethrows the error. */
function rethrowOfLock(error: unknown): never {
  throw isCanceled(error) ? new LockBusy(reason(error)) : error;
}
