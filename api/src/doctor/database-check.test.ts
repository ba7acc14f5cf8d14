import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { FIRST_VERSION, SCHEMA_VERSION } from '../database/migrations.ts';
import { checkDatabase } from './database-check.ts';

it('the check of the embedded database: names a missing, an older, a current, a newer one and that of another site', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const found = async () => {
    const { state, text } = await checkDatabase({ kind: 'sqlite', path }, 'https://www.family.example/');
    return `${state} ${text}`;
  };
  assert.match(await found(), /^ok Database: the first start will create /);
  using database = new DatabaseSync(path);
  const at = (version: number) => {
    database.exec(`PRAGMA user_version = ${version}`);
    return found();
  };
  assert.match(await at(0), /^ok Database: \S+ is writable; the next start will upgrade /);
  assert.match(await at(FIRST_VERSION - 1), /^problem Database: \S+ has schema version \d+, from before the first/);
  database.exec('CREATE TABLE site (name text)');
  assert.match(await at(SCHEMA_VERSION), /^ok Database: \S+ is writable, schema version /);
  const belongsTo = (name: string) =>
    database.exec(`DELETE FROM site; INSERT INTO site VALUES ('${Buffer.from(name).toString('base64')}')`);
  belongsTo('family.example');
  assert.match(await found(), /^ok /);
  belongsTo('test.family.example');
  assert.match(await found(), /^problem Database: \S+ was made for another site, test\.family\.example, /);
  assert.match(await at(SCHEMA_VERSION + 1), /^problem Database: \S+ has schema version \d+, but /);
});
