// Needs processes and files: a backup replaces a database.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { addItem, addRegistry } from '../../../api/conformance/world.ts';
import { forgetBackups, makeBackup } from '../../../api/src/backup/folder.ts';
import { readBackup } from '../../../api/src/backup/manifest.ts';
import { copySite } from '../../../api/src/backup/site.ts';
import type { Database } from '../../../api/src/database/database.ts';
import { openDatabase } from '../../../api/src/database/open.ts';
import { realNow } from '../../../contract/testing/clock.ts';
import { runCommand } from '../../support/command.ts';
import { describeOnSqlite } from '../../support/database.ts';
import { createDatabase, startPostgres } from '../../support/postgres.ts';
import { AMPLE, openTestService, type TestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { valuesOf } from '../../support/values-of.ts';

const create = (t: TestService) => {
  const body = { registry_id: 1, name: 'Kettle', url: 'https://shop.example/kettle' };
  return t.request<{ data: { id: number } }>('POST', '/items', { as: 'admin', body });
};

describeOnSqlite('npm run backup and npm run restore', () => {
  it('replaces a database with a backup, keeps the old one, and then repairs the lists', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    const registry = addRegistry(t);
    await addItem(t, registry.id, {}, 'owner');
    await create(t);
    const backup = await backedUp(folder.path, t.database.url);
    assert.deepEqual(readdirSync(folder.path), [basename(backup)]);
    assert.deepEqual(readdirSync(backup).sort(), ['items.db', 'manifest.json']);
    // The backup contains personal data, so no other user may read it.
    assert.equal(statSync(backup).mode & 0o777, 0o700);
    const drill = await runCommand('drill', [folder.path], {});
    assert.match(
      drill.stdout,
      /would restore 2 registries, 2 items, 0 gifts, as of 20\S+Z\nThe backup does not contain/,
    );
    await create(t);
    const events = async (query: string) => {
      const answer = await t.request<{ item_id: number }[]>('GET', `/events?${query}`, { as: 'admin' });
      return { ids: answer.body.map(({ item_id }) => item_id), next: answer.headers['next-cursor'] };
    };
    const later = await events('');
    assert.equal(later.ids.length, 3);
    t.host.registries.get(registry.id).meta.set('registry_item_ids', '[]');

    const inUse = await runCommand('restore', ['--yes', '--items-only', backup], { DATABASE_URL: t.database.url });
    assert.equal(inUse.code, 1);
    assert.match(inUse.stderr, /is in use: stop the service first\n$/);

    await t.whileStopped(async () => {
      const restored = await runCommand('restore', ['--yes', '--items-only', backup], {
        DATABASE_URL: t.database.url,
        HOST_URL: t.host.url,
        REGISTRY_API_USERNAME: 'admin',
        REGISTRY_API_APP_PASSWORD: t.host.users.get('admin').password ?? '',
      });
      assert.equal(restored.code, 0, restored.stderr);
      assert.match(restored.stdout, /0 correct, 1 repaired, 1 deleted, 0 failed/);
      const setAside = /The previous database: (.*)\n/.exec(restored.stdout)?.[1] ?? '';
      using old = new DatabaseSync(setAside);
      assert.equal(old.prepare('SELECT count(*) AS items FROM items').get()?.items, 3);
    });
    // The service was running during the backup. The restored database must not report this as an unclean end.
    const [unclean] = await t.database.query('SELECT count(*) AS runs FROM runs WHERE is_unclean = 1');
    assert.equal(unclean?.runs, 0);
    // The command makes the items of a registry that the site lacks inactive.
    const { body: items } = await t.request<{ id: number }[]>('GET', '/items', { as: 'admin' });
    assert.deepEqual(valuesOf(items, 'id'), later.ids.slice(0, 1));
    assert.deepEqual(t.host.registries.itemIds(registry.id), later.ids.slice(0, 1));
    const { body: next } = await create(t);
    assert.ok(next.data.id > 1_000_000, 'an id that was given after the backup is not given again');
    // A cursor from the time after the backup remains valid, and returns the events after the restore.
    assert.deepEqual((await events(`after=${later.next}`)).ids, [next.data.id]);
    assert.deepEqual((await events('')).ids, [...later.ids.slice(0, 2), next.data.id]);
  });

  it('replaces a damaged database, and a missing one whose log remains, with a backup', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const backup = await backedUp(folder.path, t.database.url);
    const env = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder.path, name)}` });
    const items = (name: string) => {
      using database = new DatabaseSync(join(folder.path, name));
      return database.prepare('SELECT count(*) AS items FROM items').get()?.items;
    };

    writeFileSync(join(folder.path, 'damaged.db'), 'garbage '.repeat(1000));
    const damaged = await runCommand('restore', ['--yes', '--items-only', backup], env('damaged.db'));
    assert.equal(damaged.code, 0, damaged.stderr);
    assert.equal(items('damaged.db'), 1);

    // Copies only the write-ahead log, to simulate a killed service whose database file is missing.
    for (let more = 0; more < 3; more++) await create(t);
    for (const ending of ['-wal', '-shm'])
      copyFileSync(t.database.path + ending, join(folder.path, `gone.db${ending}`));
    const gone = await runCommand('restore', ['--yes', '--items-only', backup], env('gone.db'));
    assert.equal(gone.code, 0, gone.stderr);
    assert.equal(items('gone.db'), 1);
  });

  it('reject impossible requests in one line, and change nothing', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const whole = await backedUp(folder.path, t.database.url);
    const damaged = join(folder.path, 'damaged');
    cpSync(whole, damaged, { recursive: true });
    appendFileSync(join(damaged, 'items.db'), 'x');
    // This backup uses a folder of its own. Otherwise two backups within one second would have the same name.
    const empty = join(folder.path, 'empty');
    mkdirSync(empty);
    const target = join(folder.path, 'target.db');
    const env = { DATABASE_URL: `sqlite:${target}` };
    const before = readdirSync(folder.path);
    const cases: [command: string, args: string[], message: RegExp][] = [
      ['backup', [empty], /^there is no database at .*target\.db\n$/],
      ['backup', [join(folder.path, 'mistyped')], /^there is no folder .*mistyped\n$/],
      ['backup', ['--dump', 'true', folder.path], /^--dump: requires --wordpress/],
      [
        'restore',
        ['--items-only', join(folder.path, 'none')],
        /^there is no backup in .*none: it has no manifest\.json\n$/,
      ],
      ['restore', ['--items-only', damaged], /items\.db is damaged: \d+ of \d+ bytes, and a different checksum\n$/],
      ['restore', [whole], /^--wordpress: name the folder of WordPress, or use --items-only/],
      ['restore', ['--wordpress', folder.path, whole], /^--wordpress: the backup contains only items/],
      ['drill', [damaged], /^FOLDER: there is no backup in /],
    ];
    for (const [command, args, message] of cases) {
      const { code, stderr } = await runCommand(command, args, env);
      assert.deepEqual([code, message.test(stderr)], [1, true], `${command} ${args}: ${stderr}`);
    }
    assert.deepEqual(readdirSync(folder.path), before);
    const wordless = await runCommand('backup', ['--wordpress', folder.path, empty], {
      DATABASE_URL: t.database.url,
    });
    assert.match(wordless.stderr, /is not a folder of WordPress: it has no wp-content\n$/);
    assert.deepEqual(readdirSync(empty), [], 'half a backup is none');
  });

  it('do not begin without room, change nothing, and say what to do', async (test) => {
    await using folder = await temporaryFolder();
    await using small = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const whole = await backedUp(folder.path, t.database.url);
    // Less than the commands leave to the service.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', small.path]).status !== 0)
      return test.skip('a small file system can only be mounted by root on Linux');
    try {
      const target = `sqlite:${join(small.path, 'items.db')}`;
      const cases: [command: string, args: string[], env: Record<string, string>][] = [
        ['backup', [small.path], { DATABASE_URL: t.database.url }],
        ['restore', ['--items-only', '--yes', whole], { DATABASE_URL: target }],
        ['drill', [folder.path], { DATABASE_URL: target, TMPDIR: small.path }],
      ];
      for (const [command, args, env] of cases) {
        const { code, stderr } = await runCommand(command, args, env);
        const message = /^the copy needs 1 MB, and 64 MB must stay free, but \S+ has 16 MB: .* Nothing was changed\n$/;
        assert.deepEqual([code, message.test(stderr)], [1, true], `${command}: ${stderr}`);
        assert.deepEqual(readdirSync(small.path), [], command);
      }
    } finally {
      spawnSync('umount', [small.path]);
    }
  });

  it('restores the items although the site is down, and says how to repair the lists', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const backup = await backedUp(folder.path, t.database.url);
    const { code, stdout, stderr } = await runCommand('restore', ['--yes', '--items-only', backup], {
      DATABASE_URL: `sqlite:${join(folder.path, 'target.db')}`,
      HOST_URL: 'http://127.0.0.1:1',
      REGISTRY_API_USERNAME: 'admin',
      REGISTRY_API_APP_PASSWORD: 'secret',
    });
    assert.equal(code, 1);
    assert.match(stdout, /^Items: as of .*, 1 items/m);
    assert.match(
      stderr,
      /The items are restored, but .* When the site answers, run npm run reconcile -- --retire-gone/,
    );
  });

  it('delete backups that are too old, but never the newest', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    // The backup with the suffix `.partial` was never finished.
    const old = [
      'largesse-2020-01-01T00-00-00Z',
      'largesse-2020-01-02T00-00-00Z',
      'largesse-2020-01-03T00-00-00Z.partial',
    ];
    for (const name of [...old, 'something else']) mkdirSync(join(folder.path, name));
    const { stdout } = await runCommand('backup', ['--keep', '30', folder.path], { DATABASE_URL: t.database.url });
    for (const name of old) assert.match(stdout, new RegExp(`${name}: deleted\n`));
    assert.deepEqual(await forgetBackups(folder.path, 1, new Date('2100-01-01')), { deleted: [], kept: [] });
    const left = readdirSync(folder.path);
    assert.equal(left.length, 2);
    assert.ok(left.includes('something else'));
    const [older, oldPartial, ...kept] = [
      'largesse-2026-05-01T11-59-59Z',
      'largesse-2026-05-01T11-59-58Z.partial',
      'largesse-2026-05-01T12-00-00Z',
      'largesse-2026-05-29T00-00-00Z.partial',
      'largesse-2026-05-30T00-00-00Z',
    ];
    const other = join(folder.path, 'something else');
    for (const name of [older, oldPartial, ...kept]) mkdirSync(join(other, name ?? ''));
    assert.deepEqual(await forgetBackups(other, 30, new Date('2026-05-31T12:00:00Z')), {
      deleted: [older, oldPartial],
      kept: [],
    });
    assert.deepEqual(readdirSync(other).sort(), kept);
  });

  it('make two simultaneous backups one after the other, or refuse one, and never mix both', async () => {
    await using folder = await temporaryFolder();
    const moment = new Date(realNow());
    const first = await makeBackup(folder.path, moment, async (to) => {
      writeFileSync(join(to, 'half'), 'first');
      const second = makeBackup(folder.path, moment, async (there) => writeFileSync(join(there, 'half'), 'second'));
      await assert.rejects(
        second,
        /\.partial already exists: another backup is running\. If no backup is running, delete this folder$/,
      );
    });
    assert.equal(readFileSync(join(first, 'half'), 'utf8'), 'first');
    assert.deepEqual(readdirSync(folder.path), [basename(first)]);
  });

  it('restores nothing that the manifest does not list', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const whole = await backedUp(folder.path, t.database.url);
    // `drill` checks only the newest backup.
    mkdirSync(join(folder.path, 'largesse-2020-01-01T00-00-00Z'));
    const manifest = JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'));
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'target.db')}` };
    const unknown = /this version cannot read .*manifest\.json$/;
    for (const change of [
      { format: 2 },
      { counts: null },
      { counts: {} },
      { counts: { ...manifest.counts, gifts: '0' } },
      { moment: 'yesterday' },
      { files: null },
      { files: {} },
      { files: { 'items.db': null } },
      { files: { 'items.db': { sha256: 7, bytes: 7 } } },
      { files: { ...manifest.files, '../items.db': manifest.files['items.db'] } },
    ]) {
      writeFileSync(join(whole, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
      await assert.rejects(readBackup(whole), unknown);
    }
    writeFileSync(join(whole, 'manifest.json'), JSON.stringify(manifest));
    const items = readFileSync(join(whole, 'items.db'));
    appendFileSync(join(whole, 'items.db'), 'x');
    await assert.rejects(readBackup(whole), /items\.db is damaged: \d+ of \d+ bytes, and a different checksum$/);
    writeFileSync(join(whole, 'items.db'), items.with(-1, 1 - (items.at(-1) ?? 0)));
    await assert.rejects(readBackup(whole), /items\.db is damaged: (\d+) of \1 bytes, and a different checksum$/);
    rmSync(join(whole, 'items.db'));
    await assert.rejects(readBackup(whole), /items\.db is missing$/);
    writeFileSync(join(whole, 'items.db'), items);
    writeFileSync(join(whole, 'uploads.tar.gz'), 'from somebody else');
    const stray = /uploads\.tar\.gz does not belong to the backup: manifest\.json does not name it\n$/;
    for (const [command, args] of [
      ['restore', ['--items-only', whole]],
      ['drill', [folder.path]],
    ] as const) {
      const { code, stderr } = await runCommand(command, [...args], env);
      assert.deepEqual([code, stray.test(stderr)], [1, true], stderr);
    }
    assert.equal(existsSync(join(folder.path, 'target.db')), false);
  });

  it('replace the uploads before the database, undo that if the database fails, and change the address', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    const wordpress = join(folder.path, 'wordpress');
    const content = join(wordpress, 'wp-content');
    const picture = join(content, 'uploads', 'cake.jpg');
    mkdirSync(join(content, 'uploads'), { recursive: true });
    writeFileSync(picture, 'a cake');
    const backups = join(folder.path, 'backups');
    mkdirSync(backups);
    const site = ['--wordpress', wordpress];
    const dump = "printf 'CREATE TABLE `wp_%s` (\\n' users options";
    const taken = await runCommand('backup', [...site, '--dump', dump, backups], {
      DATABASE_URL: t.database.url,
    });
    assert.equal(taken.code, 0, taken.stderr);
    const [name = ''] = readdirSync(backups);
    writeFileSync(picture, 'something else');
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'target.db')}` };
    const restore = (load: string) =>
      runCommand(
        'restore',
        ['--yes', ...site, '--site-url', 'https://new.example/', '--load', load, join(backups, name)],
        env,
      );
    const inUse = await runCommand('restore', ['--yes', ...site, '--load', 'cat > /dev/null', join(backups, name)], {
      DATABASE_URL: t.database.url,
    });
    assert.match(inUse.stderr, /is in use: stop the service first\n$/);
    assert.deepEqual([readdirSync(content), readFileSync(picture, 'utf8')], [['uploads'], 'something else']);
    const failed = await restore('cat > /dev/null; exit 3');
    assert.match(failed.stderr, /--load: the command failed \(exit code 3\)\n$/);
    assert.equal(readFileSync(picture, 'utf8'), 'something else');
    assert.deepEqual(readdirSync(content), ['uploads']);
    assert.deepEqual(readdirSync(wordpress), ['wp-content']);
    // Visitors see WordPress's maintenance page while the database is replaced.
    const loaded = join(folder.path, 'loaded.sql');
    const done = await restore(
      `cat > '${loaded}'; grep -q 'a cake' '${picture}' && test -f '${wordpress}/.maintenance'`,
    );
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(readdirSync(wordpress), ['wp-content']);
    // The command has no credentials for the site, so it cannot repair the lists, but prints how to do it.
    assert.match(done.stdout, /lists of registries do NOT match .* run npm run reconcile -- --retire-gone before/);
    const [, aside = ''] = /previous uploads: (\S+)\n/.exec(done.stdout) ?? [];
    assert.equal(readFileSync(join(aside, 'cake.jpg'), 'utf8'), 'something else');
    const sql = readFileSync(loaded, 'utf8');
    assert.match(
      sql,
      /^CREATE TABLE `wp_users` \(\nCREATE TABLE `wp_options` \(\n.*CONCAT\('https:\/\/new\.example', .*COMMIT;\n$/s,
    );
    for (const [command, message] of [
      ['echo half; exit 3', /^--dump: the command failed \(exit code 3\)$/],
      ['true', /^--dump: the command printed nothing$/],
    ] as const)
      await assert.rejects(copySite({ folder: wordpress, command }, folder.path), { message });
  });
});

/** Makes a backup. @returns its path */
async function backedUp(folder: string, url: string): Promise<string> {
  const { stdout, stderr } = await runCommand('backup', [folder], { DATABASE_URL: url });
  const [, path = ''] = /^(.*Z): /m.exec(stdout) ?? [];
  assert.ok(path, stderr);
  return path;
}

// move-data.test.ts proves that a backup contains all data.
it('backups of PostgreSQL: are restored into an empty database, with the positions of all events', async () => {
  await using server = await startPostgres();
  await using folder = await temporaryFolder();
  const url = await createDatabase(server.url);
  const database = await openDatabase({ kind: 'postgres', url }, null, undefined, AMPLE.patience);
  await database.write("INSERT INTO items (registry_id, name, url) VALUES ($1, 'Pot', 'https://shop.example/')", [7]);
  // No process has assigned a position to this event yet.
  await database.write(
    "INSERT INTO events (id, type, at, registry_id, is_secret) VALUES (gen_random_uuid(), 'item.deleted', now(), $1, 0)",
    [7],
  );
  const all = async (from: Database) => [
    await from.read('SELECT * FROM items', []),
    await from.read('SELECT * FROM events', []),
  ];
  const backup = await backedUp(folder.path, url);
  const there = await all(database);
  const full = await runCommand('restore', ['--yes', '--items-only', backup], { DATABASE_URL: url });
  assert.match(full.stderr, /^DATABASE_URL: is in use: stop the service first\n$/);
  await database.close();
  const taken = await runCommand('restore', ['--yes', '--items-only', backup], { DATABASE_URL: url });
  assert.match(taken.stderr, /^DATABASE_URL: the database contains items: name an empty database\n$/);

  const empty = await createDatabase(server.url);
  const restored = await runCommand('restore', ['--yes', '--items-only', backup], { DATABASE_URL: empty });
  assert.equal(restored.code, 0, restored.stderr);
  const opened = await openDatabase({ kind: 'postgres', url: empty }, null, undefined, AMPLE.patience);
  assert.deepEqual(await all(opened), there);
  await opened.close();
});
