import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hasMariaDb, type MariaDb, startMariaDb } from '../../api/src/backup/mariadb.ts';
import { buildPlugin } from '../../plugin/build.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { prepareSite, type WordPress, type WordPressOptions } from '../../tools/wordpress/boot.ts';
import { fetchWordPress } from '../../tools/wordpress/download.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { hasProgram, startProgram } from './program.ts';

/** A WordPress that uses nginx, PHP-FPM, opcache and MariaDB, like a WordPress on a real server. */
export interface NativeWordPress extends Pick<WordPress, 'url' | 'run' | 'load' | 'log' | 'close'>, AsyncDisposable {
  readonly database: MariaDb;
  /** Folder of the site on this machine. */
  readonly folder: string;
  /** Returns the processor time that the processes of PHP-FPM have used so far (milliseconds; Linux). */
  processorTime(): Promise<number>;
}

export interface NativeOptions extends Pick<WordPressOptions, 'version' | 'theme'> {
  /** Folder of the WordPress to copy; by default, the version that the project downloads. */
  core?: string | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Name of the PHP-FPM program on this machine; undefined if it is not installed. */
const FPM = ['php-fpm', 'php-fpm8.1', 'php-fpm8.2', 'php-fpm8.3', 'php-fpm8.4'].find((name) => hasProgram(name, '-v'));

const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);']).status === 0;

/** Message that names the programs that a site needs and this machine lacks; `false` if no program is missing. */
export const whyNoNativeWordPress: string | false = (() => {
  const there = { nginx: hasNginx, 'PHP-FPM': FPM, MariaDB: hasMariaDb(), 'PHP with mysqli': hasPhp };
  const missing = Object.entries({ ...there, unzip: hasProgram('unzip', '-v') }).filter(([, isThere]) => !isThere);
  return missing.length > 0 && `${missing.map(([name]) => name).join(', ')} is not installed`;
})();

/**
 * Starts a site with plugin and theme on a free port. nginx is configured as in the container of the site, but without
 * HTTPS.
 */
