import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readOperatorSettings, readSettings } from '../../api/src/settings.ts';
import { likelySetting, SETTING_NAMES } from '../../api/src/warnings.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasProgram } from '../testing/program.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const services = globSync('*.service', { cwd: here });
const texts = new Map(globSync('*.{service,timer,conf,env}', { cwd: here }).map((name) => [name, textOf(name)]));
const skip = hasProgram('systemd-analyze', '--version') ? false : 'systemd is not installed';

/** Maximum exposure that `systemd-analyze security` may find, in tenths: 0 is none, 100 is full. */
const MOST_EXPOSURE = 20;

describe('the systemd units', () => {
  it('contain only settings that systemd knows', { skip }, async () => {
    await using root = await temporaryFolder();
    // systemd-analyze only checks that the programs of the units exist, so empty files are enough.
    const units = await installUnits(root.path);
    await mkdir(join(root.path, 'bin'));
    await mkdir(join(root.path, 'usr/bin'), { recursive: true });
    for (const program of ['bin/sh', 'usr/bin/env']) await writeFile(join(root.path, program), '', { mode: 0o755 });
    for (const target of ['basic', 'sysinit', 'shutdown', 'multi-user', 'timers', 'network-online'])
      await writeFile(join(units, `${target}.target`), `[Unit]\nDescription=${target}\nDefaultDependencies=no\n`);
    const verify = () => analyze('verify', '--man=no', `--root=${root.path}`, ...services.map(instanceOf));
    assert.deepEqual(verify(), { code: 0, said: '' });
    const mistyped = join(units, 'largesse-api@.service');
    await writeFile(mistyped, textOf('largesse-api@.service').replace('RestartSec=', 'RestartSecs='));
    assert.match(verify().said, /Unknown key( name)? 'RestartSecs'/);
  });

  for (const name of services) {
    it(`leave few permissions to ${name}`, { skip }, async () => {
      await using root = await temporaryFolder();
      await installUnits(root.path);
      const options = ['--offline=true', '--no-pager', `--threshold=${MOST_EXPOSURE}`, `--root=${root.path}`];
      const { code, said } = analyze('security', ...options, instanceOf(name));
      assert.equal(code, 0, said);
      assert.match(said, /Overall exposure level for \S+: [01]\.\d /);
    });
  }

  it('give a service enough time to stop', () => {
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(textOf('largesse-api@.service')) ?? [];
    const { drain } = readSettings({ HOST_URL: 'https://site.example' });
    // After the drain time, running requests can take up to 14 more seconds (rules: Stopping).
    assert.ok(Number(stop) > drain + 14);
  });

  it('permit Node to compile code', () => {
    for (const [name, text] of texts) assert.doesNotMatch(text, /^MemoryDenyWriteExecute/m, name);
  });

  it('set only existing settings, and take secrets only from files', () => {
    for (const [name, text] of texts) {
      const variables = text.match(/(?<=^#?(?:Environment=(?:\S+ )*)?)[A-Z][A-Z_]+(?==)/gm) ?? [];
      for (const variable of variables.filter((one) => !one.startsWith('NODE_'))) {
        assert.ok(SETTING_NAMES.includes(variable), `${name}: ${variable}, ${likelySetting(variable)}`);
        assert.ok(!SETTING_NAMES.includes(`${variable}_FILE`) || variable === 'DATABASE_URL', `${name}: ${variable}`);
      }
    }
  });

  it('come with example settings that the service accepts', async () => {
    const lines = (await readFile(join(here, 'api.env'), 'utf8')).split('\n').filter((line) => /^[A-Z]/.test(line));
    const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
    const { host, database } = readSettings(environment);
    assert.deepEqual([host.url, database.kind], ['https://site.example', 'sqlite']);
    assert.equal(readOperatorSettings(environment).username, 'admin');
  });
});

/** Installs the units below a folder, as docs/install/own-server.md does. @returns the folder of the units */
async function installUnits(root: string): Promise<string> {
  const units = join(root, 'etc/systemd/system');
  await mkdir(join(units, 'largesse-.service.d'), { recursive: true });
  for (const name of [...services, ...globSync('*.timer', { cwd: here })])
    await cp(join(here, name), join(units, name));
  await cp(join(here, 'restrictions.conf'), join(units, 'largesse-.service.d/restrictions.conf'));
  return units;
}

const instanceOf = (name: string): string => name.replace('@.', '@1.');

function analyze(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

function textOf(name: string): string {
  return readFileSync(join(here, name), 'utf8');
}
