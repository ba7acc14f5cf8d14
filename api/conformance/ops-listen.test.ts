import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '../src/settings.ts';
import { openTestService } from '../testing/service.ts';
import { freePort } from '../testing/spawned-service.ts';

const good = { HOST_URL: 'https://site.example' };

/** The status of a GET, or null where nobody listens. */
const statusOf = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    () => null,
  );

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
    for (const [env, here, elsewhere] of [
      [{ LISTEN: '0.0.0.0' }, '127.0.0.1', '127.0.0.2'],
      [{ LISTEN: '127.0.0.2' }, '127.0.0.1', '127.0.0.2'],
      [{ LISTEN: '0.0.0.0', OPS_LISTEN: '127.0.0.2' }, '127.0.0.2', '127.0.0.1'],
    ] as const) {
      const port = await freePort();
      await using t = await openTestService({ env: { ...env, OPS_PORT: String(port) } });
      assert.equal(await statusOf(`http://${here}:${port}/ready`), 200);
      assert.equal(await statusOf(`http://${elsewhere}:${port}/ready`), null);
      assert.equal(await statusOf(`http://127.0.0.2:${new URL(t.url).port}/health`), 200);
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
