import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../cache/setup-error.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Settings of the demonstration from the environment. */
export interface DemoEnvironment {
  /** Port of the WordPress site (`SITE_PORT`, default 8080). */
  sitePort: number;
  /** Port of the API (`PORT`, default 8000). */
  apiPort: number;
  /** Folder for the site, the items and the accounts (`LARGESSE_DATA`, default `data/` in the repository). */
  dataFolder: string;
  /** Receivers of webhooks on this machine (`WEBHOOKS_ALLOW`, docs/settings.md); '' for none. */
  webhooksAllow: string;
}

/**
 * Reads the settings of the demonstration.
 * @param env the environment, by default `process.env`
 * @throws {SetupError} if a port is invalid or used twice; the message is one line and names the variable
 */
export function readDemoEnvironment(env: NodeJS.ProcessEnv = process.env): DemoEnvironment {
  const sitePort = port('SITE_PORT', env.SITE_PORT, 8080);
  const apiPort = port('PORT', env.PORT, 8000);
  if (sitePort === apiPort && sitePort !== 0) throw new SetupError('SITE_PORT and PORT must differ');
  return {
    sitePort,
    apiPort,
    dataFolder: resolve(repository, env.LARGESSE_DATA || 'data'),
    webhooksAllow: env.WEBHOOKS_ALLOW ?? '',
  };
}

function port(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new SetupError(`${name} must be a port from 0 to 65535`);
  return number;
}
