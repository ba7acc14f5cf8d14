// Needs processes: two compete for one file.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { describeOnSqlite } from '../../support/database.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeOnSqlite('rules: Storage, one service on an embedded database', () => {
  it('prevents a second start with one line of output, and allows the next start after kill -9', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'data', 'items.db');
    const env = { HOST_URL: 'http://127.0.0.1:9', DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'fatal' };
    const first = spawnService(env);
    await untilHealthy(first);
    symlinkSync(path, join(folder.path, 'link.db'));
    for (const other of [env, { ...env, DATABASE_URL: `sqlite:${join(folder.path, 'link.db')}` }]) {
      await using second = spawnService(other);
      assert.equal(await second.exited, 1);
      assert.match(second.output(), /^DATABASE_URL: \S+ is in use by another process of this service: [^\n]+\n$/);
    }
    assert.ok((await fetch(`${first.url}/health`)).ok);
    first.child.kill('SIGKILL');
    await first.exited;
    await using next = spawnService(env);
    await untilHealthy(next);
  });

  it('names the lock file if it cannot be locked', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    mkdirSync(`${path}.lock`);
    await using service = spawnService({ HOST_URL: 'http://127.0.0.1:9', DATABASE_URL: `sqlite:${path}` });
    assert.equal(await service.exited, 1);
    assert.equal(service.output(), `DATABASE_URL: cannot lock ${path}.lock: unable to open database file\n`);
  });
});
