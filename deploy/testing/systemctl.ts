import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';

/*
 * Does what `systemctl` does for the units of deploy/systemd, on a machine without systemd: starts their programs with
 * their account, settings and credentials, and stops them. Tests install it as `systemctl`. It does not know timers and
 * restrictions (units.test.ts).
 */

const UNITS = '/etc/systemd/system';
const RUN = '/run/largesse-units';

/** Values of the lines of a unit by key, with its drop-ins. An empty value deletes the earlier ones. */
type Unit = Map<string, string[]>;

function readUnit(name: string): Unit {
  const template = name.replace(/@.*\./, '@.');
  const instance = /@(.*)\./.exec(name)?.[1] ?? '';
  const folders = ['largesse-.service.d', `${template}.d`, `${name}.d`].map((folder) => join(UNITS, folder));
  const files = [join(UNITS, template), ...folders.flatMap((folder) => globSync(join(folder, '*.conf')).sort())];
  const unit: Unit = new Map();
  for (const file of new Set(files)) {
    const text = readFileSync(file, 'utf8').replaceAll(/\\\n/g, ' ').replaceAll('%i', instance);
    for (const [, key = '', value = ''] of text.matchAll(/^([A-Z]\w+)=(.*)$/gm))
      unit.set(key, value === '' ? [] : [...(unit.get(key) ?? []), value]);
  }
  return unit;
}

/** Runs or starts a command with the account and the settings of a unit. */
function launch(name: string, unit: Unit, command: string, isBackground: boolean): number {
  const one = (key: string) => unit.get(key)?.at(-1);
  const [user = 'root'] = unit.get('User') ?? [];
  const credentials = join('/run/credentials', name);
  rmSync(credentials, { recursive: true, force: true });
  mkdirSync(credentials, { recursive: true });
  for (const entry of unit.get('LoadCredential') ?? []) {
    const [id = '', path = ''] = entry.split(/:(.*)/);
    cpSync(path, join(credentials, id));
  }
  for (const [kind, parent] of [
    ['StateDirectory', '/var/lib'],
    ['CacheDirectory', '/var/cache'],
  ] as const)
    for (const folder of unit.get(kind) ?? []) {
      mkdirSync(join(parent, folder), { recursive: true, mode: 0o700 });
      spawnSync('chown', [`${user}:${user}`, join(parent, folder)]);
    }
  spawnSync('chown', ['-R', user, credentials]);
  const inFiles = (unit.get('EnvironmentFile') ?? []).map((file) => parseEnv(readFileSync(file, 'utf8')));
  const lines = (unit.get('Environment') ?? []).join('\n').replaceAll(' ', '\n').replaceAll('%d', credentials);
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
    CREDENTIALS_DIRECTORY: credentials,
    ...Object.assign({}, ...inFiles),
    ...parseEnv(lines),
  };
  const groups = unit.get('SupplementaryGroups') ?? [];
  const account = [`--reuid=${user}`, `--regid=${user}`, groups.length > 0 ? `--groups=${groups}` : '--clear-groups'];
  const args = [...account, 'sh', '-c', `umask 0077; exec ${command.replaceAll('$$', '$')}`];
  const options = { cwd: one('WorkingDirectory') ?? '/', env };
  const log = openSync(join(RUN, `${name}.log`), 'a');
  if (!isBackground) return spawnSync('setpriv', args, { ...options, stdio: ['ignore', log, log] }).status ?? 1;
  const child = spawn('setpriv', args, { ...options, stdio: ['ignore', log, log], detached: true });
  writeFileSync(join(RUN, `${name}.pid`), String(child.pid));
  child.unref();
  return 0;
}

function start(name: string): void {
  const unit = readUnit(name);
  for (const command of unit.get('ExecStart') ?? [])
    if (launch(name, unit, command, !unit.get('Type')?.includes('oneshot')) !== 0) fail(name, command);
  for (const command of unit.get('ExecStartPost') ?? [])
    if (launch(name, unit, command, false) !== 0) fail(name, command);
}

function stop(name: string): void {
  const file = join(RUN, `${name}.pid`);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  process.kill(pid, 'SIGTERM');
  while (existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
    spawnSync('sleep', ['0.1']);
  rmSync(file);
}

function fail(name: string, command: string): never {
  const log = join(RUN, `${name}.log`);
  console.error(`${name}: ${command} failed\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
  process.exit(1);
}

mkdirSync(RUN, { recursive: true });
const [verb = '', ...rest] = process.argv.slice(2);
const isNow = rest.includes('--now');
const names = rest
  .filter((name) => !name.startsWith('--'))
  .map((name) => (name.includes('.') ? name : `${name}.service`));
const services = names.filter((name) => name.endsWith('.service'));
for (const name of names)
  if (!existsSync(join(UNITS, basename(name).replace(/@.*\./, '@.')))) fail(name, 'There is no such unit:');
if (verb === 'stop' || verb === 'restart') services.forEach(stop);
if (verb === 'start' || verb === 'restart' || (verb === 'enable' && isNow)) services.forEach(start);
