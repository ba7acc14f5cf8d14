import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasNginx } from '../testing/nginx.ts';
import { startProgram } from '../testing/program.ts';
import { parseAddress } from './address.ts';
import { nginxConfiguration, parseProxies } from './nginx.ts';

describe('proxies in front of the container for homes', () => {
  it('are addresses and networks, and anything else is refused with the name of the setting', () => {
    assert.deepEqual(parseProxies(), []);
    assert.deepEqual(parseProxies(' 192.168.1.5,172.18.0.0/16 fd00::/8\n'), [
      '192.168.1.5',
      '172.18.0.0/16',
      'fd00::/8',
    ]);
    for (const text of ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1/8/8', '::1/129', '10.0.0.1;'])
      assert.throws(() => parseProxies(text), /^Error: TRUSTED_PROXY: /, text);
  });

  it('name the visitor, and nobody else can', { skip: hasNginx ? false : 'nginx is not installed' }, async () => {
    await using folder = await temporaryFolder();
    await chmod(folder.path, 0o755);
    // Instead of WordPress, the address that WordPress would see.
    await writeFile(join(folder.path, 'wordpress-site.inc'), 'location / { return 200 $remote_addr; }');
    const paths = { site: folder.path, containers: folder.path, php: join(folder.path, 'php.sock') };
    const seen = async (proxies: string[], forwarded: string) => {
      const [port, internal, ready] = [await freePort(), await freePort(), await freePort()];
      const text = nginxConfiguration(parseAddress('https://family.example'), paths, proxies)
        .replace('listen 8080;', `listen 127.0.0.1:${port};`)
        .replace('127.0.0.1:8085;', `127.0.0.1:${internal};`)
        .replace('127.0.0.1:8089;', `127.0.0.1:${ready};`)
        .replaceAll('/tmp/largesse/', `${folder.path}/tmp/`)
        .replace('/dev/stderr', 'stderr');
      await mkdir(join(folder.path, 'tmp'), { recursive: true });
      const file = join(folder.path, 'nginx.conf');
      await writeFile(file, text);
      await using _ = await startProgram(['nginx', '-e', 'stderr', '-c', file], `http://127.0.0.1:${ready}`);
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': forwarded } });
      return await answer.text();
    };
    assert.equal(await seen([], '203.0.113.5'), '127.0.0.1');
    assert.equal(await seen(['10.0.0.0/8'], '203.0.113.5'), '127.0.0.1');
    assert.equal(await seen(['127.0.0.1', '10.0.0.0/8'], '198.51.100.1, 203.0.113.5, 10.1.1.1'), '203.0.113.5');
  });
});
