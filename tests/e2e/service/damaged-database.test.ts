// Needs a process: it must go on with a damaged file.
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openSqlite } from '../../../api/src/database/sqlite/open.ts';
import { describeOnSqlite } from '../../support/database.ts';
import { openOwnService } from '../../support/own-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

const ITEMS = 3000;
const PAGE = 4096;

/** Creates a database of a few thousand items and damages one page. @returns the id of an item on this page */
async function makeDamaged(path: string): Promise<number> {
  await openSqlite(path).close();
  using connection = new DatabaseSync(path);
  connection.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ITEMS})
    INSERT INTO items (registry_id, name, url) SELECT i % 10 + 1, 'Kettle ' || i, 'https://shop.example/' || i FROM n`);
  const leaves = connection
    .prepare("SELECT pageno, ncell FROM dbstat WHERE name = 'items' AND pagetype = 'leaf' ORDER BY path")
    .all();
  const damaged = Math.floor(leaves.length / 2);
  const id = leaves.slice(0, damaged).reduce((sum, { ncell }) => sum + Number(ncell), 1);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, (Number(leaves[damaged]?.pageno) - 1) * PAGE);
  closeSync(file);
  return id;
}

describeOnSqlite('rules: Storage, a damaged page', () => {
  it('fails the requests that read it, names its file in the log, and serves all others', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    const id = await makeDamaged(path);
    await using t = await openOwnService({ DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'info' });
    const ask = async (method: string, route: string, body?: object) =>
      (await t.ask('admin', method, route, body)).status;
    const item = { registry_id: 3, name: 'Kettle', url: 'https://shop.example/kettle' };
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([
        ask('GET', `/items/${id}`),
        ask('GET', `/items?after=${id - 1}&limit=10`),
        ask('GET', '/items?skip=900&limit=1000'),
        ask('GET', '/items/1'),
        ask('GET', '/items?limit=10'),
        ask('PUT', `/items/${id}`, { name: 'Pot' }),
        ask('PUT', '/items/2', { name: 'Pot' }),
        ask('POST', '/items', item),
      ]);
      assert.deepEqual(answers, [500, 500, 500, 200, 200, 500, 200, 201]);
    }
    const { service } = t;
    assert.ok(service.output().includes(`${path}: database disk image is malformed`), service.output());
    assert.equal(await ask('GET', '/health'), 200);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });
});

describe('an uncaught error', () => {
  const throws = {
    'a throw in a callback': 'setImmediate(() => { throw new Error("odd place") })',
    'an unhandled promise': 'Promise.reject(new Error("odd place"))',
  };
  for (const [what, code] of Object.entries(throws))
    it(`ends the process only after it is logged with its stack: ${what}`, async () => {
      const onSignal = `process.on("SIGUSR1", () => { ${code} })`;
      const preload = `data:text/javascript,${encodeURIComponent(onSignal)}`;
      await using t = await openOwnService({ NODE_OPTIONS: `--import=${preload}` });
      const { service } = t;
      service.child.kill('SIGUSR1');
      assert.equal(await service.exited, 1);
      await until('it is in the log', () => service.output().includes('the process ends'));
      assert.match(service.output(), /"message":"odd place".*"stack":"Error: odd place\\n +at /);
    });
});
