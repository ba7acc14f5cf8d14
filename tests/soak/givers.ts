import { randomInt, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type FakeHost, openFakeHost } from '../support/fake-host.ts';
import { type Answer, send } from '../support/http-client.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../support/spawned-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Results of concurrent gifts. */
export interface GiversReport {
  /** Total number of attempts to give an item. Each item has fewer pieces than givers. */
  tried: number;
  accepted: number;
  refused: number;
  /** Number of gifts beyond the wished quantity. */
  givenTwice: number;
  /** Number of concurrent requests of all kinds, and number of their answers by status. */
  acts: number;
  answers: Record<string, number>;
  /**
   * Difference between the item's counter and the number of requested purchases, after the service was killed and the
   * clients repeated all requests.
   */
  doubledByKill: number;
  /** Number of items whose counters differ from their purchases at the end. */
  wrongCounters: number;
}

/** Number of givers for one item, and wished quantity of this item. */
const GIVERS = 200;
const WISHED = 3;

/** Counts the items whose counters differ from their purchases. */
const WRONG_COUNTERS = `
  SELECT count(*) AS wrong FROM (
    SELECT items.id FROM items LEFT JOIN purchases ON purchases.item_id = items.id
    GROUP BY items.id, items.quantity_purchased, items.quantity_secret
    HAVING items.quantity_purchased <> coalesce(sum(CASE WHEN is_secret = 1 AND revealed_at IS NULL THEN 0 ELSE quantity END), 0)
    OR items.quantity_secret <> coalesce(sum(CASE WHEN is_secret = 1 AND revealed_at IS NULL THEN quantity ELSE 0 END), 0)
  ) AS differing`;

/** One or more service processes, and access to their database. */
interface Shop extends AsyncDisposable {
  readonly services: SpawnedService[];
  /** Kills the first service, and starts it again. */
  kill(): Promise<void>;
  wrongCounters(): Promise<number>;
}

/**
 * Tests concurrent gifts in three parts. First, 200 people give an item with three wanted pieces. Then clients send
 * all kinds of requests at once. Finally, the service is killed during gifts.
 * @param kind kind of database; with PostgreSQL, there are two service processes
 */
export async function giveAtOnce(kind: 'sqlite' | 'postgres', rounds: number, acts: number): Promise<GiversReport> {
  const host = await openFakeHost();
  const agent = new Agent({ keepAlive: true, maxSockets: 60 });
  const report: GiversReport = {
    tried: 0,
    accepted: 0,
    refused: 0,
    givenTwice: 0,
    acts,
    answers: {},
    doubledByKill: 0,
    wrongCounters: 0,
  };
  try {
    host.users.add('admin', { roles: ['administrator'] });
    const headers = { authorization: host.users.authorization('admin') };
    await using shop = kind === 'sqlite' ? await openOnFile(host) : await openOnServer(host);
    let next = 0;
    const ask = <T>(method: string, path: string, body?: object): Promise<Answer<T>> => {
      const service = shop.services[next++ % shop.services.length];
      if (!service) throw new Error('no service');
      return send<T>(agent, service.url, method, path, { headers, ...(body && { body }) });
    };
    const wish = async (registry_id: number, quantity_needed: number): Promise<number> => {
      const body = { registry_id, quantity_needed, name: 'Kettle', url: 'https://shop.example/kettle' };
      return (await ask<{ data: { id: number } }>('POST', '/items', body)).body.data.id;
    };
    const give = (
      item_id: number,
      fields: { id?: string; secret?: boolean; quantity?: number; owner?: boolean } = {},
    ) => {
      const { id = randomUUID(), ...rest } = fields;
      return ask('PUT', `/purchases/${id}`, { item_id, secret: false, ...rest });
    };

    for (let round = 0; round < rounds; round++) {
      const item = await wish(1, WISHED);
      const gifts = Array.from({ length: GIVERS }, (_, n) => ({ id: randomUUID(), secret: n % 2 === 0 }));
      const answers = await Promise.all(gifts.map((gift) => give(item, gift)));
      const won = gifts.filter((_, n) => answers[n]?.status === 201);
      report.tried += GIVERS;
      report.accepted += won.length;
      report.refused += answers.filter(({ status }) => status === 409).length;
      report.givenTwice += Math.max(0, won.length - WISHED);
      // Send the accepted gifts again, twenty times. Each time, reveal all gifts of the registry at the same moment.
      // Every fifth time, also delete the accepted gifts at the same moment.
      for (let time = 0; time < 20; time++) {
        await Promise.all([
          ...won.map((gift) => give(item, gift)),
          ask('POST', '/purchases/reveal', { registry_id: 1 }),
          ...(time % 5 === 4 ? won.map(({ id }) => ask('DELETE', `/purchases/${id}`)) : []),
        ]);
      }
    }
    await actAtOnce(ask, give, wish, report);
    await killWhileGiving(shop, ask, wish, report);
    report.wrongCounters = await shop.wrongCounters();
    return report;
  } finally {
    agent.destroy();
    await host.close();
  }
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<Answer<T>>;
type Give = (
  item: number,
  fields?: { id?: string; secret?: boolean; quantity?: number; owner?: boolean },
) => Promise<Answer<unknown>>;
type Wish = (registry: number, needed: number) => Promise<number>;

/** Sends requests of all kinds for a few items of two registries. Always sends 50 requests at once. */
async function actAtOnce(ask: Ask, give: Give, wish: Wish, report: GiversReport): Promise<void> {
  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => wish(2 + (n % 2), 50)));
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const one = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
  const act = (): Promise<Answer<unknown>> => {
    const id = one(ids);
    // As in real use, each id of a purchase always belongs to the same item.
    const item = items[ids.indexOf(id) % items.length] ?? 0;
    switch (randomInt(8)) {
      case 0:
        return ask('DELETE', `/purchases/${id}`);
      case 1:
        return ask('PATCH', `/purchases/${id}`, { quantity: randomInt(1, 6) });
      case 2:
        return ask('POST', '/purchases/reveal', { registry_id: randomInt(2, 4) });
      case 3:
        return give(item, { id, owner: true, quantity: randomInt(1, 4) });
      default:
        return give(item, { id, secret: randomInt(2) === 0, quantity: randomInt(1, 6) });
    }
  };
  for (let done = 0; done < report.acts; done += 50) {
    for (const { status } of await Promise.all(Array.from({ length: 50 }, act)))
      report.answers[status] = (report.answers[status] ?? 0) + 1;
  }
}

