import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BrokenSite } from '../wordpress/broken-site.ts';
import { readDemoEnvironment } from './environment.ts';
import { demoFailureText } from './report-failure.ts';

describe('the environment of the demonstration', () => {
  const repository = join(import.meta.dirname, '../..');

  test('may be empty', () => {
    const dataFolder = join(repository, 'data');
    assert.deepEqual(readDemoEnvironment({}), { sitePort: 8080, apiPort: 8000, dataFolder });
    assert.deepEqual(readDemoEnvironment({ SITE_PORT: '', LARGESSE_DATA: '' }).sitePort, 8080);
  });

  test('sets ports and folder', () => {
    const dataFolder = join(repository, 'elsewhere');
    const read = readDemoEnvironment({ SITE_PORT: '81', PORT: '0', LARGESSE_DATA: 'elsewhere' });
    assert.deepEqual(read, { sitePort: 81, apiPort: 0, dataFolder });
  });

  for (const value of ['x', '-1', '65536', '80.5', '1e3']) {
    test(`names the variable for a port of ${value}`, () => {
      assert.throws(() => readDemoEnvironment({ SITE_PORT: value }), /^SetupError: SITE_PORT must be a port/);
    });
  }

  test('uses two ports', () => {
    assert.throws(() => readDemoEnvironment({ SITE_PORT: '8000' }), /^SetupError: SITE_PORT and PORT must differ$/);
    assert.equal(readDemoEnvironment({ SITE_PORT: '0', PORT: '0' }).apiPort, 0);
  });
});

test('a failed start reports a full disk', () => {
  const dest = '/demo/wordpress/running-1-1/wordpress/index.php';
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/plugin/index.php', dest });
  const environment = { sitePort: 0, apiPort: 0, dataFolder: '/demo' };
  assert.equal(
    demoFailureText(new BrokenSite('/demo/wordpress', full), environment),
    'LARGESSE_DATA: /demo cannot be used as a folder for data (ENOSPC)',
  );
});
