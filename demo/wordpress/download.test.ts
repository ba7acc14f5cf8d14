import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { DemoFailure } from '../demo-failure.ts';
import { fetchWordPress } from './download.ts';

describe('fetching WordPress', () => {
  const { npm_config_registry, npm_config_fetch_retries } = process.env;
  let cache: string;
  beforeEach(async () => {
    cache = await mkdtemp(join(tmpdir(), 'largesse-test-'));
    // Nothing listens there, and npm asks once only.
    Object.assign(process.env, { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' });
  });
  afterEach(async () => {
    await rm(cache, { recursive: true });
    for (const [name, value] of Object.entries({ npm_config_registry, npm_config_fetch_retries })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test('without the registry is one clear line, and leaves nothing behind', async () => {
    await assert.rejects(fetchWordPress('6.5', { folders: [cache] }), (error) => {
      assert.ok(error instanceof DemoFailure);
      assert.equal(
        error.message,
        'Cannot fetch WordPress (158 MB): npm could not get it from its registry (ECONNREFUSED)',
      );
      return true;
    });
    assert.deepEqual(await readdir(cache), []);
  });

  test('is not needed where one of the folders has it', async () => {
    for (const name of ['wordpress-builds-0.9.19', 'cli-3.1.56']) await mkdir(join(cache, name));
    const files = await fetchWordPress('nightly', { folders: [join(cache, 'other'), cache] });
    assert.equal(files.coreZip, join(cache, 'wordpress-builds-0.9.19', 'wp-nightly.zip'));
    assert.equal(files.staticFolder, join(cache, 'wordpress-builds-0.9.19', 'wp-nightly'));
  });

  test('needs a folder that can be written', async () => {
    const file = join(cache, 'file');
    await writeFile(file, '');
    const folders = [join(file, 'x')];
    await assert.rejects(fetchWordPress('6.5', { folders }), /^DemoFailure: Cannot keep what is fetched once/);
  });
});
