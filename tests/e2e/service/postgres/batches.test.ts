// Needs PostgreSQL: transactions of several statements.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { openedByService } from '../../../../api/src/auth/opened.ts';
import { type Database, DatabaseUnavailable } from '../../../../api/src/database/database.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { CreationStore } from '../../../../api/src/idempotency/store.ts';
import { ItemStore } from '../../../../api/src/items/store.ts';
import { giftIn, PurchaseChanges } from '../../../../api/src/promises/purchase-changes.ts';
import { type NewPurchase, PurchaseStore } from '../../../../api/src/promises/purchases.ts';
import { realNow } from '../../../../contract/testing/clock.ts';
import * as fc from '../../../../contract/testing/properties.ts';
import { ADMIN } from '../../../support/admin.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { openTestService } from '../../../support/service.ts';
import { openForSuite } from '../../../support/suite.ts';
import { until } from '../../../support/wait.ts';

const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };
const MANY = 40;
const numbers = Array.from({ length: MANY }, (_, index) => index + 1);
const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status);

const giftOf = (registryId: number, itemId: number): NewPurchase => ({
  ...giftIn({ item_id: itemId }),
  id: randomUUID(),
  item_id: itemId,
  registry_id: registryId,
  is_secret: false,
  is_owner: false,
  giver_user_id: null,
  giver_email: null,
  revealed_at: null,
  level: null,
  waits_for: null,
});

/** Reads the active items of a registry. */
const ACTIVE = 'SELECT id, NULL, NULL FROM items WHERE registry_id = $1 AND is_active = 1 ORDER BY id';

