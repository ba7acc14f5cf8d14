import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
 * Copies the parts of the image into the site, unless the site has the same version or a newer one, which WordPress's
 * own updates have installed. An interrupted copy is repeated at the next start, because the file with the version is
 * copied last.
 * @param image folder with the parts
 * @param site folder of WordPress
 * @returns the copied parts, for the log
 */
export async function putParts(image: string, site: string): Promise<string[]> {
  const copied: string[] = [];
  for (const { from, to, file, version } of PARTS) {
    const source = join(image, from);
    const target = join(site, to);
    const [newVersion, oldVersion] = [
      await versionIn(join(source, file), version),
      await versionIn(join(target, file), version),
    ];
    if (newVersion === null) throw new Error(`${source}: the image does not contain ${from}`);
    if (oldVersion !== null && compareVersions(newVersion, oldVersion) <= 0) continue;
    await mkdir(target, { recursive: true });
    // wp-content contains the site's own plugins, themes and uploads. Parts with a folder of their own are replaced.
    const keeps = to === '' ? (await readdir(source)).filter((name) => name !== 'wp-content') : await readdir(source);
    if (to !== '') await rm(join(target, file), { force: true });
    for (const name of keeps)
      await cp(join(source, name), join(target, name), {
        recursive: true,
        filter: (path) => path !== join(source, file),
      });
    if (to === '' && !existsSync(join(site, 'wp-content')))
      await cp(join(source, 'wp-content'), join(site, 'wp-content'), { recursive: true });
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(source, file), join(target, file));
    copied.push(`${from} ${newVersion}`);
  }
  return copied;
}

async function versionIn(file: string, pattern: RegExp): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return pattern.exec(text)?.[1] ?? null;
}

/** Writes a file in one step, so that nobody reads half of it. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
