import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { reason } from '../reason.ts';
import { isDamage, resultCode } from '../sqlite-connection.ts';
import { find } from './find.ts';
import { deleteIndex, openIndex } from './index-file.ts';
import type { Answer, Job, Told } from './messages.ts';
import { CHANGES_STEP, progressOf, step } from './upkeep.ts';

/*
 * The thread of the costly reads of the embedded database: one after the other, on connections of its own. Between
 * them it brings the search index up to date.
 */
const path = String(workerData);
const connection = new DatabaseSync(path, { readOnly: true, timeout: 3000 });
connection.exec('PRAGMA cache_size = -4000');
let index: DatabaseSync | null = null;
let isKeeping = false;

parentPort?.on('message', (job: Job) => {
  if (job.kind === 'keep') return keep();
  tell({ kind: 'answer', answer: answerTo(job) });
});

function tell(told: Told): void {
  parentPort?.postMessage(told);
}

function answerTo(job: Exclude<Job, { kind: 'keep' }>): Answer {
  try {
    if (job.kind === 'search') return { kind: 'found', found: search(job.search) };
    const statement = connection.prepare(job.sql);
    statement.setReturnArrays(true);
    const rows: unknown = statement.all(...job.values);
    return { kind: 'rows', rows: rows as (string | number | null)[][] };
  } catch (error) {
    return { kind: 'failed', message: reason(error), code: resultCode(error) };
  }
}

/** What is found in an index that knows all that was written before; null where that would take long to see to. */
function search(wanted: Parameters<typeof find>[1]): ReturnType<typeof find> | null {
  try {
    index ??= openIndex(path);
    const { isBuilt, builtTo, lastId, waiting } = progressOf(index);
    const isNear = waiting <= CHANGES_STEP && (isBuilt || lastId - builtTo <= CHANGES_STEP);
    if (!isNear) {
      keep();
      return null;
    }
    while (step(index));
    tellApplied(index);
    // What is written meanwhile by others is not seen half.
    index.exec('BEGIN');
    try {
      return find(index, wanted);
    } finally {
      index.exec('COMMIT');
    }
  } catch (error) {
    giveUp(error);
    return null;
  }
}

/** Brings the index up to date in steps, between which reads are answered. */
function keep(): void {
  if (isKeeping) return;
  isKeeping = true;
  const next = () => {
    try {
      index ??= openIndex(path);
      const more = step(index);
      tellApplied(index);
      if (more) return void setImmediate(next);
    } catch (error) {
      giveUp(error);
    }
    isKeeping = false;
  };
  setImmediate(next);
}

function tellApplied(current: DatabaseSync): void {
  const { seq, isBuilt, builtTo, lastId } = progressOf(current);
  tell({ kind: 'progress', seq, isBuilt, builtTo, lastId });
}

/** Without its index the service searches more slowly; the next time it looks again whether it can have one. */
function giveUp(error: unknown): void {
  try {
    index?.close();
  } catch {}
  index = null;
  if (isDamage(error)) deleteIndex(path);
  tell({ kind: 'trouble', message: reason(error) });
}
