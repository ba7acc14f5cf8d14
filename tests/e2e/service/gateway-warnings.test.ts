import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { checkProxy, checkService } from '../../../api/src/doctor/service-checks.ts';
import { readSettings } from '../../../api/src/settings.ts';
import { warningsOf } from '../../../api/src/warnings.ts';
import { openTestDatabase } from '../../support/database.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { addressOf, CLOSED_ADDRESS } from '../../support/server-address.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';

const good = { HOST_URL: 'https://site.example' };
const ofProxies = (env: Record<string, string>) =>
  warningsOf(readSettings({ ...good, ...env })).filter((line) => line.startsWith('TRUST_PROXY: '));

describe('a gateway that TRUST_PROXY does not name', () => {
  it('causes one line of warning at the start in production, and none elsewhere', () => {
    assert.equal(ofProxies({ NODE_ENV: 'production' }).length, 1);
    assert.deepEqual(ofProxies({ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.1' }), []);
    assert.deepEqual(ofProxies({}), []);
  });

  for (const [TRUST_PROXY, caller, lines] of [
    ['', 'CANARY4711', 2],
    ['10.0.0.1', 'CANARY4711', 1],
    ['127.0.0.1', 'CANARY4711', 0],
    // If site, gateway and service share one machine, the caller has the gateway's address. This needs no warning.
    ['127.0.0.1', '127.0.0.1', 0],
  ] as const)
    it(`causes one warning if '${caller}' comes through it with TRUST_PROXY '${TRUST_PROXY}'`, async () => {
      await using database = await openTestDatabase();
      await using service = spawnService({
        HOST_URL: CLOSED_ADDRESS,
        DATABASE_URL: database.url,
        NODE_ENV: 'production',
        TRUST_PROXY,
      });
      await untilHealthy(service);
      for (let n = 0; n < 3; n++) await fetchOnce(`${service.url}/health`, { headers: { 'x-forwarded-for': caller } });
      service.child.kill('SIGTERM');
      await service.exited;
      const told = service
        .output()
        .split('\n')
        .filter((line) => line.includes('TRUST_PROXY'));
      assert.equal(told.length, lines, service.output());
      assert.ok(!service.output().includes('CANARY4711'));
    });

  it('is reported by the doctor if the public address of the service is HTTPS', () => {
    const operator = { username: null, password: null, gatewayKey: null };
    const found = (serviceUrl: string, proxies: string[]) =>
      checkProxy({ ...operator, serviceUrl }, proxies).map(({ state, text }) => `${state} ${text.split(':')[0]}`);
    assert.deepEqual(found('https://api.example', []), ['skipped Gateway']);
    assert.deepEqual(found('https://api.example', ['10.0.0.1']), ['ok Gateway']);
    assert.deepEqual(found('http://127.0.0.1:8000', []), []);
  });
});

describe('a gateway that requires its key at every address', () => {
  it('accepts the doctor with the key; the doctor names the gateway if the key is missing or wrong', async () => {
    await using database = await openTestDatabase();
    await using service = spawnService({ HOST_URL: CLOSED_ADDRESS, DATABASE_URL: database.url });
    await untilHealthy(service);
    const gateway = createServer(async (request, response) => {
      if (request.headers['x-api-key'] !== 'right') return void response.writeHead(403).end();
      const answer = await fetchOnce(service.url + request.url);
      response.writeHead(answer.status).end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    try {
      const found = async (gatewayKey: string | null) =>
        (await checkService({ serviceUrl: addressOf(gateway), gatewayKey, username: null, password: null })).map(
          ({ state, text }) => `${state} ${text.split('\n')[0]?.replace(/http:\S+/, 'URL')}`,
        );
      assert.deepEqual(await found('right'), [
        'ok Running service: URL is healthy',
        'ok Gateway key: required, and REGISTRY_API_GATEWAY_KEY is correct',
      ]);
      for (const key of ['wrong', null])
        assert.deepEqual(await found(key), [
          'problem Running service: the gateway in front of URL refuses even /health',
        ]);
    } finally {
      gateway.closeAllConnections();
      gateway.close();
    }
  });
});
