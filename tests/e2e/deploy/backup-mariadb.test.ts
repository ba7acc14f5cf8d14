// Needs a MariaDB server: dumps and restores depend on its programs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FILES } from '../../../api/src/backup/manifest.ts';
import { hasMariaDb, startMariaDb, trySite } from '../../../api/src/backup/mariadb.ts';
import { addressChange } from '../../../api/src/backup/site-address.ts';
import { openDatabase } from '../../../api/src/database/open.ts';
import { hasProgram } from '../../../deploy/testing/program.ts';
import { run } from '../../../tools/release/run.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { runCommand } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);']).status === 0;
const missing = Object.entries({ MariaDB: hasMariaDb(), 'PHP with mysqli': hasPhp, unzip: hasProgram('unzip', '-v') })
  .filter(([, isThere]) => !isThere)
  .map(([name]) => name);
const skip = missing.length > 0 ? `${missing.join(', ')} is not installed` : false;

/**
 * Installs WordPress and creates three registries. The characters in one title would be lost in a dump with the wrong
 * character set.
 */
const INSTALL = `
  define( 'WP_INSTALLING', true );
  require $argv[1] . '/wp-load.php';
  require ABSPATH . 'wp-admin/includes/upgrade.php';
  wp_install( 'Site', 'admin', 'admin@people.example', true, '', 'password' );
  foreach ( array( 'Zoë & Jürgen 🎁', 'Second', 'Third' ) as $title ) {
    echo wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => $title ), true ), ' ';
  }`;

