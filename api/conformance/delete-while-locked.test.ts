import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { openTestService, SHORT, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

/**
 * Opens a service with short time limits, and with a registry of two items; `gift` is the path of a gift of the first.
 */
async function openWithTwoItems(): Promise<{ t: TestService; id: number; items: number[]; gift: string }> {
  const t = await openTestService();
  const { id } = addRegistry(t);
  const items = [await addItem(t, id), await addItem(t, id)].map((item) => item.id);
  const gift = `/purchases/${randomUUID()}`;
  assertStatus(await t.request('PUT', gift, { as: 'admin', body: { item_id: items[0], secret: true } }), 201);
  await t.restart({}, SHORT);
  return { t, id, items, gift };
}

/** Deletes a registry while another client locks the database. */
async function deleteUnderLock(t: TestService, id: number): Promise<void> {
  const answer = await t.request('DELETE', `/registries/${id}`, { as: 'owner' });
  assertError(answer, 503, 'Database is unavailable');
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  assert.equal(t.host.registries.find(id), undefined);
  assertError(await t.request('DELETE', `/registries/${id}`, { as: 'owner' }), 404, DETAIL.registry);
}

describe('rules: Registries, deleting one while the database is locked', { concurrency: true }, () => {
  it('answers 503, and retires the items after the lock ends, without another request', async () => {
    const { t: opened, id, items, gift } = await openWithTwoItems();
    await using t = opened;
    await using lock = await t.database.lock();
    await deleteUnderLock(t, id);
    const statuses = () =>
      Promise.all(items.map(async (id) => (await t.request('GET', `/items/${id}`, { as: 'admin' })).status));
    assert.deepEqual(await statuses(), [200, 200]);
    await lock.release();
    await until('the items are inactive', async () => (await statuses()).every((status) => status === 404));
    await until('the purchase is deleted', async () => (await t.request('GET', gift, { as: 'admin' })).status === 404);
  });

  it('allows the service to stop during the lock, and to start again', async () => {
    const {
      t: opened,
      id,
      items: [item],
    } = await openWithTwoItems();
    await using t = opened;
    await using lock = await t.database.lock();
    await deleteUnderLock(t, id);
    const stopped = t.restart();
    await lock.release();
    await stopped;
    const answer = await t.request('GET', `/items/${item}`, { as: 'admin' });
    assert.ok([200, 404].includes(answer.status), answer.text);
    assertStatus(await t.request('GET', '/items', { as: 'admin' }), 200);
  });
});
