import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, rename, rm } from 'node:fs/promises';

import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Owner, ownerOf } from '../installation/owner.ts';
import { checkRoom, sizeOf } from '../installation/room.ts';
import { BackupError, FILES } from './manifest.ts';

/** A WordPress site to back up or restore. */
export interface Site {
  /** Folder of WordPress, which contains wp-content. */
  folder: string;
  /** Shell command that prints or loads a dump of the site's database; null for WP-CLI. */
  command: string | null;
}

/** While this file exists, WordPress blocks visitors and writes. */
const MAINTENANCE = '.maintenance';

/** @throws {BackupError} if there is no WordPress */
function uploadsOf(folder: string): string {
  if (!existsSync(join(folder, 'wp-content')))
    throw new BackupError(`--wordpress: ${folder} is not a folder of WordPress: it has no wp-content`);
  return join(folder, 'wp-content', 'uploads');
}

/**
 * Saves the database, then the uploads: the copy contains every upload that the saved database mentions.
 * @throws {BackupError}
 */
export async function copySite({ folder, command }: Site, to: string): Promise<void> {
  const uploads = uploadsOf(folder);
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const dump =
    command === null ? wpCli(folder, 'db export - --single-transaction --quick', stdio) : shell(command, stdio);
  await intoFile('--dump', dump, join(to, FILES.site), createGzip());
  if (!existsSync(uploads)) return;
  const tar = spawn('tar', ['-czf', '-', '-C', uploads, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Exit code 1: a file changed while tar read it, which is normal on a live site.
  await intoFile('tar', tar, join(to, FILES.uploads), null, [0, 1]);
}

/** Checks whether there is room for the uploads of a backup. @throws {NoRoom} */
export const checkRoomForSite = async (folder: string, from: string): Promise<void> =>
  checkRoom(folder, await sizeOf(join(from, FILES.uploads)));

/**
 * Replaces WordPress's database and uploads. The uploads belong to the owner of the old ones, or of wp-content.
 * @param change SQL that runs after the dump
 * @returns the path of the old uploads, if any
 * @throws {BackupError}
 */
export async function putSiteBack({ folder, command }: Site, from: string, change = ''): Promise<string | null> {
  const uploads = uploadsOf(folder);
  const next = `${uploads}.restored`;
  await rm(next, { recursive: true, force: true });
  const hasUploads = existsSync(join(from, FILES.uploads));
  if (hasUploads) {
    try {
      await unpack(join(from, FILES.uploads), next, ownerOf(uploads));
    } catch (error) {
      await rm(next, { recursive: true, force: true });
      throw error;
    }
  }
  const maintenance = join(folder, MAINTENANCE);
  await rm(maintenance, { force: true });
  await using opened = await open(maintenance, 'wx');
  await opened.writeFile('<?php $upgrading = time();\n');
  const owner = ownerOf(folder);
  if (owner !== null) await opened.chown(owner.uid, owner.gid);
  // PHP has another account.
  await opened.chmod(0o644);
  try {
    // If this move fails, the site is unchanged. In the opposite order, the old database would already be lost.
    const setAside = hasUploads ? await swap(uploads, next) : null;
    try {
      const stdio = ['pipe', 'ignore', 'inherit'] as const;
      const load = command === null ? wpCli(folder, 'db import -', stdio) : shell(command, stdio);
      await loadDump('--load', load, from, change);
    } catch (error) {
      if (hasUploads) await rename(uploads, next);
      if (setAside !== null) await rename(setAside, uploads);
      await rm(next, { recursive: true, force: true });
      throw error;
    }
    return setAside;
  } finally {
    await rm(maintenance, { force: true });
  }
}

/**
 * Unpacks an archive into a new folder, as the account that owns the uploads: the accounts in the archive may have
 * other numbers on this machine. Only root can choose the account, and root may be the only one who can read the
 * archive.
 */
async function unpack(archive: string, to: string, owner: Owner | null): Promise<void> {
  await mkdir(to);
  // Visitors read the uploads through a web server with another account.
  await chmod(to, 0o755);
  if (owner !== null) await chown(to, owner.uid, owner.gid);
  await using opened = await open(archive);
  const tar = spawn('tar', ['-xzpf', '-', '-C', to], { stdio: [opened.fd, 'ignore', 'inherit'], ...owner });
  await succeeded('tar', tar);
}

/** Returns the path of the old uploads, if any. @throws {BackupError} if a folder cannot be renamed */
async function swap(uploads: string, next: string): Promise<string | null> {
  const setAside = `${uploads}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  const isThere = existsSync(uploads);
  try {
    if (isThere) await rename(uploads, setAside);
    await rename(next, uploads);
  } catch (error) {
    if (isThere && !existsSync(uploads)) await rename(setAside, uploads);
    // For example, uploads on a mounted volume cannot be moved.
    throw new BackupError(`${uploads} cannot be moved: ${error instanceof Error ? error.message : error}`);
  }
  return isThere ? setAside : null;
}

/** Pipes the dump of a backup, then additional SQL, into a program. @throws {BackupError} if the program fails */
export async function loadDump(name: string, child: ChildProcess, from: string, more = ''): Promise<void> {
  const ended = succeeded(name, child);
  const withMore = async function* (dump: AsyncIterable<Buffer>) {
    yield* dump;
    yield more;
  };
  // If the program ends early, reports the error of the program instead of the broken pipe.
  const sent = child.stdin
    ? pipeline(createReadStream(join(from, FILES.site)), createGunzip(), withMore, child.stdin).catch((error) => error)
    : undefined;
  await ended;
  const failure = await sent;
  if (failure !== undefined) throw new BackupError(`${name}: the command ended before the end of the dump: ${failure}`);
}

type Stdio = readonly ['ignore' | 'pipe', 'ignore' | 'pipe', 'inherit'];

function shell(command: string, stdio: Stdio, owner: Owner | null = null): ChildProcess {
  return spawn('sh', ['-c', command], { stdio: [...stdio], ...owner });
}

/**
 * Runs WP-CLI. It refuses to run as root, because root would execute the code of all plugins. So root runs it with the
 * account of the site's files, and without root's home, which this account cannot read.
 */
function wpCli(folder: string, command: string, stdio: Stdio): ChildProcess {
  const wp = (options: string) => `HOME=/nonexistent wp --path=${quoted(folder)} ${options}${command}`;
  const owners = ['wp-config.php', 'wp-content/uploads', ''].map((path) => ownerOf(join(folder, path)));
  if (owners.includes(null)) return shell(`wp --path=${quoted(folder)} ${command}`, stdio);
  const account = owners.find((owner) => owner?.uid !== 0);
  return account ? shell(wp(''), stdio, account) : shell(wp('--allow-root '), stdio);
}

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

/** @throws {BackupError} if the program does not start, or fails */
export async function succeeded(name: string, child: ChildProcess, codes: readonly number[] = [0]): Promise<void> {
  const [code, signal] = await once(child, 'close').catch((error) => {
    throw new BackupError(`${name}: ${error instanceof Error ? error.message : error}`);
  });
  if (!codes.includes(code)) throw new BackupError(`${name}: the command failed (${signal ?? `exit code ${code}`})`);
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
