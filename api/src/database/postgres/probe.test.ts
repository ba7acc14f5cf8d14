import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { createDatabase, startPostgres } from '../../../../tests/support/postgres.ts';
import { openForSuite } from '../../../../tests/support/suite.ts';
import { probeServer } from './probe.ts';

describe('the probe of a PostgreSQL', () => {
  const server = openForSuite(startPostgres);

  it('accepts a server that takes writes, over one connection, also after a restart', async () => {
    const probe = probeServer(await createDatabase(server.url));
    await probe.check();
    await server.crash();
    await assert.rejects(probe.check());
    await assert.rejects(probe.check());
    await server.start();
    for (let n = 0; n < 3; n++) await probe.check();
    assert.equal(await probes(server.url), 1);
    await server.crash();
    await server.start();
    await probe.check();
    await probe.close();
    await probe.close();
  });

  it('rejects a read-only server', async () => {
    const url = await createDatabase(server.url);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE "${rows[0]?.name}" SET default_transaction_read_only = on`);
    await client.end();
    const probe = probeServer(url);
    await assert.rejects(probe.check(), /does not take writes/);
    await probe.close();
  });
});

it('the probe of a PostgreSQL rejects a server that cannot write files', async () => {
  // A limit of temporary files stands for a full disk.
  await using server = await startPostgres({ settings: ['temp_file_limit=64kB'] });
  const probe = probeServer(await createDatabase(server.url));
  await assert.rejects(probe.check(), /temporary file size exceeds/);
  await probe.close();
});

/** Returns the number of open connections from probes to a server. */
async function probes(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'largesse%ready'");
  await client.end();
  return rows.length;
}
