// Needs PostgreSQL: dumps and copies continue its sequences.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Database } from '../../../../api/src/database/database.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { START, storeOf } from '../../../../api/src/events/store.ts';
import { ItemStore } from '../../../../api/src/items/store.ts';
import { openFakeHost } from '../../../support/fake-host.ts';
import { follow } from '../../../support/follower.ts';
import { fetchOnce } from '../../../support/http-client.ts';
import {
  connected,
  createDatabase,
  dump,
  INSTALLED,
  restoreDump,
  startPair,
  startPostgres,
} from '../../../support/postgres.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../../../support/spawned-service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

const KETTLE = { name: 'Kettle', url: 'https://shop.example/kettle' };

const byNumber = (one: number, other: number) => one - other;

/** Inserts items one after the other. @returns their ids */
async function insert(database: Database, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await new ItemStore(database).insert(1, KETTLE))?.id ?? 0);
  return ids;
}

/** A reader of the log, which remembers its position when databases change. */
class Follower {
  #position = START;

  /** Reads all new events of a database. @returns the items of these events */
  async read(database: Database): Promise<(number | null)[]> {
    const found = (await storeOf(database, 30)?.after({ sees: 'everything' }, this.#position, 1000)) ?? [];
    this.#position = found.at(-1)?.position ?? this.#position;
    return found.map(({ itemId }) => itemId);
  }
}

const open = (url: string, log: string[] = []) => openPostgres(url, (line) => void log.push(line), 20, true);

describe('ids of items, and positions in the log of events', () => {
  it('continue above those of the original when a dump is restored twice on another server', {
    skip: INSTALLED === null && 'PostgreSQL with pg_dump is not installed',
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const folder = stack.use(await temporaryFolder());
    const [server, other] = await Promise.all([1, 2].map(() => startPostgres({ bin: INSTALLED ?? '' })));
    assert.ok(server && other);
    for (const each of [server, other]) stack.use(each);
    // Transaction ids of the first server are far higher.
    await using client = await connected(server.url);
    await client.query('DO $$ BEGIN FOR n IN 1..2000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$');
    const host = stack.use(await openFakeHost());
    host.users.add('admin', { roles: ['administrator'] });
    const authorization = host.users.authorization('admin');
    const receiver = stack.use(await openReceiver());
    let service: SpawnedService | null = null;
    const follower = stack.use(follow(() => service?.url ?? '', authorization));
    const given: number[] = [];
    const followed = () => follower.events.map(({ item_id: id }) => id);
    const send = async <T>(path: string, body: object): Promise<T> => {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetchOnce(`${service?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 201);
      return (await answer.json()) as T;
    };
    const add = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const { data } = await send<{ data: { id: number } }>('/items', { registry_id: 1, ...KETTLE });
        given.push(data.id);
      }
      await until('the new events arrive', () => Math.min(followed().length, receiver.ids.length) >= given.length);
      assert.deepEqual(followed(), given);
      assert.deepEqual(receiver.requests.map(({ body }) => Number(body.data.item_id)).sort(byNumber), given);
    };
    const run = async (url: string, work: () => Promise<void>) => {
      await using own = spawnService({ HOST_URL: host.url, DATABASE_URL: url, WEBHOOKS_ALLOW: receiver.host });
      await untilHealthy(own);
      service = own;
      await work();
      own.child.kill('SIGTERM');
      await own.exited;
      return own.output();
    };
    const file = join(folder.path, 'items.dump');
    const url = await createDatabase(server.url);
    await run(url, async () => {
      await send('/webhooks', { url: receiver.url });
      await add(20);
      await using connection = await connected(url);
      await until('the deliveries are recorded', async () => {
        const { rowCount } = await connection.query("SELECT 1 FROM webhook_deliveries WHERE state <> 'delivered'");
        return rowCount === 0;
      });
      await dump(url, file);
      await add(3);
    });
    for (const copy of [await restoreDump(file, other.url), await restoreDump(file, other.url)]) {
      assert.match(await run(copy, () => add(25)), /may lack its last changes: new items begin at id \d+/);
      const again: string[] = [];
      await (await open(copy, again)).close();
      assert.doesNotMatch(again.join('\n'), /may lack/);
    }
    assert.equal(new Set(given).size, given.length);
  });

  it('continue above those of the original in a copy on the same server', async () => {
    await using server = await startPostgres();
    const url = await createDatabase(server.url);
    const first = await open(url);
    const given = await insert(first, 3);
    await first.close();
    const copy = Object.assign(new URL(server.url), { pathname: '/copy' }).href;
    await using client = await connected(server.url);
    await client.query(`CREATE DATABASE copy TEMPLATE ${new URL(url).pathname.slice(1)}`);
    for (const [each, isCopy] of [
      [url, false],
      [copy, true],
    ] as const) {
      const log: string[] = [];
      const opened = await open(each, log);
      given.push(...(await insert(opened, 2)));
      assert.equal(/may lack its last changes/.test(log.join()), isCopy);
      await opened.close();
    }
    assert.equal(new Set(given).size, given.length);
  });

  it('continue above those of a primary whose last changes its standby lacks', async () => {
    await using pair = await startPair();
    await using primary = await connected(pair.primary.url);
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await primary.query('SELECT pg_reload_conf()');
    const url = pair.primary.url;
    const follower = new Follower();
    const before = await open(url);
    const given = await insert(before, 5);
    assert.deepEqual(await follower.read(before), given);
    await until('the standby has them', async () => {
      const { rows } = await primary.query('SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()');
      return rows.length > 0;
    });
    await pair.standby.pause();
    const lost = await insert(before, 40);
    assert.deepEqual(await follower.read(before), lost);
    await before.close();
    await primary.end();
    await pair.primary.crash();
    await pair.standby.resume();
    await pair.promote();
    const log: string[] = [];
    let promoted: Database | null = null;
    await until('the standby takes writes', async () => {
      promoted ??= await open(pair.standby.url, log).catch(() => null);
      return promoted !== null;
    });
    assert.ok(promoted);
    const added = await insert(promoted, 5);
    assert.deepEqual(await follower.read(promoted), added);
    await (promoted as Database).close();
    const all = [...given, ...lost, ...added];
    assert.equal(new Set(all).size, all.length);
    assert.match(log.join('\n'), /may lack its last changes/);
  });
});
