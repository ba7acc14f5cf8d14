import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { MAX_ITEMS_COUNTED } from '@largesse/contract';
import { openSqlite } from '../../../../api/src/database/sqlite/open.ts';
import { indexPath } from '../../../../api/src/database/sqlite/search/index-file.ts';
import { openFakeHost } from '../../../support/fake-host.ts';
import { fetchOnce } from '../../../support/http-client.ts';
import { spawnService, untilHealthy } from '../../../support/spawned-service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

/**
 * Number of items. The index is built in twenty steps. The service logs the progress after the first step, so the test
 * can kill the service during the build.
 */
const ITEMS = 400_000;

const host = await openFakeHost();
after(() => host.close());

describe('the search index of the embedded database', () => {
  it('is completed by the next start after the service was killed while building it', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    await openSqlite(path).close();
    using database = new DatabaseSync(path);
    database.exec(`PRAGMA synchronous = OFF;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ITEMS})
      INSERT INTO items (registry_id, name, url, is_active)
      SELECT i % 1000 + 1, 'Kettle ' || i, 'https://shop.example/' || i, i % 10 > 0 FROM n;
      DELETE FROM search_changes WHERE seq < (SELECT max(seq) FROM search_changes)`);
    host.users.add('admin', { roles: ['administrator'] });
    const env = { HOST_URL: host.url, DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'info' };

    const killed = spawnService(env);
    killed.child.stdout?.on('data', () => {
      if (killed.output().includes('search index: is being built')) killed.child.kill('SIGKILL');
    });
    assert.equal(await killed.exited, null, killed.output());
    const left = progressIn(path);
    assert.ok(left.isBuilt === 0 && left.builtTo > 0 && left.builtTo < ITEMS, JSON.stringify(left));
    database.exec("UPDATE items SET name = 'Teapot' WHERE id IN (1, 399999); DELETE FROM items WHERE id = 2");

    await using service = spawnService(env);
    await untilHealthy(service);
    await until('the index is ready', () => service.output().includes('search index: ready'), 60_000);
    const share = Number(/is being built, (\d+) % of/.exec(service.output())?.[1]);
    assert.ok(share > Math.floor((100 * left.builtTo) / ITEMS), `went on at ${share} %, had ${left.builtTo}`);
    const search = async (query: string): Promise<unknown> => {
      const answer = await fetchOnce(`${service.url}/items/search?limit=2&${query}`, {
        headers: { authorization: host.users.authorization('admin') },
      });
      const { items, counts }: { items: { id: number }[]; counts: { unset: number } } = JSON.parse(await answer.text());
      return { ids: items.map(({ id }) => id), found: counts.unset };
    };
    assert.deepEqual(await search('q=teapot'), { ids: [1, 399_999], found: 2 });
    assert.deepEqual(await search('q=shop.example&sort=-id'), { ids: [399_999, 399_998], found: MAX_ITEMS_COUNTED });
    using index = new DatabaseSync(indexPath(path));
    assert.equal(index.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
    index.exec("INSERT INTO texts (texts, rank) VALUES ('integrity-check', 1)");
  });
});

/** Returns the progress of the index next to a database. */
function progressIn(path: string): { isBuilt: number; builtTo: number } {
  using index = new DatabaseSync(indexPath(path));
  const row = index.prepare('SELECT is_built, built_to FROM progress').get();
  return { isBuilt: Number(row?.is_built), builtTo: Number(row?.built_to) };
}
