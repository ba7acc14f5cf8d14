import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { access, chmod, constants, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reason } from '../../api/src/database/reason.ts';
import { prepareCopy } from '../../api/src/database/sqlite/backup.ts';
import { MIN_SITE_KEY_BYTES } from '../../contract/site-requests.ts';
import { parseAddress, type SiteAddress } from './address.ts';
import { putParts, TEMPORARY, writeWhole } from './files.ts';
import { type Account, firstStart, type SignedIn } from './first-start.ts';
import { nginxConfiguration, parseProxies, SERVICE_PORT, SETUP_PORT } from './nginx.ts';
import { Programs } from './programs.ts';
import { watchProxies } from './proxies.ts';
import { keepReserve, releaseReserve } from './reserve.ts';
import { putRestoredInPlace, replacedSite, unfinishedBackup } from './restored.ts';
import { goodBackupsIn, itemsIn, knownAddress, serviceEnvironment, siteEnvironment, siteKeyIn } from './service.ts';
import { checkUnfinished, copiedItemsIn, noteComplete, removeUnfinished, siteDatabaseIn } from './set-up.ts';
import { CodeCheck, setupCodeFile, setupCodeIn } from './setup-code.ts';

/*
 * First process of the container for homes: prepares the folder /data, and starts PHP, nginx, the service and
 * WordPress's cron. Until somebody has set up the site in a browser, only nginx and the page for this run.
 */

const DATA = process.env.DATA ?? '/data';
/** Folder of the image with WordPress, the driver, the plugin and the theme. */
const IMAGE = process.env.IMAGE ?? '/largesse';
const HOME = import.meta.dirname;
const PHP_SOCKET = join(TEMPORARY, 'php.sock');

const SITE = join(DATA, 'site');
const ITEMS = itemsIn(DATA);
const COPIED_ITEMS = copiedItemsIn(DATA);

const CRON_INTERVAL_MS = 60_000;

/** Maximum wait for the service after its start. */
const SERVICE_WAIT_MS = 60_000;

/** Connection that keeps the index of WordPress's database; null before the set-up. */
let siteIndex: DatabaseSync | null = null;

const log = (text: string): void => console.log(`largesse: ${text}`);
const print = (text: string): void => void process.stdout.write(text);

async function main(): Promise<void> {
  // Programs of the container share one user, and nobody else reads its files.
  process.umask(0o077);
  // The first process of a container ignores a signal without a handler.
  const stopped = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.resolve(signal));

  // The next start repeats an interrupted step.
  const prepared = await Promise.race([prepare().then(() => null), stopped.promise]);
  if (prepared !== null) return stopping(prepared);

  const programs = new Programs();
  const end = Promise.race([stopped.promise, programs.failed]);
  void start(programs, end).catch((error) => stopped.resolve(error instanceof Error ? error.message : String(error)));
  const reason = await end;
  await programs.stop();
  siteIndex?.close();
  stopping(reason);
}

/** Ends the container. */
function stopping(reason: string): never {
  log(`stopping: ${reason}`);
  process.exit(reason === 'SIGTERM' || reason === 'SIGINT' ? 0 : 1);
}

/** Prepares the folder /data. Every step may be interrupted, and is repeated at the next start. */
async function prepare(): Promise<void> {
  checkSettings();
  await checkData();
  // An interrupted backup takes room, which a full volume needs for the next steps.
  await rm(unfinishedBackup(DATA), { recursive: true, force: true }).catch((error) => log(error.message));
  await releaseReserve(DATA);
  if (await putRestoredInPlace(DATA)) log(`put a backup in place; the site before it is in ${replacedSite(DATA)}`);
  await mkdir(TEMPORARY, { recursive: true });
  if ((await knownAddress(DATA)) === null) checkUnfinished(DATA);
  for (const line of await putParts(IMAGE, SITE)) log(line);
  await writeConfiguration();
  // After a power cut, the file may be empty.
  const siteKey = await readFile(siteKeyIn(DATA), 'utf8').catch(() => '');
  if (siteKey.trim().length < MIN_SITE_KEY_BYTES) await writeWhole(siteKeyIn(DATA), randomBytes(32).toString('hex'));
  await protectDatabase();
  await putCopyInPlace();
}

/** Starts the programs of the container. Before the set-up, it starts only nginx and the page for the set-up. */
async function start(programs: Programs, end: Promise<unknown>): Promise<void> {
  let address = await knownAddress(DATA);
  await watchProxies(parseProxies(process.env.TRUSTED_PROXY), log);
  await startNginx(programs, address);
  if (address === null) address = await setUpInBrowser(programs);
  else {
    await rm(setupCodeFile(DATA), { force: true });
    await startPhp(programs, address);
    // Without room, or with a damaged database, pages may still be readable.
    await php('update', address).then(print, (error) => log(`the update of the database failed: ${error.message}`));
    await startService(programs, address);
    await serviceAnswers();
  }
  await keepReserve(DATA).catch((error) => log(error.message));
  log(`the site is at ${address.url}`);
  await runCron(address, end);
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
  for (const source of [join(HOME, '../wordpress/largesse-container.php'), join(HOME, 'site/largesse-home.php')])
    await writeWhole(join(SITE, 'wp-content/mu-plugins', basename(source)), await readFile(source, 'utf8'));
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

/** Makes WordPress's database unreadable for other users. Earlier versions of this program did not. */
async function protectDatabase(): Promise<void> {
  const folder = siteDatabaseIn(DATA);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) if (name.startsWith('.ht.sqlite')) await chmod(join(folder, name), 0o600);
}

/**
 * Serves the page that asks for the administrator. Resolves when the site is set up, and all programs run.
 * @throws {Error} if the programs of a complete site do not start. The next start of the container tries again.
 */
