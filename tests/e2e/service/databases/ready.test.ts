// Needs a whole service: a thread answers while the event loop is blocked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ASK_PROBLEM, assertProblem } from '../../../../api/conformance/answers.ts';
import { ITEM, unusedRegistryId } from '../../../../api/conformance/world.ts';
import { itOnPostgres, itOnSqlite } from '../../../support/database.ts';
import { fetchOnce } from '../../../support/http-client.ts';
import { openOwnService } from '../../../support/own-service.ts';
import { patience } from '../../../support/patience.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

const env = { OPS_PORT: '0' };

async function ready(
  opsUrl: string,
): Promise<{ status: number; detail: string | undefined; retryAfter: string | null }> {
  const response = await fetchOnce(`${opsUrl}/ready`);
  const body: unknown = await response.json();
  const detail = body instanceof Object && 'detail' in body ? String(body.detail) : undefined;
  return { status: response.status, detail, retryAfter: response.headers.get('retry-after') };
}

const untilReady = (opsUrl: string, status: number) =>
  until(`/ready is ${status}`, async () => (await ready(opsUrl)).status === status);

const post = (t: TestService) =>
  t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: unusedRegistryId() } });

/**
 * Script that sends five requests to /ready. It prints the duration of the fastest answer (milliseconds), because other
 * programs may delay single ones, and fails if a status is not 200.
 */
const ASKING = `
  let fastest = Infinity;
  for (let n = 0; n < 5; n++) {
    const begun = performance.now();
    const { status } = await fetch(process.argv[1] + '/ready', { signal: AbortSignal.timeout(${patience(30_000)}) });
    fastest = Math.min(fastest, performance.now() - begun);
    if (status !== 200) throw new Error(String(status));
  }
  console.log(Math.round(fastest));
`;

describe('rules: Open routes, /ready is correct', () => {
  it('while the event loop is blocked, within a second', async () => {
    await using t = await openTestService({ env });
    // Until the script has ended, `spawnSync` blocks this process. The service runs in this process, too, so only a
    // thread of its own can answer.
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ASKING, t.opsUrl], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    assert.ok(Number(stdout) < patience(1000), `${stdout} ms`);
  });

  itOnPostgres('while every connection for statements waits for a lock', async () => {
    await using t = await openTestService({ env });
    await using lock = await t.database.lock();
    const waiting = Array.from({ length: 40 }, () => post(t));
    for (let n = 0; n < 5; n++) assert.equal((await ready(t.opsUrl)).status, 200);
    await lock.release();
    await Promise.all(waiting);
  });

  itOnSqlite('while another client locks the database', async () => {
    await using t = await openTestService({ env });
    await using lock = await t.database.lock();
    await untilReady(t.opsUrl, 503);
    assert.deepEqual(await ready(t.opsUrl), { status: 503, detail: 'Database is unavailable', retryAfter: '2' });
    await lock.release();
    await untilReady(t.opsUrl, 200);
  });

  itOnSqlite('for a database file that was moved or replaced', async () => {
    await using t = await openTestService({ env });
    const { path } = t.database;
    await untilReady(t.opsUrl, 200);
    renameSync(path, `${path}.away`);
    await untilReady(t.opsUrl, 503);
    renameSync(`${path}.away`, path);
    await untilReady(t.opsUrl, 200);
    renameSync(path, `${path}.away`);
    writeFileSync(path, '');
    await untilReady(t.opsUrl, 503);
    assert.equal((await ready(t.opsUrl)).detail, 'Database is unavailable');
    renameSync(`${path}.away`, path);
    await untilReady(t.opsUrl, 200);
  });

  itOnSqlite('with a full disk', async (test) => {
    await using folder = await temporaryFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder.path]);
    if (mounted.status !== 0) return test.skip('a small file system can only be mounted by root on Linux');
    try {
      await using t = await openOwnService({ DATABASE_URL: `sqlite:${join(folder.path, 'items.db')}`, ...env });
      const { service } = t;
      const create = () =>
        t.ask<{ data: { id: number } }>(
          'admin',
          'POST',
          '/items',
          { ...ITEM, registry_id: unusedRegistryId() },
          ASK_PROBLEM,
        );
      assert.equal((await ready(service.opsUrl)).status, 200);
      const filler = join(folder.path, 'filler');
      assert.throws(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024)), { code: 'ENOSPC' });
      await untilReady(service.opsUrl, 503);
      assert.equal((await ready(service.opsUrl)).detail, 'Database has no room left');
      // The write-ahead log has room for some writes.
      const kept: number[] = [];
      let refused = await create();
      for (; refused.status === 201; refused = await create()) kept.push(refused.body.data.id);
      const rules = assertProblem(refused, 503, 'Database has no room left');
      assert.deepEqual(rules, [{ field: 'database', rule: 'database_full', limit: null }]);
      assert.equal(refused.headers['retry-after'], '9');
      const ids = async () => {
        const answer = await t.ask<{ id: number }[]>('admin', 'GET', '/items?limit=1000');
        assert.equal(answer.status, 200);
        return answer.body.map(({ id }) => id);
      };
      assert.deepEqual(await ids(), kept);
      rmSync(filler);
      await untilReady(service.opsUrl, 200);
      const after = await create();
      assert.equal(after.status, 201);
      assert.deepEqual(await ids(), [...kept, after.body.data.id]);
    } finally {
      spawnSync('umount', [folder.path]);
    }
  });
});
