import { copyFile, link, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** If two changes are at least this far apart, they certainly get different modification times (milliseconds). */
const CLOCK_STEP_MS = 50;

/**
 * Mirrors the files of a folder to another place: as hard links if both are on one disk, otherwise as copies. Symbolic
 * links would not work. PHP resolves symbolic links, so PHP would load each class twice, from two paths.
 * @returns function that applies later changes of the folder: added, replaced and removed files
 */
export async function openMirror(source: string, target: string): Promise<() => Promise<void>> {
  let stamp = '';
  let refreshed: Promise<void> | undefined;
  const apply = async () => {
    const now = await stampOf(source, target);
    if (now !== undefined && now === stamp) return;
    await synchronize(source, target);
    stamp = now ?? '';
  };
  const refresh = async () => {
    refreshed ??= apply().finally(() => {
      refreshed = undefined;
    });
    await refreshed;
  };
  await refresh();
  return refresh;
}

/** Links a file. If the target is on another disk, copies the file instead. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(async (error) => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error;
    await copyFile(source, target);
  });
}

/**
 * Returns a text that changes if the source changes. The text contains the modification times of all folders. Hard
 * links show changed contents automatically, so the text contains the times of files only for copies. Returns
 * `undefined` after a very recent change, because the next change might have the same time.
 */
async function stampOf(source: string, target: string): Promise<string | undefined> {
  const known = await stat(target).catch(() => undefined);
  const isLinked = known?.dev === (await stat(source)).dev;
  const times: string[] = [];
  let newest = 0;
  const read = async (folder: string) => {
    const { mtimeMs } = await stat(folder);
    newest = Math.max(newest, mtimeMs);
    times.push(`${folder} ${mtimeMs}`);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await read(path);
      else if (!isLinked) {
        const file = await stat(path);
        newest = Math.max(newest, file.mtimeMs);
        times.push(`${path} ${file.mtimeMs} ${file.size}`);
      }
    }
  };
  await read(source);
  return Date.now() - newest < CLOCK_STEP_MS ? undefined : times.join('\n');
}

async function synchronize(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const wanted = await readdir(source, { withFileTypes: true });
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of await readdir(target)) {
    if (!names.has(name)) await rm(join(target, name), { recursive: true, force: true });
  }
  for (const entry of wanted) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) {
      if ((await lstat(to).catch(() => undefined))?.isFile()) await rm(to);
      await synchronize(from, to);
    } else await take(from, to);
  }
}

/** Mirrors one file unless it is unchanged. */
async function take(from: string, to: string): Promise<void> {
  const [ours, theirs] = await Promise.all([lstat(to).catch(() => undefined), stat(from).catch(() => undefined)]);
  if (!theirs) return; // the file was deleted after the folder was read
  const isSame =
    ours?.dev === theirs.dev ? ours.ino === theirs.ino : ours?.size === theirs.size && ours.mtimeMs >= theirs.mtimeMs;
  if (isSame) return;
  if (ours) await rm(to, { recursive: true });
  await linkOrCopy(from, to).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
