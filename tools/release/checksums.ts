import { createHash, type KeyObject } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';
import { signFile, signText } from './signature.ts';

/** Name of the list of checksums. */
export const LIST = 'SHA256SUMS';

/** Name of the signature of this list. */
const SIGNATURE = `${LIST}.sig`;

const PACKAGE = /^largesse-.*\.(?:zip|tar\.gz|tgz)$/;

/** Packages that sites download themselves. WordPress verifies their signatures. */
const FOR_SITES = /^largesse-(?:plugin|theme)-.*\.zip$/;

/**
 * Writes two files for the packages in a folder: the list of checksums, and the signature of the list, for people.
 * Signs each package for sites in a file of its own: its name plus `.sig`.
 * @param key private Ed25519 key
 * @returns names of the packages
 * @throws {Refusal} if the folder contains no packages
 */
export async function signPackages(folder: string, key: KeyObject): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const packages = names.filter((name) => PACKAGE.test(name));
  if (packages.length === 0) throw new Refusal(`${folder} contains no packages`);
  const checksums = (
    await Promise.all(
      packages.map(async (name) => {
        const bytes = await readFile(join(folder, name));
        return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
      }),
    )
  ).join('');
  await writeFile(join(folder, LIST), checksums);
  await writeFile(join(folder, SIGNATURE), signText(checksums, key));
  for (const name of packages.filter((one) => FOR_SITES.test(one)))
    await writeFile(join(folder, `${name}.sig`), signFile(await readFile(join(folder, name)), key));
  return packages;
}
