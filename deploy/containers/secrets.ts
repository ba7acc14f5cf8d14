import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/*
 * Makes the secrets of deploy/compose.yaml that are not there yet, each in the folder that only those services mount who
 * need it. What is there stays as it is.
 *
 *   docker compose run --rm secrets                      makes what is missing
 *   docker compose run --rm -T secrets site/smtp-password < FILE   keeps a secret of yours, from stdin
 */

const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';

/** Readable for their maker and for the group that the services have in common, and changeable by nobody else. */
const MODE = 0o440;

/** Secrets that somebody may bring, by their paths. */
const BROUGHT = ['site/smtp-password', 'gateway/keys'];

const random = (): string => randomBytes(24).toString('base64url');

async function keep(name: string, value: string): Promise<void> {
  const path = `${FOLDER}/${name}`;
  // In one step, so that nobody reads half of it. What is left of an earlier start that was cut off may not be written.
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
    'gateway/pages-keys': random(),
  };
  for (const [name, value] of Object.entries(made)) if (!existsSync(`${FOLDER}/${name}`)) await keep(name, value);
  // The last of the two, so that neither is ever without the other.
  if (!existsSync(`${FOLDER}/items/password`)) {
    await keep('items/database-url', `postgres://largesse:${itemsPassword}@items-db/largesse`);
    await keep('items/password', itemsPassword);
  }
}

const [name] = process.argv.slice(2);
if (name === undefined) {
  await makeMissing();
} else if (BROUGHT.includes(name)) {
  const value = (await text(process.stdin)).trim();
  if (value === '') throw new Error(`${name}: nothing came on stdin`);
  await keep(name, value);
} else {
  throw new Error(`${name}: must be one of ${BROUGHT.join(', ')}`);
}
