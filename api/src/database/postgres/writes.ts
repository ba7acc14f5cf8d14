import { setTimeout as pause } from 'node:timers/promises';
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

/** Locks the rows of items in the order of their ids. */
const LOCK_ITEMS = 'SELECT 1 FROM items WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';

/** A write, see `Database.write`. */
export interface Write extends WriteOptions<Row> {
  sql: string;
  values: readonly Value[];
  time: TimeLeft;
}

interface AskedWrite extends Write, Waiting {
  /** True if the write must have a transaction of its own. */
  isAlone: boolean;
  /** True if the write has waited for another write with the same lock. */
  hasWaited: boolean;
  resolve(rows: Row[]): void;
}

/** Runs writes. The writes of a turn of the event loop share a transaction. */
export class Writes {
  readonly #servers: Servers;
  readonly #sessions: Sessions;
  readonly #locks: LockStatements;
  readonly #combined: Combined | null;
  readonly #recording: () => Recording | null;
  readonly #batches: Batches<AskedWrite>;
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
      run: (batch) => this.#run(batch),
      late: (write) => this.#late(write),
    });
  }

  /** Number of waiting writes. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** See `Database.write`. */
  write({ sql, values, lockId, changes, time, target, also }: Write): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const isAlone = target === undefined || this.#sessions.isShort(time);
      const since = performance.now();
      // A spread of the write would allocate three times as much.
      this.#batches.add({
        sql,
        values,
        lockId,
        changes,
        time,
        target,
        also,
        isAlone,
        hasWaited: false,
        since,
        resolve,
        reject,
      });
    });
  }

  /** Waits until all writes are settled. */
  idle(): Promise<void> {
    return this.#batches.idle();
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
        (!write.isAlone && (this.#combined !== null || (lockId !== undefined && lockId === first.lockId)));
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
      if (write.isAlone || batch.length === BATCH) break;
    }
    return batch;
  }

  async #run(batch: readonly AskedWrite[]): Promise<void> {
    const locks = new Set(batch.flatMap(({ lockId }) => lockId ?? []));
    for (const lock of locks) this.#taken.add(lock);
    try {
      const [first] = batch;
      if (batch.length > 1) await this.#together(batch, [...locks]);
      else if (first) first.resolve(await this.#alone(first));
      for (const lock of locks) this.#doneAt.set(lock, performance.now());
    } catch (error) {
      for (const { reject } of batch) reject(toDatabaseError(error));
    }
    for (const lock of locks) this.#taken.delete(lock);
    if (this.#batches.waiting === 0) this.#doneAt.clear();
  }

  /** Returns the error of a write that has waited for too long: for its lock, or for a place in a batch. */
  #late({ lockId, since, time, hasWaited }: AskedWrite): Error | null {
    const patience = CONNECTION_TIMEOUT_MS * this.#sessions.patience;
    if (!hasWaited || lockId === undefined) return lateAfter(patience)({ since, reject: () => {} });
    const waited = performance.now() - Math.max(since, this.#doneAt.get(lockId) ?? 0);
    return waited > patience || time.left <= 0 ? new LockBusy('its turn came too late') : null;
  }

  /**
   * Runs writes in one transaction. If a statement fails, nothing is committed, and each write gets a transaction of
   * its own: so a write cannot fail because of another write.
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
          [this.#sessions.begin(client, time), ...this.#lock(client, batch, lockIds, time)],
          groups.map((group) => this.#query(client, group, time)),
        ]);
        await allSettled([...before, ...answers]);
        const found = new Map<AskedWrite, Row[]>();
        for (const [index, group] of groups.entries()) assign(found, group, (await answers[index]) ?? []);
        recorded = recording ? batch.flatMap((write) => write.changes?.(found.get(write) ?? []) ?? []) : [];
        const also = batch.flatMap((write) => write.also?.(found.get(write) ?? []) ?? []);
        isCommitting = true;
        await this.#commit(client, also, recorded, time);
        return found;
      });
    } catch (error) {
      if (mayRunAlone(error, isCommitting)) {
        for (const write of batch) this.#batches.add({ ...write, isAlone: true, since: performance.now() });
        return;
      }
      throw error;
    }
    for (const write of batch) write.resolve(rows.get(write) ?? []);
    if (recording && recorded.length > 0) for (const heard of recording.listeners) heard(recorded);
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
      statements.push(client.query(this.#sessions.statement(text, values, time)).catch(rethrowOfLock));
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
   */
  async #commit(
    client: pg.PoolClient,
    also: readonly Statement[],
    recorded: readonly LoggedChange[],
    time: TimeLeft,
  ): Promise<void> {
    const record = recorded.length > 0 ? `${recordAll(recorded)};` : '';
    const further = also.map(({ sql, values }) => client.query(this.#sessions.statement(sql, values, time)));
    await allSettled([...further, client.query(this.#sessions.statement(`${record}COMMIT`, [], time))]);
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
  async #alone(write: AskedWrite): Promise<Row[]> {
    const { sql, values, lockId, changes, also, time, hasWaited } = write;
    let isCommitting = false;
    let recorded: readonly LoggedChange[] = [];
    const recording = this.#recording();
    const attempt = () => {
      isCommitting = false;
      return this.#sessions.pool.with(time, async (client) => {
        const lockIds = lockId === undefined ? [] : [lockId];
        const [before, answer] = inOnePacket(client, () => [
          [this.#sessions.begin(client, time), ...this.#lock(client, [write], lockIds, time)],
          client.query(this.#sessions.statement(sql, values, time)),
        ]);
        await allSettled([...before, answer]);
        const { rows }: { rows: Row[] } = await answer;
        recorded = recording ? (changes?.(rows) ?? []) : [];
        const next = also?.(rows);
        isCommitting = true;
        await this.#commit(client, next ? [next] : [], recorded, time);
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
  if (error instanceof DatabaseUnavailable || isTimeout(error) || isCanceled(error)) return false;
  return !isCommitting || (error instanceof pg.DatabaseError && !isBrokenConnection(error));
}

/** Throws LockBusy if the server ended the wait for a lock of another process. Otherwise rethrows the error. */
function rethrowOfLock(error: unknown): never {
  throw isCanceled(error) ? new LockBusy(reason(error)) : error;
}
