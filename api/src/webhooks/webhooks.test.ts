import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { realNow } from '../../../contract/testing/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/open.ts';
import { storeOf } from '../events/store.ts';
import { ItemStore } from '../items/store.ts';
import { readDatabaseSetting, readSettings } from '../settings.ts';
import { newSecret } from './secrets.ts';
import type { WebhookFields } from './store.ts';
import { Webhooks } from './webhooks.ts';

const FIELDS: WebhookFields = {
  url: 'https://hooks.example/',
  types: ['item.created'],
  registry_id: null,
  include_secret: false,
  description: null,
};

const CHANGES: readonly (Partial<WebhookFields> & { is_active?: boolean })[] = [
  { types: ['item.deleted'] },
  { registry_id: 8 },
  { include_secret: true },
  { is_active: false },
];

describe('the old settings of a webhook apply to earlier events', () => {
  for (const change of CHANGES)
    it(`if a request changes ${Object.keys(change).join()}`, async () => {
      await using file = await openTestDatabase();
      const settings = readSettings({ HOST_URL: 'https://site.example', DATABASE_URL: file.url });
      const setting = readDatabaseSetting({ DATABASE_URL: file.url });
      const database = await openDatabase(setting, () => {}, undefined, 1, true);
      const events = storeOf(database, 30);
      assert.ok(events);
      // Without `start`, no round copies events before the change.
      const webhooks = new Webhooks({ settings, database, events, log: pino({ level: 'silent' }), watch: null });
      const webhook = await webhooks.store.create(FIELDS, newSecret(), await events.head(), realNow());
      await new ItemStore(database).insert(7, { name: 'Pot', url: 'https://shop.example/pot' });
      await webhooks.change(webhook, change);
      await webhooks.close();
      const deliveries = await webhooks.deliveries(webhook.id, Number.MAX_SAFE_INTEGER, 9);
      assert.deepEqual(
        deliveries.map(({ delivery }) => delivery.event.type),
        ['item.created'],
      );
      await database.close();
    });
});
