// Needs a whole container: it tests the image of the service, which deploy/Containerfile builds.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Container, startContainer, THIS_MACHINE } from '../../../deploy/testing/container.ts';
import { buildServiceImage, removeImages, whyNoImages } from '../../../deploy/testing/images.ts';
import { run } from '../../../deploy/testing/run.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { patience } from '../../support/patience.ts';
import { addCast } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const IMAGE = `localhost/largesse-test-service:${process.pid}`;

/** A user and a group that the image does not know. */
const USER = '1234:4321';

describe('the image of the service', { skip: whyNoImages() }, () => {
  const folder = openForSuite(temporaryFolder);
  const host = openForSuite(openFakeHost);
  let registry = 0;

  after(() => removeImages(IMAGE).catch(() => {}));

  const start = () =>
    startContainer(8000, {
      image: IMAGE,
      data: join(folder.path, 'data'),
      user: USER,
      env: {
        HOST_URL: host.url.replace('127.0.0.1', THIS_MACHINE),
        DATABASE_URL: 'sqlite:/data/items.db',
        HOST_TIMEOUT: '60',
        DRAIN: '1',
      },
    });

  async function ask(container: Container, path: string, json?: object) {
    const response = await fetch(container.url + path, {
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
      headers: { authorization: host.users.authorization('owner'), 'content-type': 'application/json' },
    });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return JSON.parse(await response.text());
  }

  it('answers as an unknown user with a read-only file system, passes its health check, and stops cleanly', async () => {
    await buildServiceImage(folder.path, IMAGE);
    addCast(host);
    registry = host.registries.add({ author: host.users.get('owner').id }).id;
    await mkdir(join(folder.path, 'data'));
    await run('chown', [USER, join(folder.path, 'data')]);
    await using container = await start();
    assert.deepEqual(await ask(container, '/health'), { status: 'healthy', service: 'largesse-api' });
    // Fails unless the service is ready.
    await container.exec('node', 'deploy/containers/is-ready.ts');
    assert.match(await container.exec('id'), /uid=1234.*gid=4321/);
    assert.match(await container.exec('sh', '-c', 'touch /app/file 2>&1 || true'), /Read-only file system/);
    await ask(container, `/registries/${registry}/items`, { name: 'Kettle', url: 'https://shop.example/kettle' });
    assert.ok((await container.stop()) < patience(20_000));
    assert.equal(await container.exitCode(), 0, await container.logs());
  });

  it('keeps its items over a restart', async () => {
    await using container = await start();
    const items: { name: string }[] = await ask(container, `/registries/${registry}/items`);
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Kettle'],
    );
  });

  it('contains no tests, and nothing that only development needs', async () => {
    await using container = await start();
    const found = await container.exec('find', 'api', 'contract', 'deploy', '-name', '*.test.ts');
    assert.equal(found, '');
    const packages = (await container.exec('ls', 'node_modules')).split('\n');
    assert.ok(packages.includes('pg'));
    for (const name of ['typescript', 'playwright-core', 'esbuild']) assert.ok(!packages.includes(name), name);
  });
});
