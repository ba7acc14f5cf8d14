import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:net';
import { describe, it } from 'node:test';
import { readSettings } from '../src/settings.ts';
import { openFakeHost } from '../testing/fake-host.ts';
import { fetchOnce } from '../testing/http-client.ts';
import { openTestService } from '../testing/service.ts';

const good = { HOST_URL: 'https://site.example' };

/** The status of a GET. */
const statusOf = async (url: string) => (await fetchOnce(url)).status;

/**
 * Addresses and ports on which this process begins to listen, in order. Asking at an address would not tell: another
 * test may have the same port there.
 */
function watchListeners(): { addresses: string[] } & Disposable {
  const addresses: string[] = [];
  const note = (message: unknown) => {
    assert.ok(message instanceof Object && 'server' in message && message.server instanceof Server);
    const address = message.server.address();
    assert.ok(address !== null && typeof address === 'object');
    addresses.push(`${address.address}:${address.port}`);
  };
  const channel = 'tracing:net.server.listen:asyncEnd';
  subscribe(channel, note);
  return { addresses, [Symbol.dispose]: () => void unsubscribe(channel, note) };
}

describe('decisions: Settings, OPS_PORT is never public by accident', () => {
  for (const LISTEN of ['127.0.0.1', '0.0.0.0', '::', '192.0.2.1', '']) {
    it(`listens on 127.0.0.1 where LISTEN=${LISTEN}, unless OPS_LISTEN says otherwise`, () => {
      const settings = { ...good, LISTEN, OPS_PORT: '9000' };
      assert.deepEqual(readSettings(settings).ops, { address: '127.0.0.1', port: 9000 });
      assert.deepEqual(readSettings({ ...settings, OPS_LISTEN: ' ' }).ops, { address: '127.0.0.1', port: 9000 });
      assert.deepEqual(readSettings({ ...settings, OPS_LISTEN: '::1' }).ops, { address: '::1', port: 9000 });
    });
  }

  it('listens nowhere without OPS_PORT', () => {
    assert.equal(readSettings({ ...good, LISTEN: '0.0.0.0', OPS_LISTEN: '0.0.0.0' }).ops, null);
  });

  // Every address of 127.0.0.0/8 is this machine there.
  it('serves operators on the address that is meant for them alone', {
    skip: process.platform !== 'linux',
  }, async () => {
    await using host = await openFakeHost();
    for (const [env, address] of [
      [{ LISTEN: '0.0.0.0' }, '127.0.0.1'],
      [{ LISTEN: '127.0.0.2' }, '127.0.0.1'],
      [{ LISTEN: '0.0.0.0', OPS_LISTEN: '127.0.0.2' }, '127.0.0.2'],
    ] as const) {
      using listeners = watchListeners();
      await using t = await openTestService({ env: { ...env, OPS_PORT: '0' }, host });
      const [{ port: opsPort }, { port }] = [new URL(t.opsUrl), new URL(t.url)];
      assert.deepEqual(listeners.addresses, [`${address}:${opsPort}`, `${env.LISTEN}:${port}`]);
      assert.equal(await statusOf(`http://${address}:${opsPort}/ready`), 200);
      assert.equal(await statusOf(`http://127.0.0.2:${port}/health`), 200);
    }
  });
});

describe('decisions: Settings, HOST_URL is the address of a site', () => {
  for (const query of ['?p=1', '/?rest_route=', '/wp/?rest_route=/', '/?a#b']) {
    it(`refuses https://site.example${query} with a line that names the variable`, () => {
      assert.throws(
        () => readSettings({ HOST_URL: `https://site.example${query}` }),
        /^SettingError: HOST_URL: [^\n]+$/,
      );
    });
  }

  it('leaves ? to HOST_REST_URL', () => {
    const restUrl = 'https://site.example/index.php?rest_route=';
    assert.equal(readSettings({ ...good, HOST_REST_URL: restUrl }).host.restUrl, restUrl);
  });
});
