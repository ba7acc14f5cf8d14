// Needs a whole service: it logs what a proxy sends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestDatabase } from '../../support/database.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';

describe('a gateway that TRUST_PROXY does not name', () => {
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
