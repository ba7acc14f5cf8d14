import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { ITEM_DEFAULTS } from '@largesse/contract';
import { randomNumbers, SEED } from '../../../contract/testing/random.ts';
import { connected, createDatabase, startPostgres } from '../../../tests/support/postgres.ts';
import { openForSuite } from '../../../tests/support/suite.ts';
import { until } from '../../../tests/support/wait.ts';
import { openedByService } from '../auth/opened.ts';
import type { Database } from '../database/database.ts';
import { recordAll } from '../database/events.ts';
import { openPostgres } from '../database/postgres/open.ts';
import { openSqlite } from '../database/sqlite/open.ts';
import { ItemStore } from '../items/store.ts';
import { type EventStore, type EventView, START, storeOf } from './store.ts';
import { EventWaits } from './waits.ts';

const KETTLE = { ...ITEM_DEFAULTS, name: 'Kettle', url: 'https://shop.example/kettle' };
const EVERYTHING: EventView = { sees: 'everything' };

function eventsOf(database: Database, days = 30): EventStore {
  const events = storeOf(database, days);
  assert.ok(events);
  return events;
}

/**
 * Reads a feed in pages of random sizes, until `isOver` returns true and the feed has no more events.
 * @returns the item ids of the events
 */
async function follow(events: EventStore, view: EventView, isOver: () => boolean): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  const random = randomNumbers(SEED);
  for (let position = START; ; ) {
    const wasOver = isOver();
    const page = await events.after(view, position, 1 + Math.floor(random() * 7));
    found.push(...page.map(({ itemId }) => itemId));
    position = page.at(-1)?.position ?? position;
    if (wasOver && page.length === 0) return found;
  }
}

const sorted = (ids: readonly (number | null)[]): (number | null)[] => [...ids].sort((a, b) => Number(a) - Number(b));

describe('the log on PostgreSQL', () => {
  const server = openForSuite(startPostgres);

  it('gives each event exactly once to readers while several processes write', async () => {
    const url = await createDatabase(server.url);
    const processes = await Promise.all(Array.from({ length: 3 }, () => openPostgres(url, null, 20, true)));
    const [first] = processes;
    assert.ok(first);
    let isOver = false;
    const readers = Promise.all([
      follow(eventsOf(first), EVERYTHING, () => isOver),
      ...[1, 2].map((registryId) =>
        follow(eventsOf(first), { sees: 'registry', registryId: openedByService(registryId) }, () => isOver),
      ),
    ]);
    const written = await Promise.all(
      processes.flatMap((database) =>
        Array.from({ length: 8 }, async (_, n) => {
          const items = new ItemStore(database);
          const ids: number[] = [];
          for (let count = 0; count < 12; count++) {
            const item = await items.insert(1 + ((n + count) % 2), { ...KETTLE, is_active: false });
            if (item) ids.push(item.id);
          }
          return ids;
        }),
      ),
    );
    isOver = true;
    const [all = [], ...ofRegistries] = await readers;
    assert.deepEqual(sorted(all), sorted(written.flat()));
    assert.equal(all.length, 3 * 8 * 12);
    assert.deepEqual(sorted(ofRegistries.flat()), sorted(all));
    await Promise.all(processes.map((database) => database.close()));
  });

  it('returns the events of a slow transaction after it has committed, without delaying others', async () => {
    const url = await createDatabase(server.url);
    await using slow = await connected(url);
    const database = await openPostgres(url, null, 20, true);
    const events = eventsOf(database);
    const items = new ItemStore(database);
    await items.insert(1, KETTLE);
    await slow.query('BEGIN');
    const change = {
      type: 'item.created',
      registryId: 2,
      itemId: 7,
      purchaseId: null,
      isSecret: false,
      giverUserId: null,
    } as const;
    await slow.query(recordAll([change]));
    await items.insert(1, KETTLE);
    const seen = await events.after(EVERYTHING, START, 100);
    assert.deepEqual(
      seen.map(({ registryId, itemId }) => [registryId, itemId]),
      [
        [1, 1],
        [1, 2],
      ],
    );
    assert.equal(await events.head(), seen[1]?.position);
    await slow.query('COMMIT');
    const rest = await events.after(EVERYTHING, seen[1]?.position ?? START, 100);
    assert.deepEqual(
      rest.map(({ registryId, itemId }) => [registryId, itemId]),
      [[2, 7]],
    );
    await database.close();
  });

  it('ends waits for events of other processes, but not for secret ones that a recipient cannot see', async () => {
    const url = await createDatabase(server.url);
    const [here, elsewhere] = [await openPostgres(url, null, 20, true), await openPostgres(url, null, 20, true)];
    const events = eventsOf(here);
    const waits = new EventWaits(events);
    const answer = new ServerResponse(new IncomingMessage(new Socket()));
    const wait = async (view: EventView, after = START, limit = 10) => {
      const page = { after, limit };
      const found = await waits.forEvents(1, view, 60_000, page, answer, () => events.after(view, after, limit));
      return found.map(({ itemId }) => itemId);
    };
    const keeper = wait({ sees: 'registry', registryId: openedByService(1) });
    let hasEnded = false;
    const recipient = wait({ sees: 'open', registryId: openedByService(1), userId: 3, isAuthor: false }).finally(
      () => (hasEnded = true),
    );
    const record = (itemId: number, isSecret: boolean) =>
      elsewhere.write('DELETE FROM items WHERE id = 0 RETURNING id', [], {
        changes: () => [
          { type: 'purchase.created', registryId: 1, itemId, purchaseId: null, isSecret, giverUserId: null },
        ],
      });
    await record(5, true);
    assert.deepEqual(await keeper, [5]);
    assert.equal(hasEnded, false);
    await record(6, false);
    assert.deepEqual(await recipient, [6]);
    assert.equal(waits.waiting, 0);
    // Another process may have sent event 7 to this caller before this process has seen the event.
    const others = wait({ sees: 'registry', registryId: openedByService(2) });
    await until('a request waits', () => waits.waiting === 1);
    await record(7, false);
    const at = (await eventsOf(elsewhere).after(EVERYTHING, START, 10)).at(-1)?.position;
    const later = wait({ sees: 'registry', registryId: openedByService(1) }, at, 1);
    for (const itemId of [8, 9]) await record(itemId, false);
    assert.deepEqual(await later, [8]);
    waits.stop();
    await others;
    await Promise.all([here.close(), elsewhere.close()]);
  });

  it('deletes expired events in parts, and only these', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url, null, 20, true);
    await expireMost(database);
    await database.close();
  });
});

