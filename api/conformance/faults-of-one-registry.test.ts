import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fault, html, status, text } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addRegistry } from './world.ts';

/** Number of failed calls that would open the breaker if they counted as failures of the host. */
const MANY = 20;

const OVERSIZED = JSON.stringify({ id: 1, content: 'x'.repeat(4 * 1024 * 1024) });

const FAULTS: Record<string, Fault> = {
  'answers 400': status(400),
  'answers a body that is too large': text(OVERSIZED),
  'answers a page instead of JSON': html(),
  'answers broken JSON': text('{"id":1,"author":'),
};

describe('rules: Failures of the host, a fault of one registry does not affect other registries', {
  concurrency: true,
}, () => {
  for (const [what, fault] of Object.entries(FAULTS)) {
    it(`when it ${what}`, async () => {
      await using t = await openTestService({ overrides: { host: { breakerPause: 3_600_000 } } });
      await knowOwner(t);
      const [bad, good] = [addRegistry(t).id, addRegistry(t).id];
      t.host.misbehave(fault, { route: `/wp/v2/registries/${bad}` });
      t.host.forgetCalls();
      for (let n = 0; n < MANY; n++) {
        const body = { title: 'T' };
        const answer = await t.request('PATCH', `/registries/${bad}`, { as: 'owner', body });
        assertError(answer, 502, DETAIL.hostInvalid);
      }
      assert.equal(t.host.calls.length, MANY, 'the breaker stopped calls to the host');
      assertStatus(await t.request('GET', `/registries/${good}`, { as: 'owner' }), 200);
    });
  }

  it('when it asks one caller to wait', async () => {
    await using t = await openTestService({ overrides: { host: { breakerPause: 3_600_000 } } });
    await knowOwner(t);
    const { id } = addRegistry(t);
    t.host.misbehave(status(429), { route: `/wp/v2/registries/${id}`, times: MANY });
    for (let n = 0; n < MANY; n++) assertError(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 503);
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
  });
});
