import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { runCommand } from '../../support/command.ts';
import { describeOnSqlite } from '../../support/database.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { addCast } from '../../support/service.ts';
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

  it("allows operators' commands to run at the same time", async () => {
    await using folder = await temporaryFolder();
    const host = await openFakeHost();
    addCast(host);
    try {
      const DATABASE_URL = `sqlite:${join(folder.path, 'items.db')}`;
      const env = { HOST_URL: host.url, DATABASE_URL, LOG_LEVEL: 'fatal' };
      await using service = spawnService(env);
      await untilHealthy(service);
      const operator = {
        ...env,
        REGISTRY_API_USERNAME: 'admin',
        REGISTRY_API_APP_PASSWORD: host.users.get('admin').password ?? '',
      };
      const { stdout: made } = await runCommand('backup', [folder.path], env);
      const [, backup = ''] = /^(.*Z): /.exec(made) ?? [];
      assert.equal((await runCommand('reconcile', [], operator)).code, 0);
      assert.match((await runCommand('doctor', [], operator)).stdout, /^✓ Database: \S+ is writable/m);
      const refused = await runCommand('restore', ['--items-only', backup], env);
      assert.match(refused.stderr, /is in use: stop the service first/);
      service.child.kill('SIGKILL');
      await service.exited;
      assert.equal((await runCommand('restore', ['--items-only', backup], env)).code, 0);
    } finally {
      await host.close();
    }
  });
});
