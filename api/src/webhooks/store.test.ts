import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/open.ts';
import type { LoggedEvent } from '../events/store.ts';
import { readDatabaseSetting } from '../settings.ts';
import { newSecret } from './secrets.ts';
import { WebhookStore } from './store.ts';

const EVENT: LoggedEvent = {
  id: randomUUID(),
  type: 'item.created',
  at: '2026-01-01T00:00:00.000Z',
  registryId: 7,
  itemId: 8,
  purchaseId: null,
  isSecret: false,
  giverUserId: null,
  position: 1,
};

it('the store of webhooks: heeds changes that other requests have made in the meantime', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
  const store = new WebhookStore(database);
  const fields = {
    url: 'https://hooks.example/',
    types: [EVENT.type],
    registry_id: null,
    include_secret: false,
    description: null,
  };
  const webhook = await store.create(fields, newSecret(), 0, 1000);
  const { id } = webhook;

  const rotated = await store.rotate(webhook, [newSecret(), ...webhook.secrets]);
  assert.equal(rotated?.secrets.length, 2);
  assert.equal(await store.rotate(webhook, [newSecret()]), null, 'no secret of the other rotation is lost');

  assert.equal(await store.disable(id, 5000), false, 'the endpoint has answered again');
  const failure = {
    id: 0,
    dueAt: 0,
    state: 'failed',
    status: null,
    error: null,
    at: 5001,
    nextAttemptAt: null,
  } as const;
  await store.record(id, [failure]);
  assert.equal(await store.disable(id, 5000), false, 'it has failed again, but only since then');
  assert.equal(await store.disable(id, 5001), true);

  await store.add([{ webhookId: id, event: EVENT }], 0, 6000);
  assert.deepEqual(await store.waiting(id, 10), [], 'the webhook was disabled in the meantime');
  await store.change(id, { is_active: true, position: 1 });
  await store.add([{ webhookId: id, event: EVENT }], 0, 6000);
  assert.deepEqual(await store.waiting(id, 10), [], 'the event happened while the webhook was disabled');
  await store.add([{ webhookId: id, event: EVENT }], 1, 6000);
  assert.equal((await store.waiting(id, 10)).length, 1);
  await database.close();
});
