import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './setup-error.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const STAGING = 'fetching-';

/**
 * Age at which an incomplete folder is deleted (milliseconds). Another process may still be filling a younger folder.
 */
const STAGING_TIMEOUT_MS = 3_600_000;

/**
 * Returns the folders for downloads, best first. The best folder is the user's cache (`$XDG_CACHE_HOME/largesse`,
 * otherwise `~/.cache/largesse`). If that folder is not writable, a folder in the repository replaces it.
 */
export function cacheFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const cache = env.XDG_CACHE_HOME;
  // The XDG specification requires that programs ignore a relative path.
  const ofUser = cache && isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return [join(ofUser, 'largesse'), join(repository, 'node_modules/.cache/largesse')];
}

/**
 * Returns a cached folder from any of the caches. If no cache contains the folder, fills a new folder, and stores the
 * new folder in the first writable cache. Several processes may call this function at the same time, because each
 * process fills a separate folder, and moves the complete folder into place.
 * @param fill fills the subfolder `files` of a given folder; other content of that folder is deleted
 * @throws {SetupError} if no cache is writable; the message is one line. Also throws the errors of `fill`
 */
export async function cachedFolder(
  name: string,
  caches: string[],
  fill: (staging: string) => Promise<void>,
): Promise<string> {
  const present = caches.map((cache) => join(cache, name)).find((folder) => existsSync(folder));
  if (present) return present;
  const cache = await firstWritable(caches);
  await removeAbandoned(cache);
  const staging = await mkdtemp(join(cache, STAGING));
  try {
    await fill(staging);
    await moveIntoPlace(join(staging, 'files'), join(cache, name));
    return join(cache, name);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function firstWritable(folders: string[]): Promise<string> {
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return folder;
    } catch {
      // Tries the next folder.
    }
  }
  throw new SetupError(`Cannot cache downloads: cannot write to any of ${folders.join(', ')}`);
}

/** Deletes old incomplete folders. Incomplete folders that are younger than an hour may still be in use. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of (await readdir(cache)).filter((entry) => entry.startsWith(STAGING))) {
    const path = join(cache, name);
    const begun = await stat(path).catch(() => undefined);
    if (begun && Date.now() - begun.mtimeMs > STAGING_TIMEOUT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Moves a folder into place atomically. If another process has already moved its copy there, that copy is used. */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
