import { Agent } from 'node:http';
import pg from 'pg';
import { openFakeHost } from '../support/fake-host.ts';
import { delay } from '../support/host-faults.ts';
import { type Answer, send } from '../support/http-client.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { spawnService, untilHealthy } from '../support/spawned-service.ts';

/**
 * Minimum time of a call to WordPress (milliseconds). The longer a call takes, the more changes the service groups into
 * one write.
 */
const HOST_CALL_MS = 10;

/** Results of two processes that change one registry. */
export interface SharedRegistryReport {
  requests: number;
  /** Answers by status. */
  answers: Record<string, number>;
  activeItems: number;
  /** True if the item list in WordPress contains exactly the active items. */
  isInLine: boolean;
  /** Number of times that the service wrote the item list in WordPress. */
  hostWrites: number;
}

/**
 * Creates items in one registry through two processes at the same time. The processes share one PostgreSQL database.
 * Each process creates `posts` items. A tenth of all items is deleted again.
 */
export async function shareRegistry(posts: number): Promise<SharedRegistryReport> {
  await using server = await startPostgres();
  const host = await openFakeHost();
  host.misbehave(delay(HOST_CALL_MS));
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  try {
    const owner = host.users.add('owner');
    const { id } = host.registries.add({ author: owner.id });
    const url = await createDatabase(server.url);
    const env = { HOST_URL: host.url, DATABASE_URL: url, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' };
    await using one = spawnService(env);
    await using other = spawnService(env);
    await Promise.all([untilHealthy(one), untilHealthy(other)]);
    const headers = { authorization: host.users.authorization('owner') };
    const body = { name: 'Kettle', url: 'https://shop.example/kettle' };
    const answers: Record<string, number> = {};
    const ask = async <T>(
      service: { url: string },
      method: string,
      path: string,
      sent?: object,
    ): Promise<Answer<T>> => {
      const answer = await send<T>(agent, service.url, method, path, { headers, ...(sent ? { body: sent } : {}) });
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      return answer;
    };
    const before = host.callsTo(`/wp/v2/registries/${id}`, 'POST', 'PUT', 'PATCH').length;
    await Promise.all(
      Array.from({ length: posts * 2 }, async (_, index) => {
        const [here, there] = index % 2 === 0 ? [one, other] : [other, one];
        const created = await ask<{ data: { id: number } }>(here, 'POST', `/registries/${id}/items`, body);
        if (index % 10 === 0 && created.status === 201)
          await ask(there, 'DELETE', `/registries/${id}/items/${created.body.data.id}`);
      }),
    );
    const hostWrites = host.callsTo(`/wp/v2/registries/${id}`, 'POST', 'PUT', 'PATCH').length - before;
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM items WHERE is_active = 1 ORDER BY id');
    await client.end();
    const active = rows.map((row) => Number(row.id));
    const listed = [host.registries.itemIds(id)].flat().sort((one, another) => Number(one) - Number(another));
    return {
      requests: Object.values(answers).reduce((sum, count) => sum + count, 0),
      answers,
      activeItems: active.length,
      isInLine: JSON.stringify(listed) === JSON.stringify(active),
      hostWrites,
    };
  } finally {
    agent.destroy();
    await host.close();
  }
}
