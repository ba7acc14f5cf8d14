import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { FIRST_VERSION, SCHEMA_VERSION } from '../database/migrations.ts';
import { checkDatabase } from './database-check.ts';
import { nextStep, ok, problem, skipped } from './finding.ts';
import { checkProxy } from './gateway-checks.ts';

describe('the checks of settings', () => {
  it('expect TRUST_PROXY only if the service has an HTTPS address', () => {
    const states = (serviceUrl: string | null, proxies: readonly string[]) =>
      checkProxy({ username: null, password: null, gatewayKey: null, serviceUrl }, proxies).map(({ state }) => state);
    assert.deepEqual(states(null, []), []);
    assert.deepEqual(states('http://api.example', []), []);
    assert.deepEqual(states('https://api.example', []), ['skipped']);
    assert.deepEqual(states('https://api.example', ['10.0.0.1']), ['ok']);
  });
});

it('the check of the embedded database: names a missing, an older, a current and a newer one', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const found = async () => {
    const { state, text } = await checkDatabase({ kind: 'sqlite', path });
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
  assert.match(await at(SCHEMA_VERSION), /^ok Database: \S+ is writable, schema version /);
  assert.match(await at(SCHEMA_VERSION + 1), /^problem Database: \S+ has schema version \d+, but /);
});

it('the next step: fixes the first problem, or else enables the first check that was skipped', () => {
  const findings = [ok('A'), skipped('B'), skipped('C', 'Do C.'), problem('D', 'Do D.'), problem('E', 'Do E.')];
  assert.equal(nextStep(findings), 'Next step: D. Do D.');
  assert.equal(nextStep(findings.slice(0, 3)), 'Next step: Do C.');
  assert.equal(nextStep(findings.slice(0, 2)), 'Everything is set up.');
});
