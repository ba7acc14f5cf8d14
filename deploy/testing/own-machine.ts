import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasProgram } from './program.ts';

/** Result of a script. */
export interface Ran {
  code: number;
  output: string;
}

/**
 * A machine on which a test follows docs/install/own-server.md as root: this machine with its own folders /etc, /opt,
 * /usr/local, /var and /run, which only the programs of the test see.
 */
export interface OwnMachine extends AsyncDisposable {
  /** Folder that these programs see as `/`; only for the folders above. */
  readonly folder: string;
  /** Ports of the first process, which the test chooses with a drop-in of its unit. */
  readonly ports: { api: number; ops: number };
  /** Runs a shell script as root, without any settings in the environment. */
  run(script: string, folder?: string): Promise<Ran>;
  /** Runs a script, and types an answer when it asks. */
  answer(script: string, answer: string, folder?: string): Promise<Ran>;
}

/** Returns why this machine cannot run such tests; false if it can. */
export function whyNoOwnMachine(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can follow the guide';
  if (!hasProgram('unshare', '--mount', 'true')) return 'this account cannot create a namespace of mounts';
  const missing = ['setpriv', 'script', 'nsenter', 'systemd-sysusers'].filter((name) => !hasProgram(name, '--version'));
  return missing.length > 0 && `${missing.join(', ')} is not installed`;
}

const OWN = ['etc', 'opt', 'usr/local', 'var', 'run'];

/** Starts a machine with Node, npm and the accounts of Debian. */
export async function startOwnMachine(): Promise<OwnMachine> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await temporaryFolder());
  await chmod(folder, 0o755);
  const at = (path: string) => join(folder, path);
  // /etc contains accounts and certificates. The commands of the guides add an account to it.
  await cp('/etc', at('etc'), { recursive: true, verbatimSymlinks: true });
  for (const path of ['opt', 'usr/local/bin', 'var/lib', 'var/cache', 'var/backups', 'var/www/html', 'var/tmp', 'run'])
    await mkdir(at(path), { recursive: true });
  await cp(process.execPath, at('usr/local/bin/node'));
  const systemctl = fileURLToPath(new URL('systemctl.ts', import.meta.url));
  await program(at('usr/local/bin/systemctl'), `exec node --no-warnings '${systemctl}' "$@"`);
  const binds = OWN.map((path) => `mount --bind '${at(path)}' /${path}`).join(' && ');
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', `${binds} && echo ready && cat`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(holder, 'close');
  opened.defer(async () => {
    holder.stdin.end();
    await ended;
  });
  await once(holder.stdout, 'data');
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' };
  const enter = ['--mount', '--target', String(holder.pid)];
  /** A folder has another content inside, so only the shell inside can change to it. */
  const inside = (cwd: string, script: string) => `cd '${cwd}' && { ${script.trim()}\n}`;
  const run = (script: string, cwd = '/root'): Promise<Ran> =>
    new Promise((resolve) => {
      const args = [...enter, 'sh', '-euc', inside(cwd, script)];
      const child = execFile('nsenter', args, { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
      child.stdin?.end();
    });
  opened.defer(async () => {
    spawnSync('nsenter', [...enter, 'sh', '-c', 'kill $(cat /run/largesse-units/*.pid)'], {
      env,
      stdio: 'ignore',
    });
  });
  const answer = async (script: string, text: string, cwd = '/root'): Promise<Ran> => {
    const args = [...enter, 'script', '-qec', inside(cwd, script), '/dev/null'];
    const child = spawn('nsenter', args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.includes('Type yes to continue') && !child.stdin.writableEnded) child.stdin.end(`${text}\n`);
    });
    const [code] = await once(child, 'close');
    return { code, output: output.replaceAll('\r\n', '\n') };
  };
  const ports = { api: await freePort(), ops: await freePort() };
  await mkdir(at('etc/systemd/system/largesse-api@.service.d'), { recursive: true });
  await writeFile(
    at('etc/systemd/system/largesse-api@.service.d/ports.conf'),
    `[Service]\nEnvironment=PORT=${ports.api} OPS_PORT=${ports.ops}\n`,
  );
  const all = opened.move();
  return { folder, ports, run, answer, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Writes a shell script that programs can run. */
export const program = (path: string, script: string): Promise<void> =>
  writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** Returns the commands of a guide in its blocks of code, in order. */
export async function commandsOf(guide: string): Promise<string[]> {
  const text = await readFile(fileURLToPath(new URL(`../../docs/${guide}.md`, import.meta.url)), 'utf8');
  return Array.from(text.matchAll(/^ *```sh\n(.*?)^ *```$/gms), ([, code = '']) => code.replaceAll(/^ {2,}/gm, ''));
}
