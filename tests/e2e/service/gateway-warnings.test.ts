import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../../../api/src/settings.ts';
import { warningsOf } from '../../../api/src/warnings.ts';
import { openTestDatabase } from '../../support/database.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
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
});
