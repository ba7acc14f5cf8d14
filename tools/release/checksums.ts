import { createHash, type KeyObject } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';
import { signText } from './signature.ts';

/** Name of the list of checksums. */
export const LIST = 'SHA256SUMS';

/** Name of the signature of this list. */
const SIGNATURE = `${LIST}.sig`;

const PACKAGE = /^largesse-.*\.(?:zip|tar\.gz|tgz)$/;

/**
 * Writes two files for the packages in a folder: the list of checksums, and the signature of the list. If the folder
 * contains descriptions of updates, adds the contents of both files to each description.
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
  const signature = signText(checksums, key);
  await writeFile(join(folder, LIST), checksums);
  await writeFile(join(folder, SIGNATURE), signature);
  for (const name of ['plugin.json', 'theme.json'].filter((file) => names.includes(file))) {
    const path = join(folder, name);
    const description: object = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, `${JSON.stringify({ ...description, checksums, signature }, null, 2)}\n`);
  }
  return packages;
}
