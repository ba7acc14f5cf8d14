// Needs PgBouncer and PostgreSQL: pooled transactions lose sessions and prepared statements.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { openPostgres } from '../../../api/src/database/postgres/open.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../deploy/testing/pgbouncer.ts';
import { patience } from '../../support/patience.ts';
import { connected, createDatabase, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { openTestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

describe('behind a PgBouncer that pools transactions', {
  skip: hasPgBouncer ? false : 'PgBouncer is not installed',
}, () => {
  let server: PostgresServer;
  let pooler: PgBouncer;
  before(async () => {
    // A test kills the server. Even then, the server must not lose confirmed changes.
    server = await startPostgres({ isDurable: true });
    pooler = await startPgBouncer(server.url);
  });
  after(async () => {
    await pooler[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** Creates a database. @returns the direct address, and the address through PgBouncer */
  async function databaseOf(): Promise<{ direct: string; pooled: string }> {
    const direct = await createDatabase(server.url);
    return { direct, pooled: pooler.urlOf(new URL(direct).pathname.slice(1)) };
  }

  it('two processes keep a registry’s list up to date, and leave no session behind', async () => {
    const { direct, pooled } = await databaseOf();
    const env = { DATABASE_URL: pooled, OPS_PORT: '0' };
    await using one = await openTestService({ env });
    one.host.registries.comparesLists = false;
    await using two = await openTestService({ env, host: one.host });
    await until('it is ready', async () => (await fetch(`${two.opsUrl}/ready`)).status === 200);
    const { id } = one.host.registries.add({ author: one.host.users.get('owner').id });
    const body = { name: 'Kettle', url: 'https://shop.example/kettle', quantity_needed: 5 };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        [one, two][n % 2]?.request<{ data: { id: number } }>('POST', `/registries/${id}/items`, { as: 'owner', body }),
      ),
    );
    assert.deepEqual([...new Set(answers.map((answer) => answer?.status))], [201]);
    const gifts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const gift = { item_id: answers[n % 2]?.body.data.id, quantity: 1 };
        const path = `/registries/${id}/purchases/${crypto.randomUUID()}`;
        return [one, two][n % 2]?.request('PUT', path, { as: 'admin', body: gift });
      }),
    );
    assert.deepEqual(gifts.map((answer) => answer?.status).sort(), [...Array(10).fill(201), 409, 409]);
    const read = await two.request('GET', `/registries/${id}/items`, { as: 'owner' });
    assert.equal(read.status, 200);
    await using client = await connected(direct);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM items ORDER BY id');
    assert.deepEqual(
      [one.host.registries.itemIds(id)].flat().toSorted((a, b) => Number(a) - Number(b)),
      rows.map((row) => Number(row.id)),
    );
    const left = await client.query(`
      SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS names,
        (SELECT count(*)::int FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
          WHERE locktype = 'advisory' AND datname = current_database()) AS locks`);
    assert.deepEqual(left.rows, [{ names: 0, locks: 0 }]);
  });

  it('statements lose their names, with one line, if it does not support them', async () => {
    const { pooled } = await databaseOf();
    const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' });
    const supports = /^PgBouncer 1\.(2[1-9]|[3-9]\d)/.test(version);
    let count = 0;
    // Each process may get sessions of earlier ones, with their names.
    for (let process = 0; count === 0 && process < (supports ? 2 : 50); process++) {
      const lines: string[] = [];
      const database = await openPostgres(pooled, (line) => lines.push(line));
      for (let round = 0; round < 5; round++) {
        const found = Array.from({ length: 20 }, (_, n) => database.first('SELECT CAST($1 AS bigint)', [n]));
        assert.deepEqual(
          await Promise.all(found),
          found.map((_, n) => [n]),
        );
      }
      await database.close();
      count = lines.filter((line) => line.includes('named statements')).length;
    }
    assert.ok(supports ? count <= 1 : count === 1, `${count}`);
  });

  it('the service recovers after the server behind it was killed', async () => {
    const { pooled } = await databaseOf();
    await using t = await openTestService({ env: { DATABASE_URL: pooled } });
    const body = { registry_id: 1, name: 'Kettle', url: 'https://shop.example/kettle' };
    const write = async () => (await t.request('POST', '/items', { as: 'admin', body })).status;
    assert.equal(await write(), 201);
    await server.crash();
    assert.equal(await write(), 503);
    await server.start();
    const started = performance.now();
    await until('a write succeeds', async () => (await write()) === 201);
    // With PgBouncer's default, all writes would fail for 15 seconds, because it would wait that long before it tries
    // to reach the server again. largesse.ini sets this pause to one second.
    assert.ok(performance.now() - started < patience(10_000));
  });
});
