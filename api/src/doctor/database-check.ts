import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { FIRST_VERSION, SCHEMA_VERSION } from '../database/migrations.ts';
import { reason } from '../database/reason.ts';
import { inspectSqlite } from '../database/sqlite/inspect.ts';
import { type DatabaseSetting, SettingError } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

/**
 * Checks whether the service could use the database in its current state. The finding names the file or the server.
 * Changes nothing.
 */
export function checkDatabase(setting: DatabaseSetting): Finding | Promise<Finding> {
  return setting.kind === 'sqlite' ? checkFile(setting.path) : checkServer(setting.url);
}

function checkFile(path: string): Finding {
  const found = inspectSqlite(path);
  switch (found.kind) {
    case 'missing':
      return ok(`Database: the first start will create ${path}`);
    case 'unusable':
      return problem(
        `Database: ${path} cannot be used: ${found.reason}`,
        'Allow the account of the service to write to the file and to its folder.',
      );
    case 'present':
      return checkVersion(path, found.version);
  }
}

async function checkServer(url: string): Promise<Finding> {
  const place = serverOf(url);
  const { inspectPostgres } = await import('../database/postgres/inspect.ts');
  try {
    const { version, isWritable } = await inspectPostgres(url);
    if (!isWritable)
      return problem(
        `Database: ${place} is not writable`,
        'In DATABASE_URL, name the primary server, and a user who may create tables in the database.',
      );
    return version === 0
      ? ok(`Database: ${place} is empty; the first start will create the tables`)
      : checkVersion(place, version);
  } catch (error) {
    return problem(
      `Database: ${place} cannot be reached: ${reason(error)}`,
      'Check address, user and password in DATABASE_URL. Check that the server accepts connections from this machine.',
    );
  }
}

/** Names the server and the database in an address, without its user and password. */
function serverOf(url: string): string {
  return `PostgreSQL ${url
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^[^/]*@/, '')
    .replace(/\?.*$/, '')}`;
}

function checkVersion(place: string, version: number): Finding {
  if (version > SCHEMA_VERSION)
    return problem(
      `Database: ${place} has schema version ${version}, but this service supports at most ${SCHEMA_VERSION}`,
      'Start the newer service, or restore a backup from before its upgrade.',
    );
  if (version > 0 && version < FIRST_VERSION)
    return problem(
      `Database: ${place} has schema version ${version}, from before the first release`,
      'Use an empty database.',
    );
  if (version < SCHEMA_VERSION)
    return ok(
      `Database: ${place} is writable; the next start will upgrade schema version ${version} to ${SCHEMA_VERSION}`,
    );
  return ok(`Database: ${place} is writable, schema version ${version}`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Names of the files with secrets in the folder of a settings file (`deploy/systemd/*.conf`), by setting. */
const SECRETS = {
  DATABASE_URL: 'database-url',
  GATEWAY_KEY: 'gateway-key',
  REGISTRY_API_GATEWAY_KEY: 'gateway-key',
  REGISTRY_API_APP_PASSWORD: 'app-password',
};

/**
 * Returns the settings of a service from its settings file, from the files with secrets in the same folder, and from an
 * environment. The environment takes precedence over the file, and the file over the files with secrets.
 * @throws {SettingError} if the file cannot be read
 */
export function environmentFrom(file: string, environment: Environment): Environment {
  const path = resolve(file);
  const settings: Record<string, string | undefined> = { ...parseEnv(contentOf(path)), ...environment };
  for (const [name, secret] of Object.entries(SECRETS)) {
    const beside = join(dirname(path), secret);
    if (!settings[name] && !settings[`${name}_FILE`] && existsSync(beside)) settings[`${name}_FILE`] = beside;
  }
  return settings;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new SettingError(`--settings: ${path} cannot be read (${code})`);
  }
}
