import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolders } from '../cache/cached-folder.ts';

const PREFIX = 'debian-wordpress-';

/**
 * Returns the folder with the WordPress of Debian's package, or `undefined` if `.ci/install-packages` has not unpacked
 * this package. The package is newer than the WordPress builds from npm. It lacks some scripts, a database and a theme.
 */
export async function debianWordPress(): Promise<string | undefined> {
  for (const cache of cacheFolders()) {
    const names = await readdir(cache).catch(() => []);
    const newest = names
      .filter((name) => name.startsWith(PREFIX))
      .sort(new Intl.Collator('en', { numeric: true }).compare);
    const name = newest.at(-1);
    if (name !== undefined) return join(cache, name);
  }
  return undefined;
}
