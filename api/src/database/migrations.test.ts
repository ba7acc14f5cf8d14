import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkDatabase } from '../doctor/database-check.ts';
import { FIRST_VERSION, SCHEMA_VERSION } from './migrations.ts';
import { moveData } from './move.ts';
import { inspectCopy } from './sqlite/backup.ts';
import { openSqlite } from './sqlite/open.ts';

/** Creates a database with a schema version, and returns what each command says about it. */
async function refusals(version: number): Promise<string[]> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  const failure = async (work: () => unknown): Promise<string> => {
    try {
      await work();
      return 'accepted';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  return [
    await failure(() => openSqlite(path)),
    await failure(() => inspectCopy(path)),
    await failure(() => moveData({ from: path, to: 'postgres://nobody@127.0.0.1:9/x', onProgress: () => {} })),
    (await checkDatabase({ kind: 'sqlite', path }, 'https://site.example')).text,
  ];
}

describe('a database of another version is refused by the service and its commands', () => {
  it('with one advice, if it is from before the first release', async () => {
    for (let version = 1; version < FIRST_VERSION; version++)
      for (const text of await refusals(version)) {
        assert.match(text, new RegExp(`has schema version ${version}, from before the first release`));
        assert.match(text, /upgrade it first \(docs\/operations\.md, Data from before the first release\)/i);
      }
  });

  it('with one advice, if it is newer', async () => {
    for (const text of await refusals(SCHEMA_VERSION + 1)) assert.match(text, /start a newer service/i);
  });
});
