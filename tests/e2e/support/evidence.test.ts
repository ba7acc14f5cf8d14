import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/**
 * A test file with failing and passing tests, and a failing hook. Some of its services run in the process of the test,
 * others in their own process.
 */
const TESTS = `
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFakeHost } from ${here('../../support/fake-host.ts')};
import { openTestDatabase } from ${here('../../support/database.ts')};
import { openTestService } from ${here('../../support/service.ts')};
import { spawnService, untilHealthy } from ${here('../../support/spawned-service.ts')};
import { openForSuite } from ${here('../../support/suite.ts')};

describe('a service', () => {
  const t = openForSuite(openTestService);
  it('passes', async () => {
    await using other = await openTestService();
    await other.request('GET', '/passes-alone');
    await t.request('GET', '/openapi.json', {});
  });
  it('fails', async () => {
    await using alone = await openTestService();
    await alone.request('GET', '/items', { as: 'owner' });
    await t.request('GET', '/registries', { as: 'owner' });
    await using host = await openFakeHost();
    await using database = await openTestDatabase();
    await using spawned = spawnService({ HOST_URL: host.url, DATABASE_URL: database.url });
    await untilHealthy(spawned);
    assert.fail('as it should');
  });
});
describe('a suite', () => {
  openForSuite(async () => { throw new Error('not opened') });
  it('has a test', () => {});
});`;

describe('the evidence of a test that fails', () => {
  it('has its own folder, and a passing test leaves no files', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'odd.test.ts');
    await writeFile(file, TESTS);
    const failures = join(folder.path, 'failures');
    const temporary = join(folder.path, 'temporary');
    await mkdir(temporary);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      env: { ...env, TMPDIR: temporary, TEST_FAILURES: failures },
      encoding: 'utf8',
    });
    const [fails = '', hook = '', ...more] = (await readdir(failures)).sort();
    assert.deepEqual(more, []);
    assert.match(fails, /^a-service-fails-/, stdout);
    assert.match(hook, /^hook-of-/);
    assert.ok(stdout.includes(`Evidence: ${join(failures, fails)}`), stdout);
    const logs = await readdir(join(failures, fails));
    const texts = await Promise.all(logs.sort().map((log) => readFile(join(failures, fails, log), 'utf8')));
    assert.deepEqual(logs, ['service-1.log', 'service-3.log', 'service-4.log']);
    assert.match(texts[0] ?? '', /"route":"\/registries","status":200/);
    assert.match(texts[1] ?? '', /"route":"\/items","status":200/);
    assert.match(texts[2] ?? '', /Largesse API: http/);
    assert.deepEqual(await readdir(temporary), []);
  });
});
