// Needs a service and slow host: time limits of real connections.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertError,
  assertStatus,
  DETAIL,
  type Invitees,
  type Item,
  type Registry,
} from '../../../api/conformance/answers.ts';
import { knowOwner, LATEST_MS } from '../../../api/conformance/faulty-host.ts';
import { addItem, addRegistry, ITEM } from '../../../api/conformance/world.ts';
import { letPass } from '../../../contract/testing/clock.ts';
import { delay, hold } from '../../support/host-faults.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

/** Time limit of a request (seconds). */
const HOST_TIMEOUT = 2;

/** Duration of a call to the host (milliseconds). A write that does not have to wait meets the time limit. */
const CALL_MS = 700;

/** Number of sequential changes of one registry that together take longer than LATEST_MS. */
const MANY = 16;

type Host = 'with the plugin' | 'of stock WordPress';

async function slowService(host: Host, env: Record<string, string> = {}): Promise<TestService> {
  const t = await openTestService({ env: { HOST_TIMEOUT: String(HOST_TIMEOUT), ...env } });
  t.host.registries.comparesLists = host === 'with the plugin';
  await knowOwner(t);
  return t;
}

const slow = (t: TestService) => t.host.misbehave(delay(CALL_MS), { route: '/wp/v2/registries/' });

const addItemTo = (t: TestService, id: number) =>
  t.request<{ data: Item }>('POST', `/registries/${id}/items`, { as: 'owner', body: ITEM });
const invite = (t: TestService, id: number, name: string, as = 'owner') =>
  t.request<Invitees>('POST', `/registries/${id}/invitees`, { as, body: { invitees: [name] } });
const patch = (t: TestService, id: number, body: unknown) =>
  t.request<Registry>('PATCH', `/registries/${id}`, { as: 'owner', body });

for (const host of ['with the plugin', 'of stock WordPress'] as const) {
  describe(`rules: Requests, no answer later than HOST_TIMEOUT, on a slow host ${host}`, { concurrency: 3 }, () => {
    it('invitations that wait for each other', async () => {
      await using t = await slowService(host);
      const { id } = addRegistry(t);
      slow(t);
      const answers = await Promise.all(Array.from({ length: MANY }, (_, n) => invite(t, id, `friend${n}`)));
      for (const answer of answers) {
        // On a busy machine, time may run out while the database has not answered yet.
        if (answer.status === 503 && answer.text.includes('Database'))
          assertError(answer, 503, 'Database is unavailable');
        else if (answer.status === 503 && answer.text.includes('host')) assertError(answer, 503, DETAIL.hostCrowded);
        else if (answer.status === 503) assertError(answer, 503, DETAIL.busy);
        else if (answer.status !== 200) assertError(answer, 504, DETAIL.hostLate);
        assert.ok(answer.took < LATEST_MS, `${answer.took} ms`);
      }
      assert.ok(answers.some(({ status }) => status !== 200));
    });

    it('new items are answered 201 with Registry-Sync: pending, and all rows exist', async () => {
      // The service needs one call to the host before it stores the row. The rest of the time limit is for a busy
      // machine.
      await using t = await slowService(host, { HOST_TIMEOUT: '4' });
      const { id } = addRegistry(t);
      slow(t);
      const answers = await Promise.all(
        Array.from({ length: 5 }, async (_, n) => {
          await letPass(n * 250, 'the host is slow');
          return addItemTo(t, id);
        }),
      );
      t.host.behave();
      for (const answer of answers) {
        assertStatus(answer, 201);
        assert.ok(answer.took < LATEST_MS, `${answer.took} ms`);
      }
      const listed = await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'owner' });
      assert.deepEqual(
        new Set(listed.body.map((item) => item.id)),
        new Set(answers.map((answer) => answer.body.data.id)),
      );
      await until('the list is repaired', () => JSON.stringify(t.host.registries.itemIds(id)).split(',').length === 5);
    });

    it('orders, replaced lists and deletions that wait for a change that never ends', async () => {
      await using t = await slowService(host);
      const { id } = addRegistry(t);
      const item = await addItem(t, id);
      const held = hold();
      t.host.misbehave(held.fault, { method: 'POST', route: `/wp/v2/registries/${id}` });
      const first = invite(t, id, 'first');
      await until('the first one is running', () => t.host.callsTo(`/wp/v2/registries/${id}`, 'POST').length === 1);
      const waiting = await Promise.all([
        patch(t, id, { meta: { registry_item_ids: [item.id] } }),
        patch(t, id, { meta: { registry_invitees: ['x'] } }),
        t.request('DELETE', `/registries/${id}/invitees/ann`, { as: 'owner' }),
        addItemTo(t, id),
        t.request('DELETE', `/registries/${id}/items/${item.id}`, { as: 'owner' }),
      ]);
      held.release();
      assertError(await first, 504, DETAIL.hostLate);
      for (const answer of waiting) assert.ok(answer.took < LATEST_MS, `${answer.took} ms`);
      assert.deepEqual(
        waiting.slice(3).map(({ status, headers }) => [status, headers['registry-sync']]),
        [
          [201, 'pending'],
          [204, 'pending'],
        ],
      );
      for (const { status } of waiting.slice(0, 3)) assert.ok([404, 503, 504].includes(status), String(status));
    });
  });
}

describe('rules: Load, repairs during a list of registries', () => {
  for (const host of ['with the plugin', 'of stock WordPress'] as const)
    it(`leave connections to the host for other callers, on a host ${host}`, async () => {
      await using t = await slowService(host, { HOST_TIMEOUT: '20' });
      for (let n = 0; n < 40; n++) addRegistry(t, { itemIds: [987654] });
      const held = hold();
      t.host.misbehave(held.fault, { method: 'POST' });
      assertStatus(await t.request('GET', '/registries', { as: 'owner' }), 200);
      await until('some are repaired', () => t.host.callsTo('/wp/v2/registries', 'POST').length === 4);
      assertStatus(await t.request('GET', '/registries', { as: 'owner' }), 200);
      assert.equal(t.host.callsTo('/wp/v2/registries', 'POST').length, 4);
      held.release();
    });
});

describe('rules: Load, callers without permission never cause a wait', { concurrency: true }, () => {
  it('strangers are rejected without queueing', async () => {
    await using t = await slowService('with the plugin', { HOST_TIMEOUT: '20' });
    const { id } = addRegistry(t);
    await t.request('GET', '/items?limit=1', { as: 'stranger' });
    const held = hold();
    t.host.misbehave(held.fault, { method: 'POST', route: `/wp/v2/registries/${id}`, times: 1 });
    const first = invite(t, id, 'first');
    await until("the owner's change is running", () => t.host.callsTo(`/wp/v2/registries/${id}`, 'POST').length === 1);
    const refused = await Promise.all(Array.from({ length: 60 }, (_, n) => invite(t, id, `x${n}`, 'stranger')));
    for (const answer of refused) assertError(answer, 403, DETAIL.notAllowed);
    held.release();
    assertStatus(await first, 200);
  });
});
