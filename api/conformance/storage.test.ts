import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestService, SHORT } from '../../tests/support/service.ts';
import { spawnService } from '../../tests/support/spawned-service.ts';
import { assertError } from './answers.ts';
import { addItem } from './world.ts';

it('rules: Storage, a locked database: answers writes with 503 and Retry-After in time, still reads, and recovers without a restart', async () => {
  await using own = await openTestService();
  const item = await addItem(own, 3);
  await own.restart({}, SHORT);
  await using lock = await own.database.lock();
  const body = { name: 'Kettle', url: 'https://shop.example/', registry_id: 3 };
  const [refused, read] = await Promise.all([
    own.request('POST', '/items', { as: 'admin', body }),
    own.request('GET', `/items/${item.id}`, { as: 'admin' }),
  ]);
  assertError(refused, 503, 'Database is unavailable');
  assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  assert.equal(read.status, 200);
  await lock.release();
  assert.equal((await own.request('POST', '/items', { as: 'admin', body })).status, 201);
  const stored = await own.request<object[]>('GET', '/items?registry_id=3', { as: 'admin' });
  assert.equal(stored.body.length, 2, 'the rejected write was stored');
});

describe('rules: Storage, the schema version', () => {
  it('stops the start with one clear line if the database is newer than the code', async () => {
    await using own = await openTestService();
    await own.database.raiseSchemaVersion();
    await assert.rejects(own.restart(), /newer|version/i);
    await using spawned = spawnService({ HOST_URL: own.host.url, DATABASE_URL: own.database.url });
    assert.ok((await spawned.exited) !== 0);
    assert.match(spawned.output(), /newer|version/i);
    assert.doesNotMatch(spawned.output(), /^\s+at /m);
  });
});
