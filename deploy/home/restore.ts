import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspectCopy } from '../../api/src/database/sqlite/backup.ts';
import { freeIn, RESERVE } from '../../api/src/installation/room.ts';
import { parseAddress } from './address.ts';
import { replacedSite, waitingBackup } from './restored.ts';

/*
 * Command of the container for homes: takes a copy of the folder that `backup` has made, as an archive on stdin, and
 * checks it. The next start of the container puts it in the place of the site. So nothing changes if the archive is
 * none of a backup, or while the site runs.
 *
 *   tar -c -C ./backup-of-today . | docker compose run --rm -T --no-deps largesse restore
 */

const DATA = process.env.DATA ?? '/data';

/** Interval in which the free room is checked (milliseconds). */
const ROOM_INTERVAL_MS = 200;

const COPIED_ITEMS = 'items/copy.db';
const SITE_DATABASE = 'site/wp-content/database/.ht.sqlite';
/** Files of each backup. */
const FILES = ['made-at', 'site-address', COPIED_ITEMS, SITE_DATABASE, 'site/wp-config.php', 'site/wp-load.php'];

async function main(): Promise<void> {
  process.umask(0o077);
  if (process.stdin.isTTY)
    throw new Error(
      'send a backup to stdin: tar -c -C FOLDER . | docker compose run --rm -T --no-deps largesse restore',
    );
  const next = `${waitingBackup(DATA)}.new`;
  await rm(next, { recursive: true, force: true });
  if ((await freeIn(DATA)) < RESERVE) throw noRoom();
  await mkdir(next, { recursive: true });
  try {
    await unpack(next);
    const missing = FILES.filter((file) => !existsSync(join(next, file)));
    if (missing.length > 0)
      throw new Error(`this is not a folder that \`backup\` has made: it lacks ${missing.join(', ')}`);
    const { registries, items, gifts } = inspectCopy(join(next, COPIED_ITEMS));
    checkSite(join(next, SITE_DATABASE));
    const { url } = parseAddress(await readFile(join(next, 'site-address'), 'utf8'));
    const madeAt = (await readFile(join(next, 'made-at'), 'utf8')).trim();
    await rm(replacedSite(DATA), { recursive: true, force: true });
    await rm(waitingBackup(DATA), { recursive: true, force: true });
    await rename(next, waitingBackup(DATA));
    console.log(
      `Backup of ${madeAt}, ${url}: ${registries} registries, ${items} wishes, ${gifts} gifts, checked. It replaces the ` +
        `site when the container starts again. The site of today is then in ${replacedSite(DATA)}.`,
    );
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

const noRoom = (): Error =>
  new Error(
    `${DATA} has no room for the backup. Give the volume more room, or delete ${replacedSite(DATA)} and ${DATA}/backup ` +
      'after you have copied them to another machine',
  );

async function unpack(folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: 'inherit' });
  // Nobody knows the size of the archive before its end.
  let isFull = false;
  const look = setInterval(async () => {
    if ((await freeIn(folder)) >= RESERVE || isFull) return;
    isFull = true;
    tar.kill();
  }, ROOM_INTERVAL_MS);
  const [code] = await once(tar, 'exit');
  clearInterval(look);
  if (isFull || (await freeIn(folder)) < RESERVE) throw noRoom();
  if (code !== 0) throw new Error('stdin is not a complete archive of tar');
}

/** @throws {Error} if WordPress's database is damaged */
function checkSite(file: string): void {
  let found: unknown;
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    found = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } catch (error) {
    found = error instanceof Error ? error.message : error;
  }
  if (found !== 'ok') throw new Error(`${SITE_DATABASE} is damaged: ${found}`);
}

await main().catch((error) => {
  console.error(`restore: nothing was changed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
