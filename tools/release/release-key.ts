import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../../api/src/arguments.ts';
import { topOf } from './git.ts';
import { Refusal, runCommand } from './refusal.ts';
import { fingerprintOf, publicKeyLine } from './signature.ts';

/** Path of the public key in the repository. */
export const KEY_FILE = 'tools/release/key.pub';

/** Document that shows the fingerprint of the key. */
const SHOWN_IN = 'SECURITY.md';

/** Matches the line with the fingerprint in the document. */
const FINGERPRINT = /^Fingerprint of the release key: .*$/m;

const USAGE = 'npm run release-key -- <file>';

const HELP = `${USAGE}

Creates the key that signs releases. Writes the private key to a new file that only you can read. Writes the public key
to ${KEY_FILE}, and the fingerprint of the public key to ${SHOWN_IN}. See docs/releasing.md.

  --help   show this`;

/**
 * Reads a private key.
 * @throws {Refusal} if the file contains no private Ed25519 key
 */
export async function readPrivateKey(file: string): Promise<KeyObject> {
  const pem = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Refusal(`--key: ${error.message}`);
  });
  const key = keyIn(pem);
  if (key?.asymmetricKeyType !== 'ed25519') throw new Refusal(`--key: ${file} contains no private Ed25519 key`);
  return key;
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

async function createKey(file: string): Promise<void> {
  const top = await topOf(process.cwd());
  const { privateKey } = generateKeyPairSync('ed25519');
  const line = publicKeyLine(privateKey);
  const text = await readFile(join(top, SHOWN_IN), 'utf8');
  if (!FINGERPRINT.test(text)) throw new Refusal(`${SHOWN_IN} has no line "Fingerprint of the release key:"`);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
    throw new Refusal(error.message);
  });
  await writeFile(join(top, KEY_FILE), `${line}\n`);
  const changed = text.replace(FINGERPRINT, `Fingerprint of the release key: \`${fingerprintOf(line)}\``);
  await writeFile(join(top, SHOWN_IN), changed);
  console.log(`${fingerprintOf(line)}\nCommit ${KEY_FILE} and ${SHOWN_IN}. Keep ${file} secret.`);
}

if (import.meta.main)
  await runCommand('release-key', async () => {
    const called = readArguments(HELP, {}, true);
    if (!called) return;
    const [file, ...more] = called.positionals;
    if (file === undefined || more.length > 0) throw new Refusal(`usage: ${USAGE}`);
    await createKey(file);
  });
