// Needs a machine of its own: the guides' commands install services as root.

import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { letPass, realNow } from '../../../contract/testing/clock.ts';
import {
  commandsOf,
  type OwnMachine,
  program,
  startOwnMachine,
  whyNoOwnMachine,
} from '../../../deploy/testing/own-machine.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { send } from '../../support/http-client.ts';
import { patience } from '../../support/patience.ts';
import { createDatabase, startPostgres } from '../../support/postgres.ts';
import { addCast } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { packed } from './packed.ts';

/*
 * Follows docs/install/own-server.md and docs/operations.md as root, with the package of the release, and checks that
 * each command works on the data of the service, and leaves files that the service can use.
 */

const API = '/opt/largesse/api';
const ITEMS = '/var/lib/largesse/items.db';
const SITE = '/var/www/html';
const DUMP = '-- A dump of WordPress\n';

/**
 * Replaces WP-CLI on a machine without WordPress. As WP-CLI, it refuses to run as root, and needs wp-config.php.
 * The file `database.sql` is the database of the site.
 */
const WP = `
for word; do [ "$word" != --allow-root ] || allowed=yes; done
if [ "$(id -u)" = 0 ] && [ "$allowed" != yes ]; then echo 'Error: YIKES! It looks like you are running this as root.' >&2; exit 1; fi
cat ${SITE}/wp-config.php > /dev/null
case "$*" in
  *'db export'*) cat ${SITE}/database.sql;;
  *'db import'*) cat > ${SITE}/database.sql;;
  *) exit 1;;
esac`;

/** Number of an account of the machine. */
const idOf = (machine: OwnMachine, name: string): number =>
  Number(new RegExp(`^${name}:[^:]*:(\\d+):`, 'm').exec(readFileSync(join(machine.folder, 'etc/passwd'), 'utf8'))?.[1]);

