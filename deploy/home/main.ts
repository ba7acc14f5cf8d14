import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, watch } from 'node:fs';
import { access, constants, copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareCopy } from '../../api/src/database/sqlite/backup.ts';
import { parseAddress, type SiteAddress } from './address.ts';
import { putParts, writeWhole } from './files.ts';
import { nginxConfiguration, parseProxies } from './nginx.ts';
import { Programs } from './programs.ts';
import { putRestoredInPlace, replacedSite } from './restored.ts';
import { goodBackupsIn, itemsIn, knownAddress, serviceEnvironment, siteEnvironment } from './service.ts';

/*
 * First process of the container for homes: prepares the folder /data, and starts PHP, nginx, the service and
 * WordPress's cron. Until somebody has set up the site in a browser, only PHP and nginx run.
 */

const DATA = process.env.DATA ?? '/data';
/** Folder of the image with WordPress, the driver, the plugin and the theme. */
const IMAGE = process.env.IMAGE ?? '/largesse';
const HOME = import.meta.dirname;
/** The only folder outside of DATA to which programs write. */
const TEMPORARY = '/tmp/largesse';

const PHP_SOCKET = join(TEMPORARY, 'php.sock');

const SITE = join(DATA, 'site');
const ITEMS = itemsIn(DATA);
/** Items in the copy that `backup` makes. They become the database at the first start on the copy. */
const COPIED_ITEMS = join(DATA, 'items/copy.db');

const CRON_INTERVAL_MS = 60_000;

const log = (text: string): void => console.log(`largesse: ${text}`);

async function main(): Promise<void> {
  checkSettings();
  await checkData();
  if (await putRestoredInPlace(DATA)) log(`put a backup in place; the site before it is in ${replacedSite(DATA)}`);
  await mkdir(TEMPORARY, { recursive: true });
  for (const part of await putParts(IMAGE, SITE)) log(`installed ${part}`);
  await writeConfiguration();
  await putCopyInPlace();

  const programs = new Programs();
  const stopped = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.resolve(signal));
  const end = Promise.race([stopped.promise, programs.failed]);

  let address = await knownAddress(DATA);
  await startWeb(programs, address);
  if (address === null) {
    log('open the address of this container in a browser, and set up your site');
    address = await Promise.race([setUp(), end.then(() => null)]);
    if (address !== null) {
      await writeNginx(address);
      programs.signal('nginx', 'SIGHUP');
    }
  } else await php('update', address);
  if (address !== null) {
    await startService(programs, address);
    log(`the site is at ${address.url}`);
    void runCron(address, end);
  }
  const reason = await end;
  log(`stopping: ${reason}`);
  await programs.stop();
  process.exitCode = reason === 'SIGTERM' || reason === 'SIGINT' ? 0 : 1;
}

/** Checks settings at each start, because some are first used when somebody has set up the site. @throws {Error} */
function checkSettings(): void {
  if (process.env.SITE_URL) parseAddress(process.env.SITE_URL);
  parseProxies(process.env.TRUSTED_PROXY);
}

/** @throws {Error} if this user cannot write to /data */
async function checkData(): Promise<void> {
  try {
    await mkdir(DATA, { recursive: true });
    await access(DATA, constants.W_OK);
  } catch {
    const user = `${process.getuid?.() ?? ''}:${process.getgid?.() ?? ''}`;
    throw new Error(
      `${DATA} cannot be written by user ${user}: give the volume to this user, or set "user" to its owner`,
    );
  }
}

/** Writes wp-config.php at the first start. Later starts keep it, because it contains the keys of all sessions. */
async function writeConfiguration(): Promise<void> {
  const file = join(SITE, 'wp-config.php');
  if (!existsSync(file)) {
    const keys = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);
    const lines = keys.map((key) => `define( '${key}', '${randomBytes(48).toString('base64')}' );`);
    const text = [
      '<?php',
      ...lines,
      `$table_prefix = 'wp_';`,
      `defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );`,
      `require '/app/deploy/home/site/config.php';`,
      `require_once ABSPATH . 'wp-settings.php';`,
    ];
    await writeWhole(file, `${text.join('\n')}\n`);
  }
  const driver = join(SITE, 'wp-content/plugins/sqlite-database-integration');
  const dropIn = (await readFile(join(driver, 'db.copy'), 'utf8'))
    .replaceAll('{SQLITE_IMPLEMENTATION_FOLDER_PATH}', driver)
    .replaceAll('{SQLITE_PLUGIN}', 'sqlite-database-integration/load.php');
  await writeWhole(join(SITE, 'wp-content/db.php'), dropIn);
  const name = 'largesse-container.php';
  await writeWhole(join(SITE, 'wp-content/mu-plugins', name), await readFile(join(HOME, '../wordpress', name), 'utf8'));
}

