import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { cachedFolder, cacheFolders } from '../cache/cached-folder.ts';
import { SetupError } from '../cache/setup-error.ts';
import { debianWordPress } from './debian.ts';
import { type PinnedPackage, sqliteDriver, type WordPressVersion, wordpressBuilds } from './packages.ts';

/** Paths on this machine of the files for one WordPress version. */
export interface WordPressFiles {
  /** Zip of the installed site: all PHP files, the database, and a few static files. */
  coreZip: string;
  /** Folder with the static files, in the same structure as on the site. */
  staticFolder: string;
  /** Zip of the SQLite driver plugin. */
  sqliteZip: string;
  /** Folder with the files of a newer WordPress, which replace the files of the zip. Only the machine's PHP uses it. */
  newer?: string;
}

/** Options for a download. */
export interface FetchOptions {
  /** Called before each long step, with a description of the step. */
  onProgress?: (step: string) => void;
  /** Cache folders. The preferred folder is first. Default: `cacheFolders()`. */
  folders?: string[];
  /** Cancels the download and deletes its files. */
  signal?: AbortSignal | undefined;
}

/**
 * Returns the files of a WordPress version. The first call downloads the files over npm (about 160 MB); later calls use
 * the cache. Several processes may call this function at the same time. Each process downloads into its own folder, and
 * then moves the whole folder into place.
 * @throws {SetupError} with a message of one line if npm or its registry is unavailable, or a package is not the pinned
 * package, or Debian's WordPress is not installed
 */
export async function fetchWordPress(version: WordPressVersion, options: FetchOptions = {}): Promise<WordPressFiles> {
  if (version === 'debian') {
    const newer = await debianWordPress();
    if (newer === undefined) throw new SetupError('Debian’s WordPress is not installed: run .ci/install-packages');
    return { ...(await fetchWordPress('nightly', options)), staticFolder: newer, newer };
  }
  const builds = await openPackage(wordpressBuilds, options);
  const driver = await openPackage(sqliteDriver, options);
  return {
    coreZip: join(builds, `wp-${version}.zip`),
    staticFolder: join(builds, `wp-${version}`),
    sqliteZip: join(driver, 'sqlite-database-integration.zip'),
  };
}

/**
 * Returns the folder with the wanted files of a package. Downloads the package if no cache contains it.
 * @throws {SetupError} with a message of one line if npm or its registry is unavailable, or the package is not the
 * pinned package
 */
export function openPackage(wanted: PinnedPackage, options: FetchOptions): Promise<string> {
  const { folders = cacheFolders(), onProgress = () => {}, signal } = options;
  return cachedFolder(`${wanted.name.replace(/^.*\//, '')}-${wanted.version}`, folders, async (staging) => {
    onProgress(`Fetching ${wanted.label}, once`);
    const tarball = await npmPack(wanted, staging, signal);
    await verify(tarball, wanted);
    onProgress(`Unpacking ${wanted.label}`);
    await unpack(tarball, wanted, join(staging, 'files'), signal);
  });
}

/** Downloads the tarball with npm, so that the user's settings for registry, proxy and credentials apply. */
async function npmPack(
  { name, version, label }: PinnedPackage,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const npm = promisify(execFile)('npm', ['pack', `${name}@${version}`, '--loglevel', 'error'], {
    cwd: folder,
    shell: process.platform === 'win32', // npm is a script on Windows
    ...(signal && { signal }),
  });
  const closed = new Promise((done) => npm.child.once('close', done));
  const failure = await npm.then(
    () => undefined,
    (error) => error,
  );
  // Until the event "close", npm may still write into the folder.
  await closed;
  signal?.throwIfAborted();
  const tarball = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'));
  if (failure === undefined && tarball) return join(folder, tarball);
  if (failure?.code === 'ENOENT') throw new SetupError(`Cannot fetch ${label}: npm could not be started`);
  const [, reason] = /code (E\w+)/.exec(failure?.stderr) ?? [];
  throw new SetupError(
    `Cannot fetch ${label}: npm could not download it from its registry${reason ? ` (${reason})` : ''}`,
  );
}

async function verify(tarball: string, { name, version, sha512 }: PinnedPackage): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('base64') !== sha512) throw new SetupError(`${name}@${version} differs from the pinned package`);
}

/** Unpacks the wanted files of a tarball into the folder, at the paths from `target`. */
async function unpack(
  tarball: string,
  { target }: PinnedPackage,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(folder);
  const unpacked = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (path) => target(path) !== undefined,
    onReadEntry: (entry) => {
      entry.path = target(entry.path) ?? entry.path;
    },
  });
  await pipeline(createReadStream(tarball), unpacked, { ...(signal && { signal }) });
}
