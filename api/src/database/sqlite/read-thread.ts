import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { reason } from '../reason.ts';
import { LOCK_TIMEOUT_MS, resultCode } from './errors.ts';
import type { Answer, Question } from './reader.ts';

/* This thread runs the costly reads of the embedded database one after the other, on a connection of its own. */
const connection = new DatabaseSync(String(workerData), { readOnly: true, timeout: LOCK_TIMEOUT_MS });
connection.exec('PRAGMA cache_size = -4000');

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)));

function answerTo({ sql, values }: Question): Answer {
  try {
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    const rows: unknown = statement.all(...values);
    return { rows: rows as (string | number | null)[][] };
  } catch (error) {
    return { message: reason(error), code: resultCode(error) };
  }
}