export async function startNativeWordPress(options: NativeOptions = {}): Promise<NativeWordPress> {
  await using opened = new AsyncDisposableStack();
  const { path } = opened.use(await temporaryFolder());
  await chmod(path, 0o755); // workers of nginx run as another user
  const folder = join(path, 'site');
  const socket = join(path, 'php.sock');
  const log = join(path, 'php.log');
  await copyFiles(folder, options);
  const database = opened.use(await startMariaDb());
  database.rows('CREATE DATABASE site CHARACTER SET utf8mb4');
  const site = await readFile(join(root, 'deploy/containers/wordpress-site.inc'), 'utf8');
  const nginx = opened.use(
    await startNginx({
      http: (port) => `
        include mime.types;
        upstream largesse_php { server unix:${socket}; }
        server { listen 127.0.0.1:${port}; set $largesse_site_host $http_host; include wordpress-site.inc; }`,
      files: {
        'wordpress-site.inc': site.replace('/var/www/html', folder).replace('fastcgi_param HTTPS on;', ''),
        'mime.types': MIME_TYPES,
        fastcgi_params: FASTCGI.map((name) => `fastcgi_param ${name.toUpperCase()} $${name};\n`)
          .join('')
          .concat('fastcgi_param SCRIPT_NAME $fastcgi_script_name;\n'),
      },
    }),
  );
  await writeFile(join(folder, 'wp-config.php'), configuration(nginx.url, database.socket));
  await writeFile(join(path, 'fpm.conf'), poolOf(socket, log));
  const flags = ['--nodaemonize', '--fpm-config', join(path, 'fpm.conf'), ...(process.getuid?.() === 0 ? ['-R'] : [])];
  await php(folder, `define( 'WP_INSTALLING', true ); ${LOAD} ${INSTALL}`);
  const run = (code: string, input?: unknown) => php(folder, LOAD + code, input);
  await run(await prepareSite(), { theme: options.theme ?? 'default' });
  const fpm = opened.use(await startProgram([FPM ?? 'php-fpm', ...flags], () => fetch(`${nginx.url}/`).then(checked)));
  const all = opened.move();
  const close = () => all.disposeAsync();
  return {
    url: nginx.url,
    database,
    folder,
    run,
    load: run,
    log: () => readFile(log, 'utf8').catch(() => ''),
    processorTime: () => processorTimeOf(fpm.pid),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Throws if nginx answers 502, because PHP-FPM is then not ready yet. */
function checked({ status }: Response): void {
  if (status === 502) throw new Error('PHP does not answer');
}

async function copyFiles(folder: string, { core, version = '6.5', theme }: NativeOptions): Promise<void> {
  if (core === undefined) {
    const { coreZip, staticFolder } = await fetchWordPress(version);
    await promisify(execFile)('unzip', ['-q', coreZip, '-d', folder]);
    await cp(staticFolder, folder, { recursive: true, force: false });
  } else await cp(core, folder, { recursive: true });
  await mkdir(join(folder, 'wp-content/uploads'), { recursive: true });
  await buildPlugin();
  await cp(join(root, 'plugin'), join(folder, 'wp-content/plugins/largesse'), { recursive: true });
  if (theme === 'largesse')
    await cp(join(root, 'theme'), join(folder, 'wp-content/themes/largesse'), { recursive: true });
}

/** Variables that nginx passes to PHP-FPM. The name of each FastCGI parameter is the variable's name in upper case. */
const FASTCGI = [
  ...['query_string', 'request_method', 'content_type', 'content_length', 'request_uri', 'document_uri'],
  ...['document_root', 'server_protocol', 'remote_addr', 'remote_port', 'server_addr', 'server_port'],
];

const MIME_TYPES = `types {
  text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; image/png png;
  image/jpeg jpg jpeg; image/webp webp; image/avif avif; font/woff2 woff2;
}`;

/**
 * Returns the settings of PHP-FPM. PHP-FPM has three processes. So while a page waits for the service, the service can
 * send requests to the site.
 */
const poolOf = (socket: string, log: string): string => `
[global]
error_log = ${log}.fpm
[site]
${process.getuid?.() === 0 ? 'user = root' : ''}
listen = ${socket}
listen.mode = 0666
pm = static
pm.max_children = 3
php_admin_value[error_log] = ${log}
php_admin_flag[log_errors] = on
`;

const configuration = (url: string, socket: string): string => `<?php
define( 'DB_NAME', 'site' ); define( 'DB_USER', 'root' ); define( 'DB_PASSWORD', '' ); define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' ); define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${url}' ); define( 'WP_SITEURL', '${url}' );
define( 'WP_ENVIRONMENT_TYPE', 'local' ); // application passwords over plain HTTP
define( 'DISABLE_WP_CRON', true ); define( 'AUTOMATIC_UPDATER_DISABLED', true ); define( 'WP_HTTP_BLOCK_EXTERNAL', true );
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;

const LOAD = `require 'wp-load.php'; $input = json_decode( getenv( 'INPUT' ), true ); `;

/** PHP code that installs the site without mails. Afterwards, tools/wordpress/prepare-site.php sets up the site. */
const INSTALL = `
  add_filter( 'pre_wp_mail', '__return_true' );
  require ABSPATH . 'wp-admin/includes/upgrade.php';
  wp_install( 'Site', 'admin', 'admin@site.example', true, '', wp_generate_password( 40 ) );`;

/** Runs PHP code in the folder of the site; returns its output. */
async function php(folder: string, code: string, input: unknown = null): Promise<string> {
  const env = { ...process.env, INPUT: JSON.stringify(input) };
  const { stdout } = await promisify(execFile)('php', ['-d', 'memory_limit=256M', '-r', code], { cwd: folder, env });
  return stdout;
}

/** Returns the processor time that the children of a process have used (milliseconds). */
async function processorTimeOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const times = children.map(async (child) =>
    Number((await readFile(`/proc/${child}/schedstat`, 'utf8')).split(' ')[0]),
  );
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0) / 1e6;
}
