import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followEvents } from '../../../client/src/follow.ts';
import { createClient } from '../../../client/src/index.ts';
import { freePort } from '../../../deploy/testing/free-port.ts';
import { openTestDatabase } from '../../support/database.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { addCast, testEnvironment } from '../../support/service.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';

describe('a feed of the client', () => {
  it('misses and repeats nothing when the service is killed and starts again', async () => {
    await using database = await openTestDatabase();
    await using opened = new AsyncDisposableStack();
    const host = await openFakeHost();
    opened.defer(() => host.close());
    addCast(host);
    const env = { ...testEnvironment(host, database), PORT: String(await freePort()) };
    let service = spawnService(env);
    opened.defer(() => service[Symbol.asyncDispose]());
    await untilHealthy(service);

    const { login: username, password: appPassword } = host.users.get('owner');
    const client = createClient({ baseUrl: service.url, username, appPassword });
    const { id } = host.registries.add({ author: host.users.get('owner').id });
    const added: (number | undefined)[] = [];
    const add = async () => added.push((await client.createRegistryItem(id, ITEM))?.id);

    const stop = new AbortController();
    const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let pauses = 0;
    const followed: (number | null)[] = [];
    const feed = followEvents(
      (query, wait) => {
        if (wait > 0) waits[pauses]?.resolve();
        return client.listEvents({ registry_id: id, ...query, wait });
      },
      { registryId: id, after: 'now', signal: stop.signal },
      {
        now: () => 0,
        // The test kills the service while the feed waits for an answer. This function starts the service again and
        // adds an event.
        pause: async () => {
          pauses += 1;
          service = spawnService(env);
          await untilHealthy(service);
          await add();
        },
      },
    );
    const following = (async () => {
      for await (const { item_id } of feed) {
        followed.push(item_id);
        if (followed.length === 6) stop.abort();
      }
    })();
    for (const wait of waits.slice(0, 2)) {
      await wait.promise;
      await Promise.all([add(), add()]);
      service.child.kill('SIGKILL');
      await service.exited;
    }
    await following;
    assert.equal(pauses, 2);
    assert.deepEqual(followed.toSorted(), added.toSorted());
  });
});

const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };
