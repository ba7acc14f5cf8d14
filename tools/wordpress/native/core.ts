import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { cachedFolder, cacheFolders } from '../../cache/cached-folder.ts';
import type { WordPressFiles } from '../download.ts';
import { sqliteDriver, wordpressBuilds } from '../packages.ts';
import { unzip } from './unzip.ts';

/** Paths of the WordPress installation that all sites share. No site changes its files. */
export interface Core {
  /** Folder of WordPress with its scripts and styles. */
  wordpress: string;
  /** Folder of the SQLite driver. */
  driver: string;
  /** Folder for compiled code. All PHP processes share this folder. */
  compiled: string;
}

/**
 * Code that is added at the start of wp-load.php. Without this code, WordPress would use the folder of wp-load.php as
 * the site's folder.
 */
const SITE_OF_REQUEST = `<?php defined( 'ABSPATH' ) || define( 'ABSPATH', $_SERVER['DOCUMENT_ROOT'] . '/' ); ?>`;

/** Returns the unpacked WordPress in a cache folder. Unpacks WordPress if no cache folder contains this version. */
export async function openCore({ coreZip, staticFolder, sqliteZip, newer }: WordPressFiles): Promise<Core> {
  const name = `${relative(dirname(staticFolder), staticFolder)}-${wordpressBuilds.version}-${sqliteDriver.version}`;
  const folder = await cachedFolder(`shared-${name}`, cacheFolders(), async (staging) => {
    const files = join(staging, 'files');
    const wordpress = join(files, 'wordpress');
    await unzip(await readFile(coreZip), wordpress, (path) => path);
    await cp(newer ?? staticFolder, wordpress, { recursive: true, force: newer !== undefined });
    const load = join(wordpress, 'wp-load.php');
    await writeFile(load, SITE_OF_REQUEST + (await readFile(load, 'utf8')));
    await unzip(await readFile(sqliteZip), join(files, 'driver'), (path) => path.replace(/^[^/]+\//, ''));
  });
  const compiled = join(dirname(folder), 'compiled');
  await mkdir(compiled, { recursive: true, mode: 0o700 });
  return { wordpress: join(folder, 'wordpress'), driver: join(folder, 'driver'), compiled };
}
