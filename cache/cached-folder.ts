import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './setup-error.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const STAGING = 'fetching-';

/** How long a folder that is being filled is left alone (milliseconds). */
const STAGING_TIMEOUT_MS = 3_600_000;

/**
 * Returns the folders for what is fetched once, best first: the user's cache (`$XDG_CACHE_HOME/largesse`, else
 * `~/.cache/largesse`), and one in the repository for when that cannot be written.
 */
export function cacheFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const cache = env.XDG_CACHE_HOME;
  // The XDG rules say that a relative path is invalid and must be ignored.
  const ofUser = cache && isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return [join(ofUser, 'largesse'), join(repository, 'node_modules/.cache/largesse')];
}

/**
 * Returns a folder that is filled once and kept; where one of the caches has it, there. Safe to call from several
 * processes at once: each fills a folder of its own and moves it into place whole.
 * @param fill fills the folder `files` below the one that it is given; the rest of that goes
 * @throws {SetupError} one line when no cache can be written; what `fill` throws
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
      // The next one may do.
    }
  }
  throw new SetupError(`Cannot keep what is fetched once: cannot write to any of ${folders.join(', ')}`);
}

/** Clears what was left behind half filled; what is younger than an hour may still be under way. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of (await readdir(cache)).filter((entry) => entry.startsWith(STAGING))) {
    const path = join(cache, name);
    const begun = await stat(path).catch(() => undefined);
    if (begun && Date.now() - begun.mtimeMs > STAGING_TIMEOUT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Moves a folder into its place, whole or not at all; if another process was faster, its copy is as good as ours. */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
