import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { AnswerTurns } from '../http/answer-turns.ts';
import { WaitingAnswers } from '../http/waiting-answers.ts';
import { DeepPageLimit, ItemLists, type ItemSource, type ItemsPart, partsOf } from './lists.ts';

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

/** Creates a list of items of the given sizes. The list counts the bytes that are read from it. */
function listOf(sizes: readonly number[]) {
  const read = { bytes: 0 };
  const source: ItemSource = async (from, count) => {
    const [begin, end] = [from ?? 0, (from ?? 0) + count];
    const items = sizes.slice(begin, end).map((size, index) => `${begin + index}${'x'.repeat(size)}`);
    const json = Buffer.from(JSON.stringify(items));
    read.bytes += json.length;
    return { count: Math.min(end, sizes.length) - begin, json, next: end < sizes.length ? end : null, versions: [] };
  };
  return { read, source };
}

for (const [name, sizeOf] of Object.entries({
  'of small items': () => 300,
  'of the largest items': () => 40_000,
  'with small first items': (index: number) => (index < 10 ? 300 : 40_000),
  'of small and large items by turns': (index: number) => (index % 6 < 3 ? 300 : 40_000),
  'with one large item': (index: number) => (index === 500 ? 40_000 : 300),
}))
  test(`no part of a list ${name} is large, and each item comes once`, async () => {
    const sizes = Array.from({ length: 1000 }, (_, index) => sizeOf(index));
    const { read, source } = listOf(sizes);
    const parts: ItemsPart[] = [];
    for await (const part of partsOf(source, 1000)) parts.push(part);
    const items: string[] = parts.flatMap(({ json }) => JSON.parse(`${Buffer.from(json)}`));
    assert.deepEqual(
      items.map((item) => Number.parseInt(item, 10)),
      sizes.keys().toArray(),
    );
    const largest = Math.max(...parts.map(({ json }) => json.length));
    assert.ok(largest < 600_000, `${largest} bytes in a part`);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(read.bytes < 4 * all, `${read.bytes} bytes read of ${all}`);
  });

test('sends all large items in one part if their source returns them at once', async () => {
  const json = Buffer.from(JSON.stringify(Array(100).fill('x'.repeat(40_000))));
  const parts: ItemsPart[] = [];
  for await (const part of partsOf(async () => ({ count: 100, json, next: null, versions: [] }), 1000))
    parts.push(part);
  assert.equal(parts.length, 1);
});
