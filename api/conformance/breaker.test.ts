import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silence, status } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addItem, addRegistry, freshName } from './world.ts';

/** Time for which the breaker stays open (milliseconds). Every test ends within this time. */
const LONG = 3_600_000;

/** Time for which the breaker stays open (milliseconds). Tests wait for the end of this time. */
const SHORT = 20;

/**
 * Time limit of a request (seconds). A recovered host must answer within this time. Otherwise, the breaker opens again.
 */
const HOST_TIMEOUT = '1';

const FAULTS = [
  ['fails', status(500)],
  ['is silent', silence()],
] as const;

/** Sends requests until the breaker is open. @returns a function that sends the same request */
async function openBreaker(t: TestService): Promise<() => ReturnType<TestService['request']>> {
  const { id } = addRegistry(t);
  const ask = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
  for (let n = 0; n < 20; n++) {
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    for (const answer of answers) assert.ok([502, 503, 504].includes(answer.status), answer.text);
    // Only an open breaker causes a 503. A failing host causes a 502. A silent host causes a 504.
    if (answers.some((answer) => answer.status === 503)) return ask;
  }
  return assert.fail('the breaker is still closed after 200 failed calls');
}

describe('rules: Failures of the host, the breaker', { concurrency: true }, () => {
  for (const [what, fault] of FAULTS) {
    it(`opens when the host ${what}, sends no more calls, and still serves items`, async () => {
      await using t = await openTestService({
        env: { HOST_TIMEOUT },
        overrides: { host: { breakerPause: LONG } },
      });
      await knowOwner(t);
      const item = await addItem(t, 3, {}, 'owner');
      t.host.misbehave(fault);
      const ask = await openBreaker(t);
      t.host.forgetCalls();
      for (let n = 0; n < 10; n++) {
        const refused = await ask();
        assertError(refused, 503);
        assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      }
      assert.equal(t.host.calls.length, 0);
      assertStatus(await t.request('GET', `/items/${item.id}`, { as: 'owner' }), 200);
    });

    it(`closes again when the host no longer ${what}`, async () => {
      await using t = await openTestService({
        env: { HOST_TIMEOUT },
        overrides: { host: { breakerPause: SHORT } },
      });
      await knowOwner(t);
      t.host.misbehave(fault);
      const ask = await openBreaker(t);
      t.host.behave();
      await until('the breaker is closed', async () => (await ask()).status === 200);
      // Sends several requests at once, because a half-open breaker would admit only one of the requests.
      await until('it is closed for all callers', async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        return answers.every((answer) => answer.status === 200);
      });
    });
  }

  it('stays closed after 401, 403 and 404, which are valid answers', async () => {
    await using t = await openTestService({ overrides: { host: { breakerPause: LONG } } });
    const post = addRegistry(t);
    for (let n = 0; n < 30; n++) {
      assertStatus(await t.request('GET', '/registries/987654', { as: 'owner' }), 404);
      assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'stranger' }), 403);
    }
    for (let n = 0; n < 20; n++) {
      const headers = { authorization: basic(freshName(), 'wrong') };
      assertStatus(await t.request('GET', '/items', { headers }), 401);
    }
    assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'owner' }), 200);
  });
});
