import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../contract/testing/properties.ts';
import { stoppedClock } from '../../tests/support/clock.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { assertError, assertStatus } from './answers.ts';
import { ITEM } from './world.ts';

const LIMIT = 5;

/** Opens a service that allows LIMIT writes a minute. @returns the service and its clock */
async function limited() {
  const clock = stoppedClock();
  const t = await openTestService({ env: { WRITES_PER_MINUTE: String(LIMIT) }, overrides: { now: clock.now } });
  return { clock, t };
}

const write = (t: TestService, as: string) => t.request('POST', '/items', { as, body: { ...ITEM, registry_id: 1 } });

describe('rules: Requests, WRITES_PER_MINUTE', () => {
  it("rejects a member's writes beyond it, with Retry-After, until the minute is over", async () => {
    const { clock, t } = await limited();
    await using _ = t;
    for (let n = 1; n <= LIMIT; n++) {
      const { status, headers } = await write(t, 'owner');
      assert.deepEqual(
        [status, headers['ratelimit-policy'], headers.ratelimit],
        [201, `"writes";q=${LIMIT};w=60`, `"writes";r=${LIMIT - n};t=60`],
      );
    }
    clock.pass(29.5);
    const refused = await write(t, 'owner');
    assert.equal(refused.headers.ratelimit, '"writes";r=0;t=31');
    assertError(refused, 429, 'Too many changes in a minute');
    assert.equal(refused.headers['retry-after'], '31');
    clock.pass(30.5);
    assertStatus(await write(t, 'owner'), 201);
  });

  it('counts every write, whatever its result, and rejects all further ones', async () => {
    const { t } = await limited();
    await using _ = t;
    const ask = (method: string, path: string, body?: object) =>
      t.request(method, path, { as: 'owner', ...(body && { body }) });
    assertStatus(await ask('POST', '/items', {}), 422);
    assertStatus(await ask('PUT', '/items/999', { name: 'x' }), 404);
    assertStatus(await ask('DELETE', '/items/999'), 404);
    assertStatus(await ask('PATCH', '/registries/999', { title: 'x' }), 404);
    assertStatus(await t.request('POST', '/items', { as: 'owner', rawBody: '{' }), 400);
    for (const [method, path] of [
      ['POST', '/registries'],
      ['PUT', '/items/1'],
      ['PATCH', '/registries/1'],
      ['DELETE', '/items/1'],
    ] as const)
      assertStatus(await ask(method, path, {}), 429);
  });

  it('counts users instead of their credentials, and each user separately', async () => {
    const { t } = await limited();
    await using _ = t;
    const { id, password } = t.host.users.get('owner');
    assert.ok(id > 0);
    // WordPress ignores the case of a user name. These credentials therefore also belong to `owner`.
    const other = basic('OWNER', password ?? '');
    for (let n = 0; n < LIMIT; n++) assertStatus(await write(t, 'owner'), 201);
    const again = { headers: { authorization: other }, body: { ...ITEM, registry_id: 1 } };
    assertStatus(await t.request('POST', '/items', again), 429);
    assertStatus(await write(t, 'stranger'), 201);
  });

  it('limits neither reads nor admins, and is off at 0', async () => {
    const { t } = await limited();
    await using _ = t;
    for (let n = 0; n <= LIMIT; n++) assertStatus(await write(t, 'admin'), 201);
    for (const method of ['GET', 'HEAD'])
      for (let n = 0; n <= LIMIT; n++) assertStatus(await t.request(method, '/items', { as: 'owner' }), 200);
    assertStatus(await write(t, 'owner'), 201);
    await t.restart({ WRITES_PER_MINUTE: '0' });
    for (let n = 0; n <= LIMIT; n++) assertStatus(await write(t, 'owner'), 201);
  });
});

describe('rules: Requests, WRITTEN_MB_PER_DAY', () => {
  it("rejects a member's bodies beyond it, of whatever size, until the day is over; not those of others", async () => {
    const clock = stoppedClock();
    const t = await openTestService({ env: { WRITTEN_MB_PER_DAY: '1' }, overrides: { now: clock.now } });
    await using _ = t;
    const size = fc.integer({ min: 1, max: 60_000 });
    let sent = 0;
    for (const length of fc.sample(size, 200)) {
      const rawBody = JSON.stringify({ ...ITEM, registry_id: 1, unknown: 'x'.repeat(length) });
      const before = sent;
      sent += rawBody.length;
      const answer = await t.request('POST', '/items', { as: 'owner', rawBody });
      if (sent <= 1_000_000) {
        assertStatus(answer, 201);
        continue;
      }
      assertError(answer, 429, 'Too much data in a day');
      assert.ok(before + 60_200 > 1_000_000);
      assert.equal(answer.headers['retry-after'], '86400');
      assert.equal(answer.headers.ratelimit, '"bytes";r=0;t=86400');
      break;
    }
    assert.ok(sent > 1_000_000);
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    for (const as of ['stranger', 'admin']) assertStatus(await write(t, as), 201);
    clock.pass(86_400);
    assertStatus(await write(t, 'owner'), 201);
  });
});
