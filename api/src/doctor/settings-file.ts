import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingError } from '../settings.ts';

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
