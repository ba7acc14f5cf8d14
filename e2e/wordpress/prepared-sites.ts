import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { Account } from '../../wordpress/accounts.ts';
import type { SiteImage } from '../../wordpress/image.ts';

/** A site with its users, as at the beginning of every suite. */
export interface PreparedSite {
  image: SiteImage;
  accounts: Account[];
}

/**
 * Folder in which the processes of a test run share prepared sites; `npm test` sets it. Without it, every site is set
 * up from scratch.
 */
const FOLDER = process.env.TEST_SITES;

/** Interval between two checks whether another process has prepared a site (milliseconds). */
const POLL_MS = 100;

/**
 * Returns a prepared site. If no process of this run has prepared the site yet, the first process does so, and all
 * other processes wait.
 * @param name key for sites with different preparations
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
    // The file must appear complete or not at all.
    await writeFile(`${preparer}.new`, serialize(prepared));
    await rename(`${preparer}.new`, file);
    return prepared;
  } finally {
    await rm(preparer, { force: true });
  }
}

/** Writes this process's id into a file, unless it contains the id of another running process. */
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
