import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAddress, type SiteAddress } from './address.ts';
import { INTERNAL_PORT, SERVICE_PORT } from './nginx.ts';

/** Returns the database of the service. */
export const itemsIn = (data: string): string => join(data, 'items/items.db');

/** Returns the folder with the time of the last good backup, whose age the service reports. */
export const goodBackupsIn = (data: string): string => join(data, 'good-backups');

/** Returns the address of a site that is set up, otherwise null. SITE_URL has precedence. */
export async function knownAddress(data: string): Promise<SiteAddress | null> {
  // The first start in a browser writes the address into this file, as its last step.
  const file = join(data, 'site-address');
  return existsSync(file) ? parseAddress(process.env.SITE_URL || (await readFile(file, 'utf8'))) : null;
}

/** Returns the settings of the service, which its commands use, too. */
export const serviceEnvironment = (data: string, address: SiteAddress): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  LISTEN: '127.0.0.1',
  PORT: String(SERVICE_PORT),
  DATABASE_URL: `sqlite:${itemsIn(data)}`,
  HOST_URL: address.url,
  HOST_REST_URL: `http://127.0.0.1:${INTERNAL_PORT}/wp-json`,
  ITEMS_ACCESS: process.env.ITEMS_ACCESS || 'registry',
  TRUST_PROXY: '127.0.0.1',
  DRAIN: '0',
  BACKUP_FOLDER: goodBackupsIn(data),
});

/** Returns the settings of the site that PHP reads from its environment. @param address null before the setup */
export const siteEnvironment = (data: string, address: SiteAddress | null): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA: data,
  SITE_HOME: address?.url ?? '',
  SITE_INTERNAL: `http://127.0.0.1:${INTERNAL_PORT}/`,
  SERVICE_ADDRESS: `http://127.0.0.1:${SERVICE_PORT}`,
});