async function setUpInBrowser(programs: Programs): Promise<SiteAddress> {
  const code = await setupCodeIn(DATA);
  const running = Promise.withResolvers<SiteAddress>();
  const server = firstStart({
    check: new CodeCheck(code, () => performance.now()),
    siteUrl: process.env.SITE_URL ? parseAddress(process.env.SITE_URL) : null,
    log,
    setUp: async (account, address) => {
      await install(account, address);
      await startSite(programs, address).then(() => running.resolve(address), running.reject);
      return signIn(account, address);
    },
  });
  server.listen(SETUP_PORT, '127.0.0.1');
  await once(server, 'listening');
  log(
    `open the address of this container in a browser, and set up your site with the code ${code} (the file ` +
      `${setupCodeFile(DATA)} contains it, too)`,
  );
  const address = await running.promise;
  server.close();
  return address;
}

/** Makes a complete site. If this is interrupted, the next set-up begins again. */
async function install(account: Account, address: SiteAddress): Promise<void> {
  await removeUnfinished(DATA);
  print(await php('install', address, JSON.stringify(account)));
  await noteComplete(DATA, address.url);
  await rm(setupCodeFile(DATA), { force: true });
}

/** Starts the programs of a site that is complete since this start of the container. */
async function startSite(programs: Programs, address: SiteAddress): Promise<void> {
  await startPhp(programs, address);
  await writeNginx(address);
  programs.signal('nginx', 'SIGHUP');
  await startService(programs, address);
  await serviceAnswers();
}

/** Signs in the account that has set up the site. If this fails, the owner can still sign in with the password. */
async function signIn({ email }: Account, address: SiteAddress): Promise<SignedIn> {
  try {
    const { location, cookies } = JSON.parse(await php('sign-in', address, email));
    return { location, cookies };
  } catch (error) {
    log(`nobody is signed in: ${error instanceof Error ? error.message : error}`);
    return { location: `${address.url}/wp-login.php`, cookies: [] };
  }
}

/** Waits until the service answers, at most SERVICE_WAIT_MS. The pages of the site work without it, too. */
async function serviceAnswers(): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < SERVICE_WAIT_MS; await sleep(200)) {
    const answer = await fetch(`http://127.0.0.1:${SERVICE_PORT}/health`).catch(() => null);
    if (answer?.ok) return;
  }
}

/**
 * Keeps the index of the write-ahead log of WordPress's database. Every request opens this database. Without another
 * connection, it would make the index again, which a full volume has no room for.
 */
function openIndex(folder: string): DatabaseSync {
  const connection = new DatabaseSync(join(folder, '.ht.sqlite'), { timeout: 5000 });
  connection.prepare('SELECT count(*) FROM sqlite_schema').get();
  return connection;
}

async function startPhp(programs: Programs, address: SiteAddress): Promise<void> {
  const fpm = globSync('/usr/sbin/php-fpm*').sort().at(-1);
  if (fpm === undefined) throw new Error('PHP-FPM is missing in this image');
  const ini = join(HOME, '../wordpress/php.ini');
  const fpmFlags = ['--nodaemonize', '--fpm-config', join(HOME, 'php-fpm.conf'), '-c', ini];
  programs.start('php', [fpm, ...fpmFlags], 'SIGQUIT', siteEnvironment(DATA, address));
  while (!existsSync(PHP_SOCKET)) await sleep(50);
  try {
    siteIndex = openIndex(siteDatabaseIn(DATA));
  } catch (error) {
    // Without room, or with a damaged database, the owner still needs the container's commands.
    log(`the index of the site's database cannot be kept open: ${reason(error)}`);
  }
}

async function startNginx(programs: Programs, address: SiteAddress | null): Promise<void> {
  // nginx reads included files relative to its main file.
  await copyFile('/etc/nginx/fastcgi_params', `${TEMPORARY}/fastcgi_params`);
  await writeNginx(address);
  programs.start('nginx', ['nginx', '-c', `${TEMPORARY}/nginx.conf`], 'SIGQUIT');
}

async function writeNginx(address: SiteAddress | null): Promise<void> {
  const paths = { site: SITE, containers: join(HOME, '../containers'), php: PHP_SOCKET };
  const proxies = parseProxies(process.env.TRUSTED_PROXY);
  await writeWhole(`${TEMPORARY}/nginx.conf`, nginxConfiguration(address, paths, proxies));
}

async function startService(programs: Programs, address: SiteAddress): Promise<void> {
  await mkdir(goodBackupsIn(DATA), { recursive: true });
  const env = serviceEnvironment(DATA, address);
  programs.start('service', ['sh', join(HOME, '../../api/serve.sh')], 'SIGTERM', env);
}

/**
 * Runs a step of setup.php.
 * @param input text for its standard input, so that no password is visible in the list of processes
 * @returns its output
 * @throws {Error} if it fails
 */
async function php(step: string, address: SiteAddress, input = ''): Promise<string> {
  const running = promisify(execFile)('php', [join(HOME, 'site/setup.php'), step], {
    env: siteEnvironment(DATA, address),
  });
  running.child.stdin?.on('error', () => {}).end(input);
  const { stdout, stderr } = await running;
  process.stderr.write(stderr);
  return stdout;
}

/** Runs WordPress's cron once a minute: it sends mails, reveals gifts, and erases old data. */
async function runCron(address: SiteAddress, end: Promise<unknown>): Promise<void> {
  let isEnded = false;
  void end.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    await keepReserve(DATA).catch((error) => log(error.message));
    await php('cron', address)
      .then(print)
      .catch((error) => log(`WordPress’s cron failed: ${error.message}`));
    await Promise.race([sleep(CRON_INTERVAL_MS, undefined, { ref: false }), end]);
  }
}

await main().catch((error) => {
  console.error(`largesse: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
});
