// Needs a service and site: a backup must be one moment of both.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { runCommand } from '../../support/command.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';
import { openSite, type TestUser } from '../wordpress/site.ts';

/**
 * Script: creates the file `between`, and waits for the file `go`. Then prints a consistent copy of the SQLite database
 * of WordPress.
 */
const DUMP = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
const [database, folder] = process.argv.slice(2);
writeFileSync(folder + '/between', '');
while (!existsSync(folder + '/go')) await sleep(20);
await backup(new DatabaseSync(database, { readOnly: true, timeout: 30_000 }), folder + '/copy');
process.stdout.write(readFileSync(folder + '/copy'));
`;

it('a backup of both halves: taken under load restores one moment: no acknowledged change is lost, and the lists match', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder()).path;
  const data = join(folder, 'site');
  const site = opened.use(await openSite({ version: '6.5', dataFolder: data }));
  const siteDatabase = join(data, 'database', '.ht.sqlite');
  const wordpress = join(folder, 'wordpress');
  const uploads = join(wordpress, 'wp-content', 'uploads');
  await mkdir(uploads, { recursive: true });
  await writeFile(join(uploads, 'cake.jpg'), 'a cake');
  const backups = join(folder, 'backups');
  await mkdir(backups);
  const database = join(folder, 'items.db');
  const { username, applicationPassword } = site.users.admin;
  const env = {
    HOST_URL: site.url,
    DATABASE_URL: `sqlite:${database}`,
    HOST_TIMEOUT: '60',
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '0',
    REGISTRY_API_USERNAME: username,
    REGISTRY_API_APP_PASSWORD: applicationPassword,
  };
  let service = spawnService(env);
  opened.defer(() => service[Symbol.asyncDispose]());
  await untilHealthy(service);
  const request = async (who: TestUser, method: string, path: string, body?: object) => {
    const { authorization } = site.users[who];
    const response = await fetchOnce(`${service.url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const newRegistry = async (title: string): Promise<number> => {
    const { status, body } = await request('owner', 'POST', '/registries', { title });
    assert.equal(status, 201);
    return body.id;
  };
  const newItem = async (registry: number): Promise<number> => {
    const item = { name: 'Kettle', url: 'https://shop.example/kettle', quantity_needed: 100 };
    const { status, body } = await request('owner', 'POST', `/registries/${registry}/items`, item);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const newGift = async (registry: number, item_id: number): Promise<string> => {
    const id = randomUUID();
    const { status } = await request('admin', 'PUT', `/registries/${registry}/purchases/${id}`, { item_id });
    assert.ok(status === 201 || status === 200, String(status));
    return id;
  };
  const gifts = async (registry: number): Promise<string[]> => {
    const { body } = await request('admin', 'GET', `/registries/${registry}/purchases`);
    return body.map(({ id }: { id: string }) => id);
  };

  const kept = await newRegistry('Kept');
  const deleted = await newRegistry('Deleted between the halves');
  const first = await newItem(kept);
  const doomed = await newItem(deleted);
  const acknowledged = { items: [first], gifts: [await newGift(kept, first)] };

  // Users keep adding items and gifts during the backup.
  let isRunning = true;
  const writers = Array.from({ length: 2 }, async () => {
    while (isRunning) {
      const item = await newItem(kept);
      const gift = await newGift(kept, item);
      acknowledged.items.push(item);
      acknowledged.gifts.push(gift);
    }
  });
  const writing = Promise.all(writers);
  writing.catch(() => {});
  await Promise.race([writing, until('there are gifts', () => acknowledged.gifts.length > 5)]);
  const before = { items: [...acknowledged.items], gifts: [...acknowledged.gifts] };

  const dump = join(folder, 'dump.mjs');
  await writeFile(dump, DUMP);
  const command = `'${process.execPath}' --no-warnings '${dump}' '${siteDatabase}' '${folder}'`;
  const taking = runCommand('backup', ['--wordpress', wordpress, '--dump', command, backups], env);
  await until('the first half is there', () => existsSync(join(folder, 'between')));
  const between = await newRegistry('Made between the halves');
  const lost = await newItem(between);
  await newGift(between, lost);
  assert.equal((await request('owner', 'DELETE', `/registries/${deleted}`)).status, 204);
  await writeFile(join(folder, 'go'), '');
  const taken = await taking;
  assert.equal(taken.code, 0, taken.stderr);
  isRunning = false;
  await writing;
  const [name = ''] = readdirSync(backups);
  assert.deepEqual(readdirSync(join(backups, name)).sort(), [
    'items.db',
    'manifest.json',
    'uploads.tar.gz',
    'wordpress.sql.gz',
  ]);
  const tooLate = await newItem(between);

  const load = `cat > '${siteDatabase}.new' && rm -f '${siteDatabase}'-* && mv '${siteDatabase}.new' '${siteDatabase}'`;
  const restore = () =>
    runCommand('restore', ['--yes', '--wordpress', wordpress, '--load', load, join(backups, name)], env);
  const running = await restore();
  assert.deepEqual([running.code, /is in use: stop the service first/.test(running.stderr)], [1, true]);

  // Destroys all data.
  service.child.kill('SIGKILL');
  await service.exited;
  for (const ending of ['', '-wal', '-shm']) await rm(database + ending, { force: true });
  await writeFile(siteDatabase, 'garbage');
  await rm(join(uploads, 'cake.jpg'));

  const restored = await restore();
  assert.equal(restored.code, 0, restored.stdout + restored.stderr);
  assert.match(restored.stdout, /WordPress: as of .*Items: as of .* 2 registries/s);
  assert.match(restored.stdout, new RegExp(`registry ${deleted}: 1 items made inactive`));
  assert.match(restored.stdout, new RegExp(`registry ${between}: repaired`));
  assert.match(restored.stdout, / 0 failed\n/);
  assert.equal(await readFile(join(uploads, 'cake.jpg'), 'utf8'), 'a cake');
  assert.ok(!existsSync(join(wordpress, '.maintenance')));

  service = spawnService(env);
  await untilHealthy(service);
  const itemsOf = async (registry: number): Promise<number[]> => {
    const { status, body } = await request('owner', 'GET', `/registries/${registry}/items`);
    assert.equal(status, 200);
    return body.map(({ id }: { id: number }) => id);
  };
  const listOf = async (registry: number): Promise<number[]> =>
    JSON.parse(await site.wordpress.run(`echo get_post_meta( $input, 'registry_item_ids', true ) ?: '[]';`, registry));
  const [items, given] = [await itemsOf(kept), await gifts(kept)];
  const missing = <T>(all: readonly T[], found: readonly T[]) => all.filter((one) => !found.includes(one));
  assert.deepEqual(missing(before.items, items), []);
  assert.deepEqual(missing(before.gifts, given), []);
  assert.deepEqual((await listOf(kept)).sort(), items.toSorted());
  console.log(
    `backup of both halves: ${before.items.length} items and ${before.gifts.length} gifts before it, all found`,
  );

  // The backup saved the API's data first, and WordPress's data later. In between, the test created one registry and
  // deleted another. After the restore, the new registry has no items, and the deleted registry stays deleted.
  assert.deepEqual([await itemsOf(between), await listOf(between)], [[], []]);
  assert.equal((await request('owner', 'GET', `/registries/${deleted}`)).status, 404);
  assert.equal((await request('admin', 'GET', `/items/${doomed}`)).status, 404);
  assert.ok((await newItem(between)) > tooLate, 'ids are never reused');
  const dryRun = await runCommand('reconcile', ['--dry-run'], env);
  assert.deepEqual([dryRun.code, dryRun.stderr], [0, ''], dryRun.stdout);
});
