import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Files of a backup. The items are always stored as an embedded database, even if they came from PostgreSQL. */
export const FILES = { items: 'items.db', site: 'wordpress.sql.gz', uploads: 'uploads.tar.gz' } as const;

const MANIFEST = 'manifest.json';

/** Version of the backup format. Commands reject other versions. */
const FORMAT = 1;

/** Description of a backup. */
export interface Manifest {
  format: number;
  /** Point in time that the backup restores (ISO 8601): it contains every write that was acknowledged before. */
  moment: string;
  finished_at: string;
  version: string;
  schema: number;
  counts: Counts;
  /** SHA-256 (hex) and size (bytes) of each file. */
  files: Record<string, { sha256: string; bytes: number }>;
}

/** Numbers of registries with active items, of active items, and of gifts in a database. */
interface Counts {
  registries: number;
  items: number;
  gifts: number;
}

/** Writes the manifest of a backup into the folder that contains the files of the backup. */
export async function writeManifest(
  folder: string,
  about: Omit<Manifest, 'format' | 'finished_at' | 'files'>,
): Promise<Manifest> {
  const names = Object.values(FILES).filter((name) => existsSync(join(folder, name)));
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await fingerprint(join(folder, name))] as const)),
  );
  const manifest = { format: FORMAT, ...about, finished_at: new Date().toISOString(), files };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/** Verifies every file of a backup, too. @throws {BackupError} */
export async function readBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const [name, { sha256, bytes }] of Object.entries(manifest.files)) {
    const path = join(folder, name);
    if (!existsSync(path)) throw new BackupError(`${path} is missing`);
    const found = await fingerprint(path);
    if (found.sha256 !== sha256)
      throw new BackupError(`${path} is damaged: ${found.bytes} of ${bytes} bytes, and a different checksum`);
  }
  // Rejects a file that has no checksum in the manifest.
  for (const name of Object.values(FILES))
    if (!(name in manifest.files) && existsSync(join(folder, name)))
      throw new BackupError(`${join(folder, name)} does not belong to the backup: ${MANIFEST} does not name it`);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new BackupError(`there is no backup in ${folder}: it has no ${MANIFEST}`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new BackupError(`${path} is damaged`);
  }
  if (!isManifest(manifest)) throw new BackupError(`this version cannot read ${path}`);
  return manifest;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { format, files, moment, counts } = value;
  const names: string[] = Object.values(FILES);
  return (
    format === FORMAT &&
    typeof moment === 'string' &&
    !Number.isNaN(Date.parse(moment)) &&
    isObject(counts) &&
    [counts.registries, counts.items, counts.gifts].every(Number.isSafeInteger) &&
    isObject(files) &&
    FILES.items in files &&
    // A manifest from elsewhere could name a path outside the folder.
    Object.entries(files).every(([name, file]) => names.includes(name) && isFingerprint(file))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isFingerprint = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.sha256 === 'string' &&
  /^[\da-f]{64}$/.test(value.sha256) &&
  Number.isSafeInteger(value.bytes);

async function fingerprint(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { sha256: hash.digest('hex'), bytes: (await stat(path)).size };
}

/** A backup cannot be created, read or restored. The message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
