import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { Account } from '../../../tools/wordpress/accounts.ts';
import type { SiteImage } from '../../../tools/wordpress/image.ts';

/** A site with its users. Every suite begins with a copy of such a site. */
export interface PreparedSite {
  image: SiteImage;
  accounts: Account[];
}

/**
 * Folder of prepared sites for all processes of a test run; `npm test` sets the variable. Without this folder, each
 * process sets up its sites from scratch.
 */
const FOLDER = process.env.TEST_SITES;

/** Interval at which a process checks whether another process has prepared a site (milliseconds). */
const POLL_MS = 100;

/**
 * Returns a prepared site. The first process of a test run prepares the site, and the other processes wait.
 * @param name key of the site; sites with different preparations have different keys
 */
export async function preparedSite(name: string, prepare: () => Promise<PreparedSite>): Promise<PreparedSite> {
  if (FOLDER === undefined) return await prepare();
  const file = join(FOLDER, name);
  const preparer = `${file}.preparer`;
  for (;;) {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes) return deserialize(bytes);
    if (await claim(preparer)) break;
    await setTimeout(POLL_MS);
  }
  try {
    const prepared = await prepare();
    // Renames a complete file, so that other processes never read an incomplete file.
    await writeFile(`${preparer}.new`, serialize(prepared));
    await rename(`${preparer}.new`, file);
    return prepared;
  } finally {
    await rm(preparer, { force: true });
  }
}

/**
 * Creates a file that contains the id of this process. Returns false if the file already exists. Also removes the
 * existing file if its process has ended, so that a later call can create the file.
 */
async function claim(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid && !isAlive(pid)) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