describe('the log in the embedded database', () => {
  it('deletes expired events in parts, and only these', async () => {
    const database = openSqlite(':memory:', undefined, 1, true);
    await expireMost(database);
    await database.close();
  });

  it('refuses waiting requests beyond the limits of a user and of the process', async () => {
    const database = openSqlite(':memory:', undefined, 1, true);
    const waits = new EventWaits(eventsOf(database));
    const answer = new ServerResponse(new IncomingMessage(new Socket())).setMaxListeners(0);
    const wait = (userId: number) =>
      waits.forEvents(userId, EVERYTHING, 60_000, { after: START, limit: 10 }, answer, async () => []);
    const waiting = Array.from({ length: 1000 }, (_, n) => wait(n % 100));
    await assert.rejects(wait(100), { error: 'waitingFull' });
    await assert.rejects(wait(7), { error: 'tooManyWaiting' });
    waits.stop();
    assert.equal((await Promise.all(waiting)).flat().length, 0);
    assert.equal(waits.waiting, 0);
    await database.close();
  });
});

/** Records more events than one statement deletes. Makes most of the events old, and deletes the old events. */
async function expireMost(database: Database): Promise<void> {
  const events = eventsOf(database);
  const items = new ItemStore(database);
  for (let round = 0; round < 13; round++)
    await Promise.all(Array.from({ length: 100 }, () => items.insert(1, { ...KETTLE, is_active: false })));
  await database.write('UPDATE events SET is_secret = 1 WHERE item_id % 5 = 0', []);
  const all = await events.after(EVERYTHING, START, 2000);
  assert.equal(all.length, 1300);
  const kept = all.slice(1210);
  const age = 'UPDATE events SET at = $1 WHERE position <= $2';
  await database.write(age, ['2020-01-01T00:00:00.000Z', all[1209]?.position ?? 0]);
  assert.deepEqual(await events.after(EVERYTHING, START, 2000), kept);
  await events.expire();
  const [count] = await database.read<[number]>('SELECT count(*) FROM events', []);
  assert.deepEqual(count, [90]);
  assert.deepEqual(await events.after(EVERYTHING, START, 2000), kept);
  await events.expire();
}
