// Needs PostgreSQL behind a proxy that fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ASK_PROBLEM, assertProblem } from '../../../../api/conformance/answers.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../../../../api/src/database/database.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { delay } from '../../../support/host-faults.ts';
import { patience } from '../../../support/patience.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { addressOf } from '../../../support/server-address.ts';
import { openTestService } from '../../../support/service.ts';
import { openForSuite } from '../../../support/suite.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const row = (name: string) => [1, name, 'https://a.example/'];
const COUNT = 'SELECT count(*) FROM items';

describe('a PostgreSQL that fails', () => {
  const server = openForSuite(startPostgres);

  it('stores an item whose registry cannot be locked, and repairs the list with the next item', async () => {
    const url = await createDatabase(server.url);
    const limit = Math.min(patience(6000), 30_000);
    await using t = await openTestService({ env: { DATABASE_URL: url, HOST_TIMEOUT: String(limit / 1000) } });
    t.host.registries.comparesLists = false;
    const { id } = t.host.registries.add({ author: t.host.users.get('owner').id });
    const body = { name: 'Kettle', url: 'https://shop.example/kettle' };
    const post = () => t.request('POST', `/registries/${id}/items`, { as: 'owner', body });
    await using holder = await connected(url);
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(1282563174, $1)', [id]);
    const asked = performance.now();
    const first = post();
    // The later the second request begins, the more time it has left when the first one gives up.
    await until('most of its time has passed', () => performance.now() - asked > limit * 0.75);
    const second = post();
    const pending = await first;
    assert.deepEqual([pending.status, pending.headers['registry-sync']], [201, 'pending']);
    await holder.query('COMMIT');
    // The second request began later. The time limit of the second request has not passed yet.
    const synced = await second;
    assert.deepEqual([synced.status, synced.headers['registry-sync']], [201, undefined]);
    assert.deepEqual(t.host.registries.itemIds(id), [1, 2]);
  });

  it('serves more registries at once than it has connections for their locks, even with a slow host', async () => {
    const url = await createDatabase(server.url);
    await using t = await openTestService({ env: { DATABASE_URL: url } });
    t.host.registries.comparesLists = false;
    const author = t.host.users.get('owner').id;
    const ids = Array.from({ length: 20 }, () => t.host.registries.add({ author }).id);
    const body = { name: 'Kettle', url: 'https://shop.example/kettle' };
    // A process has 8 connections for locks, so the 20 requests run in three groups. Each request holds its lock during
    // two calls to the host. This takes far less than the time limit of a request.
    t.host.misbehave(delay(50));
    const answers = await Promise.all(
      ids.map((id) => t.request('POST', `/registries/${id}/items`, { as: 'owner', body })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.deepEqual([...new Set(ids.map((id) => [t.host.registries.itemIds(id)].flat().length))], [1]);
  });

  it('with a full disk: refuses new data by name, still reads, and recovers', async (test) => {
    await using disk = await temporaryFolder();
    const nobody = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout.trim();
    const options = `size=2m,mode=700,uid=${nobody}`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk.path]).status !== 0)
      return test.skip('a small file system can only be mounted by root on Linux');
    try {
      const url = await createDatabase(server.url);
      await using t = await openTestService({ env: { DATABASE_URL: url } });
      await using admin = await connected(url);
      await admin.query(`CREATE TABLESPACE small LOCATION '${disk.path}'`);
      await admin.query('ALTER TABLE items SET TABLESPACE small');
      const filler = join(disk.path, 'filler');
      assert.throws(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024)), { code: 'ENOSPC' });
      const { id } = t.host.registries.add({ author: t.host.users.get('owner').id });
      const body = { name: 'Kettle', description: 'k'.repeat(500), url: 'https://shop.example/kettle' };
      const create = () =>
        t.request<{ data: { id: number } }>('POST', `/registries/${id}/items`, {
          as: 'owner',
          body,
          headers: ASK_PROBLEM,
        });
      const ids = async () =>
        (await t.request<{ id: number }[]>('GET', `/registries/${id}/items`, { as: 'owner' })).body.map(({ id }) => id);
      // The last page of the table has room for some items.
      const kept: number[] = [];
      let refused = await create();
      for (; refused.status === 201; refused = await create()) kept.push(refused.body.data.id);
      const rules = assertProblem(refused, 503, 'Database has no room left');
      assert.deepEqual(rules, [{ field: 'database', rule: 'database_full', limit: null }]);
      assert.deepEqual(await ids(), kept);
      rmSync(filler);
      const after = await create();
      assert.equal(after.status, 201);
      assert.deepEqual(await ids(), [...kept, after.body.data.id]);
      await admin.query('ALTER TABLE items SET TABLESPACE pg_default');
      await admin.query('DROP TABLESPACE small');
    } finally {
      spawnSync('umount', ['--lazy', disk.path]);
    }
  });

  it('is unavailable while it rejects all connections, and recovers', async () => {
    const url = await createDatabase(server.url);
    await using admin = await connected(url);
    await admin.query("CREATE ROLE service LOGIN PASSWORD 'test'; GRANT ALL ON SCHEMA public TO service");
    const database = await openPostgres(Object.assign(new URL(url), { username: 'service' }).href);
    await database.write(INSERT, row('before'));
    await admin.query("ALTER ROLE service PASSWORD 'other'");
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'");
    await assert.rejects(database.read(COUNT, []), DatabaseUnavailable);
    await assert.rejects(database.write(INSERT, row('refused')), DatabaseUnavailable);
    await assert.rejects(
      database.exclusively(1, { left: 3000 }, async () => {}),
      DatabaseUnavailable,
    );
    await admin.query("ALTER ROLE service PASSWORD 'test'");
    assert.deepEqual(await database.read(COUNT, []), [[1]]);
    await database.close();
  });

  it('does not apply an abandoned write later when a stalled connection recovers', async () => {
    const url = await createDatabase(server.url);
    await using way = await openWay(Number(new URL(url).port));
    const database = await openPostgres(Object.assign(new URL(url), { port: String(way.port) }).href);
    await database.write(INSERT, row('before'));
    way.stall();
    await assert.rejects(database.write(INSERT, row('refused')), DatabaseUnavailable);
    way.flow();
    await database.write(INSERT, row('after'));
    await using client = await connected(url);
    await until('none of its statements is running', async () => {
      const sql =
        'SELECT count(*)::int AS others FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL';
      return (await client.query(sql)).rows[0]?.others === 1;
    });
    assert.deepEqual((await client.query('SELECT name FROM items ORDER BY id')).rows, [
      { name: 'before' },
      { name: 'after' },
    ]);
    await database.close();
  });

  it('answers keyed creations at once when it is back, and creates nothing twice', async () => {
    await using own = await startPostgres({ isDurable: true });
    const url = await createDatabase(own.url);
    await using t = await openTestService({ env: { DATABASE_URL: url, HOST_TIMEOUT: '30' } });
    let refusedAt = 0;
    let created = 0;
    let isRefused = false;
    let isOver = false;
    /** Repeats each of its requests until it is answered, as clients do. @returns the number of requests */
    const create = async (client: number): Promise<number> => {
      let count = 0;
      while (!isOver) {
        const headers = { 'idempotency-key': `${client}-${count++}` };
        const body = { registry_id: 1 + (count % 100), name: 'Kettle', url: 'https://shop.example/kettle' };
        for (let status = 0; status !== 201; ) {
          ({ status } = await t.request('POST', '/items', { as: 'admin', headers, body }));
          if (status === 409) refusedAt = performance.now();
          else assert.ok(status === 201 || status === 503, `${status}`);
          if (status === 201) created++;
          else if (status === 503) isRefused = true;
        }
      }
      return count;
    };
    const clients = Promise.all(Array.from({ length: 20 }, (_, client) => create(client)));
    await until('items are created', () => created > 50);
    await own.crash();
    await until('the service gives up', () => isRefused);
    await own.start();
    const back = performance.now();
    isOver = true;
    const counts = await clients;
    // An attempt that was not released is refused until the end of HOST_TIMEOUT.
    assert.ok(refusedAt - back < 15_000, `409 after ${Math.round(refusedAt - back)} ms`);
    await using client = await connected(url);
    const { rows } = await client.query('SELECT count(*)::int AS items FROM items');
    assert.deepEqual(rows, [{ items: counts.reduce((sum, count) => sum + count) }]);
  });

  it('completes both of two writes that wait for each other', async () => {
    const url = await createDatabase(server.url);
    await using holder = await connected(url);
    // Makes the server detect deadlocks early. By default, a busy server may detect a deadlock so late that no time is
    // left for a retry.
    await holder.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '50ms'`);
    const database = await openPostgres(url);
    for (const name of ['one', 'two']) await database.write(INSERT, row(name));
    await holder.query('SELECT pg_advisory_lock(77)');
    /** Changes one item, waits until the connection `holder` releases lock 77, and changes the other item. */
    const inTurn = (first: number, second: number) =>
      database.write(
        `WITH first AS (UPDATE items SET name = name WHERE id = ${first} RETURNING pg_advisory_xact_lock_shared(77))
        UPDATE items SET quantity_purchased = quantity_purchased + 1
        WHERE id = ${second} AND (SELECT count(*) FROM first) = 1 RETURNING id`,
        [],
      );
    const writes = Promise.all([inTurn(1, 2), inTurn(2, 1)]);
    const waiting = "SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await until('both wait', async () => (await holder.query(waiting)).rows[0]?.waiting === 2);
    await holder.query('SELECT pg_advisory_unlock(77)');
    assert.deepEqual(await writes, [[[2]], [[1]]]);
    assert.deepEqual(await database.read('SELECT quantity_purchased FROM items', []), [[1], [1]]);
    await database.close();
  });

  it('ends slow reads on the server, too', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await assert.rejects(database.read('SELECT pg_sleep(60)::text', []), DatabaseUnavailable);
    await using client = await connected(url);
    const sql =
      "SELECT count(*)::int AS sleeping FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'";
    await until('no statement sleeps', async () => (await client.query(sql)).rows[0]?.sleeping === 0);
    await database.close();
  });

  it('is rejected at the start if texts or times would change', async () => {
    const url = await createDatabase(server.url);
    await using admin = await connected(url);
    const name = new URL(url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
    await assert.rejects(
      openPostgres(url),
      (error) => error instanceof DatabaseUnusable && /DateStyle/.test(error.message),
    );
    await admin.query(
      `CREATE DATABASE ${name}_latin ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    await assert.rejects(
      openPostgres(`${url}_latin`),
      (error) => error instanceof DatabaseUnusable && /encoding UTF8/.test(error.message),
    );
  });
});

/** Opens a TCP proxy to a port of this machine. While it is stalled, it delays all data. */
async function openWay(port: number): Promise<{ port: number; stall(): void; flow(): void } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const way = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('close', () => target.end());
    target.on('close', () => client.destroy());
    client.on('data', (chunk) => target.write(chunk));
    target.on('data', (chunk) => client.write(chunk));
    if (isStalled) client.pause();
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  return {
    port: Number(new URL(addressOf(way)).port),
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    flow: () => {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      way.close();
      await once(way, 'close');
    },
  };
}
