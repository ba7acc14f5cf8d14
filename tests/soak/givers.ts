import { randomInt, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { openDatabase } from '../../api/src/database/open.ts';
import { databaseSetting } from '../../api/src/settings.ts';
import { openFakeHost } from '../support/fake-host.ts';
import { type Answer, send } from '../support/http-client.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { spawnService, untilHealthy } from '../support/spawned-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Results of concurrent gifts. */
export interface GiversReport {
  /** Number of accepted gifts of an item of which three are wished. */
  accepted: number;
  /** Number of answers to concurrent requests of all kinds, by status. */
  answers: Record<string, number>;
  /** Number of items whose counters differ from their purchases at the end. */
  wrongCounters: number;
}

/** Counts the items whose counters differ from their purchases. */
const WRONG_COUNTERS = `
  SELECT count(*) FROM (
    SELECT items.id FROM items LEFT JOIN purchases ON purchases.item_id = items.id
    GROUP BY items.id, items.quantity_purchased, items.quantity_secret
    HAVING items.quantity_purchased <> coalesce(sum(CASE WHEN is_secret = 1 AND revealed_at IS NULL THEN 0 ELSE quantity END), 0)
    OR items.quantity_secret <> coalesce(sum(CASE WHEN is_secret = 1 AND revealed_at IS NULL THEN quantity ELSE 0 END), 0)
  ) AS differing`;

/**
 * Lets 200 people give an item of which three are wished. Then sends all kinds of requests for a few items at once.
 * @param kind kind of database; with PostgreSQL, there are two service processes
 */
export async function giveAtOnce(kind: 'sqlite' | 'postgres', acts: number): Promise<GiversReport> {
  await using opened = new AsyncDisposableStack();
  const host = opened.use(await openFakeHost());
  const agent = opened.adopt(new Agent({ keepAlive: true, maxSockets: 60 }), async (one) => one.destroy());
  const DATABASE_URL =
    kind === 'sqlite'
      ? `sqlite:${opened.use(await temporaryFolder()).path}/items.db`
      : await createDatabase(opened.use(await startPostgres({ isDurable: true })).url);
  host.users.add('admin', { roles: ['administrator'] });
  const headers = { authorization: host.users.authorization('admin') };
  const services = Array.from({ length: kind === 'sqlite' ? 1 : 2 }, () =>
    opened.use(spawnService({ HOST_URL: host.url, DATABASE_URL, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' })),
  );
  for (const service of services) await untilHealthy(service);
  let next = 0;
  const ask = <T>(method: string, path: string, body?: object): Promise<Answer<T>> =>
    send<T>(agent, services[next++ % services.length]?.url ?? '', method, path, { headers, ...(body && { body }) });
  const wish = async (registry_id: number, quantity_needed: number): Promise<number> => {
    const body = { registry_id, quantity_needed, name: 'Kettle', url: 'https://shop.example/kettle' };
    return (await ask<{ data: { id: number } }>('POST', '/items', body)).body.data.id;
  };
  const give = (item_id: number, id: string, fields: object) =>
    ask('PUT', `/purchases/${id}`, { item_id, secret: false, ...fields });

  const scarce = await wish(1, 3);
  const gifts = Array.from({ length: 200 }, (_, n) => give(scarce, randomUUID(), { secret: n % 2 === 0 }));
  const accepted = (await Promise.all(gifts)).filter(({ status }) => status === 201).length;

  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => wish(2 + (n % 2), 50)));
  // As in real use, each id of a purchase always belongs to the same item.
  const ids = Array.from({ length: 60 }, (_, n) => ({ id: randomUUID(), item: items[n % items.length] ?? 0 }));
  const act = (): Promise<Answer<unknown>> => {
    const { id = '', item = 0 } = ids[randomInt(ids.length)] ?? {};
    switch (randomInt(8)) {
      case 0:
        return ask('DELETE', `/purchases/${id}`);
      case 1:
        return ask('PATCH', `/purchases/${id}`, { quantity: randomInt(1, 6) });
      case 2:
        return ask('POST', '/purchases/reveal', { registry_id: randomInt(2, 4) });
      case 3:
        return give(item, id, { owner: true, quantity: randomInt(1, 4) });
      default:
        return give(item, id, { secret: randomInt(2) === 0, quantity: randomInt(1, 6) });
    }
  };
  const answers: Record<string, number> = {};
  for (let done = 0; done < acts; done += 50)
    for (const { status } of await Promise.all(Array.from({ length: 50 }, act)))
      answers[status] = (answers[status] ?? 0) + 1;
  for (const service of services) await service[Symbol.asyncDispose]();
  const database = await openDatabase(databaseSetting('DATABASE_URL', DATABASE_URL));
  const wrongCounters = Number((await database.read(WRONG_COUNTERS, [])).flat()[0]);
  await database.close();
  return { accepted, answers, wrongCounters };
}
