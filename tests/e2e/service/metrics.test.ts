// Needs a whole service: its other port shows what requests have caused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertStatus } from '../../../api/conformance/answers.ts';
import { addItem, addRegistry, ITEM, unusedRegistryId } from '../../../api/conformance/world.ts';
import { status } from '../../support/host-faults.ts';
import { basic } from '../../support/host-users.ts';
import { readMetrics } from '../../support/metrics.ts';
import { rawExchange } from '../../support/raw-socket.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

/** Opens a service with a time limit that no request reaches, even on a busy machine. */
const open = (overrides = {}) => openTestService({ env: { OPS_PORT: '0', HOST_TIMEOUT: '20' }, overrides });

const listsOf = async (t: TestService) => {
  const { value } = await readMetrics(t.opsUrl);
  return Object.fromEntries(
    ['written', 'pending', 'found_different', 'repaired', 'not_repaired'].map((event) => [
      event,
      value('largesse_registry_lists_total', { event }),
    ]),
  );
};

describe('rules: Metrics', { concurrency: true }, () => {
  it('every error is counted by its reason, including invalid HTTP', async () => {
    await using t = await open({ patience: 1 });
    const { id } = addRegistry(t);
    await t.request('GET', '/items', { as: 'owner' });
    await rawExchange(t.url, 'nonsense\r\n\r\n');
    await rawExchange(t.url, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n');
    await t.request('GET', '/items/%', { as: 'owner' });
    await t.request('GET', '/nowhere');
    await t.request('GET', '/items');
    await t.request('GET', '/items/x', { as: 'owner' });
    await t.request('GET', `/registries/${id}`, { as: 'stranger' });
    t.host.misbehave(status(503));
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 503);
    t.host.misbehave(status(500));
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 502);
    const lock = await t.database.lock();
    assertStatus(await t.request('POST', '/items', { as: 'owner', body: { ...ITEM, registry_id: id } }), 503);
    await lock.release();
    t.host.misbehave(status(429, { 'retry-after': '600' }), { times: 1 });
    for (let n = 0; n < 2; n++) assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 503);
    const { text, value } = await readMetrics(t.opsUrl);
    const counted = text
      .split('\n')
      .map((line) => /^largesse_errors_total\{(.*)\} ([1-9].*)$/.exec(line)?.slice(1).join(' '))
      .filter((line) => line !== undefined);
    assert.deepEqual(counted, [
      'status="400",reason="bad_request" 2',
      'status="401",reason="invalid_credentials" 1',
      'status="403",reason="not_allowed" 1',
      'status="404",reason="not_found" 1',
      'status="417",reason="expectation_failed" 1',
      'status="422",reason="invalid_input" 1',
      'status="502",reason="host_invalid_response" 1',
      'status="503",reason="host_unavailable" 3',
      'status="503",reason="database_unavailable" 1',
    ]);
    assert.equal(value('largesse_database_duration_seconds_count', { statement: 'write', outcome: 'unavailable' }), 1);
    assert.equal(value('largesse_host_calls_refused_total', { reason: 'quiet' }), 1);
    const answered = (route: string, code: string) =>
      value('largesse_request_duration_seconds_count', { method: 'GET', route, status: code });
    assert.deepEqual(
      [answered('/items/:item_id', '422'), answered('/registries/:id', '503'), answered('unknown', '404')],
      [1, 3, 1],
    );
    // These series exist from the start, so that Prometheus can compute their rates.
    for (const reason of ['registry_busy', 'closing', 'overloaded'])
      assert.match(text, new RegExp(`^largesse_errors_total\\{status="503",reason="${reason}"\\} 0$`, 'm'));
  });

  it('late lists of items and their repairs are counted', async () => {
    await using t = await open();
    const { id } = addRegistry(t);
    const add = () => t.request('POST', `/registries/${id}/items`, { as: 'owner', body: ITEM });
    const read = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
    assertStatus(await add(), 201);
    t.host.misbehave(status(500), { method: 'POST' });
    assert.equal((await add()).headers['registry-sync'], 'pending');
    assertStatus(await read(), 200);
    await until('a repair has failed', async () => (await listsOf(t)).not_repaired === 1);
    t.host.behave();
    assertStatus(await read(), 200);
    await until('it is repaired', async () => (await listsOf(t)).repaired === 1);
    assertStatus(await read(), 200);
    assert.deepEqual(await listsOf(t), { written: 1, pending: 1, found_different: 2, repaired: 1, not_repaired: 1 });
  });

  it('have the same number of series for any input of callers, and repeat none of it', async () => {
    await using t = await open();
    const registry = addRegistry(t, { invitees: ['canaryguest'] });
    const ask = async (canary: string) => {
      const item = await addItem(t, unusedRegistryId(), { name: canary });
      await t.request('GET', `/items/${item.id}?token=${canary}`, { as: 'owner' });
      await t.request('GET', `/${canary}`, { as: 'owner' });
      await t.request('PURGE', `/items/${canary}`, { as: 'owner' });
      await t.request('GET', '/items', { headers: { authorization: basic(canary, canary), 'x-request-id': canary } });
      await t.request('DELETE', `/registries/${registry.id}/invitees/${canary}`, { as: 'owner' });
      await t.request('PUT', `/registries/${registry.id}/purchases/${canary}`, {
        as: 'owner',
        body: { item_id: item.id },
      });
    };
    for (let n = 0; n < 2; n++) await ask(`canaryseries${n}`);
    const before = await readMetrics(t.opsUrl);
    for (let n = 2; n < 30; n++) await ask(`canaryseries${n}`);
    const after = await readMetrics(t.opsUrl);
    const ours = (series: readonly string[]) => series.filter((one) => one.startsWith('largesse_')).toSorted();
    assert.deepEqual(ours(after.series), ours(before.series));
    assert.doesNotMatch(before.text + after.text, /canary/);
    // The values of series may contain the same digits by chance.
    assert.doesNotMatch(ours(after.series).join('\n'), new RegExp(`\\b${registry.id}\\b`));
  });
});
