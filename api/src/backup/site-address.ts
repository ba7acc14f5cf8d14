import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './error.ts';
import { FILES } from './manifest.ts';

/** Name of a table, as dumps write it. */
const TABLE = /^CREATE TABLE (?:IF NOT EXISTS )?`([^`]+)`/;

/**
 * Returns SQL that gives a restored site another address: the options `home` and `siteurl`, which differ if WordPress is in
 * a folder of its own.
 * @param backup folder of the backup, whose dump names the tables
 * @param url new address, without a trailing slash
 * @throws {BackupError} if the dump is of a network of sites, or has no options
 */
export async function addressChange(backup: string, url: string): Promise<string> {
  const prefix = await tablePrefix(join(backup, FILES.site));
  const text = url.replaceAll('\\', '\\\\').replaceAll("'", "''");
  return `
SELECT CHAR_LENGTH(option_value) INTO @largesse_home FROM \`${prefix}options\` WHERE option_name = 'home';
UPDATE \`${prefix}options\` SET option_value = CONCAT('${text}', SUBSTRING(option_value, @largesse_home + 1))
  WHERE option_name IN ('home', 'siteurl');
`;
}

/** Returns the prefix of WordPress's tables: plugins may have tables of options, too, but none of users beside it. */
async function tablePrefix(dump: string): Promise<string> {
  const tables = new Set<string>();
  await pipeline(createReadStream(dump), createGunzip(), async (sql) => {
    for await (const line of createInterface({ input: Readable.from(sql) })) tables.add(TABLE.exec(line)?.[1] ?? '');
  });
  const prefix = [...tables]
    .find((name) => name.endsWith('users') && tables.has(`${name.slice(0, -5)}options`))
    ?.slice(0, -5);
  if (prefix === undefined) throw new BackupError('--site-url: the dump has no tables of WordPress');
  if (tables.has(`${prefix}blogs`))
    throw new BackupError('--site-url: the backup is of a network, which keeps addresses of its sites in many places');
  return prefix;
}