describe('a backup of a WordPress on MariaDB', { skip }, () => {
  it('is tested in a separate MariaDB, and restores the site unchanged', async () => {
    await using server = await startMariaDb();
    await using folder = await temporaryFolder();
    const wordpress = join(folder.path, 'wordpress');
    const { coreZip } = await fetchWordPress('6.5');
    await run(folder.path, 'unzip', ['-q', coreZip, '-d', wordpress]);
    server.rows('CREATE DATABASE site CHARACTER SET utf8mb4');
    const constants = { DB_NAME: 'site', DB_USER: 'root', DB_PASSWORD: '', DB_HOST: `localhost:${server.socket}` };
    const defines = Object.entries({
      ...constants,
      DB_CHARSET: 'utf8mb4',
      DB_COLLATE: '',
      WP_HOME: 'http://site.example',
    });
    await writeFile(
      join(wordpress, 'wp-config.php'),
      `<?php
      ${defines.map(([name, value]) => `define( '${name}', '${value}' );`).join(' ')}
      define( 'WP_HTTP_BLOCK_EXTERNAL', true );
      $table_prefix = 'gifts_';
      function wp_mail() { return true; }
      require __DIR__ . '/wp-settings.php';`,
    );
    const printed = await run(folder.path, 'php', ['-r', INSTALL, wordpress]);
    const [kept = 0, other = 0, third = 0] = (printed.match(/\d+ \d+ \d+ $/)?.[0] ?? '').split(' ').map(Number);
    assert.ok(kept > 0 && other > 0 && third > 0, printed);
    server.rows("UPDATE gifts_options SET option_value = 'http://site.example' WHERE option_name = 'home'", 'site');
    server.rows(
      "UPDATE gifts_options SET option_value = 'http://site.example/core' WHERE option_name = 'siteurl'",
      'site',
    );
    const uploads = join(wordpress, 'wp-content', 'uploads', '2026');
    await mkdir(uploads, { recursive: true });
    await writeFile(join(uploads, 'cake.jpg'), 'a cake');

    const items = join(folder.path, 'items.db');
    await (await openDatabase({ kind: 'sqlite', path: items })).close();
    using database = new DatabaseSync(items);
    const gone = third + 100;
    for (const registry of [kept, kept, other, gone])
      database.exec(`INSERT INTO items (registry_id, name, url) VALUES (${registry}, 'Pot', 'https://pots.example/')`);
    database.close();

    const backups = join(folder.path, 'backups');
    await mkdir(backups);
    const env = { DATABASE_URL: `sqlite:${items}` };
    const dump = `mariadb-dump ${server.options.join(' ')} --single-transaction --quick site`;
    const taken = await runCommand('backup', ['--wordpress', wordpress, '--dump', dump, backups], env);
    assert.equal(taken.code, 0, taken.stderr);
    const [, backup = ''] = /^(.*Z): 3 registries, 4 items, 0 gifts, checked\n$/m.exec(taken.stdout) ?? [];
    assert.ok(backup, taken.stdout);

    const drill = await runCommand('drill', [backups], {});
    assert.equal(drill.code, 0, drill.stderr);
    assert.match(drill.stdout, /would restore 3 registries, 4 items, 0 gifts, as of /);
    assert.match(drill.stdout, /WordPress: would restore 1 users, 3 registries\n/);
    assert.match(drill.stdout, new RegExp(`lacks these registries; a restore makes their items inactive: ${gone}\n`));

    const failing = await runCommand('backup', ['--wordpress', wordpress, '--dump', `${dump}-mistyped`, backups], env);
    assert.match(failing.stderr, /--dump: the command failed \(exit code 2\)\n$/);

    server.rows('DROP DATABASE site; CREATE DATABASE site CHARACTER SET utf8mb4');
    await writeFile(join(uploads, 'cake.jpg'), 'something else');
    const load = `mariadb ${server.options.join(' ')} site`;
    const restored = await runCommand('restore', ['--yes', '--wordpress', wordpress, '--load', load, backup], env);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(
      restored.stdout,
      /NOT match the items yet\. .*: HOST_URL, REGISTRY_API_USERNAME, REGISTRY_API_APP_PASSWORD\. Set/,
    );
    assert.match(restored.stdout, /run npm run reconcile -- --retire-gone/);
    const addresses = () =>
      server.rows(
        "SELECT option_value FROM gifts_options WHERE option_name IN ('home', 'siteurl') ORDER BY option_name",
        'site',
      );
    assert.deepEqual(addresses(), ['http://site.example', 'http://site.example/core']);
    const titles = server.rows("SELECT post_title FROM gifts_posts WHERE post_type = 'registry' ORDER BY ID", 'site');
    assert.deepEqual(titles, ['Zoë &amp; Jürgen 🎁', 'Second', 'Third']);
    assert.equal(await readFile(join(uploads, 'cake.jpg'), 'utf8'), 'a cake');

    const elsewhere = ['--site-url', "https://new.example/o'hara/"];
    const target = { DATABASE_URL: `sqlite:${join(folder.path, 'elsewhere.db')}` };
    const moved = await runCommand(
      'restore',
      ['--yes', '--wordpress', wordpress, ...elsewhere, '--load', load, backup],
      target,
    );
    assert.equal(moved.code, 0, moved.stderr);
    assert.match(moved.stdout, /WordPress: as of \S+, at https:\/\/new\.example\/o'hara\n/);
    assert.deepEqual(addresses(), ["https://new.example/o'hara", "https://new.example/o'hara/core"]);

    // In each row, `home` and `siteurl` differ in scheme, host or slashes. Both options must get the new scheme and
    // host. Only a `siteurl` below `home` keeps its path, such as `/core`.
    for (const [home, siteurl, expected] of [
      ['http://site.example', 'https://site.example', ''],
      ['https://site.example/', 'https://site.example/core', '/core'],
      ['https://site.example', 'https://site.example.org/core', ''],
      ['https://site.example', 'https://www.site.example', ''],
    ] as const) {
      server.rows(`UPDATE gifts_options SET option_value = '${home}' WHERE option_name = 'home'`, 'site');
      server.rows(`UPDATE gifts_options SET option_value = '${siteurl}' WHERE option_name = 'siteurl'`, 'site');
      server.rows(await addressChange(backup, 'https://new.example'), 'site');
      assert.deepEqual(addresses(), ['https://new.example', `https://new.example${expected}`], `${home} ${siteurl}`);
    }
  });

  const knowsSandbox = spawnSync('mariadb', ['--help'], { encoding: 'utf8' }).stdout?.includes('--sandbox');
  it('is tested without running shell commands that someone has put into the dump', {
    skip: knowsSandbox ? false : 'this mariadb has no --sandbox',
  }, async () => {
    await using folder = await temporaryFolder();
    const ran = join(folder.path, 'ran');
    await writeFile(join(folder.path, FILES.site), gzipSync(`SELECT 1;\n\\! touch ${ran}\nSELECT 2;\n`));
    await assert.rejects(trySite(folder.path), /^BackupError: MariaDB: /);
    assert.equal(existsSync(ran), false);
  });
});
