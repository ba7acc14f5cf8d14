import { dirname } from 'node:path';
import { siteName } from '@largesse/contract';
import { SCHEMA_VERSION, versionProblem } from '../database/migrations.ts';
import { reason } from '../database/reason.ts';
import { inspectSqlite } from '../database/sqlite/inspect.ts';
import { databaseName } from '../installation/settings.ts';
import type { DatabaseSetting } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

/**
 * Checks whether the service could use the database in its current state. The finding names the file or the server.
 * Does not change the database.
 */
export function checkDatabase(setting: DatabaseSetting, hostUrl: string): Finding | Promise<Finding> {
  return setting.kind === 'sqlite' ? checkFile(setting.path, hostUrl) : checkServer(setting.url, hostUrl);
}

function checkFile(path: string, hostUrl: string): Finding {
  const found = inspectSqlite(path);
  switch (found.kind) {
    case 'missing':
      return ok(`Database: the first start will create ${path}`);
    case 'full':
      return problem(
        `Database: the disk of ${path} has no room left, so nothing can be stored`,
        'Free some room, or give the disk more. The service then goes on by itself.',
      );
    case 'unusable':
      return problem(
        `Database: ${path} cannot be used: ${found.reason}`,
        `Check the disk, and give the files to the account of the service, which owns their folder: chown --reference=${dirname(path)} ${path}*`,
      );
    case 'present':
      return checkSite(path, found.site, hostUrl) ?? checkVersion(path, found.version);
  }
}

async function checkServer(url: string, hostUrl: string): Promise<Finding> {
  const place = databaseName({ kind: 'postgres', url });
  const { inspectPostgres } = await import('../database/postgres/inspect.ts');
  try {
    const { version, isWritable, site } = await inspectPostgres(url);
    if (!isWritable)
      return problem(
        `Database: ${place} is not writable`,
        'In DATABASE_URL, name the primary server, and a user who may create tables in the database.',
      );
    const copied = checkSite(place, site, hostUrl);
    if (copied !== null) return copied;
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

/** Returns a finding if the database was made for another site than that of `HOST_URL` (rules: Copies). */
function checkSite(place: string, site: string | null, hostUrl: string): Finding | null {
  if (site === null || site === siteName(hostUrl)) return null;
  return problem(
    `Database: ${place} was made for another site, ${site}, so the service changes nothing and sends nothing`,
    'If the site has moved, run npm run site -- moved. If this is a copy, run npm run site -- copy. Otherwise correct HOST_URL.',
  );
}

function checkVersion(place: string, version: number): Finding {
  const [text, cure] = versionProblem(version)?.split(': ') ?? [];
  if (text !== undefined && cure !== undefined) return problem(`Database: ${place} ${text}`, `${sentence(cure)}.`);
  if (version < SCHEMA_VERSION)
    return ok(
      `Database: ${place} is writable; the next start will upgrade schema version ${version} to ${SCHEMA_VERSION}`,
    );
  return ok(`Database: ${place} is writable, schema version ${version}`);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
