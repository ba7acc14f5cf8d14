import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../tests/support/command.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openSqlite } from './database/sqlite/open.ts';

const API = fileURLToPath(new URL('..', import.meta.url));

/** An address at which nothing listens. */
const NOWHERE = '127.0.0.1:9';

/** Commands for operators, with arguments with which each begins its work. */
const COMMANDS: Record<string, (folder: string) => string[]> = {
  backup: (folder) => [folder],
  doctor: () => [],
  drill: (folder) => [folder],
  'move-data': () => ['--to', `postgres://me@${NOWHERE}/items`],
  reconcile: () => [],
  restore: (folder) => ['--items-only', '--yes', folder],
  shard: () => ['--by', 'registry_id'],
  site: () => [],
  webhooks: () => ['list'],
};

async function openInstallation(...lines: string[]) {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('backups'));
  await writeFile(at('api.env'), ['HOST_URL=http://127.0.0.1:9', 'REGISTRY_API_USERNAME=admin', ...lines].join('\n'));
  const run = (command: string, args: string[], env = {}) =>
    runCommand(command, [...args, '--settings', at('api.env')], env);
  return { at, run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('each command for operators', () => {
  const commands = globSync('*.ts', { cwd: API })
    .filter((name) => readFileSync(join(API, name), 'utf8').includes('runOperatorCommand('))
    .map((name) => basename(name, '.ts'))
    .sort();

  it('names settings, database and site before it does anything', async () => {
    assert.deepEqual(commands, Object.keys(COMMANDS));
    await using installed = await openInstallation();
    const database = installed.at('items.db');
    openSqlite(database).close();
    await writeFile(installed.at('database-url'), `sqlite:${database}\n`);
    await writeFile(installed.at('app-password'), 'abcd\n');
    for (const [command, args] of Object.entries(COMMANDS)) {
      const { stdout, stderr } = await installed.run(command, args(installed.at('backups')));
      const named = `Settings: ${installed.at('api.env')}\nDatabase: ${database}\nSite: http://${NOWHERE}\n`;
      assert.ok(stdout.startsWith(named), `${command}: ${stdout}${stderr}`);
    }
  });

  it('refuses to work on a database that nothing names', async () => {
    await using installed = await openInstallation();
    // All commands read their settings in one place.
    const { code, stderr } = await installed.run('restore', ['--items-only', '--yes', installed.at('backups')]);
    assert.equal(code, 1);
    assert.match(stderr, /^DATABASE_URL: .*api\.env names no database: add /);
  });
});

it('doctor checks everything else if the site’s password is missing', async () => {
  await using installed = await openInstallation();
  await writeFile(installed.at('database-url'), `sqlite:${installed.at('items.db')}\n`);
  const { stdout } = await installed.run('doctor', []);
  assert.match(stdout, /^\S Database: /m);
  assert.match(stdout, /^\S Site: the plugin does not answer/m);
});

it('restore repairs the lists with the same settings file', async () => {
  await using installed = await openInstallation();
  openSqlite(installed.at('items.db')).close();
  await writeFile(installed.at('database-url'), `sqlite:${installed.at('items.db')}\n`);
  await writeFile(installed.at('app-password'), 'abcd\n');
  const made = await installed.run('backup', [installed.at('backups')]);
  const [, backup = ''] = /^(\/.*Z): /m.exec(made.stdout) ?? assert.fail(made.stderr);
  const { stdout } = await installed.run('restore', ['--items-only', '--yes', backup]);
  assert.deepEqual(stdout.match(/^Settings: .*$/gm), Array(2).fill(`Settings: ${installed.at('api.env')}`));
});
