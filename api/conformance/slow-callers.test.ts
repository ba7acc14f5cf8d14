import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { delay } from '../testing/host-faults.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { assertStatus } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addRegistry } from './world.ts';

/** Seconds that one request may spend on the host. */
const HOST_TIMEOUT = 3;

/** More calls than the breaker needs to open. */
const MANY = 12;

/** A service whose breaker, once open, stays open for an hour. */
async function impatientService(): Promise<TestService> {
  const t = await openTestService({
    env: { HOST_TIMEOUT: String(HOST_TIMEOUT) },
    overrides: { host: { breakerPause: 3_600_000 } },
  });
  await knowOwner(t);
  return t;
}

/** Sends the headers of a change and waits until the service has taken them; what it gives sends the body. */
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

describe('decisions: Settings, HOST_TIMEOUT counts the time on the host alone', { concurrency: true }, () => {
  it('serves bodies that come later than the host may take, and does not take the host for failing', async () => {
    await using t = await impatientService();
    const registries = Array.from({ length: MANY }, () => addRegistry(t).id);
    const changes = await Promise.all(registries.map((id) => beginChange(t, id)));
    await sleep(HOST_TIMEOUT * 1000 + 50);
    const statuses = await Promise.all(changes.map((finish) => finish()));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assertStatus(await t.request('GET', `/registries/${registries[0]}`, { as: 'owner' }), 200);
  });

  it('serves who waits for others to change the same registry, and does not take the host for failing', async () => {
    await using t = await impatientService();
    const { id } = addRegistry(t);
    t.host.misbehave(delay(150), { route: `/wp/v2/registries/${id}` });
    const names = Array.from({ length: MANY }, (_, n) => `friend${n}`);
    const answers = await Promise.all(
      names.map((name) => t.request('POST', `/registries/${id}/invitees`, { as: 'owner', body: { invitees: [name] } })),
    );
    for (const answer of answers) assertStatus(answer, 200);
    const last = Math.max(...answers.map((answer) => answer.took));
    assert.ok(last > HOST_TIMEOUT * 1000, `nobody waited longer than ${last} ms`);
    const invited: unknown = t.host.registries.invitees(id);
    assert.ok(Array.isArray(invited));
    assert.deepEqual(new Set(invited), new Set(names));
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
  });
});
