import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerInThread } from '../../threads.ts';
import type { Statement, Value } from '../database.ts';
import { reason } from '../reason.ts';
import { LOCK_TIMEOUT_MS, resultCode } from './errors.ts';

/** Answer to a read: its rows, or the error. */
export type Answer = { rows: Value[][] } | { message: string; code: number | null };

/* This thread runs the costly reads of the embedded database on a connection of its own. */
const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: LOCK_TIMEOUT_MS });
connection.exec('PRAGMA cache_size = -4000');

answerInThread(({ sql, values }: Statement): Answer => {
  try {
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    const rows: unknown = statement.all(...values);
    return { rows: rows as Value[][] };
  } catch (error) {
    return { message: reason(error), code: resultCode(error) };
  }
});
