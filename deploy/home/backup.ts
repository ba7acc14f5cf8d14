import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { noteGoodBackup } from '../../api/src/backup/last-good.ts';
import { backUp } from '../../api/src/database/sqlite/backup.ts';
import { checkRoom, sizeOf } from '../../api/src/installation/room.ts';
import { replacedSite, unfinishedBackup } from './restored.ts';
import { goodBackupsIn, itemsIn, siteAddressFile } from './service.ts';

/*
 * Command of the container for homes: copies /data to /data/backup, consistently, while everything runs. `restore`
 * puts a copy of this folder back. A container that starts on a copy of this folder is the same site, too.
 *
 *   docker compose exec largesse backup
 */

const DATA = process.env.DATA ?? '/data';
const SITE = join(DATA, 'site');
const DATABASE = 'wp-content/database';
const BACKUP = join(DATA, 'backup');

async function main(): Promise<void> {
  process.umask(0o077);
  if (!existsSync(siteAddressFile(DATA))) throw new Error('the site is not set up yet, so there is nothing to copy');
  const next = unfinishedBackup(DATA);
  await rm(next, { recursive: true, force: true });
  const needed = (await sizeOf(SITE)) + (await sizeOf(dirname(itemsIn(DATA))));
  await checkRoom(DATA, needed, [BACKUP, replacedSite(DATA)]);
  try {
    await copyTo(next);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function copyTo(next: string): Promise<void> {
  const begun = new Date();
  await mkdir(join(next, 'items'), { recursive: true });
  // Copies the items first, then WordPress (architecture: Backups: the items first).
  const { registries, items, gifts } = await backUp(itemsIn(DATA), join(next, 'items/copy.db'));
  await mkdir(join(next, 'site', DATABASE), { recursive: true });
  {
    using database = new DatabaseSync(join(SITE, DATABASE, '.ht.sqlite'), { readOnly: true, timeout: 5000 });
    const copy = join(next, 'site', DATABASE, '.ht.sqlite');
    await backup(database, copy);
    checkSite(copy);
  }
  await cp(SITE, join(next, 'site'), {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path !== join(SITE, DATABASE),
  });
  await cp(siteAddressFile(DATA), join(next, 'site-address'));
  await writeFile(join(next, 'made-at'), `${new Date().toISOString()}\n`);
  await rm(BACKUP, { recursive: true, force: true });
  await rename(next, BACKUP);
  await noteGoodBackup(goodBackupsIn(DATA), begun);
  console.log(
    `${BACKUP}: ${registries} registries, ${items} wishes, ${gifts} gifts, checked. Copy this folder to a safe place.`,
  );
}

/** @throws {Error} if the copy of the site's database is damaged */
function checkSite(file: string): void {
  using copy = new DatabaseSync(file, { readOnly: true });
  const found = copy.prepare('PRAGMA integrity_check').get()?.integrity_check;
  if (found !== 'ok') throw new Error(`the copy of the site is damaged: ${found}`);
}

await main().catch((error) => {
  console.error(`backup: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
