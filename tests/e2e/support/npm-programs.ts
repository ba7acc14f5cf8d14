import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder, cacheFolders } from '../../../tools/cache/cached-folder.ts';

/** Programs from npm in the cache of downloads. */
export interface NpmPrograms {
  /** Path of the folder `node_modules`. */
  folder: string;
  /** Reason why tests of these programs must be skipped; false if the programs are there. */
  missing: string | false;
}

/** Errors of npm on a machine without a connection to the registry. */
const OFFLINE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/;

/**
 * Installs programs that only a few tests need, once. As dependencies of the project, they would slow each `npm ci`.
 * @param name of the folder in the cache
 * @param versions exact versions by package, as in a `package.json`
 */
export async function npmPrograms(name: string, versions: Readonly<Record<string, string>>): Promise<NpmPrograms> {
  const manifest = JSON.stringify({ private: true, dependencies: versions });
  try {
    const folder = await cachedFolder(`${name}-${hash('sha256', manifest).slice(0, 8)}`, cacheFolders(), (staging) =>
      install(join(staging, 'files'), manifest),
    );
    return { folder: join(folder, 'node_modules'), missing: false };
  } catch (error) {
    const [offline] = OFFLINE.exec(String(error)) ?? [];
    if (offline === undefined) throw error;
    return { folder: '', missing: `npm could not download ${name} (${offline})` };
  }
}

async function install(folder: string, manifest: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), manifest);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options], { cwd: folder, shell: process.platform === 'win32' });
}
