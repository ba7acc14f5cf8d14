import { createHash } from 'node:crypto';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { type LockFile, productionLock } from './production-lock.ts';
import { run } from './run.ts';

/** Name of the file that lists the components of a package (CycloneDX). */
export const SBOM = 'sbom.cdx.json';

/** Component list from npm. This type contains only the fields that `sbomOfFolder` changes. */
interface Sbom {
  serialNumber?: string;
  metadata: { timestamp: string; tools?: unknown; component: { name: string } };
}

/** A package, and the npm packages that it contains or needs. */
export interface Described {
  name: string;
  version: string;
  license: string;
  dependencies: readonly string[];
}

/**
 * Lists the components of a package from the lock file of the project.
 * @returns CycloneDX as JSON. The same commit always results in the same bytes.
 */
export async function sbomOf(checkout: Checkout, described: Described): Promise<string> {
  const { packages, ...lock }: LockFile = JSON.parse(
    await readFile(join(checkout.folder, 'package-lock.json'), 'utf8'),
  );
  const dependencies = Object.fromEntries(
    described.dependencies.map((name) => [name, String(packages[`node_modules/${name}`]?.version)]),
  );
  const root = { name: described.name, version: described.version, license: described.license, dependencies };
  await using folder = await mkdtempDisposable(join(tmpdir(), 'largesse-sbom-'));
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(root));
  const reduced = productionLock({ ...lock, packages }, root, []);
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify(reduced));
  return await sbomOfFolder(checkout, folder.path);
}

/** Like `sbomOf`, but for a package whose manifest and lock file are in the folder `described`. */
export async function sbomOfFolder({ folder, date }: Checkout, described: string): Promise<string> {
  const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--loglevel=error'];
  const printed = await run(folder, 'npm', ['sbom', ...options], described);
  const { name }: { name: string } = JSON.parse(await readFile(join(described, 'package.json'), 'utf8'));
  const sbom: Sbom = JSON.parse(printed);
  delete sbom.serialNumber;
  // Remove `tools`, which contains the version of npm. Otherwise, the bytes of the file would depend on the machine.
  delete sbom.metadata.tools;
  // npm uses the name of the folder instead of the name in the manifest.
  sbom.metadata.component.name = name;
  sbom.metadata.timestamp = new Date(Number(date) * 1000).toISOString();
  const digest = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  const serialNumber = `urn:uuid:${uuidOf(digest)}`;
  return `${JSON.stringify({ ...sbom, serialNumber }, null, 2)}\n`;
}

/** Returns a UUID (RFC 9562, version 8) from a hexadecimal digest. */
function uuidOf(digest: string): string {
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`];
  return [...parts, digest.slice(20, 32)].join('-');
}
