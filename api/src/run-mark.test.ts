import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
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
  assert.match(String(warnings), /new items begin at id 1000001,/);
  await run.end();
  await database.close();
});
