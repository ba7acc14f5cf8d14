import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DemoFailure } from './demo-failure.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** What the environment may change about the demonstration. */
export interface DemoEnvironment {
  /** Port of the WordPress site (`SITE_PORT`, default 8080). */
  sitePort: number;
  /** Port of the API (`PORT`, default 8000). */
  apiPort: number;
  /** Folder that keeps the site, the items and the accounts (`LARGESSE_DATA`, default `data/` in the repository). */
  dataFolder: string;
}

/**
 * Reads the settings of the demonstration.
 * @param env the environment, `process.env` unless a test gives its own
 * @throws {DemoFailure} one line that names the variable when a port is no port
 */
export function readDemoEnvironment(env: NodeJS.ProcessEnv = process.env): DemoEnvironment {
  return {
    sitePort: port('SITE_PORT', env.SITE_PORT, 8080),
    apiPort: port('PORT', env.PORT, 8000),
    dataFolder: resolve(repository, env.LARGESSE_DATA || 'data'),
  };
}

/**
 * Folders for what is fetched once, best first: the user's cache (`$XDG_CACHE_HOME/largesse`, else
 * `~/.cache/largesse`), and one in the repository for when that cannot be written.
 */
export function cacheFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const cache = env.XDG_CACHE_HOME;
  // The XDG rules say that a relative path is invalid and must be ignored.
  const ofUser = cache && isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return [join(ofUser, 'largesse'), join(repository, 'node_modules/.cache/largesse')];
}

function port(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new DemoFailure(`${name} must be a port from 0 to 65535`);
  return number;
}