describe('on a server of one’s own, the guides’ commands, run as root', {
  skip: whyNoOwnMachine(),
  timeout: patience(600_000),
}, () => {
  const machine = openForSuite(startOwnMachine);
  const packages = openForSuite(() => packed('api'));
  const host = openForSuite(async () => {
    const opened = await openFakeHost();
    addCast(opened);
    return opened;
  });
  const agent = openForSuite(async () => {
    const kept = new Agent({ keepAlive: false });
    return Object.assign(kept, { [Symbol.asyncDispose]: async () => kept.destroy() });
  });
  const at = (path: string) => join(machine.folder, path);
  const ownerOf = (path: string) => {
    const { uid, mode } = statSync(at(path));
    const who = ['root', 'largesse', 'www-data'].find((name) => idOf(machine, name) === uid);
    return `${who} ${(mode & 0o777).toString(8)}`;
  };
  /** Runs a command of a guide. @returns its output */
  const run = async (script: string, folder = API): Promise<string> => {
    const { code, output } = await machine.run(script, folder);
    assert.equal(code, 0, output);
    return output;
  };
  const addItem = async (): Promise<void> => {
    const { status, text } = await send(agent, `http://127.0.0.1:${machine.ports.api}`, 'POST', '/items', {
      headers: { authorization: host.users.authorization('admin') },
      body: { registry_id: 1, name: 'Kettle', url: 'https://shop.example/kettle' },
    });
    assert.equal(status, 201, text);
  };
  const itemsInUse = async (): Promise<number> => {
    const answer = await send<unknown[]>(agent, `http://127.0.0.1:${machine.ports.api}`, 'GET', '/items', {
      headers: { authorization: host.users.authorization('admin') },
    });
    return answer.body.length;
  };
  const backups = () => readdirSync(at('var/backups/largesse')).sort();
  const guide = async (start: string, name = 'operations'): Promise<string> => {
    const lines = (await commandsOf(name)).join('\n').split('\n');
    return lines.find((line) => line.startsWith(start)) ?? assert.fail(`${name} has no ${start}`);
  };

  before(async () => {
    const [file = ''] = packages.files;
    const name = file.replace('.tar.gz', '');
    await writeFile(at(`var/tmp/${file}`), readFileSync(join(packages.folder, file)));
    await program(at('usr/local/bin/wp'), WP);
    await mkdir(at('var/www/html/wp-content/uploads'), { recursive: true });
    for (const [path, text] of [
      ['wp-config.php', '<?php'],
      ['database.sql', DUMP],
      ['wp-content/uploads/cake.jpg', 'a cake'],
    ] as const)
      await writeFile(at(`var/www/html/${path}`), text, { mode: 0o640 });
    await run(`chown -R www-data:www-data ${SITE}`, '/');

    const [install = '', timers = ''] = await commandsOf('install/own-server');
    const here = (script: string) => script.replaceAll('largesse-api-1.0.0', name);
    await run(here(install), '/var/tmp');
    const settings = readFileSync(at('etc/largesse/api.env'), 'utf8');
    await writeFile(at('etc/largesse/api.env'), settings.replace('https://site.example', host.url));
    await writeFile(at('etc/largesse/app-password'), `${host.users.get('admin').password}\n`, { mode: 0o600 });
    await run(`systemctl daemon-reload && systemctl enable --now largesse-api@0`);
    await run(timers, `${API}/deploy/systemd`);
  });

  it('install a service that is ready as soon as it answers, with files of its own account', async () => {
    assert.equal(await run(`curl -s http://127.0.0.1:${machine.ports.ops}/ready`), '{"status":"ready"}');
    await addItem();
    assert.deepEqual([ownerOf(ITEMS), ownerOf('etc/largesse/api.env')], ['largesse 600', 'root 640']);
  });

  it('name the settings, the database and the site on which they work', async () => {
    const named = `Settings: /etc/largesse/api.env\nDatabase: ${ITEMS}\nSite: ${host.url}\n`;
    const doctor = await machine.run('npm run --silent doctor', API);
    assert.ok(doctor.output.startsWith(named), doctor.output);
    assert.match(doctor.output, /✓ Database: \/var\/lib\/largesse\/items\.db is writable/);
    for (const command of ['reconcile -- --dry-run', 'webhooks -- list'])
      assert.ok((await machine.run(`npm run --silent ${command}`, API)).output.startsWith(named));
    assert.match(
      await run(`PORT=${machine.ports.api} npm run --silent webhooks -- list`),
      /^There are no webhooks\.$/m,
    );
    const elsewhere = await run(`DATABASE_URL=sqlite:/tmp/other.db npm run --silent doctor || true`);
    assert.match(elsewhere, /^Settings: \S+; the environment overrides DATABASE_URL\nDatabase: \/tmp\/other\.db$/m);
  });

  it('make a backup that the nightly one can read, test and delete', async () => {
    const command = await guide('npm run backup');
    const output = await run(command);
    assert.match(output, /: 1 registries, 1 items, 0 gifts, checked\n/);
    const [made = ''] = backups();
    assert.equal(ownerOf(`var/backups/largesse/${made}`), 'largesse 700');
    for (const file of ['items.db', 'manifest.json', 'wordpress.sql.gz', 'uploads.tar.gz'])
      assert.equal(ownerOf(`var/backups/largesse/${made}/${file}`), 'largesse 600');
    // 40 days later. An earlier version has left a second folder that belongs to root.
    renameSync(at(`var/backups/largesse/${made}`), at('var/backups/largesse/largesse-2026-01-01T00-00-00Z'));
    await mkdir(at('var/backups/largesse/largesse-2026-01-02T00-00-00Z'), { mode: 0o700 });
    await writeFile(at('var/backups/largesse/largesse-2026-01-02T00-00-00Z/items.db'), '');
    await run('systemctl start largesse-backup.service');
    const log = readFileSync(at('run/largesse-units/largesse-backup.service.log'), 'utf8');
    assert.match(log, /largesse-2026-01-01T00-00-00Z: deleted\n/);
    assert.match(log, /largesse-2026-01-02T00-00-00Z: older than 30 days, but .* \(EACCES\)\. As root, run: chown -R /);
    assert.match(log, /: would restore 1 registries, 1 items, 0 gifts/);
    const [, cure = ''] = /As root, run: (chown .*)\n/.exec(log) ?? [];
    await run(cure);
    await letPass(1100, 'the names of backups contain seconds');
    await run('systemctl start largesse-backup.service');
    assert.equal(existsSync(at('var/backups/largesse/largesse-2026-01-02T00-00-00Z')), false);
    assert.match(await run(await guide('npm run drill')), /: would restore 1 registries, 1 items/);
    // The service and doctor see that the backup is good.
    assert.match(
      (await machine.run('npm run --silent doctor', API)).output,
      /✓ Backup: the last good one is 0 hours old/,
    );
    const metrics = await run(`curl -s http://127.0.0.1:${machine.ports.ops}/metrics`);
    const [, seconds = ''] = /^largesse_last_good_backup_timestamp_seconds (\d+)$/m.exec(metrics) ?? [];
    assert.ok(realNow() / 1000 - Number(seconds) < 600, seconds);
  });

  it('restore the data of the service and of the site, after they asked, and keep owner and mode', async () => {
    await letPass(1100, 'the names of backups contain seconds');
    await run(await guide('npm run backup'));
    const restore = (await guide('npm run restore')).replace(/largesse-\d{4}-\S+Z/, backups().at(-1) ?? '');
    await addItem();
    assert.equal(await itemsInUse(), 2);
    await run('systemctl stop largesse-api@0');
    writeFileSync(at('var/www/html/database.sql'), 'lost');
    writeFileSync(at('var/www/html/wp-content/uploads/cake.jpg'), 'lost');

    const refused = await machine.answer(restore, 'no', API);
    assert.notEqual(refused.code, 0);
    assert.match(
      refused.output,
      new RegExp(
        `This replaces the database and the uploads of ${SITE}, and the items in ${ITEMS} with the backup as of \\S+\\. Type yes to continue: [\\s\\S]*Nothing was changed\\.`,
      ),
    );
    assert.equal(readFileSync(at('var/www/html/database.sql'), 'utf8'), 'lost');
    const silent = await machine.run(restore, API);
    assert.match(silent.output, /Without a terminal, agree with --yes/);

    const restored = await machine.answer(restore, 'yes', API);
    assert.equal(restored.code, 0, restored.output);
    assert.match(restored.output, /Items: as of \S+, 1 registries, 1 items[\s\S]* 0 failed/);
    assert.equal(ownerOf(ITEMS), 'largesse 600');
    assert.ok(readFileSync(at('var/www/html/database.sql'), 'utf8').startsWith(DUMP));
    assert.equal(readFileSync(at('var/www/html/wp-content/uploads/cake.jpg'), 'utf8'), 'a cake');
    for (const path of ['', '/cake.jpg']) assert.match(ownerOf(`var/www/html/wp-content/uploads${path}`), /^www-data /);
    await run('systemctl start largesse-api@0');
    assert.equal(await itemsInUse(), 1);
    await addItem();
    const foreign = globSync('**/*', { cwd: at('var/lib/largesse') }).filter((path) =>
      ownerOf(`var/lib/largesse/${path}`).startsWith('root'),
    );
    assert.deepEqual(foreign, []);
  });

  it('leave only files of the service if a restore is interrupted, and none after Ctrl-C', async () => {
    await run('systemctl stop largesse-api@0');
    const backup = `/var/backups/largesse/${backups().at(-1)}`;
    // So many items that the restore takes some time.
    using connection = new DatabaseSync(at(`${backup}/items.db`));
    connection.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO items (registry_id, name, url, is_active) SELECT 1, 'Pot', 'https://shop.example/pot', 0 FROM n`);
    connection.close();
    const restore = `node api/restore.ts --items-only --yes ${backup}`;
    const [data, backupFolder] = [at('var/lib/largesse'), at('var/backups/largesse')];
    // The manifest names the size of the file.
    await run(`node -e '
      const fs = require("node:fs"), { createHash } = require("node:crypto");
      const manifest = JSON.parse(fs.readFileSync("${backup}/manifest.json"));
      const bytes = fs.readFileSync("${backup}/items.db");
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      manifest.files["items.db"] = { bytes: bytes.length, sha256 };
      fs.writeFileSync("${backup}/manifest.json", JSON.stringify(manifest))'`);
    for (const signal of ['TERM', 'KILL']) {
      const { output } = await machine.run(
        `${restore} & until [ -e ${ITEMS}.restored.partial ]; do kill -0 $! || exit 1; done
        kill -${signal} $!; wait $! || echo "ended with $?"`,
        API,
      );
      assert.match(output, /ended with (143|137)/);
      const left = readdirSync(data);
      const unfinished = left.filter((name) => name.includes('.restored'));
      if (signal === 'TERM') assert.deepEqual(unfinished, []);
      else assert.ok(unfinished.includes('items.db.restored.partial'), left.join());
      for (const name of left) assert.equal(ownerOf(`var/lib/largesse/${name}`), 'largesse 600', name);
    }
    assert.deepEqual(
      readdirSync(backupFolder).filter((name) => name.endsWith('.partial')),
      [],
    );
    await run(restore);
    assert.deepEqual(
      readdirSync(data).filter((name) => name.includes('.restored')),
      [],
    );
    await run('systemctl start largesse-api@0');
  });

  it('find files that the service cannot write, by writing', async () => {
    await run('systemctl stop largesse-api@0');
    const largesse = statSync(at(ITEMS)).uid;
    for (const [path, broken] of [
      [ITEMS, /readonly database|unable to open/],
      [`${ITEMS}.lock`, /EACCES/],
    ] as const) {
      chownSync(at(path), 0, 0);
      const { code, output } = await machine.run('npm run --silent doctor', API);
      assert.equal(code, 1);
      assert.match(output, /✗ Database: \/var\/lib\/largesse\/items\.db cannot be used: /);
      assert.match(output, broken);
      const [, cure = ''] = /(chown --reference=.*)/.exec(output) ?? [];
      await run(cure);
      assert.equal(statSync(at(path)).uid, largesse, path);
    }
    assert.deepEqual(globSync('.largesse-doctor*', { cwd: at('var/lib/largesse') }), []);
    await run('systemctl start largesse-api@0');
  });

  it('name the file that an account may not read, not a port', async () => {
    const as = `setpriv --reuid=largesse --regid=largesse --clear-groups`;
    await mkdir(at('var/backups/closed'), { mode: 0o700 });
    const { code, output } = await machine.run(
      `${as} env HOST_URL=${host.url} DATABASE_URL=sqlite:${ITEMS} node api/backup.ts /var/backups/closed`,
      API,
    );
    assert.equal(code, 1);
    assert.match(output, /^\/var\/backups\/closed: this account has no access \(EACCES\)/m);
    // Without the file, a command must know the site and the database: the default is no database of the service.
    for (const set of ['', `env HOST_URL=${host.url}`])
      for (const command of [
        'doctor',
        'reconcile',
        'backup /var/backups/closed',
        'move-data --to postgres://db/items',
      ]) {
        const [name, ...rest] = command.split(' ');
        const unset = await machine.run(`${as} ${set} node api/${name}.ts ${rest.join(' ')}`, API);
        assert.match(
          unset.output,
          /^--settings: \/etc\/largesse\/api\.env cannot be read \(EACCES\): run the command as root/,
        );
      }
  });

  it('move the data to PostgreSQL, whose address is a secret, and leave files that the service can use', async () => {
    await using server = await startPostgres();
    const url = await createDatabase(server.url);
    const before = await itemsInUse();
    await run('systemctl stop largesse-api@0');
    const moved = await run(`npm run --silent move-data -- --to '${url}'`);
    assert.ok(moved.startsWith(`Settings: /etc/largesse/api.env\nDatabase: ${ITEMS}\n`), moved);
    assert.ok(moved.includes(`\nFrom: ${ITEMS}\nTo: PostgreSQL `), moved);
    assert.equal(ownerOf(`${ITEMS}.lock`), 'largesse 600');
    const settings = readFileSync(at('etc/largesse/api.env'), 'utf8');
    await writeFile(at('etc/largesse/api.env'), settings.replace(/^DATABASE_URL=.*\n/m, ''));
    await writeFile(at('etc/largesse/database-url'), `${url}\n`, { mode: 0o600 });
    const units = `${API}/deploy/systemd`;
    await run(
      `sed -i 's/^#\\(.*\\(database-url\\|DATABASE_URL\\).*\\)/\\1/' secrets.conf reconcile.conf
      install -D -m 644 secrets.conf /etc/systemd/system/largesse-api@.service.d/secrets.conf
      install -D -m 644 reconcile.conf /etc/systemd/system/largesse-backup.service.d/reconcile.conf
      systemctl daemon-reload && systemctl start largesse-api@0`,
      units,
    );
    assert.equal(await itemsInUse(), before);
    await addItem();
    const output = await run(await guide('npm run backup'));
    assert.match(output, /^Database: PostgreSQL \S+$/m);
    assert.match(output, new RegExp(`, ${before + 1} items, 0 gifts, checked`));
    using old = new DatabaseSync(at(ITEMS), { readOnly: true });
    assert.equal(old.prepare('SELECT count(*) AS items FROM items WHERE is_active = 1').get()?.items, before);
    await run('systemctl stop largesse-api@0');
  });
});
