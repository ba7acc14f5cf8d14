import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/*
 * Creates the missing secrets of deploy/compose.yaml, and leaves existing secrets unchanged. Each secret has its own
 * folder. Only services that need the secret can read the folder.
 *
 *   docker compose run --rm secrets                      creates the missing secrets
 *   docker compose run --rm -T secrets site/smtp-password < FILE   stores your own secret from stdin
 */

const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';

/** Readable by the owner and the services' common group, and writable by no one. */
const MODE = 0o440;

/** A key that the gateway accepts: gateway.sh ignores other lines, and would then refuse all requests. */
const KEY = /^[A-Za-z0-9_-]{16,128}$/;

/** Secrets that operators can provide, by path. Each function returns what to store. @throws {Error} */
const BROUGHT: Record<string, (value: string) => string> = {
  'site/smtp-password': (value) => value,
  'site-key/key': (value) => {
    if (Buffer.byteLength(value) < 32 || /\s/.test(value))
      throw new Error('site-key/key: must be at least 32 bytes on one line (openssl rand -hex 32)');
    return value;
  },
  'gateway/keys': (value) => {
    const lines = value.split(/\r?\n/).filter((line) => line !== '');
    // The message does not contain the line: it may be almost a key.
    for (const [index, line] of lines.entries())
      if (!KEY.test(line))
        throw new Error(
          `gateway/keys: key ${index + 1} must be 16 to 128 letters, digits, - or _ (openssl rand -hex 32). The keys were not changed.`,
        );
    return lines.join('\n');
  },
};

const random = (): string => randomBytes(24).toString('base64url');

async function keep(name: string, value: string): Promise<void> {
  const path = `${FOLDER}/${name}`;
  // The rename replaces the file in one step, so that no one reads half a secret. An interrupted start may have left a
  // file `.new`. This file is deleted first, because it is read-only and cannot be overwritten.
  await rm(`${path}.new`, { force: true });
  await writeFile(`${path}.new`, `${value}\n`, { mode: MODE });
  await rename(`${path}.new`, path);
}

async function makeMissing(): Promise<void> {
  const itemsPassword = random();
  const made: Record<string, string> = {
    'site-db-root/password': random(),
    'site-db/password': random(),
    'site-admin/password': random(),
    'gateway/keys': random(),
    'site-key/key': random(),
  };
  for (const [name, value] of Object.entries(made)) if (!existsSync(`${FOLDER}/${name}`)) await keep(name, value);
  // The file with the address is written first. So if the password exists, both files exist.
  if (!existsSync(`${FOLDER}/items/password`)) {
    await keep('items/database-url', `postgres://largesse:${itemsPassword}@items-db/largesse`);
    await keep('items/password', itemsPassword);
  }
}

/** Stores a secret from stdin. @throws {Error} */
async function bring(path: string): Promise<void> {
  const check = Object.hasOwn(BROUGHT, path) ? BROUGHT[path] : undefined;
  if (check === undefined) throw new Error(`${path}: must be one of ${Object.keys(BROUGHT).join(', ')}`);
  const value = (await text(process.stdin)).trim();
  if (value === '') throw new Error(`${path}: nothing came on stdin`);
  await keep(path, check(value));
}

const [name] = process.argv.slice(2);
if (name === undefined) {
  await makeMissing();
} else {
  try {
    await bring(name);
  } catch (error) {
    console.error(`secrets: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
