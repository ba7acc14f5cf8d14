import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { freeIn, megabytes, sizeOf } from '../../api/src/installation/room.ts';

/** The only folder outside of the volume to which programs write. */
export const TEMPORARY = '/tmp/largesse';

/** A part of the site: WordPress itself, or something in its folder. */
interface Part {
  /** Folder in the image. */
  from: string;
  /** Folder below the folder of WordPress; '' for WordPress itself. */
  to: string;
  /** File that contains the version. */
  file: string;
  version: RegExp;
}

/** Matches the version in the header of a plugin or a theme. */
const HEADER = /^[ \t/*#@]*Version:\s*(\S+)/im;

/** Parts of the site in the image. */
export const PARTS: readonly Part[] = [
  { from: 'wordpress', to: '', file: 'wp-includes/version.php', version: /^\$wp_version = '([^']+)'/m },
  {
    from: 'sqlite-database-integration',
    to: 'wp-content/plugins/sqlite-database-integration',
    file: 'load.php',
    version: HEADER,
  },
  { from: 'plugin', to: 'wp-content/plugins/largesse', file: 'largesse.php', version: HEADER },
  { from: 'theme', to: 'wp-content/themes/largesse', file: 'style.css', version: HEADER },
];

/** Order of `-alpha`, `-beta2`, `-beta10` and `-RC1`. */
const SUFFIXES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Compares two versions such as `7.1`, `7.1.2` and `7.2-beta1`. A version with a suffix precedes the same version
 * without one.
 * @returns a negative number if the first is older, 0 if both are equal
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => /^([\d.]*)(.*)$/.exec(version)?.slice(1) ?? ['', '']);
  const numbers = (text = ''): number[] => text.split('.').map(Number);
  const [left, right] = [numbers(a?.[0]), numbers(b?.[0])];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  const [early = '', late = ''] = [a?.[1], b?.[1]];
  if (early === '' || late === '') return early === late ? 0 : early === '' ? 1 : -1;
  return SUFFIXES.compare(early, late);
}

/**
 * Copies the parts of the image into the site, unless the site has a newer version, which WordPress's own updates have
 * installed. Versions of a repository change only with a release, so parts with a folder of their own are compared by
 * their content, too. An interrupted copy is repeated at the next start.
 * @param image folder with the parts
 * @param site folder of WordPress
 * A part for which the volume has no room is not begun: the site keeps its older one.
 * @returns lines for the log: installed parts, and parts without room
 * @throws {Error} if the volume has no room for a part that the site lacks
 */
export async function putParts(image: string, site: string, free = freeIn): Promise<string[]> {
  const done: string[] = [];
  await mkdir(site, { recursive: true });
  // An interrupted copy takes room.
  await rm(partIn(site), { recursive: true, force: true });
  for (const part of PARTS) {
    const { from, to, file, version } = part;
    const source = join(image, from);
    const target = join(site, to);
    const [newVersion, oldVersion] = [
      await versionIn(join(source, file), version),
      await versionIn(join(target, file), version),
    ];
    if (newVersion === null) throw new Error(`${source}: the image does not contain ${from}`);
    const order = oldVersion === null ? 1 : compareVersions(newVersion, oldVersion);
    if (order < 0 || (order === 0 && (to === '' || (await isSame(source, target))))) continue;
    const needed = await sizeOf(source);
    if ((await free(site)) < needed) {
      const problem = `the volume has no room for ${from} ${newVersion}, which needs ${megabytes(needed)}`;
      if (oldVersion === null) throw new Error(`${problem}: give the volume more room`);
      done.push(`${problem}: the site keeps ${oldVersion}. Free some room, and start the container again`);
      continue;
    }
    if (to === '') await putWordPress(source, site, file);
    else await replaceFolder(source, target, partIn(site));
    done.push(`installed ${from} ${newVersion}`);
  }
  return done;
}

/** Folder on the same volume for a copy, outside of the folders in which WordPress looks for plugins. */
const partIn = (site: string): string => `${site}.part`;

/**
 * Copies WordPress, but nothing into wp-content, which contains the site's own plugins, themes and uploads. The file
 * with the version is copied last, so that an interrupted copy is noticed.
 */
async function putWordPress(source: string, site: string, file: string): Promise<void> {
  await mkdir(site, { recursive: true });
  for (const name of await readdir(source))
    if (name !== 'wp-content' || !existsSync(join(site, name)))
      await cp(join(source, name), join(site, name), {
        recursive: true,
        filter: (path) => path !== join(source, file),
      });
  await cp(join(source, file), join(site, file));
}

/**
 * Replaces a folder by a copy of another one, without files that only the old folder has: WordPress reads every file of
 * some folders. If it is interrupted, the folder is missing or incomplete, and the next start replaces it again.
 * @param next folder on the same volume for the copy, outside of the folders in which WordPress looks for plugins
 */
async function replaceFolder(source: string, target: string, next: string): Promise<void> {
  await rm(next, { recursive: true, force: true });
  await cp(source, next, { recursive: true });
  await rm(target, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  await rename(next, target);
}

/** Checks whether two folders contain the same files. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [files, others] = [await filesIn(one), await filesIn(other)];
  if (files.join('\0') !== others.join('\0')) return false;
  for (const file of files)
    if (!(await readFile(join(one, file))).equals(await readFile(join(other, file)))) return false;
  return true;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}

async function versionIn(file: string, pattern: RegExp): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return pattern.exec(text)?.[1] ?? null;
}

/**
 * Writes a file in one step, so that nobody reads half of it. Does not write the same text again: a full volume works.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
