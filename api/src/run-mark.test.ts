import assert from 'node:assert/strict';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openDatabase } from './database/open.ts';
import { Runs } from './database/runs.ts';
import { markRun } from './run-mark.ts';
import { readSettings } from './settings.ts';

it('a start that cannot skip the ids of a lost log fails, and the next one skips them', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const settings = readSettings({ HOST_URL: 'https://site.example', DATABASE_URL: `sqlite:${path}` });
  const database = await openDatabase(settings.database);
  await new Runs(database).begin('["host",1,1]', () => false);
  const warnings: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warnings.push(...line) };
  const locker = new DatabaseSync(path);
  locker.exec('BEGIN IMMEDIATE');
  await assert.rejects(markRun(settings, database, true, log), {
    name: 'DatabaseUnusable',
    message: /^the write-ahead log of the database is missing, and ids .* could not be skipped: .*locked$/,
  });
  locker.close();
  const run = await markRun(settings, database, true, log);
  assert.match(String(warnings), /new items begin at id \d+,/);
  await run.end();
  await database.close();
});

it('on a shared database, only processes of this machine that certainly ended had no clean stop', async () => {
  // `markRun` uses the database only through its interface, so an embedded database can replace PostgreSQL.
  const settings = readSettings({ HOST_URL: 'https://site.example', DATABASE_URL: 'postgres://db.example/gifts' });
  const database = await openDatabase({ kind: 'sqlite', path: ':memory:' });
  const now = realNow();
  const none = 2 ** 30; // above every process id of Linux
  const gone = [
    [hostname(), none, now],
    [hostname(), process.pid, Math.floor(performance.timeOrigin) - 1000],
    [hostname(), process.ppid, now - uptime() * 1000 - 86_400_000],
  ];
  const running = [
    ['elsewhere', none, 0],
    // Not the current time, because `markRun` may begin its own run in the same millisecond.
    [hostname(), process.pid, Math.ceil(performance.timeOrigin)],
    [hostname(), process.ppid, now],
  ];
  for (const name of [...gone, ...running]) await new Runs(database).begin(JSON.stringify(name), () => false);
  const warnings: unknown[] = [];
  const run = await markRun(settings, database, false, { warn: (...line: unknown[]) => void warnings.push(...line) });
  await run.end();
  const marks = async (isUnclean: number) =>
    (await database.read<[string]>('SELECT name FROM runs WHERE is_unclean = $1 ORDER BY rowid', [isUnclean])).map(
      ([name]) => JSON.parse(name),
    );
  assert.deepEqual([await marks(1), await marks(0)], [gone, running]);
  assert.match(String(warnings), /^an earlier process had no clean stop/);
  await database.close();
});
