import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAddress, type SiteAddress } from './address.ts';
import { INTERNAL_PORT, SERVICE_PORT } from './nginx.ts';

/** Returns the database of the service. */
export const itemsIn = (data: string): string => join(data, 'items/items.db');

/** Returns the file with the key with which the site signs its requests to the service. */
export const siteKeyIn = (data: string): string => join(data, 'site-key');

/** Returns the folder with the time of the last good backup, whose age the service reports. */
export const goodBackupsIn = (data: string): string => join(data, 'good-backups');

/** Returns the file with the address of a site. A set-up in a browser writes it as its last step. */
export const siteAddressFile = (data: string): string => join(data, 'site-address');

/** Returns the address of a site that is set up, otherwise null. SITE_URL has precedence. */
export async function knownAddress(data: string): Promise<SiteAddress | null> {
  const file = siteAddressFile(data);
  return existsSync(file) ? parseAddress(process.env.SITE_URL || (await readFile(file, 'utf8'))) : null;
}

/** Settings of the container that the service does not read. It would report some as misspelt settings of its own. */
const OF_SITE = /^(?:SITE_URL|TRUSTED_PROXY|MAIL_FROM|SMTP_.*)$/;

/**
 * Returns the settings of the service, which its commands use, too.
 * @param given settings of the container
 */
export const serviceEnvironment = (
  data: string,
  address: SiteAddress,
  given: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => !OF_SITE.test(name))),
  NODE_ENV: 'production',
  LISTEN: '127.0.0.1',
  PORT: String(SERVICE_PORT),
  DATABASE_URL: `sqlite:${itemsIn(data)}`,
  SITE_KEY_FILE: siteKeyIn(data),
  HOST_URL: address.url,
  HOST_REST_URL: `http://127.0.0.1:${INTERNAL_PORT}/wp-json`,
  ITEMS_ACCESS: given.ITEMS_ACCESS || 'registry',
  TRUST_PROXY: '127.0.0.1',
  DRAIN: '0',
  BACKUP_FOLDER: goodBackupsIn(data),
});

/** Returns the settings of the site that PHP reads from its environment. */
export const siteEnvironment = (data: string, address: SiteAddress): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA: data,
  // A set-up knows the address before the file with it exists.
  SITE_URL: address.url,
  SITE_HOME: address.url,
  SITE_INTERNAL: `http://127.0.0.1:${INTERNAL_PORT}/`,
  SERVICE_ADDRESS: `http://127.0.0.1:${SERVICE_PORT}`,
  REGISTRY_API_SITE_KEY_FILE: siteKeyIn(data),
});
