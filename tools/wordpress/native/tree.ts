import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteImage } from '../image.ts';
import type { PhpOptions } from '../php-engine.ts';
import { constantsOf } from '../site-folder.ts';
import type { Core } from './core.ts';

/** WordPress folder of one site, which exists only while the site runs. */
export interface Tree {
  /** Value of `ABSPATH`, without trailing slash. */
  folder: string;
  /** PHP's folder for temporary files. */
  temporary: string;
  /** Copies the files that were added to `wp-content`, except uploads. */
  copyOut(): Promise<SiteImage['entries']>;
  /** Restores the files of `copyOut`, and deletes files that were added since then. */
  restore(entries: SiteImage['entries']): Promise<void>;
  remove(): Promise<void>;
}

/** Name of the file in `wp-content` that makes WordPress load the SQLite driver. */
const DROP_IN = 'db.php';

/** Beginning of the name of a running site's folder. The process id follows. */
const PREFIX = 'running-';

let opened = 0;

/**
 * Creates the WordPress folder of a site. The folder contains symbolic links to the code of WordPress, the plugin and
 * the theme. So each file has the same path for all sites, and PHP finds the compiled code of the file.
 * @throws {NodeJS.ErrnoException} if the site's folder is not writable
 */
export async function openTree(core: Core, options: PhpOptions): Promise<Tree> {
  const { site, content, image } = options;
  await removeAbandoned(core, site.folder);
  const root = join(site.folder, `${PREFIX}${process.pid}-${++opened}`);
  const folder = join(root, 'wordpress');
  const temporary = join(root, 'tmp');
  const contentFolder = join(folder, 'wp-content');
  for (const path of [temporary, join(contentFolder, 'plugins'), join(contentFolder, 'themes')]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  await linkAll(core.wordpress, folder, ['wp-content', 'wp-config.php']);
  await linkAll(join(core.wordpress, 'wp-content'), contentFolder, ['database', 'plugins', 'themes', 'uploads']);
  for (const kind of ['plugins', 'themes']) {
    await linkAll(join(core.wordpress, 'wp-content', kind), join(contentFolder, kind), []);
  }
  await symlink(site.uploads, join(contentFolder, 'uploads'));
  await writeFile(join(contentFolder, DROP_IN), dropIn(core));
  await writeFile(join(folder, 'wp-config.php'), configuration(options));
  for (const [path, source] of Object.entries(content)) await symlink(source, join(contentFolder, path));
  const copyIn = async (entries: SiteImage['entries']) => {
    for (const { path, contents, changed } of entries) {
      const target = join(contentFolder, path);
      await mkdir(contents ? dirname(target) : target, { recursive: true });
      if (!contents) continue;
      await writeFile(target, contents);
      await utimes(target, changed / 1000, changed / 1000);
    }
  };
  await copyIn(image?.entries ?? []);
  return {
    folder,
    temporary,
    copyOut: () => copyOut(contentFolder),
    restore: async (entries) => {
      const former = new Set(entries.map(({ path }) => path));
      for (const { path } of await copyOut(contentFolder)) {
        if (!former.has(path)) await rm(join(contentFolder, path), { recursive: true, force: true });
      }
      await copyIn(entries);
      await writeFile(join(folder, 'wp-config.php'), configuration(options));
    },
    remove: () => removeTree(core, root),
  };
}

/**
 * Deletes the WordPress folder of a site and its compiled code. Also deletes the compiled code of sites that no longer
 * exist.
 */
async function removeTree({ compiled }: Core, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  const siteFolder = dirname(root);
  for (const build of await readdir(compiled)) {
    await rm(join(compiled, build, siteFolder), { recursive: true, force: true });
    const siblings = join(compiled, build, dirname(siteFolder));
    for (const name of await readdir(siblings).catch(() => [])) {
      if (!existsSync(join(dirname(siteFolder), name))) {
        await rm(join(siblings, name), { recursive: true, force: true });
      }
    }
  }
}

/** Deletes the WordPress folders that killed processes have left behind. */
async function removeAbandoned(core: Core, siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    const pid = Number(name.match(new RegExp(`^${PREFIX}(\\d+)-`))?.[1]);
    if (pid && !isAlive(pid)) await removeTree(core, join(siteFolder, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function linkAll(source: string, target: string, without: string[]): Promise<void> {
  for (const name of await readdir(source)) {
    if (!without.includes(name)) await symlink(join(source, name), join(target, name));
  }
}

/** Copies the files and folders in `wp-content`. Symbolic links lead to files that all sites share. */
async function copyOut(root: string): Promise<SiteImage['entries']> {
  const entries: SiteImage['entries'] = [];
  const copy = async (path: string) => {
    if (path === DROP_IN) return;
    const stats = await lstat(join(root, path));
    const changed = stats.mtimeMs;
    if (stats.isFile()) entries.push({ path, contents: await readFile(join(root, path)), changed });
    if (!stats.isDirectory()) return;
    if (path !== '') entries.push({ path, changed });
    for (const name of await readdir(join(root, path))) await copy(path === '' ? name : `${path}/${name}`);
  };
  await copy('');
  return entries;
}

/** Returns the drop-in file that loads the SQLite driver. */
const dropIn = ({ driver }: Core): string => `<?php
define( 'SQLITE_DB_DROPIN_VERSION', '1.8.0' );
define( 'DATABASE_TYPE', 'sqlite' );
define( 'DB_ENGINE', 'sqlite' );
define( 'SQLITE_MAIN_FILE', '1' );
// WordPress 6.5 asks for the version of this extension in Site Health, whatever the database is.
if ( ! function_exists( 'mysqli_get_client_info' ) ) {
	function mysqli_get_client_info() {
		return 'mysqlnd 8.1';
	}
}
require_once ${literal(join(driver, 'wp-includes/sqlite/db.php'))};
`;

/**
 * Returns the site's wp-config.php. Like php-wasm, the file adds two hooks and an error handler. Without the hooks,
 * WordPress would not use URL rewriting, and would refuse to send requests to this machine.
 */
function configuration({ url, site }: PhpOptions): string {
  const constants = {
    ...constantsOf(site),
    WP_DEBUG_LOG: site.log,
    DB_DIR: site.database,
    // The SQLite driver stores this name in the database file. PHP in WebAssembly uses the same name, so both engines
    // can use the same file.
    DB_NAME: 'database_name_here',
    DB_USER: '',
    DB_PASSWORD: '',
    DB_HOST: 'localhost',
    DB_CHARSET: 'utf8',
    DB_COLLATE: '',
    // WebAssembly uses the same mode, so WebAssembly can open the database after this engine was killed.
    SQLITE_JOURNAL_MODE: 'DELETE',
    WP_SQLITE_AST_DRIVER: true,
    WP_HOME: url,
    WP_SITEURL: url,
    CONCATENATE_SCRIPTS: false,
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define( ${literal(name)}, ${typeof value === 'string' ? literal(value) : value} );`,
  );
  return `<?php
${lines.join('\n')}
foreach ( array( 'got_url_rewrite', 'http_request_host_is_external' ) as $largesse_hook ) {
	$GLOBALS['wp_filter'][ $largesse_hook ][10]['__return_true'] = array( 'function' => '__return_true', 'accepted_args' => 0 );
}
// Without a network, checks for updates cause warnings. PHP's warnings have no codes, so compare the text.
set_error_handler( fn ( $level, $message ) => str_contains( $message, 'could not establish a secure connection to WordPress.org' ) );
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
`;
}

function literal(value: string): string {
  return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}
