import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A PHP of this machine that can run WordPress. */
export interface NativePhp {
  version: string;
  /** Arguments that replace the machine's own php.ini. */
  flags: string[];
}

/** Reason why this machine's PHP is unusable. */
export interface NoNativePhp {
  missing: string;
}

const OLDEST = [8, 1];

/** Oldest SQLite that WordPress's SQLite driver accepts. */
const OLDEST_SQLITE = [3, 37];

/** Extensions that WordPress, its SQLite driver or the plugin requires. */
const REQUIRED = [
  'Zend OPcache',
  'ctype',
  'mbstring',
  'fileinfo',
  'gd',
  'PDO',
  'pdo_sqlite',
  'tokenizer',
  'xml',
  'dom',
];

/** Extensions to use if they are installed. */
const OPTIONAL = ['SimpleXML', 'xmlreader', 'xmlwriter', 'iconv', 'exif', 'imagick', 'curl', 'zip', 'Phar'];

/** Debian's packages with all required extensions. */
export const DEBIAN_PACKAGES = ['cli', 'curl', 'gd', 'mbstring', 'sqlite3', 'xml', 'zip'].map((name) => `php-${name}`);

/** The same settings as in the WebAssembly build. So both builds report the same errors and have the same limits. */
const SETTINGS = {
  memory_limit: '256M',
  max_execution_time: '0',
  upload_max_filesize: '2000M',
  post_max_size: '2000M',
  error_reporting: '-1',
  display_errors: '0',
  log_errors: '1',
  ignore_repeated_errors: '1',
  'date.timezone': 'UTC',
  // Prevents mails from leaving the machine.
  sendmail_path: '/bin/false',
  'opcache.enable': '1',
  'opcache.enable_cli': '1',
  'opcache.memory_consumption': '64',
  'opcache.max_accelerated_files': '4000',
  // Check each file's modification time on each request, so that changes apply at once.
  'opcache.revalidate_freq': '0',
};

const PROBE = `echo json_encode( array(
  'version' => PHP_VERSION,
  'extensions' => get_loaded_extensions(),
  'zend' => get_loaded_extensions( true ),
  'sqlite' => extension_loaded( 'pdo_sqlite' ) ? ( new PDO( 'sqlite::memory:' ) )->query( 'SELECT sqlite_version()' )->fetchColumn() : '',
) );`;

interface Probed {
  version: string;
  extensions: string[];
  zend: string[];
  sqlite: string;
}

let found: Promise<NativePhp | NoNativePhp> | undefined;

/** Searches the PATH for a `php` that can run WordPress with the plugin. Searches only on the first call. */
export function findPhp(): Promise<NativePhp | NoNativePhp> {
  found ??= lookForPhp();
  return found;
}

async function lookForPhp(): Promise<NativePhp | NoNativePhp> {
  if (process.platform === 'win32') return { missing: 'Windows has no processes as PHP needs them' };
  const machine = await ask([]);
  if (!machine) return { missing: 'there is no php on the PATH' };
  if (isOlder(machine.version, OLDEST)) return { missing: `PHP ${machine.version} is older than ${OLDEST.join('.')}` };
  // `-n` makes PHP ignore the machine's php.ini. The settings in php.ini could change the results of PHP, or load a
  // debugger that slows PHP down.
  const builtIn = await ask(['-n']);
  if (!builtIn) return { missing: 'php does not start without its php.ini' };
  const has = ({ extensions, zend }: Probed, name: string) => extensions.includes(name) || zend.includes(name);
  const shared = [...REQUIRED, ...OPTIONAL].filter((name) => has(machine, name) && !has(builtIn, name));
  const flags = ['-n', ...shared.flatMap((name) => ['-d', loading(name)])];
  for (const [name, value] of Object.entries(SETTINGS)) flags.push('-d', `${name}=${value}`);
  const php = await ask(flags);
  if (!php) return { missing: 'php does not start with the extensions that it needs' };
  const missing = REQUIRED.filter((name) => !has(php, name));
  if (missing.length > 0) return { missing: `PHP ${php.version} lacks ${missing.join(', ')}` };
  if (isOlder(php.sqlite, OLDEST_SQLITE)) {
    return { missing: `SQLite ${php.sqlite} is older than ${OLDEST_SQLITE.join('.')}` };
  }
  return { version: php.version, flags };
}

/** Returns the setting that loads an extension. */
function loading(name: string): string {
  return name === 'Zend OPcache' ? 'zend_extension=opcache' : `extension=${name.toLowerCase()}`;
}

/** Runs PHP to get its version and extensions. Returns `undefined` if PHP does not run. */
async function ask(flags: string[]): Promise<Probed | undefined> {
  try {
    const env = { PATH: process.env.PATH };
    const { stdout } = await promisify(execFile)('php', [...flags, '-d', 'display_errors=0', '-r', PROBE], { env });
    return JSON.parse(stdout.slice(stdout.indexOf('{')));
  } catch {
    return undefined;
  }
}

function isOlder(version: string, [major = 0, minor = 0]: number[]): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split('.').map(Number);
  return ofMajor < major || (ofMajor === major && ofMinor < minor);
}