/** Kills the service during purchases, and then repeats all requests. */
async function killWhileGiving(shop: Shop, ask: Ask, wish: Wish, report: GiversReport): Promise<void> {
  const item = await wish(9, 40);
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const giving = ids.map((id) => ask('PUT', `/purchases/${id}`, { item_id: item, secret: false }).catch(() => null));
  await Promise.race(giving);
  await shop.kill();
  await Promise.all(giving);
  for (const id of ids) await ask('PUT', `/purchases/${id}`, { item_id: item, secret: false });
  const { body } = await ask<{ data: { quantity_purchased: number } }>('GET', `/items/${item}`);
  report.doubledByKill = Math.abs(body.data.quantity_purchased - ids.length);
}

async function openOnFile(host: FakeHost): Promise<Shop> {
  const folder = await temporaryFolder();
  const path = `${folder.path}/items.db`;
  const wrongCounters = async () => {
    using database = new DatabaseSync(path);
    return Number(database.prepare(WRONG_COUNTERS).get()?.wrong);
  };
  return openShop(host, `sqlite:${path}`, 1, wrongCounters, async () => folder[Symbol.asyncDispose]());
}

async function openOnServer(host: FakeHost): Promise<Shop> {
  const server = await startPostgres({ isDurable: true });
  const url = await createDatabase(server.url);
  const wrongCounters = async () => {
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ wrong: string }>(WRONG_COUNTERS);
    await client.end();
    return Number(rows[0]?.wrong);
  };
  return openShop(host, url, 2, wrongCounters, async () => server[Symbol.asyncDispose]());
}

async function openShop(
  host: FakeHost,
  database: string,
  count: number,
  wrongCounters: () => Promise<number>,
  close: () => Promise<void>,
): Promise<Shop> {
  const env = { HOST_URL: host.url, DATABASE_URL: database, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' };
  const start = async () => {
    const service = spawnService(env);
    await untilHealthy(service);
    return service;
  };
  const services: SpawnedService[] = [];
  for (let n = 0; n < count; n++) services.push(await start());
  return {
    services,
    wrongCounters,
    kill: async () => {
      services[0]?.child.kill('SIGKILL');
      await services[0]?.exited;
      services[0] = await start();
    },
    [Symbol.asyncDispose]: async () => {
      for (const service of services) await service[Symbol.asyncDispose]();
      await close();
    },
  };
}
