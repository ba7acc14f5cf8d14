// Needs a whole service: slow bodies on real connections.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { assertStatus } from '../../../api/conformance/answers.ts';
import { knowOwner } from '../../../api/conformance/faulty-host.ts';
import { addRegistry } from '../../../api/conformance/world.ts';
import { letPass } from '../../../contract/testing/clock.ts';
import { openTestService, type TestService } from '../../support/service.ts';

/** Time limit of one request in seconds. */
const HOST_TIMEOUT = 3;

/** Number of slow calls that would open the breaker if they counted as failures of the host. */
const MANY = 12;

/** Opens a service with a short time limit. If the breaker opens, the breaker stays open for an hour. */
async function serviceWithShortTimeout(): Promise<TestService> {
  const t = await openTestService({
    env: { HOST_TIMEOUT: String(HOST_TIMEOUT) },
    overrides: { host: { breakerPause: 3_600_000 } },
  });
  await knowOwner(t);
  return t;
}

/**
 * Sends the headers of a change, and waits until the service has received them.
 * @returns a function that sends the body
 */
async function beginChange(t: TestService, registry: number): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ title: 'Later' });
  const change = request(`${t.url}/registries/${registry}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: t.host.users.authorization('owner'),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  change.flushHeaders();
  await once(change, 'continue');
  return async () => {
    change.end(body);
    const [response]: IncomingMessage[] = await once(change, 'response');
    response?.resume();
    return response?.statusCode;
  };
}

describe('rules: Requests, HOST_TIMEOUT limits the whole request except its body', {
  concurrency: true,
}, () => {
  it('serves bodies that take longer than the host may take, without blaming the host', async () => {
    await using t = await serviceWithShortTimeout();
    const registries = Array.from({ length: MANY }, () => addRegistry(t).id);
    const changes = await Promise.all(registries.map((id) => beginChange(t, id)));
    await letPass(HOST_TIMEOUT * 1000 + 50, 'the time limit of requests must be over');
    const statuses = await Promise.all(changes.map((finish) => finish()));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assertStatus(await t.request('GET', `/registries/${registries[0]}`, { as: 'owner' }), 200);
  });
});
