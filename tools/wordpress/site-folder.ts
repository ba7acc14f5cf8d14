import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Folder with all changing data of a site: database, uploads, log and secrets. */
export interface SiteFolder {
  folder: string;
  database: string;
  uploads: string;
  /** PHP's log of errors, warnings and notices. A new site has no such file yet. */
  log: string;
  /** Keys with which WordPress signs cookies, by the name of the PHP constant. */
  secrets: Record<string, string>;
  /** Stores the database of a newly installed site, unless the folder already contains a database. */
  adoptDatabase(fresh: () => Uint8Array | Promise<Uint8Array>): Promise<void>;
  /** Returns the content of the database file. The site must not write to the database during this call. */
  readDatabase(): Promise<Uint8Array>;
  /** Replaces the database, and deletes the uploads and the log. The site must not use these files during this call. */
  reset(database: Uint8Array): Promise<void>;
  /** Deletes the folder if it is temporary. Synchronous, so that it also works at the end of the process. */
  discard(): void;
}

const KEYS = ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);

/**
 * Opens the folder of a site. Creates the folder if it is missing.
 * @param keep permanent folder; by default, a temporary folder that `discard()` deletes
 */
export async function openSiteFolder(keep: string | undefined): Promise<SiteFolder> {
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'largesse-site-')));
  const database = join(folder, 'database');
  const uploads = join(folder, 'uploads');
  for (const path of [database, uploads]) await mkdir(path, { recursive: true, mode: 0o700 });
  const databaseFile = join(database, '.ht.sqlite');
  return {
    folder,
    database,
    uploads,
    log: join(folder, 'debug.log'),
    secrets: await readSecrets(join(folder, 'secrets.json')),
    adoptDatabase: async (fresh) => {
      if (existsSync(databaseFile)) return;
      await writeFile(`${databaseFile}.new`, await fresh());
      await rename(`${databaseFile}.new`, databaseFile);
    },
    readDatabase: () => readFile(databaseFile),
    reset: async (fresh) => {
      for (const name of await readdir(database)) if (name !== basename(databaseFile)) await rm(join(database, name));
      await writeFile(databaseFile, fresh);
      for (const name of await readdir(uploads)) await rm(join(uploads, name), { recursive: true });
      await rm(join(folder, 'debug.log'), { force: true });
    },
    discard: () => {
      if (keep === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the constants of a site that do not depend on the PHP engine. */
export function constantsOf(site: Pick<SiteFolder, 'secrets'>): Record<string, string | boolean> {
  return {
    ...site.secrets,
    WP_ENVIRONMENT_TYPE: 'local', // allows application passwords over plain HTTP
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_HTTP_BLOCK_EXTERNAL: true, // still allows requests to the site's own host, and so to the API
    DISALLOW_FILE_MODS: true, // deleting the plugin in wp-admin would delete its source
  };
}

/** Returns the site's secrets. Creates them only once, so that users stay logged in after a restart. */
async function readSecrets(file: string): Promise<Record<string, string>> {
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'));
  const secrets = Object.fromEntries(KEYS.map((key) => [key, randomBytes(48).toString('base64')]));
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}
