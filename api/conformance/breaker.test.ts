import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silence, status } from '../testing/host-faults.ts';
import { openTestService } from '../testing/service.ts';
import { until } from '../testing/wait.ts';
import { assertError, assertStatus } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

describe('scorecard: the breaker in front of the host', { concurrency: true }, () => {
  for (const [what, fault] of [
    ['fails', status(500)],
    ['is silent', silence()],
  ] as const) {
    it(`opens when the host ${what}, spares the host, and closes again`, async () => {
      await using t = await openTestService({ env: { HOST_TIMEOUT: '0.3' } });
      const post = addRegistry(t);
      const item = await addItem(t, post.id, {}, 'owner');
      const ask = () => t.request('GET', `/registries/${post.id}`, { as: 'owner' });
      t.host.misbehave(fault);
      let open = false;
      for (let n = 0; n < 20 && !open; n++) {
        t.host.forgetCalls();
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        for (const answer of answers) assert.ok([502, 503, 504].includes(answer.status), answer.text);
        open = t.host.calls.length === 0;
      }
      assert.ok(open, 'the host was asked 200 times in vain and is still asked');
      const refused = await ask();
      assertError(refused, 503);
      assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      assert.ok(refused.took < 200, `${refused.took} ms`);
      assertStatus(await t.request('GET', `/items/${item.id}`, { as: 'owner' }), 200);

      t.host.behave();
      await until('the breaker is closed', async () => (await ask()).status === 200, 30_000);
      const after = await Promise.all(Array.from({ length: 10 }, ask));
      for (const answer of after) assertStatus(answer, 200);
    });
  }

  it('is not opened by 401, 403 and 404, which are proper answers', async () => {
    await using t = await openTestService();
    const post = addRegistry(t);
    for (let n = 0; n < 60; n++) {
      assertStatus(await t.request('GET', '/registries/987654', { as: 'owner' }), 404);
      assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'stranger' }), 403);
    }
    assertStatus(await t.request('GET', `/registries/${post.id}`, { as: 'owner' }), 200);
  });
});
