import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from './archive.ts';
import type { Checkout } from './checkout.ts';
import { API_FOLDERS, copyShipped } from './contents.ts';
import { type LockFile, productionLock } from './production-lock.ts';
import { SBOM, sbomOfFolder } from './sbom.ts';

/** Versions of Node that can run the service. */
const NODE = '>=24.15';

const WORKSPACES = ['contract', 'api'];

interface Manifest {
  scripts?: Record<string, string>;
  [key: string]: unknown;
}

/**
 * Packs the service for production. Users unpack the package, run `npm ci --omit=dev`, and start the service with `npm
 * run serve`.
 * @returns path of the tarball
 */
export async function packApi(checkout: Checkout, version: string, out: string): Promise<string> {
  const { folder, date } = checkout;
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'largesse-package-'));
  const staged = temporary.path;
  for (const name of API_FOLDERS) await copyShipped(name, join(folder, name), join(staged, name));
  // The README of the service is at the top of the package.
  const readme = join(staged, 'api/README.md');
  if (existsSync(readme)) await rename(readme, join(staged, 'README.md'));
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const lock: LockFile = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const production = productionManifest(manifest, version, staged);
  await writeJson(join(staged, 'package.json'), production);
  await writeJson(join(staged, 'package-lock.json'), productionLock(lock, lockedRoot(production), WORKSPACES));
  await writeFile(join(staged, SBOM), await sbomOfFolder(checkout, staged));
  const name = `largesse-api-${version}`;
  const file = join(out, `${name}.tar.gz`);
  await writeArchive({ folder: staged, top: name, format: 'tar.gz', date, file });
  return file;
}

/**
 * Returns the project's manifest without parts for developers. Keeps only scripts whose programs are in the package.
 */
function productionManifest({ description, license, scripts }: Manifest, version: string, staged: string): Manifest {
  const runs = (command: string) => {
    const [program] = /\bapi\/[\w-]+\.(?:ts|sh)\b/.exec(command) ?? [];
    return program !== undefined && existsSync(join(staged, program));
  };
  return {
    name: 'largesse-api',
    version,
    private: true,
    description,
    license,
    type: 'module',
    engines: { node: NODE },
    workspaces: WORKSPACES,
    scripts: Object.fromEntries(Object.entries(scripts ?? {}).filter(([, command]) => runs(command))),
  };
}

/** Returns the fields that a lock file copies from the manifest. */
function lockedRoot({ name, version, license, workspaces, engines }: Manifest): Record<string, unknown> {
  return { name, version, license, workspaces, engines };
}

async function writeJson(file: string, value: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
