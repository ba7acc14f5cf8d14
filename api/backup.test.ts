import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { runCommand } from './testing/command.ts';
import { describeOnSqlite } from './testing/database.ts';
import { openTestService, type TestService } from './testing/service.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { until } from './testing/wait.ts';

let written = 0;
const create = (t: TestService) => {
  // One registry would soon be full.
  const body = { registry_id: 1 + (written++ % 1000), name: 'Kettle', url: 'https://shop.example/kettle' };
  return t.request<{ data: { id: number } }>('POST', '/items', { as: 'admin', body });
};

describeOnSqlite('npm run backup and npm run restore', () => {
  it('keep every write that was acknowledged before, taken under writes', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    const env = { DATABASE_URL: t.database.url };
    const acknowledged = new Set<number>();
    let isRunning = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (isRunning) {
        const { status, body: answer } = await create(t);
        if (status === 201) acknowledged.add(answer.data.id);
        // A machine that does much else may refuse some.
        else assert.equal(status, 503);
      }
    });
    const written = Promise.all(writers);
    // One may fail before it is awaited below, which must not end the process.
    written.catch(() => {});
    await Promise.race([written, until('there are items', () => acknowledged.size > 200)]);
    const before = new Set(acknowledged);
    const file = join(folder.path, 'copy.db');
    const backup = await runCommand('backup', [file], env);
    isRunning = false;
    await written;
    assert.equal(backup.code, 0, backup.stderr);
    assert.match(backup.stdout, /copy\.db: \d+ items, schema version \d+, checked\n$/);
    assert.deepEqual(readdirSync(folder.path), ['copy.db']);

    const target = join(folder.path, 'elsewhere', 'items.db');
    const restored = await runCommand('restore', [file], { DATABASE_URL: `sqlite:${target}` });
    assert.equal(restored.code, 0, restored.stderr);
    using database = new DatabaseSync(target);
    const found = new Set(
      database
        .prepare('SELECT id FROM items')
        .all()
        .map(({ id }) => Number(id)),
    );
    console.log(`backup under writes: ${before.size} acknowledged before it, ${found.size} found`);
    assert.deepEqual(
      [...before].filter((id) => !found.has(id)),
      [],
    );
  });

  it('put a backup back in the place of a database, which is kept', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const file = join(folder.path, 'copy.db');
    await runCommand('backup', [file], { DATABASE_URL: t.database.url });
    await create(t);

    const inUse = await runCommand('restore', [file], { DATABASE_URL: t.database.url });
    assert.equal(inUse.code, 1);
    assert.match(inUse.stderr, /is in use: stop the service first\n$/);

    await t.whileStopped(async () => {
      const restored = await runCommand('restore', [file], { DATABASE_URL: t.database.url });
      assert.equal(restored.code, 0, restored.stderr);
      const setAside = /What was there before: (.*)\n/.exec(restored.stdout)?.[1] ?? '';
      using old = new DatabaseSync(setAside);
      assert.equal(old.prepare('SELECT count(*) AS items FROM items').get()?.items, 2);
    });
    const { body: items } = await t.request<object[]>('GET', '/items', { as: 'admin' });
    assert.equal(items.length, 1);
  });

  it('puts a backup in the place of a damaged database, and of one that is gone but for its log', async () => {
    await using folder = await temporaryFolder();
    await using t = await openTestService();
    await create(t);
    const file = join(folder.path, 'copy.db');
    await runCommand('backup', [file], { DATABASE_URL: t.database.url });
    const env = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder.path, name)}` });
    const items = (name: string) => {
      using database = new DatabaseSync(join(folder.path, name));
      return database.prepare('SELECT count(*) AS items FROM items').get()?.items;
    };

    writeFileSync(join(folder.path, 'damaged.db'), 'garbage '.repeat(1000));
    const damaged = await runCommand('restore', [file], env('damaged.db'));
    assert.equal(damaged.code, 0, damaged.stderr);
    assert.equal(items('damaged.db'), 1);

    // The log of a service that was killed, beside a database that somebody moved away.
    for (let more = 0; more < 3; more++) await create(t);
    for (const ending of ['-wal', '-shm'])
      copyFileSync(t.database.path + ending, join(folder.path, `gone.db${ending}`));
    const gone = await runCommand('restore', [file], env('gone.db'));
    assert.equal(gone.code, 0, gone.stderr);
    assert.equal(items('gone.db'), 1);
  });

  it('refuse in one line what they cannot do, and change nothing', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    const env = { DATABASE_URL: `sqlite:${path}` };
    const broken = join(folder.path, 'broken.db');
    writeFileSync(broken, 'SQLite format 3\0 and then nothing of the kind');
    const cases: [command: string, args: string[], environment: Record<string, string>, message: RegExp][] = [
      ['backup', [join(folder.path, 'x.db')], env, /^there is no database at .*items\.db\n$/],
      [
        'backup',
        [join(folder.path, 'mistyped', 'x.db')],
        { DATABASE_URL: `sqlite:${broken}` },
        /^there is no folder .*mistyped: make it, or choose another name\n$/,
      ],
      [
        'backup',
        ['--frobnicate'],
        env,
        /^Unknown option '--frobnicate'; usage: npm run backup -- FILE \(--help shows what there is\)\n$/,
      ],
      ['backup', [], env, /^FILE: name one file \(--help shows what there is\)\n$/],
      ['backup', ['x'], { DATABASE_URL: 'postgres://u@h/n' }, /^DATABASE_URL: PostgreSQL has tools of its own/],
      ['restore', [join(folder.path, 'none.db')], env, /^there is no backup at .*none\.db\n$/],
      ['restore', [broken], env, /^.*broken\.db is not a complete database of this service: .*\n$/],
    ];
    for (const [command, args, environment, message] of cases) {
      const { code, stderr } = await runCommand(command, args, environment);
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
    assert.deepEqual(readdirSync(folder.path), ['broken.db']);
  });

  it('does not overwrite a backup', async () => {
    await using t = await openTestService();
    const { code, stderr } = await runCommand('backup', [t.database.path], { DATABASE_URL: t.database.url });
    assert.equal(code, 1);
    assert.match(stderr, /is there already: choose another name\n$/);
  });
});
