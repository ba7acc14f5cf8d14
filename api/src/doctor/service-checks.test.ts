import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { listen } from '../../../tests/support/server-address.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { FIRST_VERSION, SCHEMA_VERSION } from '../database/migrations.ts';
import { checkDatabase } from './database-check.ts';
import { nextStep, ok, problem, skipped } from './finding.ts';
import { checkItemsAccess, checkProxy, checkService } from './service-checks.ts';

describe('the checks of the running service', () => {
  const check = async (required: string | null, gatewayKey: string | null, isClosed = false, host = '127.0.0.1') => {
    const server = createServer((request, response) => {
      const isRefused = required !== null && request.headers['x-api-key'] !== required;
      const isHealth = request.url === '/health';
      response.writeHead(isRefused && (isClosed || !isHealth) ? 403 : isHealth ? 200 : 401);
      response.end('{"status":"healthy","service":"largesse-api"}');
    });
    await using service = await listen(server);
    const serviceUrl = service.url.replace('127.0.0.1', host);
    const operator = { username: null, password: null, serviceUrl, gatewayKey };
    const findings = await checkService(operator);
    return findings.map(({ state, text }) => `${state} ${/^(.*?)(?: http:|,|;|\n|$)/.exec(text)?.[1]}`);
  };

  it('find whether the gateway key is required and correct', async () => {
    const healthy = 'ok Running service:';
    assert.deepEqual(await check('key', 'key'), [healthy, 'ok Gateway key: required']);
    assert.deepEqual(await check('key', null), [healthy, 'ok Gateway key: required']);
    assert.deepEqual(await check('key', 'x'), [healthy, 'problem Gateway key: REGISTRY_API_GATEWAY_KEY is wrong']);
    // Only this machine can reach 127.0.0.1.
    assert.deepEqual(await check(null, null), [healthy, 'skipped Gateway key: not checked']);
    const open = 'problem Gateway key: requests without a key are accepted';
    assert.deepEqual(await check(null, null, false, '0.0.0.0'), [healthy, open]);
  });

  it('find a gateway that requires its key for every path', async () => {
    assert.deepEqual(await check('key', null, true), ['problem Running service: the gateway in front of']);
    assert.deepEqual(await check('key', 'key', true), ['ok Running service:', 'ok Gateway key: required']);
  });
});

describe('the checks of settings', () => {
  it('expect TRUST_PROXY only if the service has an HTTPS address', () => {
    const states = (serviceUrl: string | null, proxies: readonly string[]) =>
      checkProxy({ username: null, password: null, gatewayKey: null, serviceUrl }, proxies).map(({ state }) => state);
    assert.deepEqual(states(null, []), []);
    assert.deepEqual(states('http://api.example', []), []);
    assert.deepEqual(states('https://api.example', []), ['skipped']);
    assert.deepEqual(states('https://api.example', ['10.0.0.1']), ['ok']);
  });

  it('report an undecided ITEMS_ACCESS, as a problem only if anyone can open an account', () => {
    assert.equal(checkItemsAccess('registry', true).state, 'ok');
    assert.equal(checkItemsAccess('authenticated', true).state, 'ok');
    assert.equal(checkItemsAccess('undecided', false).state, 'skipped');
    assert.equal(checkItemsAccess('undecided', true).state, 'problem');
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
