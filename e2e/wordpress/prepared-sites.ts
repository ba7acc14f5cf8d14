import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Account } from '../../wordpress/accounts.ts';
import type { SiteImage } from '../../wordpress/image.ts';

/** A site with its people, as every suite finds it when it begins. */
export interface PreparedSite {
  image: SiteImage;
  accounts: Account[];
}

/**
 * Folder in which the processes of a run share what they have prepared: `npm test` names it. Without it every site is
 * set up from the beginning.
 */
const FOLDER = process.env.TEST_SITES;

/**
 * Returns a prepared site, and prepares it if no process of this run has done so.
 * @param name tells sites apart that begin differently
 */
export async function preparedSite(name: string, prepare: () => Promise<PreparedSite>): Promise<PreparedSite> {
  if (FOLDER === undefined) return await prepare();
  const file = join(FOLDER, name);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes) return deserialize(bytes);
  const prepared = await prepare();
  // Others may be doing the same, in this process or another: the file is there as a whole or not at all.
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, serialize(prepared));
  await rename(own, file);
  return prepared;
}
