import { copyFile, link, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A real folder with the files of another one, which may be in development. */
export interface Mirror {
  /** Applies added, replaced and removed files. */
  refresh(): Promise<void>;
}

/** Time after which another change certainly changes a folder's modification time (milliseconds). */
const CLOCK_STEP_MS = 50;

/**
 * Mirrors the files of a folder to another place: as hard links if both are on one disk, otherwise as copies.
 * Symbolic links would not work: PHP resolves them, and would declare each class once for each of its two paths.
 */
export async function openMirror(source: string, target: string): Promise<Mirror> {
  let stamp = '';
  let refreshed: Promise<void> | undefined;
  const refresh = async () => {
    const now = await stampOf(source, target);
    if (now !== undefined && now === stamp) return;
    await synchronize(source, target);
    stamp = now ?? '';
  };
  const mirror: Mirror = {
    refresh: async () => {
      refreshed ??= refresh().finally(() => {
        refreshed = undefined;
      });
      await refreshed;
    },
  };
  await mirror.refresh();
  return mirror;
}

/** Links a file, or copies it to another disk. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(async (error) => {
    if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error;
    await copyFile(source, target);
  });
}

/**
 * Returns the times of all folders, and of all files unless both folders are on one disk, since a hard link shows changes
 * of a file's content automatically. Returns `undefined` after a very recent change.
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
  if (!theirs) return; // deleted since the folder was read
  const isSame =
    ours?.dev === theirs.dev ? ours.ino === theirs.ino : ours?.size === theirs.size && ours.mtimeMs >= theirs.mtimeMs;
  if (isSame) return;
  if (ours) await rm(to, { recursive: true });
  await linkOrCopy(from, to).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
