import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assertStatus } from '../../../api/conformance/answers.ts';
import { basic } from '../../support/host-users.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { pipeline } from '../../support/raw-socket.ts';
import { openTestService, type TestService } from '../../support/service.ts';

/** Number of batches of logins that the test sends. */
const BATCHES = 200;

/**
 * Number of logins in a batch. With more logins, a stalled machine could have too many pending logins. The service
 * would then reject some of the logins.
 */
const BATCH = 50;

const MEBIBYTE = 1024 * 1024;

/**
 * Sends one batch of logins of nonexistent users. Each login has a new name, and each batch comes from a new address.
 */
async function tryStrangers(t: TestService, batch: number): Promise<void> {
  const requests = Array.from({ length: BATCH }, (_, n) => {
    const authorization = basic(`nobody-${batch}-${n}`, 'wrong');
    const address = `X-Forwarded-For: 10.0.0.${batch}`;
    return `GET /items?limit=1 HTTP/1.1\r\nHost: x\r\n${address}\r\nAuthorization: ${authorization}\r\n\r\n`;
  });
  assert.deepEqual(new Set(await pipeline(t.url, requests)), new Set([401]));
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the heap size after garbage collection. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('rules: Credentials, bad ones of 10,000 names', () => {
  it('leave cache and memory bounded, and a known caller unaffected', async () => {
    // Caches users for a day. The service then does not look up `owner` again during this test.
    const env = { OPS_PORT: '0', AUTH_CACHE_SIZE: '3', AUTH_CACHE_TTL: '86400', TRUST_PROXY: '127.0.0.1' };
    await using t = await openTestService({ env });
    const cachedUsers = async () => {
      const response = await fetchOnce(`${t.opsUrl}/metrics`);
      return Number(/^largesse_cached_users (\d+)$/m.exec(await response.text())?.[1]);
    };
    assertStatus(await t.request('GET', '/items?limit=1', { as: 'owner' }), 200);
    // One-time allocations are complete after a few batches; the test measures the growth from then on.
    let batch = 0;
    for (; batch < 10; batch++) await tryStrangers(t, batch);
    t.host.forgetCalls();
    const before = heap();

    for (; batch < BATCHES; batch++) {
      const [good] = await Promise.all([t.request('GET', '/items?limit=1', { as: 'owner' }), tryStrangers(t, batch)]);
      assertStatus(good, 200);
      assert.equal(t.host.calls.filter((call) => call.user === 'owner').length, 0, 'the good caller was forgotten');
      t.host.forgetCalls();
    }
    assert.equal(await cachedUsers(), 1);
    const grown = heap() - before;
    // The service stores two lists of at most 10,000 short entries each. Whole requests or answers would need far more
    // memory.
    assert.ok(grown < 20 * MEBIBYTE, `${(grown / MEBIBYTE).toFixed(1)} MiB`);
  });
});
