// Needs a process: it listens to addresses of this machine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFakeHost } from '../../support/fake-host.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openTestService } from '../../support/service.ts';
import { spawnService } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const statusOf = async (url: string) => (await fetchOnce(url)).status;

describe('rules: Open routes, OPS_PORT is never public by accident', () => {
  // On Linux, every address in 127.0.0.0/8 belongs to this machine.
  it('serves operators only on their own address', {
    skip: process.platform !== 'linux' && 'only on Linux this machine has all of 127.0.0.0/8',
  }, async () => {
    await using host = await openFakeHost();
    for (const [env, address] of [
      [{ LISTEN: '0.0.0.0' }, '127.0.0.1'],
      [{ LISTEN: '127.0.0.2' }, '127.0.0.1'],
      [{ LISTEN: '0.0.0.0', OPS_LISTEN: '127.0.0.2' }, '127.0.0.2'],
    ] as const) {
      await using t = await openTestService({ env: { ...env, OPS_PORT: '0' }, host });
      assert.equal(new URL(t.opsUrl).hostname, address);
      assert.equal(await statusOf(`${t.opsUrl}/ready`), 200);
      assert.equal(await statusOf(`http://127.0.0.2:${new URL(t.url).port}/health`), 200);
    }
  });
});

describe('an unusable address is reported with its setting', () => {
  for (const name of ['PORT', 'OPS_PORT'])
    it(`${name} that another program uses`, async () => {
      await using host = await openFakeHost();
      await using folder = await temporaryFolder();
      const taken = new URL(host.url).port;
      const DATABASE_URL = `sqlite:${folder.path}/items.db`;
      await using service = spawnService({ HOST_URL: host.url, DATABASE_URL, LOG_LEVEL: 'fatal', [name]: taken });
      assert.equal(await service.exited, 1);
      assert.equal(service.output(), `${name}: ${taken} is taken: choose another one\n`);
    });

  it('OPS_LISTEN with an address of another machine', async () => {
    await using host = await openFakeHost();
    await using folder = await temporaryFolder();
    const env = { HOST_URL: host.url, DATABASE_URL: `sqlite:${folder.path}/items.db`, LOG_LEVEL: 'fatal' };
    await using service = spawnService({ ...env, OPS_PORT: '0', OPS_LISTEN: '192.0.2.1' });
    assert.equal(await service.exited, 1);
    assert.equal(service.output(), 'OPS_LISTEN: this machine does not have that address\n');
  });

  for (const name of ['LISTEN', 'OPS_LISTEN'])
    it(`${name} with a port`, async () => {
      await using host = await openFakeHost();
      await using folder = await temporaryFolder();
      const env = { HOST_URL: host.url, DATABASE_URL: `sqlite:${folder.path}/items.db`, LOG_LEVEL: 'fatal' };
      await using service = spawnService({ ...env, OPS_PORT: '0', [name]: '127.0.0.1:9000' });
      assert.equal(await service.exited, 1);
      assert.equal(service.output(), `${name}: must be an address or a name of this machine, without a port\n`);
    });
});
