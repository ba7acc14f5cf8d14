import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTING_NAMES } from '../../api/src/warnings.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/install/own-server.md'), 'utf8');
const commands = [...guide.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, code = '']) => code);

/** Programs that would change this machine; the test only records their calls. */
const RECORDED = ['npm', 'systemctl', 'systemd-sysusers'];

/** Files that systemd uses where the package is. */
const USED_IN_PLACE = ['until-healthy.js'];

it('the guide to updates names each file and setting that an operator has a copy of, and no others', () => {
  const [, update = ''] = guide.split(/^## Update$/m);
  const names = [...update.matchAll(/(?<![\w/-])[\w*-]+\.(?:conf|env|service|timer|sysusers)(?![\w/])/g)];
  const files = readdirSync(join(root, 'deploy/systemd'), { encoding: 'utf8' });
  const named = new Set(names.flatMap(([name]) => globSync(name, { cwd: join(root, 'deploy/systemd') }).concat(name)));
  assert.deepEqual(
    [...named].filter((name) => !name.includes('*')).toSorted(),
    files.filter((name) => !name.endsWith('.test.ts') && !USED_IN_PLACE.includes(name)).toSorted(),
  );
  for (const [, setting = ''] of update.matchAll(/`([A-Z_]{4,})`/g))
    assert.ok(SETTING_NAMES.includes(setting), setting);
});

describe('the commands of docs/install/own-server.md', () => {
  const isRoot = process.getuid?.() === 0;

  it('install the package and its units, and update it', {
    skip: !isRoot && 'only root can install units',
  }, async () => {
    await using folder = await temporaryFolder();
    const at = (path: string) => join(folder.path, path);
    for (const path of ['bin', 'etc/sysusers.d', 'etc/systemd/system', 'etc/largesse', 'var/backups', 'opt', 'package'])
      mkdirSync(at(path), { recursive: true });
    for (const version of ['1.0.0', '1.1.0']) {
      const name = `largesse-api-${version}`;
      cpSync(join(root, 'deploy/systemd'), at(`package/${name}/deploy/systemd`), { recursive: true });
      assert.equal(spawnSync('tar', ['-czf', at(`${name}.tar.gz`), '-C', at('package'), name]).status, 0);
    }
    for (const name of RECORDED)
      writeFileSync(at(`bin/${name}`), `#!/bin/sh\necho "${name} $*" >> ${at('calls')}\n`, { mode: 0o755 });
    // The system folders are below the temporary folder, and the account of the service is missing.
    const script = commands
      .join('\n')
      // The guide describes how to unpack the new version in words.
      .replace('ln -sfn largesse-api-1.1.0', `tar -xzf ${at('largesse-api-1.1.0.tar.gz')} -C /opt/largesse\n$&`)
      .replaceAll(/(?<=[\s>])\/(opt|etc|var)\//g, `${folder.path}/$1/`)
      .replaceAll('-o largesse -g largesse', '-o root -g root');
    const { status, stderr } = spawnSync('sh', ['-euc', script], {
      cwd: folder.path,
      encoding: 'utf8',
      env: { PATH: `${at('bin')}:${process.env.PATH}` },
    });
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(readFileSync(at('calls'), 'utf8').trim().split('\n'), [
      'npm ci --omit=dev --ignore-scripts',
      'systemd-sysusers ',
      'systemctl daemon-reload',
      'systemctl enable --now largesse-reconcile.timer largesse-backup.timer',
      'systemd-sysusers ',
      'systemctl daemon-reload',
      'systemctl restart largesse-api@0',
    ]);
    assert.equal(readlinkSync(at('opt/largesse/api')), 'largesse-api-1.1.0', 'the update');
    const mode = (path: string) => (lstatSync(at(path)).mode & 0o777).toString(8);
    assert.deepEqual(['etc/largesse/api.env', 'var/backups/largesse'].map(mode), ['640', '700']);
    for (const path of [
      'largesse-api@.service',
      'largesse-backup.timer',
      'largesse-.service.d/restrictions.conf',
      'largesse-reconcile.service.d/secrets.conf',
    ])
      assert.ok(existsSync(at(`etc/systemd/system/${path}`)), path);
  });
});
