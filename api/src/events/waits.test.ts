import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { until } from '../../../tests/support/wait.ts';
import { openedByService } from '../auth/opened.ts';
import { LOG_PER_REGISTRY } from '../database/citus/log.ts';
import { openDatabase } from '../database/open.ts';
import { handleErrors } from '../http/error-handler.ts';
import type { Routes } from '../http/operation.ts';
import { openLog } from '../log.ts';
import type { Registries } from '../registries/registries.ts';
import { readDatabaseSetting } from '../settings.ts';
import { eventRoutes } from './routes.ts';
import { EventStore, START, storeOf } from './store.ts';
import { EventWaits } from './waits.ts';

const VIEW = { sees: 'registry', registryId: openedByService(7) } as const;
const PAGE = { after: START, limit: 100 };

it('a request stops waiting for events as soon as its connection closes', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }), null, undefined, 1, true);
  const events = storeOf(database, 30);
  assert.ok(events);
  const waits = new EventWaits(events);
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const found = waits.forEvents(1, VIEW, 60_000, PAGE, answer, async () => []);
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

it('a thousand requests that begin to wait together do not read at the same time', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }), null, undefined, 1, true);
  const events = storeOf(database, 30);
  assert.ok(events);
  const waits = new EventWaits(events);
  const answer = new ServerResponse(new IncomingMessage(new Socket())).setMaxListeners(0);
  let [reading, most, reads] = [0, 0, 0];
  const read = async () => {
    most = Math.max(most, ++reading);
    await turn();
    reading--;
    reads++;
    return [];
  };
  const waiting = Array.from({ length: 1000 }, (_, n) => waits.forEvents(n, VIEW, 60_000, PAGE, answer, read));
  await until('all have read', () => reads === 1000);
  assert.ok(most < 10, `${most}`);
  waits.stop();
  await Promise.all(waiting);
  await database.close();
});

it('a feed of all registries is refused if their events have no common order', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }), null, undefined, 1, true);
  assert.ok(database.recording);
  const events = new EventStore(database, { ...database.recording, ...LOG_PER_REGISTRY }, 30);
  const app: Routes = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.decorate('countError', () => {});
  handleErrors(app, openLog('silent'), () => {});
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { caller: { user: { isAdmin: request.headers.role === 'admin' } } });
  });
  const registries: Partial<Registries> = {};
  // The route refuses the request before it uses a registry.
  eventRoutes(app, events, new EventWaits(events), registries as Registries);
  const statusOf = async (role: string) => (await app.inject({ url: '/events', headers: { role } })).statusCode;
  assert.deepEqual([await statusOf('admin'), await statusOf('member')], [501, 403]);
  await database.close();
});
