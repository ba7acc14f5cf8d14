import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type DatabaseSetting, readDatabaseSetting, SettingError } from '../settings.ts';
import { parseEnvironmentFile } from './environment-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings file of a service that systemd runs (docs/install/own-server.md). */
export const INSTALLED = '/etc/largesse/api.env';

/** Names of the files with secrets in the folder of a settings file (`deploy/systemd/*.conf`), by setting. */
const SECRETS = {
  DATABASE_URL: 'database-url',
  GATEWAY_KEY: 'gateway-key',
  GATEWAY_KEY_2: 'gateway-key-2',
  SITE_KEY: 'site-key',
  SITE_KEY_2: 'site-key-2',
  REGISTRY_API_GATEWAY_KEY: 'gateway-key',
  REGISTRY_API_APP_PASSWORD: 'app-password',
};

/** Settings of the service on this machine, as a command for operators uses them. */
export interface InstalledSettings {
  environment: Environment;
  /** Path of the settings file; null if all settings come from the environment. */
  file: string | null;
  /** Names of the settings that the environment overrides. */
  overridden: readonly string[];
}

/**
 * Returns the settings that the service on this machine uses: from its settings file, and from the files with secrets
 * in the same folder. Variables of the environment take precedence. Without a settings file, the environment contains
 * all settings, as in a container.
 * @param given path of the file; null for the installed file, if there is one
 * @throws {SettingError} if the file cannot be read, or if nothing names the database: the default is in the folder of
 * the release, where no installed service has its data
 */
export function installedSettings(given: string | null, environment: Environment): InstalledSettings {
  const file = given ?? installedFile(environment);
  if (file === null) return { environment, file, overridden: [] };
  const path = resolve(file);
  const own = settingsIn(path);
  const settings = { ...own };
  for (const [name, value] of Object.entries(environment)) {
    // Compose files and unit files pass '' for an unset variable.
    if (!value?.trim()) continue;
    // NAME and NAME_FILE must not both be set.
    delete settings[pairOf(name)];
    settings[name] = value;
  }
  const overridden = Object.keys(environment).filter((name) => {
    const before = own[name] ?? own[pairOf(name)];
    return before !== undefined && settings[name] !== undefined && settings[name] !== before;
  });
  if (!namesDatabase(settings))
    throw new SettingError(
      `DATABASE_URL: ${path} names no database: add DATABASE_URL=sqlite:PATH, or write the address of the database into ${join(dirname(path), SECRETS.DATABASE_URL)}`,
    );
  return { environment: settings, file: path, overridden };
}

/** Returns the settings in a file, and the paths of the files with secrets in its folder. */
function settingsIn(path: string): Record<string, string | undefined> {
  const settings: Record<string, string | undefined> = { ...parseEnvironmentFile(contentOf(path)) };
  for (const [name, secret] of Object.entries(SECRETS)) {
    const beside = join(dirname(path), secret);
    if (!settings[name] && !settings[`${name}_FILE`] && existsSync(beside)) settings[`${name}_FILE`] = beside;
  }
  return settings;
}

const namesDatabase = ({ DATABASE_URL, DATABASE_URL_FILE }: Environment): boolean =>
  Boolean(DATABASE_URL?.trim() || DATABASE_URL_FILE?.trim());

const pairOf = (name: string): string => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`);

/**
 * Returns the path of the installed settings file. The nightly commands get all settings from systemd as variables, and
 * their account must not read the file.
 */
function installedFile(environment: Environment): string | null {
  if (!existsSync(INSTALLED)) return null;
  if (!environment.HOST_URL || !namesDatabase(environment)) return INSTALLED;
  try {
    accessSync(INSTALLED, constants.R_OK);
    return INSTALLED;
  } catch {
    return null;
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    const cure = code === 'EACCES' ? ': run the command as root' : '';
    throw new SettingError(`--settings: ${path} cannot be read (${code})${cure}`);
  }
}

/** Names a database without its user and password: the file, or the server and the database. */
export function databaseName(setting: DatabaseSetting): string {
  if (setting.kind === 'sqlite') return setting.path;
  const place = setting.url
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^[^/]*@/, '')
    .replace(/\?.*$/, '');
  return `PostgreSQL ${place}`;
}

/** Returns lines that name the source of the settings, the database and the site. @throws {SettingError} */
export function describeInstallation({ environment, file, overridden }: InstalledSettings): string {
  const more = overridden.length > 0 ? `; the environment overrides ${overridden.join(', ')}` : '';
  return [
    `Settings: ${file ?? 'the environment'}${more}`,
    `Database: ${databaseName(readDatabaseSetting(environment))}`,
    `Site: ${environment.HOST_URL?.trim() || 'HOST_URL is not set'}`,
  ].join('\n');
}

/**
 * Returns the database that the service on this machine uses without the variables of the environment; null if no
 * settings file names it. @throws {SettingError}
 */
export function ownDatabase({ file }: InstalledSettings): DatabaseSetting | null {
  const own = file === null ? {} : settingsIn(file);
  return namesDatabase(own) ? readDatabaseSetting(own) : null;
}
