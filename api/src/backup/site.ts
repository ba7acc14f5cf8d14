import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './error.ts';
import { FILES } from './manifest.ts';

/** How WordPress's half is reached. */
export interface Site {
  /** The folder of WordPress, with wp-content in it. */
  folder: string;
  /** A command of the shell that prints the dump of its database, or takes it in; null: WP-CLI. */
  command: string | null;
}

/** What keeps visitors and their writes away while the database is replaced (WordPress's own file). */
const MAINTENANCE = '.maintenance';

/** Returns where WordPress keeps its uploads. @throws {BackupError} there is no WordPress */
function uploadsOf(folder: string): string {
  if (!existsSync(join(folder, 'wp-content')))
    throw new BackupError(`--wordpress: ${folder} is not a folder of WordPress: it has no wp-content`);
  return join(folder, 'wp-content', 'uploads');
}

/** Writes WordPress's database, and then its uploads, which so include all that the database knows. @throws {BackupError} */
export async function copySite({ folder, command }: Site, to: string): Promise<void> {
  const uploads = uploadsOf(folder);
  const dump = command ?? `wp --path=${quoted(folder)} db export - --single-transaction --quick`;
  await intoFile('--dump', shell(dump, ['ignore', 'pipe', 'inherit']), join(to, FILES.site), createGzip());
  if (!existsSync(uploads)) return;
  const tar = spawn('tar', ['-czf', '-', '-C', uploads, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // 1: a file changed while it was read, as files do on a site that goes on.
  await intoFile('tar', tar, join(to, FILES.uploads), null, [0, 1]);
}

/**
 * Replaces WordPress's database and uploads. The old uploads are kept.
 * @param change SQL that runs after the dump
 * @returns where the old uploads are, or null
 * @throws {BackupError}
 */
export async function putSiteBack({ folder, command }: Site, from: string, change = ''): Promise<string | null> {
  const uploads = uploadsOf(folder);
  const next = `${uploads}.restored`;
  await rm(next, { recursive: true, force: true });
  const hasUploads = existsSync(join(from, FILES.uploads));
  if (hasUploads) {
    await mkdir(next, { recursive: true });
    const tar = spawn('tar', ['-xzf', join(from, FILES.uploads), '-C', next], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await succeeded('tar', tar);
  }
  const maintenance = join(folder, MAINTENANCE);
  await writeFile(maintenance, '<?php $upgrading = time();\n');
  try {
    // Before the database, which nobody can take back: where the uploads cannot be moved, nothing has changed.
    const setAside = hasUploads ? await swap(uploads, next) : null;
    try {
      const load = command ?? `wp --path=${quoted(folder)} db import -`;
      await loadDump('--load', shell(load, ['pipe', 'ignore', 'inherit']), from, change);
    } catch (error) {
      if (hasUploads) await rename(uploads, next);
      if (setAside !== null) await rename(setAside, uploads);
      throw error;
    }
    return setAside;
  } finally {
    await rm(maintenance, { force: true });
  }
}

/** Puts a folder in the place of the uploads. @returns where they are now, or null @throws {BackupError} they cannot be moved */
async function swap(uploads: string, next: string): Promise<string | null> {
  const setAside = `${uploads}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  const isThere = existsSync(uploads);
  try {
    if (isThere) await rename(uploads, setAside);
    await rename(next, uploads);
  } catch (error) {
    if (isThere && !existsSync(uploads)) await rename(setAside, uploads);
    // A volume that is mounted there, for instance.
    throw new BackupError(`${uploads} cannot be moved: ${error instanceof Error ? error.message : error}`);
  }
  return isThere ? setAside : null;
}

/** Sends the dump of a backup to a program, and then more SQL. @throws {BackupError} it failed */
export async function loadDump(name: string, child: ChildProcess, from: string, more = ''): Promise<void> {
  const ended = succeeded(name, child);
  const withMore = async function* (dump: AsyncIterable<Buffer>) {
    yield* dump;
    yield more;
  };
  // A program that ends early says itself why.
  const sent = child.stdin
    ? pipeline(createReadStream(join(from, FILES.site)), createGunzip(), withMore, child.stdin).catch((error) => error)
    : undefined;
  await ended;
  const failure = await sent;
  if (failure !== undefined) throw new BackupError(`${name}: it did not take the whole dump: ${failure}`);
}

type Stdio = 'ignore' | 'inherit' | 'pipe';

function shell(command: string, stdio: [Stdio, Stdio, Stdio]): ChildProcess {
  return spawn('sh', ['-c', command], { stdio });
}

/** Writes what a program prints to a file. */
async function intoFile(
  name: string,
  child: ChildProcess,
  file: string,
  through: ReturnType<typeof createGzip> | null,
  codes: readonly number[] = [0],
): Promise<void> {
  const ended = succeeded(name, child, codes);
  ended.catch(() => {});
  if (!child.stdout) throw new BackupError(`${name}: there is nothing to read`);
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await (through ? pipeline(child.stdout, through, target) : pipeline(child.stdout, target));
  await ended;
  if (bytes === 0) throw new BackupError(`${name}: the command printed nothing`);
}

/** Waits for the end of a program. @throws {BackupError} it could not be run, or failed */
export async function succeeded(name: string, child: ChildProcess, codes: readonly number[] = [0]): Promise<void> {
  const [code, signal] = await once(child, 'close').catch((error) => {
    throw new BackupError(`${name}: ${error instanceof Error ? error.message : error}`);
  });
  if (!codes.includes(code)) throw new BackupError(`${name}: the command failed (${signal ?? `exit code ${code}`})`);
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
