import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { reason } from '../../reason.ts';
import { isDamage, isFull, LOCK_TIMEOUT_MS, resultCode } from '../errors.ts';
import { find } from './find.ts';
import { deleteIndex, indexPath, isBuilt, NoRoom, openIndex, requireRoom } from './index-file.ts';
import type { Answer, FromThread, Job, Question } from './messages.ts';
import { CHANGES_STEP, progressOf, step } from './upkeep.ts';

/*
 * This thread runs the costly reads of the embedded database one after the other, on connections of its own. Between
 * two reads, it updates the search index.
 */
const path = String(workerData);
const connection = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
connection.exec('PRAGMA cache_size = -4000');
let index: DatabaseSync | null = null;
let isUpdating = false;

parentPort?.on('message', (job: Job) => {
  if (job.kind === 'update') return update();
  if (job.kind === 'drop') return drop();
  send({ kind: 'answer', answer: answerTo(job) });
});

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

function answerTo(job: Question): Answer {
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

/**
 * Finds a page of items by means of the index. First updates the index, so that it contains all earlier writes. Returns
 * null if this update would take too long, or if the index fails.
 */
function search(query: Parameters<typeof find>[1]): ReturnType<typeof find> | null {
  try {
    index ??= open();
    const { isBuilt: isWhole, builtTo, lastId, waiting } = progressOf(index);
    const isNear = waiting <= CHANGES_STEP && (isWhole || lastId - builtTo <= CHANGES_STEP);
    if (!isNear) {
      update();
      return null;
    }
    while (advance(index));
    sendProgress(index);
    // The whole search runs in one transaction. The search thus sees either all or none of the changes of a concurrent
    // write.
    index.exec('BEGIN');
    try {
      return find(index, query);
    } finally {
      index.exec('COMMIT');
    }
  } catch (error) {
    giveUp(error);
    return null;
  }
}

/** Updates the index in steps. The thread can run waiting reads between two steps. */
function update(): void {
  if (isUpdating) return;
  isUpdating = true;
  send({ kind: 'updating', isUpdating });
  const next = () => {
    try {
      index ??= open();
      const more = advance(index);
      sendProgress(index);
      if (more) return void setImmediate(next);
    } catch (error) {
      giveUp(error);
    }
    isUpdating = false;
    send({ kind: 'updating', isUpdating });
  };
  setImmediate(next);
}

function sendProgress(current: DatabaseSync): void {
  const { seq, isBuilt, builtTo, lastId } = progressOf(current);
  send({ kind: 'progress', seq, isBuilt, builtTo, lastId });
}

/** Opens the index. If the index is not built yet, first checks that the disk has enough space. */
function open(): DatabaseSync {
  if (!isBuilt(path)) requireRoom(path);
  return openIndex(path);
}

/** Runs one step of an update; during the build, first checks the free disk space. @returns whether more is to do */
function advance(current: DatabaseSync): boolean {
  if (!progressOf(current).isBuilt) requireRoom(path);
  return step(current);
}

/** Closes an unusable index. Without the index, searches are slower. The next update opens the index again. */
function giveUp(error: unknown): void {
  close();
  if (isDamage(error) || isFull(error) || error instanceof NoRoom) deleteIndex(path);
  send({ kind: 'trouble', message: reason(error) });
}

/** Deletes the index, so that the database has disk space for writes. */
function drop(): void {
  if (!existsSync(indexPath(path))) return;
  close();
  deleteIndex(path);
  send({ kind: 'trouble', message: 'the disk is full, so the index was deleted' });
}

function close(): void {
  try {
    index?.close();
  } catch {}
  index = null;
}