/** If the container starts on a folder that `backup` has made, makes its items the database. New ids skip old ones. */
async function putCopyInPlace(): Promise<void> {
  if (existsSync(ITEMS) || !existsSync(COPIED_ITEMS)) return;
  // The database gets its name when it is complete: an interrupted start would leave one that assigns ids again.
  const { items, gifts } = await prepareCopy(COPIED_ITEMS, `${ITEMS}.new`);
  await rename(`${ITEMS}.new`, ITEMS);
  await rm(COPIED_ITEMS);
  log(`restored ${items} wishes and ${gifts} gifts`);
}

/** Resolves when somebody has set up the site in a browser. */
async function setUp(): Promise<SiteAddress> {
  const watcher = watch(DATA);
  try {
    for (;;) {
      const address = await knownAddress(DATA);
      if (address !== null) return address;
      // Some file systems report no changes, so this also looks from time to time.
      await Promise.race([new Promise((resolve) => watcher.once('change', resolve)), sleep(1000)]);
    }
  } finally {
    watcher.close();
  }
}

async function startWeb(programs: Programs, address: SiteAddress | null): Promise<void> {
  const fpm = globSync('/usr/sbin/php-fpm*').sort().at(-1);
  if (fpm === undefined) throw new Error('PHP-FPM is missing in this image');
  const ini = join(HOME, '../wordpress/php.ini');
  const fpmFlags = ['--nodaemonize', '--fpm-config', join(HOME, 'php-fpm.conf'), '-c', ini];
  programs.start('php', [fpm, ...fpmFlags], 'SIGQUIT', siteEnvironment(DATA, address));
  while (!existsSync(PHP_SOCKET)) await sleep(50);
  // nginx reads included files relative to its main file.
  await copyFile('/etc/nginx/fastcgi_params', `${TEMPORARY}/fastcgi_params`);
  await writeNginx(address);
  programs.start('nginx', ['nginx', '-c', `${TEMPORARY}/nginx.conf`], 'SIGQUIT');
}

async function writeNginx(address: SiteAddress | null): Promise<void> {
  const paths = { site: SITE, home: HOME, containers: join(HOME, '../containers'), php: PHP_SOCKET };
  const proxies = parseProxies(process.env.TRUSTED_PROXY);
  await writeWhole(`${TEMPORARY}/nginx.conf`, nginxConfiguration(address, paths, proxies));
}

async function startService(programs: Programs, address: SiteAddress): Promise<void> {
  await mkdir(goodBackupsIn(DATA), { recursive: true });
  const env = serviceEnvironment(DATA, address);
  programs.start('service', ['sh', join(HOME, '../../api/serve.sh')], 'SIGTERM', env);
}

/** Runs a step of setup.php. @throws {Error} if it fails */
async function php(step: string, address: SiteAddress): Promise<void> {
  const { stdout } = await promisify(execFile)('php', [join(HOME, 'site/setup.php'), step], {
    env: siteEnvironment(DATA, address),
  });
  process.stdout.write(stdout);
}

/** Runs WordPress's cron once a minute: it sends mails, reveals gifts, and erases old data. */
async function runCron(address: SiteAddress, end: Promise<unknown>): Promise<void> {
  let isEnded = false;
  void end.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    await php('cron', address).catch((error) => log(`WordPress’s cron failed: ${error.message}`));
    await Promise.race([sleep(CRON_INTERVAL_MS, undefined, { ref: false }), end]);
  }
}

await main().catch((error) => {
  console.error(`largesse: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
