import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProxy } from '../src/doctor/service-checks.ts';
import { readSettings } from '../src/settings.ts';
import { warningsOf } from '../src/warnings.ts';
import { openTestDatabase } from '../testing/database.ts';
import { fetchOnce } from '../testing/http-client.ts';
import { CLOSED_ADDRESS } from '../testing/server-address.ts';
import { spawnService, untilHealthy } from '../testing/spawned-service.ts';

const good = { HOST_URL: 'https://site.example' };
const ofProxies = (env: Record<string, string>) =>
  warningsOf(readSettings({ ...good, ...env })).filter((line) => line.startsWith('TRUST_PROXY: '));

describe('a gateway that TRUST_PROXY does not name', () => {
  it('is warned of at the start in production, in one line, and nowhere else', () => {
    assert.equal(ofProxies({ NODE_ENV: 'production' }).length, 1);
    assert.deepEqual(ofProxies({ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.1' }), []);
    assert.deepEqual(ofProxies({}), []);
  });

  for (const [TRUST_PROXY, caller, lines] of [
    ['', 'CANARY4711', 2],
    ['10.0.0.1', 'CANARY4711', 1],
    ['127.0.0.1', 'CANARY4711', 0],
    // A site that stands on the same machine as its gateway and the service.
    ['127.0.0.1', '127.0.0.1', 0],
  ] as const)
    it(`is warned of once '${caller}' comes through it, where TRUST_PROXY is '${TRUST_PROXY}'`, async () => {
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

  it('is thought of by the doctor where the public address of the service is HTTPS', () => {
    const operator = { username: null, password: null, gatewayKey: null };
    const found = (serviceUrl: string, proxies: string[]) =>
      checkProxy({ ...operator, serviceUrl }, proxies).map(({ state, text }) => `${state} ${text.split(':')[0]}`);
    assert.deepEqual(found('https://api.example', []), ['skipped Gateway']);
    assert.deepEqual(found('https://api.example', ['10.0.0.1']), ['ok Gateway']);
    assert.deepEqual(found('http://127.0.0.1:8000', []), []);
  });
});
