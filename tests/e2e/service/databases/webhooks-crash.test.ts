import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WebhookWithSecret } from '@largesse/contract';
import { ITEM } from '../../../../api/conformance/world.ts';
import { openTestDatabase } from '../../../support/database.ts';
import { openFakeHost } from '../../../support/fake-host.ts';
import { fetchOnce } from '../../../support/http-client.ts';
import { openReceiver } from '../../../support/receiver.ts';
import { addCast, testEnvironment } from '../../../support/service.ts';
import { spawnService, untilHealthy } from '../../../support/spawned-service.ts';
import { until } from '../../../support/wait.ts';

/** Number of events that the test creates before each kill of the service. */
const EVENTS = 40;

it('rules: Webhooks, every event arrives, even if the process is killed while it sends', async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await openTestDatabase());
  const host = await openFakeHost();
  stack.defer(() => host.close());
  addCast(host);
  const receiver = stack.use(await openReceiver());
  const environment = { ...testEnvironment(host, database), WEBHOOKS_ALLOW: receiver.host };
  const headers = { authorization: host.users.authorization('admin'), 'content-type': 'application/json' };
  const start = async () => {
    const service = spawnService(environment);
    await untilHealthy(service);
    const post = async <T>(path: string, body: object): Promise<T> => {
      const answer = await fetchOnce(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(answer.status, 201);
      return (await answer.json()) as T;
    };
    return { service, post };
  };

  const items: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { service, post } = await start();
    await using _ = service;
    if (round === 0) await post<WebhookWithSecret>('/webhooks', { url: receiver.url });
    const isLast = round === 2;
    // The receiver leaves some attempts unanswered. These attempts are still running when the test kills the process.
    const before = receiver.requests.length;
    let answered = 0;
    receiver.answering = (response) => {
      if (isLast || answered++ < EVENTS / 2) response.writeHead(204).end();
    };
    for (let count = 0; count < EVENTS; count++) {
      const { data } = await post<{ data: { id: number } }>('/items', { ...ITEM, registry_id: 7 });
      items.push(data.id);
    }
    if (isLast) {
      const arrived = () => new Set(receiver.requests.map(({ body }) => body.data.item_id));
      await until('all events have arrived', () => arrived().size === items.length);
    } else await until('attempts are running', () => receiver.requests.length > before + EVENTS / 2);
    service.child.kill('SIGKILL');
    await service.exited;
  }
  assert.deepEqual(
    [...new Set(receiver.requests.map(({ body }) => Number(body.data.item_id)))].sort((a, b) => a - b),
    items,
  );
});
