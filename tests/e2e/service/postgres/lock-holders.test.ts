// Needs PostgreSQL: its views show who waits.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { openForSuite } from '../../../support/suite.ts';
import { until } from '../../../support/wait.ts';

const runbook = await readFile(fileURLToPath(new URL('../../../../docs/runbook.md', import.meta.url)), 'utf8');
const [, QUERY = ''] = /### Who holds a lock\n.*?```sql\n(.*?)```/s.exec(runbook) ?? [];

describe('the query of the runbook', () => {
  const server = openForSuite(() => startPostgres());

  for (const [lock, held, waiting] of [
    ['a row', 'UPDATE things SET id = id', 'UPDATE things SET id = id + 1'],
    ['a table', 'LOCK TABLE things IN ACCESS EXCLUSIVE MODE', 'SELECT * FROM things'],
    ['the schema', 'ALTER TABLE things ADD note text', 'INSERT INTO things VALUES (2)'],
    ['an advisory lock', 'SELECT pg_advisory_xact_lock(7)', 'SELECT pg_advisory_xact_lock(7)'],
  ] as const)
    it(`names the idle program that holds ${lock}, and the way to end it works`, async () => {
      const url = await createDatabase(server.url);
      await using blocker = await connected(url);
      await using waiter = await connected(url);
      await using operator = await connected(url);
      // PostgreSQL ends this connection.
      blocker.on('error', () => {});
      await operator.query('CREATE TABLE things AS SELECT 1 AS id');
      await blocker.query(`SET application_name = 'a forgotten console'; BEGIN`);
      await blocker.query(held);
      const done = waiter.query(waiting);
      const rows = async () => (await operator.query(QUERY)).rows;
      await until('a statement waits', async () => (await rows()).length > 0);
      const [found, ...others] = await rows();
      assert.deepEqual(others, []);
      assert.equal(found.statement, waiting);
      assert.deepEqual(
        [found.application_name, found.state, found.last_statement],
        ['a forgotten console', 'idle in transaction', held],
      );
      await operator.query('SELECT pg_terminate_backend($1)', [found.blocked_by]);
      await done;
      assert.deepEqual(await rows(), []);
    });
});
