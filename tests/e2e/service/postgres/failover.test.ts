// Needs two PostgreSQL servers: one follows the other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseUnusable } from '../../../../api/src/database/database.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { probeServer } from '../../../../api/src/database/postgres/probe.ts';
import { patience } from '../../../support/patience.ts';
import { connected, createDatabase, type PostgresPair, startPair } from '../../../support/postgres.ts';
import { openTestService } from '../../../support/service.ts';
import { until } from '../../../support/wait.ts';

const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const row = (name: string) => [1, name, 'https://a.example/'];
const NAMES = 'SELECT name FROM items ORDER BY id';

/** Maximum time from the promotion to the first successful write (milliseconds). */
const WRITES_WITHIN = 5000;

describe('a primary and its standby', () => {
  it('lose no acknowledged write when the primary is killed, and take the first new one within 5 s', async () => {
    await using pair = await startPair();
    const url = await addressOfBoth(pair);
    await using t = await openTestService({ env: { DATABASE_URL: url, OPS_PORT: '0' } });
    const isReady = async () => (await fetch(`${t.opsUrl}/ready`)).status === 200;
    await until('it is ready', isReady);
    const acknowledged: number[] = [];
    const send = async (name: string): Promise<number> => {
      const body = { registry_id: 1, name, url: 'https://shop.example/kettle' };
      const { status, body: answer } = await t.request<{ data: { id: number } }>('POST', '/items', {
        as: 'admin',
        body,
      });
      if (status === 201) acknowledged.push(answer.data.id);
      return status;
    };
    let isOver = false;
    const statuses = new Set<number>();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; !isOver; n++) statuses.add(await send(`item ${writer} ${n}`));
    });
    await until('writers write', () => acknowledged.length > 100);
    await pair.primary.crash();
    await until('it is not ready, since no server takes writes', async () => !(await isReady()));
    const before = acknowledged.length;
    await pair.promote();
    const promoted = performance.now();
    await until('the first write is acknowledged', () => acknowledged.length > before);
    const took = performance.now() - promoted;
    assert.ok(took < patience(WRITES_WITHIN), `${took} ms`);
    await until('it is ready again', isReady);
    await until('writers write', () => acknowledged.length > before + 100);
    isOver = true;
    await Promise.all(writers);
    assert.deepEqual([...statuses].sort(), [201, 503]);
    await using client = await connected(onServer(pair.standby.url, url));
    const { rows } = await client.query<{ id: string }>('SELECT id FROM items');
    const stored = new Set(rows.map(({ id }) => Number(id)));
    assert.deepEqual(
      acknowledged.filter((id) => !stored.has(id)),
      [],
    );
  });

  it('are distinguished in either order; a read-only server is rejected', async () => {
    await using pair = await startPair();
    const url = await addressOfBoth(pair, [pair.standby.url, pair.primary.url]);
    const database = await openPostgres(url);
    await database.write(INSERT, row('kettle'));
    await database.close();
    const standby = `${onServer(pair.standby.url, url)}?target_session_attrs=read-write`;
    await assert.rejects(
      openPostgres(standby),
      (error) => error instanceof DatabaseUnusable && /^DATABASE_URL: .*does not take writes/.test(error.message),
    );
    const probe = probeServer(url);
    await probe.check();
    await pair.primary.crash();
    await assert.rejects(
      probe.check(),
      /no server takes writes: .*does not take writes.*ECONNREFUSED|no server takes writes: .*ECONNREFUSED.*does not take writes/,
    );
    await assert.rejects(openPostgres(url), /DATABASE_URL: .*no server takes writes/);
    await probe.close();
  });

  it('keep writes to the server that was promoted later when the old primary returns', async () => {
    await using pair = await startPair();
    const url = await addressOfBoth(pair);
    const database = await openPostgres(url);
    await database.write(INSERT, row('before'));
    await pair.primary.crash();
    await pair.promote();
    await until('it takes writes', () =>
      database.write(INSERT, row('after')).then(
        () => true,
        () => false,
      ),
    );
    await pair.primary.start();
    // The old primary still waits for its lost standby and acknowledges no write, so the service must not choose it.
    const again = await openPostgres(url);
    await again.write(INSERT, row('later'));
    await database.write(INSERT, row('last'));
    assert.deepEqual((await again.read(NAMES, [])).slice(-2), [['later'], ['last']]);
    assert.deepEqual(await database.read(NAMES, []), await again.read(NAMES, []));
    await Promise.all([database.close(), again.close()]);
  });

  it('are checked again when a former primary rejects a write; its connections are closed', async () => {
    await using pair = await startPair();
    const url = await addressOfBoth(pair);
    const database = await openPostgres(url);
    await Promise.all(Array.from({ length: 10 }, (_, n) => database.write(INSERT, row(`before ${n}`))));
    await pair.promote();
    await using old = await connected(pair.primary.url);
    await old.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await old.query('SELECT pg_reload_conf()');
    await using there = await connected(onServer(pair.primary.url, url));
    await until('it refuses writes', async () => {
      const { rows } = await there.query("SELECT current_setting('default_transaction_read_only') AS is");
      return rows[0]?.is === 'on';
    });
    // All writes succeed: if the old primary rejects a write, the service repeats the write on the new primary.
    await Promise.all(Array.from({ length: 20 }, (_, n) => database.write(INSERT, row(`after ${n}`))));
    await using now = await connected(onServer(pair.standby.url, url));
    const { rows } = await now.query("SELECT count(*)::int AS items FROM items WHERE name LIKE 'after%'");
    assert.equal(rows[0]?.items, 20);
    await database.close();
  });
});

/** Creates a database on the primary. @returns an address that names the primary and the standby */
async function addressOfBoth(
  { primary, standby }: PostgresPair,
  order: readonly string[] = [primary.url, standby.url],
): Promise<string> {
  const url = new URL(await createDatabase(primary.url));
  // The standby has received the primary's acknowledged changes, but may not have applied them yet.
  await using client = await connected(standby.url);
  const sql = 'SELECT 1 FROM pg_database WHERE datname = $1';
  await until('the standby has it', async () => (await client.query(sql, [url.pathname.slice(1)])).rows.length > 0);
  const hosts = order.map((one) => new URL(one).host).join(',');
  return `postgres://postgres:test@${hosts}${url.pathname}?target_session_attrs=read-write`;
}

/** Returns the address of a database on one server. */
const onServer = (server: string, url: string): string =>
  Object.assign(new URL(server), { pathname: /\/(\w+)\?/.exec(url)?.[0].slice(0, -1) }).href;