describe('rules: statements of one turn on PostgreSQL', () => {
  const server = openForSuite(() => startPostgres({ isDurable: true }));

  async function opened(patience?: number): Promise<{ url: string; database: Database; items: ItemStore }> {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url, null, patience, true);
    return { url, database, items: new ItemStore(database) };
  }

  /** Returns the number of transactions that `work` needs. */
  async function transactionsOf(url: string, work: () => Promise<unknown>): Promise<number> {
    await using client = await connected(url);
    const count = async () => {
      const { rows } = await client.query<{ last: string }>('SELECT pg_current_xact_id()::text AS last');
      return Number(rows[0]?.last);
    };
    const earlier = await count();
    await work();
    return (await count()) - earlier - 1;
  }

  it('writes share a transaction, keep their order, and return their own rows', async () => {
    const { url, database, items } = await opened();
    const all = () => Promise.all(numbers.map((n) => items.insert(1 + (n % 7), { ...ITEM, name: `Item ${n}` })));
    let made: Awaited<ReturnType<typeof all>> = [];
    const transactions = await transactionsOf(url, async () => (made = await all()));
    assert.ok(transactions <= 3, `${transactions}`);
    assert.deepEqual(
      made.map((item) => [item?.registry_id, item?.name]),
      numbers.map((n) => [1 + (n % 7), `Item ${n}`]),
    );
    const changed = await Promise.all(
      made.map((item, index) =>
        items.update({ id: item?.id ?? 0 }, index % 2 ? { price: index } : { name: `N ${index}` }),
      ),
    );
    assert.deepEqual(
      changed.map((item) => item?.price ?? item?.name),
      numbers.map((_, index) => (index % 2 ? index : `N ${index}`)),
    );
    // Two changes of one item happen in their order.
    const prices = await Promise.all([5, 6, 7].map((price) => items.update({ id: 1 }, { price })));
    assert.deepEqual(
      prices.map((item) => item?.price),
      [5, 6, 7],
    );
    const sql = 'SELECT type, count(*) FROM events GROUP BY type ORDER BY type';
    assert.deepEqual(await database.read(sql, []), [
      ['item.created', MANY],
      ['item.updated', MANY + 3],
    ]);
    await database.close();
  });

  it('texts of combined writes arrive unchanged', async () => {
    const { database, items } = await opened();
    const texts = ['"', '\\', '\\n', 'a\nb\t\u0001', '{a,"b"}', 'NULL', 'null', "'", 'é😀', '', null];
    const made = await Promise.all(
      texts.map((description, index) => items.insert(index + 1, { ...ITEM, description, price: 0.1 + index })),
    );
    assert.deepEqual(
      made.map((item) => [item?.description, item?.price, item?.quantity_needed]),
      texts.map((text, index) => [text, 0.1 + index, 1]),
    );
    await database.close();
  });

  it('a failing write or read fails alone', async () => {
    const { database, items } = await opened();
    const names = numbers.map((n) => (n === 9 ? '' : `Item ${n}`));
    const throwing = () => {
      throw new Error('a fault of the service');
    };
    const insert = (name: string, index: number) =>
      items.insert(index + 1, { ...ITEM, name }, name === 'Item 20' ? throwing : undefined);
    const outcomes = await Promise.allSettled(names.map(insert));
    assert.deepEqual(
      statuses(outcomes),
      names.map((name) => (name && name !== 'Item 20' ? 'fulfilled' : 'rejected')),
    );
    assert.deepEqual(await database.read('SELECT count(*) FROM items', []), [[MANY - 2]]);
    assert.deepEqual(await database.read('SELECT count(*) FROM events', []), [[MANY - 2]]);
    const ids = ['1', '2', 'no id', null, '99999'];
    const reads = await Promise.allSettled(ids.map((id) => database.first(ACTIVE, [id])));
    assert.deepEqual(statuses(reads), ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    const found = reads.map((read) => (read.status === 'fulfilled' ? read.value?.length : null));
    assert.deepEqual(found, [3, 3, null, undefined, undefined]);
    const quotient = database.dialect.list('1', [{ name: 'n', sql: '6 / $1', kind: 'integer' }], 'items LIMIT 2');
    const lists = await Promise.allSettled([1, 0, 2].map((value) => database.list(quotient, [value])));
    const texts = lists.map((list) => (list.status === 'fulfilled' ? `${Buffer.from(list.value.json)}` : list.status));
    assert.deepEqual(texts, ['[{"n" : 6},{"n" : 6}]', 'rejected', '[{"n" : 3},{"n" : 3}]']);
    await database.close();
  });

  it('different lists share a transaction', async () => {
    const { database } = await opened();
    const transaction = database.dialect.list(
      '$1',
      [{ name: 'id', sql: 'txid_current()', kind: 'text' }],
      'runs LIMIT 1',
    );
    await database.write("INSERT INTO runs (name, is_unclean) VALUES ('one', 0)", []);
    const lists = await Promise.all(numbers.slice(0, 8).map((n) => database.list(transaction, [n])));
    assert.deepEqual(
      lists.map(({ last }) => last),
      numbers.slice(0, 8),
    );
    assert.equal(new Set(lists.map(({ json }) => `${Buffer.from(json)}`)).size, 1);
    await database.close();
  });

  it('callers share a list only if nobody has begun to read it', async () => {
    const { database } = await opened();
    const list = database.dialect.list(
      '1',
      [{ name: 'n', sql: "nextval('items_id_seq') + $1", kind: 'integer' }],
      'runs',
    );
    await database.write("INSERT INTO runs (name, is_unclean) VALUES ('one', 0)", []);
    const ask = (add: number) =>
      database.list(list, [add]).then(({ json }) => JSON.parse(Buffer.from(json).toString()));
    const [one, same, other] = await Promise.all([ask(0), ask(0), ask(10)]);
    assert.deepEqual([one, same, other], [[{ n: 1 }], [{ n: 1 }], [{ n: 12 }]]);
    assert.deepEqual(await ask(0), [{ n: 3 }]);
    await database.close();
  });

  it('an item, its event and its remembered answer exist together, or none of them', async () => {
    const { url, database, items } = await opened();
    const store = new CreationStore(database);
    const digests = { asSent: 'digest', sorted: 'digest' };
    const begin = (n: number) => store.begin({ userId: 1, route: '/items', key: `key ${n}` }, digests, realNow() - 1);
    const attempts = await Promise.all(numbers.map(begin));
    // A later attempt has begun, so the earlier attempt must create nothing.
    await begin(9);
    const create = (n: number) =>
      items.insert(1 + (n % 7), { ...ITEM, name: `Item ${n}` }, ([item]) => {
        const attempt = attempts[n - 1];
        return item && attempt ? store.remembering(attempt, { location: `/items/${item.id}`, body: item.name }) : null;
      });
    const others = numbers.filter((n) => n !== 9);
    const stateOf = 'SELECT count(*), (SELECT count(*) FROM events) FROM items';
    const outcomes = await Promise.allSettled(numbers.map(create));
    assert.deepEqual(
      statuses(outcomes),
      numbers.map((n) => (n === 9 ? 'rejected' : 'fulfilled')),
    );
    assert.deepEqual(await database.read(stateOf, []), [[MANY - 1, MANY - 1]]);
    const remembered = `SELECT key FROM creations
      WHERE status = 201 AND EXISTS (SELECT 1 FROM items WHERE location = '/items/' || id AND body = name)`;
    assert.deepEqual((await database.read(remembered, [])).flat().sort(), others.map((n) => `key ${n}`).sort());
    // Without a failure, all of them share few transactions.
    attempts.splice(0, MANY, ...(await Promise.all(numbers.map((n) => begin(MANY + n)))));
    const transactions = await transactionsOf(url, () => Promise.all(numbers.map(create)));
    assert.ok(transactions <= 3, `${transactions}`);
    assert.equal((await database.read(remembered, [])).length, 2 * MANY - 1);
    await database.close();
  });

  it('gifts of one item in the same statement never exceed its quantity', async () => {
    const { database, items } = await opened();
    const item = await items.insert(1, { ...ITEM, quantity_needed: 3 });
    const changes = new PurchaseChanges(new PurchaseStore(database), items, async () => false);
    const give = () =>
      changes.give({
        caller: ADMIN,
        id: randomUUID(),
        itemId: item?.id ?? 0,
        registryId: openedByService(1),
        settle: async () => ({ is_secret: true, is_owner: false, revealed_at: null, level: 'hidden', waits_for: null }),
        gift: () => ({ ...giftIn({ item_id: 1 }), giver_user_id: 2, giver_email: null }),
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, give));
    assert.equal(statuses(outcomes).filter((status) => status === 'fulfilled').length, 3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.error, 'notEnoughLeft');
    const counted = 'SELECT quantity_secret, (SELECT count(*) FROM purchases) FROM items';
    assert.deepEqual(await database.read(counted, []), [[3, 3]]);
    await database.close();
  });

  it('the lock of another process stops only the writes of its registry', async () => {
    const { url, database, items } = await opened();
    await using other = await connected(url);
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(1282563175, 3)');
    const writes = numbers.map((n) => items.insert(n, ITEM));
    const [, , blocked] = writes;
    await Promise.all(writes.filter((write) => write !== blocked));
    await other.query('COMMIT');
    assert.equal((await blocked)?.registry_id, 3);
    assert.deepEqual(await database.read('SELECT count(*) FROM items', []), [[MANY]]);
    await database.close();
  });

  it('a lock that one write of a burst waits for stops no write of another registry', async () => {
    const registries = Array.from({ length: 40 }, (_, n) => n + 1);
    const blocked = 7;
    const kind = fc.constantFrom('insert', 'update', 'give');
    // Most bursts have many writes without a lock and one or no write with a lock.
    const kinds = fc.oneof(
      fc.tuple(kind, kind).map(([one, others]) => registries.map((registry) => (registry === blocked ? one : others))),
      fc.array(kind, { minLength: registries.length, maxLength: registries.length }),
    );
    const LOCKED = `SELECT pg_advisory_xact_lock(1282563175, ${blocked})`;
    const blockers = fc.constantFrom(LOCKED, `SELECT 1 FROM items WHERE registry_id = ${blocked} FOR UPDATE`);
    await fc.assert(
      fc.asyncProperty(blockers, kinds, async (blocker, all) => {
        const { url, database, items } = await opened();
        const gifts = new PurchaseStore(database);
        const made = await Promise.all(registries.map((registry) => items.insert(registry, ITEM)));
        await using other = await connected(url);
        await other.query('BEGIN');
        await other.query(blocker);
        const writes = registries.map((registry, index) => {
          const id = made[index]?.id ?? 0;
          if (all[index] === 'insert') return items.insert(registry, ITEM);
          if (all[index] === 'update') return items.update({ id }, { price: 3 });
          return gifts.make(giftOf(registry, id));
        });
        const healthy = writes.filter((_, index) => registries[index] !== blocked);
        const outcomes = await Promise.allSettled(healthy);
        assert.deepEqual([...new Set(statuses(outcomes))], ['fulfilled'], all.join());
        await other.query('ROLLBACK');
        await Promise.allSettled(writes);
        await database.close();
      }),
      { numRuns: 12, examples: [[LOCKED, registries.map((registry) => (registry === blocked ? 'give' : 'update'))]] },
    );
  });

  it('two processes that change the same items in other orders do not wait for each other', async () => {
    const { url, database, items } = await opened();
    const second = await openPostgres(url, null, 1, true);
    await Promise.all(numbers.map((n) => items.insert(n, ITEM)));
    for (let round = 0; round < 5; round++)
      await Promise.all([
        ...numbers.map((id) => items.update({ id }, { price: id + round })),
        ...numbers.toReversed().map((id) => new ItemStore(second).update({ id }, { price: id + round + 0.5 })),
      ]);
    await using client = await connected(url);
    const sql = 'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()';
    assert.deepEqual((await client.query(sql)).rows, [{ deadlocks: 0 }]);
    await Promise.all([database.close(), second.close()]);
  });

  it('writes are repeated if the connection breaks before the commit', async () => {
    const { url, database, items } = await opened();
    await Promise.all(numbers.map((n) => items.insert(n, ITEM)));
    await using other = await connected(url);
    await other.query('BEGIN; LOCK TABLE items IN EXCLUSIVE MODE');
    const writes = Promise.all(numbers.map((id) => items.update({ id }, { price: id })));
    const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await until('the writes wait', async () => (await other.query(waiting)).rows.length > 0);
    await other.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS them`);
    await other.query('COMMIT');
    assert.deepEqual(
      (await writes).map((item) => item?.price),
      numbers,
    );
    assert.deepEqual(await database.read("SELECT count(*) FROM events WHERE type = 'item.updated'", []), [[MANY]]);
    await database.close();
  });

  it('writes are not repeated if the connection breaks during the commit', async () => {
    const { url, database, items } = await opened();
    await using other = await connected(url);
    // Delays each commit until the lock is free.
    await other.query(`
      CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock_shared(99); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON items DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION wait_for_test();
      SELECT pg_advisory_lock(99)`);
    const writes = Promise.allSettled(numbers.map((n) => items.insert(n, ITEM)));
    const waiting = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await until('the commit waits', async () => (await other.query(waiting)).rows.length > 0);
    await other.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS them`);
    for (const outcome of await writes)
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable);
    await other.query('SELECT pg_advisory_unlock(99)');
    assert.deepEqual(await database.read('SELECT count(*) FROM items', []), [[0]]);
    await items.insert(1, ITEM);
    await database.close();
  });

  it('callers who hang up do not disturb the others', async () => {
    const url = await createDatabase(server.url);
    await using t = await openTestService({ env: { DATABASE_URL: url } });
    const authorization = t.host.users.authorization('admin');
    await t.request('GET', '/items', { as: 'admin' });
    const post = (n: number) => {
      const gone = new AbortController();
      const body = JSON.stringify({ ...ITEM, registry_id: n });
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = fetch(`${t.url}/items`, { method: 'POST', headers, body, signal: gone.signal });
      if (n % 4 === 0) setTimeout(() => gone.abort(), n / 10);
      return answer.then(({ status }) => status).catch(() => 'gone');
    };
    const answers = await Promise.all(numbers.map(post));
    assert.deepEqual(
      answers.filter((_, index) => (index + 1) % 4 !== 0),
      numbers.filter((n) => n % 4 !== 0).map(() => 201),
    );
    await using client = await connected(url);
    const { rows } = await client.query(
      'SELECT (SELECT count(*) FROM items) = (SELECT count(*) FROM events) AS "areEqual"',
    );
    assert.deepEqual(rows, [{ areEqual: true }]);
  });

  it('a statement whose caller no longer waits is cancelled', async () => {
    const { url, database } = await opened(6);
    const asked = performance.now();
    const time = { left: 1 };
    await assert.rejects(database.within(time).first('SELECT pg_sleep($1)', [60]), DatabaseUnavailable);
    await assert.rejects(database.within(time).scan('SELECT pg_sleep($1)', [60]), DatabaseUnavailable);
    await using client = await connected(url);
    const sql = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'";
    await until('no statement sleeps', async () => (await client.query(sql)).rows.length === 0);
    // The server itself would end the statement after 15 seconds.
    assert.ok(performance.now() - asked < 12_000);
    await database.close();
  });
});
