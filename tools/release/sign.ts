import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../../api/src/arguments.ts';
import { LIST, signPackages } from './checksums.ts';
import { topOf } from './git.ts';
import { Refusal, runCommand } from './refusal.ts';
import { KEY_FILE, readPrivateKey } from './release-key.ts';
import { publicKeyLine } from './signature.ts';

const USAGE = 'npm run sign -- <folder> --key=<file>';

const HELP = `${USAGE}

Writes the checksums of the packages in a folder to ${LIST}, and signs this list. Also signs each package that sites
download. Needs no installed dependencies. See docs/releasing.md.

  --key=<file>   private key of ${KEY_FILE}, from npm run release-key
  --help         show this`;

await runCommand('sign', async () => {
  const called = readArguments(HELP, { key: { type: 'string' } }, true);
  if (!called) return;
  const { positionals, values } = called;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || values.key === undefined) throw new Refusal(`usage: ${USAGE}`);
  const key = await readPrivateKey(values.key);
  // Sites, and people who follow docs/verify.md, would reject a signature by another key.
  const expected = await readFile(join(await topOf(process.cwd()), KEY_FILE), 'utf8').catch(() => '');
  if (expected.trim() !== publicKeyLine(key)) throw new Refusal(`${values.key} is not the private key of ${KEY_FILE}`);
  console.log(`Signed ${(await signPackages(folder, key)).join(', ')}`);
});
