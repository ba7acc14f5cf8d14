// Needs a process: it gets signals.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { ItemAnswer } from '../../../../api/conformance/answers.ts';
import { delay } from '../../../support/host-faults.ts';
import { openOwnService } from '../../../support/own-service.ts';
import { patience } from '../../../support/patience.ts';
import { CLOSED_ADDRESS } from '../../../support/server-address.ts';
import { spawnService, untilHealthy } from '../../../support/spawned-service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

describe('rules: Stopping, SIGTERM', { concurrency: true }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`${signal} with 100 requests in flight on keep-alive connections resets none and exits 0 within 15 s`, async () => {
      // Ctrl-C skips the drain, so even a long DRAIN must not delay the exit.
      await using t = await openOwnService({ LOG_LEVEL: 'warn', ...(signal === 'SIGINT' && { DRAIN: '40' }) });
      const { host, service } = t;
      const post = host.registries.add({ author: host.users.get('owner').id, title: 'Mine' });
      const ask = (method: string, path: string, body?: object) => t.ask<ItemAnswer>('owner', method, path, body);
      // Opens all connections before the signal. Otherwise, the stopping service might reset connections before it
      // accepts them.
      await Promise.all(Array.from({ length: 100 }, () => ask('GET', '/items')));

      host.forgetCalls();
      host.misbehave(delay(300), { method: 'GET' });
      const item = { name: 'Kettle', url: 'https://shop.example/' };
      const inFlight = Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0 ? ask('POST', `/registries/${post.id}/items`, item) : ask('GET', `/registries/${post.id}`),
      );
      await until('the requests wait for the host', () => host.calls.length >= 20);
      const start = performance.now();
      service.child.kill(signal);
      const answers = await Promise.all(inFlight);
      for (const answer of answers)
        assert.ok([200, 201, 503].includes(answer.status), `${answer.status} ${answer.text}`);
      const served = answers.filter((answer) => answer.status < 300);
      assert.ok(served.length >= 90, `only ${served.length} of 100 were served`);
      assert.equal(await service.exited, 0, service.output());
      assert.ok(performance.now() - start < patience(15_000));
      using database = new DatabaseSync(t.path);
      for (const { status, body } of served)
        if (status === 201)
          assert.ok(database.prepare('SELECT 1 FROM items WHERE id = ?').get(body.data.id), `${body.data.id} is lost`);
    });

  it('ends the service of npm run serve if only npm gets the signal', async () => {
    await using folder = await temporaryFolder();
    await using service = spawnService(
      { HOST_URL: CLOSED_ADDRESS, DATABASE_URL: `sqlite:${join(folder.path, 'items.db')}`, HOME: folder.path },
      ['npm', 'run', 'serve'],
    );
    await untilHealthy(service);
    service.child.kill('SIGTERM');
    // Waits until the last process of npm has ended. Only then is the output complete.
    await service.exited;
    await assert.rejects(fetch(`${service.url}/health`));
  });
});
