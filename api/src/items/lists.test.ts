import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { AnswerTurns } from '../http/load/answer-turns.ts';
import { WaitingAnswers } from '../http/load/limit-load.ts';
import { DeepPageLimit, ItemLists } from './lists.ts';
import type { ItemSource, ItemsPart } from './parts.ts';

const USER = { id: 1, username: 'owner', email: '', isAdmin: false, managesSite: false };

/** Returns a part of an endless list. */
const partOf = (from: number | null, count: number) => {
  const items = Array.from({ length: count }, (_, index) => ({ id: (from ?? 0) + index + 1, name: 'x'.repeat(2000) }));
  return { count, json: Buffer.from(JSON.stringify(items)), next: (from ?? 0) + count, versions: [] };
};

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

/** Returns turns that refuse no answer, however slow the machine is. */
const patientTurns = () => new AnswerTurns(() => {}, Number.POSITIVE_INFINITY);

/** Opens an app that answers `/` with a list of a thousand items from a source. */
async function openApp(source: ItemSource, turns = patientTurns()) {
  const app = Fastify();
  const logged: object[] = [];
  const log = { error: (context: object) => logged.push(context) };
  const lists = new ItemLists(turns, new WaitingAnswers(), log);
  app.get('/', (_request, reply) => lists.answer(reply, USER, source, 1000, { versions: async () => [] }));
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), logged, [Symbol.asyncDispose]: () => app.close() };
}

test('HEAD of a large list reads no more of it than its beginning', async () => {
  let reads = 0;
  const source: ItemSource = async (from, count) => {
    reads++;
    return partOf(from, count);
  };
  await using app = await openApp(source);
  const head = await fetch(app.url, { method: 'HEAD' });
  await turns(50);
  const readsOfHead = reads;
  const list = await fetch(app.url);
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, list.headers.get('content-type')]);
  assert.equal(JSON.parse(await list.text()).length, 1000);
  assert.ok(readsOfHead < reads / 3, `${readsOfHead} of ${reads}`);
  assert.deepEqual([list.headers.get('etag'), list.headers.get('content-length')], [null, null]);
  assert.deepEqual(app.logged, []);
});

test('a list that cannot be finished is cut off and logged', async () => {
  const failure = new Error('the database is gone');
  const source: ItemSource = async (from, count) => {
    if ((from ?? 0) > 300) throw failure;
    return partOf(from, count);
  };
  await using app = await openApp(source);
  const list = await fetch(app.url);
  assert.equal(list.status, 200);
  await assert.rejects(list.text());
  assert.deepEqual(
    app.logged.map((context) => 'err' in context && context.err),
    [failure],
  );
});

// answer-turns.test.ts proves that a turn builds few parts.
test('each part of a list is built in a turn', async (t) => {
  const turns = patientTurns();
  const { mock } = t.mock.method(turns, 'build');
  await using app = await openApp(async (from, count) => partOf(from, count), turns);
  await (await fetch(app.url)).text();
  assert.deepEqual([...new Set(mock.calls.map(({ arguments: [part] }) => part))], ['first', 'further']);
});

test('few parts of long lists are read at the same time, however many lists there are', async () => {
  let [reads, most] = [0, 0];
  const source: ItemSource = async (from, count) => {
    most = Math.max(most, ++reads);
    await turns(10);
    reads--;
    return { ...partOf(from, count), next: (from ?? 0) + count };
  };
  await using app = await openApp(source);
  const lists = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(app.url)).text()));
  for (const list of lists) assert.equal(JSON.parse(list).length, 1000);
  assert.ok(most <= 4, `${most} at the same time`);
});

const NOTHING = { count: 0, json: Buffer.from('[]'), next: null, versions: [] };
const member = { id: 1, username: 'owner', email: '', isAdmin: false, managesSite: false };

test('one member searches for at most four deep pages at once, and others are not affected', async () => {
  const pages = new DeepPageLimit();
  const found = Promise.withResolvers<ItemsPart>();
  let begun = 0;
  const source: ItemSource = () => {
    begun++;
    return found.promise;
  };
  const ask = (user: typeof member) => pages.bounded(user, source)(null, 10);
  const waiting = Array.from({ length: 4 }, () => ask(member));
  await assert.rejects(ask(member), { status: 503, headers: { 'retry-after': '1' } });
  waiting.push(
    ask({ ...member, id: 2 }),
    ...Array.from({ length: 10 }, () => ask({ ...member, id: 3, isAdmin: true })),
  );
  assert.equal(begun, 15);
  found.resolve(NOTHING);
  await Promise.all(waiting);
  assert.deepEqual(await ask(member), NOTHING);
});

test('a failed search frees its place', async () => {
  const pages = new DeepPageLimit();
  const source: ItemSource = async () => {
    throw new Error('the database is gone');
  };
  for (let n = 0; n < 10; n++) await assert.rejects(pages.bounded(member, source)(null, 10), /gone/);
});
