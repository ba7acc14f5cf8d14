import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * Returns a prepared site, and prepares it if no process of this run has done so.
 * @param name key for sites with different preparations
 */
export async function preparedSite(name: string, prepare: () => Promise<PreparedSite>): Promise<PreparedSite> {
  if (FOLDER === undefined) return await prepare();
  const file = join(FOLDER, name);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes) return deserialize(bytes);
  const prepared = await prepare();
  // Other processes may do the same at the same time: the file must appear complete or not at all.
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, serialize(prepared));
  await rename(own, file);
  return prepared;
}
