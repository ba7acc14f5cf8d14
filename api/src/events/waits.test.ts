import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openTestDatabase } from '../../testing/database.ts';
import { openDatabase } from '../database/open.ts';
import { readDatabaseSetting } from '../settings.ts';
import { storeOf } from './store.ts';
import { EventWaits } from './waits.ts';

it('a request stops waiting for events as soon as its connection closes', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }), null, undefined, 1, true);
  const events = storeOf(database, 30);
  assert.ok(events);
  const waits = new EventWaits(events);
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const found = waits.forEvents(1, { sees: 'registry', registryId: 7 }, 60_000, answer, async () => []);
  await turn();
  assert.equal(waits.waiting, 1);
  answer.emit('close');
  await turn();
  const { waiting } = waits;
  waits.stop();
  assert.deepEqual(await found, []);
  assert.equal(waiting, 0);
  await database.close();
});
