import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readSettings } from '../../../api/src/settings.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openTestService } from '../../support/service.ts';
import { spawnService } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const good = { HOST_URL: 'https://site.example' };

/** Returns the status of a GET. */
const statusOf = async (url: string) => (await fetchOnce(url)).status;

/** Code of the state LISTEN in the table /proc/net/tcp of Linux. */
const LISTENING = '0A';

/**
 * Returns the addresses on which this process listens, such as `127.0.0.1:8000`, by the id of the socket. Does not send
 * requests: another process could answer a request to the same address.
 */
function listeners(): Map<string, string> {
  const ours = new Set(readdirSync('/proc/self/fd').map((fd) => linkOf(`/proc/self/fd/${fd}`)));
  return new Map(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && ours.has(`socket:[${inode}]`))
      .map(([, local = '', , , , , , , , inode = '']) => {
        const [address = '', port = ''] = local.split(':');
        return [inode, `${[...Buffer.from(address, 'hex').reverse()].join('.')}:${Number.parseInt(port, 16)}`];
      }),
  );
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

describe('rules: Open routes, OPS_PORT is never public by accident', () => {
  for (const LISTEN of ['127.0.0.1', '0.0.0.0', '::', '192.0.2.1', '']) {
    it(`listens on 127.0.0.1 with LISTEN=${LISTEN}, unless OPS_LISTEN is set`, () => {
      const settings = { ...good, LISTEN, OPS_PORT: '9000' };
      assert.deepEqual(readSettings(settings).ops, { address: '127.0.0.1', port: 9000 });
      assert.deepEqual(readSettings({ ...settings, OPS_LISTEN: ' ' }).ops, { address: '127.0.0.1', port: 9000 });
      assert.deepEqual(readSettings({ ...settings, OPS_LISTEN: '::1' }).ops, { address: '::1', port: 9000 });
    });
  }

  it('listens nowhere without OPS_PORT', () => {
    assert.equal(readSettings({ ...good, LISTEN: '0.0.0.0', OPS_LISTEN: '0.0.0.0' }).ops, null);
  });

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
      // Other listeners of this process may have the same ports on other addresses.
      const earlier = listeners();
      await using t = await openTestService({ env: { ...env, OPS_PORT: '0' }, host });
      const [{ port: opsPort }, { port }] = [new URL(t.opsUrl), new URL(t.url)];
      const found = [...listeners()].flatMap(([socket, at]) => (earlier.has(socket) ? [] : [at]));
      const ours = found.filter((at) => [opsPort, port].includes(at.split(':')[1] ?? ''));
      assert.deepEqual(ours.sort(), [`${address}:${opsPort}`, `${env.LISTEN}:${port}`].sort());
      assert.equal(await statusOf(`http://${address}:${opsPort}/ready`), 200);
      assert.equal(await statusOf(`http://127.0.0.2:${port}/health`), 200);
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
});

describe('rules: Settings, HOST_URL is the address of a site', () => {
  for (const query of ['?p=1', '/?rest_route=', '/wp/?rest_route=/', '/?a#b']) {
    it(`refuses https://site.example${query} with a line that names the variable`, () => {
      assert.throws(
        () => readSettings({ HOST_URL: `https://site.example${query}` }),
        /^SettingError: HOST_URL: [^\n]+$/,
      );
    });
  }

  it('allows ? only in HOST_REST_URL', () => {
    const restUrl = 'https://site.example/index.php?rest_route=';
    assert.equal(readSettings({ ...good, HOST_REST_URL: restUrl }).host.restUrl, restUrl);
  });
});
