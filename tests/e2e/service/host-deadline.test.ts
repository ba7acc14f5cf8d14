import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, assertStatus, DETAIL } from '../../../api/conformance/answers.ts';
import { assertFault, faultyService, LATEST_MS, TIMEOUT } from '../../../api/conformance/faulty-host.ts';
import { addRegistry } from '../../../api/conformance/world.ts';
import * as faults from '../../support/host-faults.ts';
import { openTestService } from '../../support/service.ts';

describe('design: one deadline, one retry', { concurrency: true }, () => {
  it('GETs are retried once, and a valid second answer counts', async () => {
    for (const fault of [faults.status(500), faults.reset(), faults.cutMidBody(), faults.html()]) {
      const { t, registry } = await faultyService();
      await using _ = t;
      t.host.forgetCalls();
      t.host.misbehave(fault, { times: 1 });
      const answer = await t.request('GET', `/registries/${registry}`, { as: 'owner' });
      assert.ok(t.host.calls.length <= 2);
      if (answer.status !== 200) assertFault(answer, { fault, status: 502, or: 503 });
    }
    const { t, registry } = await faultyService();
    await using _ = t;
    t.host.misbehave(faults.reset(), { times: 1 });
    assertStatus(await t.request('GET', `/registries/${registry}`, { as: 'owner' }), 200);
  });

  it('GETs are never tried a third time', async () => {
    const { t, registry } = await faultyService();
    await using _ = t;
    for (const fault of [faults.status(500), faults.reset(), faults.cutMidBody()]) {
      t.host.behave();
      t.host.misbehave(fault);
      t.host.forgetCalls();
      await t.request('GET', `/registries/${registry}`, { as: 'owner' });
      assert.ok(t.host.calls.length <= 2, `${t.host.calls.length} calls`);
    }
  });

  it('writes are never retried', async () => {
    const quick = [faults.status(500), faults.reset(), faults.cutMidBody(), faults.html()];
    const silence = faults.silence();
    for (const fault of [...quick, silence]) {
      const { t, registry } = await faultyService(fault === silence ? TIMEOUT : undefined);
      await using _ = t;
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) t.host.misbehave(fault, { method });
      t.host.forgetCalls();
      const asked = [
        await t.request('POST', '/registries', { as: 'owner', body: { title: 'T' } }),
        await t.request('PATCH', `/registries/${registry}`, { as: 'owner', body: { title: 'T' } }),
        await t.request('DELETE', `/registries/${registry}`, { as: 'owner' }),
      ];
      for (const answer of asked) assertFault(answer, { fault, status: 502, or: answer.status === 504 ? 504 : 503 });
      const writes = t.host.calls.filter((call) => call.method !== 'GET').length;
      // With the short deadline, a request on a busy machine may time out before its write.
      assert.ok(fault === silence ? writes <= 3 : writes === 3, `${writes} writes`);
    }
  });

  it('all calls of one request share one deadline', async () => {
    const { t, registry } = await faultyService(TIMEOUT);
    await using _ = t;
    t.host.misbehave(faults.delay(350), { route: `/wp/v2/registries/${registry}` });
    const answer = await t.request('PATCH', `/registries/${registry}`, { as: 'owner', body: { title: 'T' } });
    assertError(answer, 504, DETAIL.hostLate);
    assert.ok(answer.took < LATEST_MS);
  });

  it('the service waits for a slow host within the deadline', async () => {
    const { t, registry } = await faultyService();
    await using _ = t;
    t.host.misbehave(faults.delay(250), { route: `/wp/v2/registries/${registry}` });
    assertStatus(await t.request('GET', `/registries/${registry}`, { as: 'owner' }), 200);
  });
});

describe('rules: Failures of the host, writes of a registry that the host does not confirm', () => {
  for (const [method, path, body] of [
    ['PATCH', '', { title: 'T' }],
    ['POST', '/invitees', { invitees: ['x'] }],
    ['DELETE', '/invitees/ann', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    it(`${method} /registries/{id}${path} gives 502 when the host refuses the write`, async () => {
      await using t = await openTestService();
      const post = addRegistry(t, { invitees: ['ann'] });
      for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE']) t.host.misbehave(faults.status(500), { method: verb });
      const answer = await t.request(method, `/registries/${post.id}${path}`, { as: 'owner', body });
      assertError(answer, 502, DETAIL.hostInvalid);
    });
  }

  it('invitees that the host ignores while it answers 200 are not reported as stored', async () => {
    await using t = await openTestService();
    const post = addRegistry(t);
    t.host.registries.ignoredMeta.add('registry_invitees');
    const answer = await t.request('POST', `/registries/${post.id}/invitees`, {
      as: 'owner',
      body: { invitees: ['x'] },
    });
    assertError(answer, 502, DETAIL.hostInvalid);
  });
});
