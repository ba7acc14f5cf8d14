import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { siteName } from '@largesse/contract';
import { BackupError, FILES } from './manifest.ts';

const TABLE = /^CREATE TABLE (?:IF NOT EXISTS )?`([^`]+)`/;

/** Option of the plugin with the site for which it was connected (`ConnectedSite`). */
const CONNECTED_SITE = 'largesse_connected_site';

/** SQL for the address in an option, without scheme and trailing slashes. */
const BARE = "TRIM(TRAILING '/' FROM SUBSTRING_INDEX(option_value, '://', -1))";

/**
 * Returns SQL that changes `home` and `siteurl` of a restored site, and tells the plugin that the site has moved. If
 * WordPress is in its own folder, `siteurl` keeps it.
 * @param url new address, without a trailing slash
 * @throws {BackupError} if the dump does not contain exactly one site, or a network
 */
export async function addressChange(backup: string, url: string): Promise<string> {
  const prefix = await tablePrefix(join(backup, FILES.site));
  const name = Buffer.from(siteName(url)).toString('base64');
  const text = url.replaceAll('\\', '\\\\').replaceAll("'", "''");
  return `
SELECT ${BARE} INTO @largesse_home FROM \`${prefix}options\` WHERE option_name = 'home';
UPDATE \`${prefix}options\` SET option_value = CONCAT('${text}', IF(
    LEFT(CONCAT(${BARE}, '/'), CHAR_LENGTH(@largesse_home) + 1) = CONCAT(@largesse_home, '/'),
    SUBSTRING(${BARE}, CHAR_LENGTH(@largesse_home) + 1), ''))
  WHERE option_name IN ('home', 'siteurl');
UPDATE \`${prefix}options\` SET option_value = '${name}' WHERE option_name = '${CONNECTED_SITE}';
COMMIT;
`;
}

/** The prefix precedes "users" and "options". */
async function tablePrefix(dump: string): Promise<string> {
  const tables = new Set<string>();
  await pipeline(createReadStream(dump), createGunzip(), async (sql) => {
    for await (const line of createInterface({ input: Readable.from(sql) })) tables.add(TABLE.exec(line)?.[1] ?? '');
  });
  const prefixes = [...tables]
    .filter((name) => name.endsWith('users'))
    .map((name) => name.slice(0, -'users'.length))
    .filter((prefix) => tables.has(`${prefix}options`));
  const [prefix] = prefixes;
  if (prefix === undefined) throw new BackupError('--site-url: the dump has no tables of WordPress');
  if (prefixes.length > 1)
    throw new BackupError(
      `--site-url: the dump has the tables of several sites (${prefixes.join(', ')}); change the address of your site manually`,
    );
  if (tables.has(`${prefix}blogs`))
    throw new BackupError('--site-url: the backup contains a network of sites, which stores addresses in many places');
  return prefix;
}
