import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { itemsIn, siteAddressFile } from './service.ts';

/** Returns the folder with WordPress's database. */
export const siteDatabaseIn = (data: string): string => join(data, 'site/wp-content/database');

/** Items in the copy that `backup` makes. They become the database at the first start on the copy. */
export const copiedItemsIn = (data: string): string => join(data, 'items/copy.db');

/**
 * Deletes the accounts and settings of an interrupted set-up, so that the next one begins with nothing. The service
 * starts only when a site is complete, so a folder with items belongs to a complete site.
 * @throws {Error} if the folder contains a complete site
 */
export async function removeUnfinished(data: string): Promise<void> {
  if (existsSync(siteAddressFile(data))) throw new Error('the site is already set up');
  checkUnfinished(data);
  await rm(siteDatabaseIn(data), { recursive: true, force: true });
}

/** @throws {Error} if a folder without the address of its site contains a complete site */
export function checkUnfinished(data: string): void {
  if (existsSync(itemsIn(data)) || existsSync(copiedItemsIn(data)))
    throw new Error(
      `${data} contains wishes, but the file ${siteAddressFile(data)} is missing: write the address of the site ` +
        'into it, such as http://192.168.1.5:8080',
    );
}

/**
 * Notes the address of the site as the last step of a set-up: with this file, the site is complete. Everything before
 * is on the disk, even if the power fails now.
 */
export async function noteComplete(data: string, url: string): Promise<void> {
  const folder = siteDatabaseIn(data);
  for (const name of await readdir(folder)) await syncFile(join(folder, name));
  await syncFile(folder);
  const file = siteAddressFile(data);
  {
    await using next = await open(`${file}.new`, 'w', 0o600);
    await next.writeFile(`${url}\n`);
    await next.sync();
  }
  await rename(`${file}.new`, file);
  await syncFile(data);
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}
