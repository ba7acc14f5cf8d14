import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hold, silence, status } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addRegistry, freshName } from './world.ts';

/** Time for which a breaker stays open (milliseconds). Every test ends within this time. */
const LONG = 3_600_000;

describe('a host that asks callers to wait (429)', { concurrency: true }, () => {
  for (const [what, value] of [
    ['seconds', () => '600'],
    ['a date', () => new Date(Date.now() + 600_000).toUTCString()],
  ] as const)
    it(`is not called during its Retry-After in ${what}, which callers get as well`, async () => {
      await using t = await openTestService();
      await knowOwner(t);
      const { id } = addRegistry(t);
      const ask = (method: string, body?: object) => t.request(method, `/registries/${id}`, { as: 'owner', body });
      t.host.misbehave(status(429, { 'retry-after': value() }), { times: 1 });
      assertStatus(await ask('GET'), 503);
      t.host.forgetCalls();
      for (const answer of [
        await ask('GET'),
        await ask('PATCH', { title: 'T' }),
        await t.request('GET', '/items', { as: 'stranger' }),
      ]) {
        assertError(answer, 503);
        const seconds = Number(answer.headers['retry-after']);
        assert.ok(seconds > 400 && seconds <= 600, `${seconds}`);
      }
      assert.equal(t.host.calls.length, 0);
      assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    });

  it('is called again afterwards', async () => {
    await using t = await openTestService();
    await knowOwner(t);
    const { id } = addRegistry(t);
    t.host.misbehave(status(429, { 'retry-after': '1' }), { times: 1 });
    const ask = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
    assertStatus(await ask(), 503);
    await until('the host is called', async () => (await ask()).status === 200);
    assert.equal(t.host.callsTo(/registries/).length, 2);
  });

  it('blocks only unknown credentials if it answered a request with unknown credentials, for at most an hour', async () => {
    await using t = await openTestService();
    await knowOwner(t);
    const { id } = addRegistry(t);
    const guess = () => t.request('GET', '/items', { headers: { authorization: basic(freshName(), 'wrong') } });
    t.host.misbehave(status(429, { 'retry-after': '86400' }), { times: 1 });
    assertStatus(await guess(), 503);
    t.host.forgetCalls();
    const refused = await guess();
    assertStatus(refused, 503);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 3000 && seconds <= 3600, `${seconds}`);
    assert.equal(t.host.calls.length, 0);
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
  });
});

describe('a host that hangs', { concurrency: true }, () => {
  const env = { HOST_TIMEOUT: '1' };

  it('opens the breaker even with little traffic', async () => {
    await using t = await openTestService({ env, overrides: { host: { breakerPause: LONG } } });
    await knowOwner(t);
    const { id } = addRegistry(t);
    const ask = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
    t.host.misbehave(silence());
    for (let n = 0; n < 3; n++) assertError(await ask(), 504, DETAIL.hostLate);
    t.host.forgetCalls();
    assertError(await ask(), 503);
    assert.equal(t.host.calls.length, 0);
  });

  it('is then tried by one caller at a time; the others do not wait', async () => {
    await using t = await openTestService({ overrides: { host: { breakerPause: 0 } } });
    await knowOwner(t);
    const { id } = addRegistry(t);
    const ask = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
    t.host.misbehave(status(500));
    for (let n = 0; n < 10; n++) assertStatus(await ask(), 502);
    const { fault, release } = hold();
    t.host.misbehave(fault);
    t.host.forgetCalls();
    const tried = ask();
    await until('it is tried', () => t.host.calls.length === 1);
    for (let n = 0; n < 10; n++) assertError(await ask(), 503);
    assert.equal(t.host.calls.length, 1);
    release();
    assertStatus(await tried, 200);
    t.host.behave();
    assertStatus(await ask(), 200);
  });

  it('does not open the breaker if it hangs for one registry only and answers for others', async () => {
    await using t = await openTestService({ env, overrides: { host: { breakerPause: LONG } } });
    await knowOwner(t);
    const [bad, good] = [addRegistry(t).id, addRegistry(t).id];
    t.host.misbehave(silence(), { route: `/wp/v2/registries/${bad}` });
    for (let round = 0; round < 2; round++) {
      const asked = Array.from({ length: 4 }, () => t.request('GET', `/registries/${bad}`, { as: 'owner' }));
      await until('the host is called', () => t.host.callsTo(new RegExp(`/${bad}$`)).length === (round + 1) * 4);
      for (let n = 0; n < 10; n++) assertStatus(await t.request('GET', `/registries/${good}`, { as: 'owner' }), 200);
      for (const answer of await Promise.all(asked)) assertStatus(answer, 504);
    }
    assertStatus(await t.request('GET', `/registries/${good}`, { as: 'owner' }), 200);
  });
});
