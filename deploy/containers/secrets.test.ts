import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const program = fileURLToPath(new URL('./secrets.ts', import.meta.url));
const FOLDERS = ['site-db-root', 'site-db', 'site', 'site-admin', 'site-key', 'items', 'gateway'];

async function openFolder() {
  const folder = await temporaryFolder();
  for (const name of FOLDERS) mkdirSync(join(folder.path, name));
  const run = (args: string[] = [], input = '') =>
    spawnSync(process.execPath, [program, ...args], {
      env: { ...process.env, SECRETS_FOLDER: folder.path },
      input,
      encoding: 'utf8',
    });
  const read = () =>
    Object.fromEntries(
      FOLDERS.flatMap((name) =>
        readdirSync(join(folder.path, name)).map((file) => [
          `${name}/${file}`,
          readFileSync(join(folder.path, name, file), 'utf8'),
        ]),
      ),
    );
  return { run, read, path: folder.path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

it('creates every secret once, each different, readable by owner and group', async () => {
  await using folder = await openFolder();
  assert.equal(folder.run().status, 0);
  const made = folder.read();
  assert.deepEqual(Object.keys(made).sort(), [
    ...['gateway/keys', 'items/database-url', 'items/password'],
    ...['site-admin/password', 'site-db-root/password', 'site-db/password', 'site-key/key'],
  ]);
  const passwords = Object.entries(made).filter(([name]) => name !== 'items/database-url');
  for (const [, value] of passwords) assert.match(value, /^[\w-]{32}\n$/);
  assert.equal(new Set(Object.values(made)).size, 7);
  assert.equal(made['items/database-url'], `postgres://largesse:${made['items/password']?.trim()}@items-db/largesse\n`);
  for (const name of Object.keys(made)) assert.equal(statSync(join(folder.path, name)).mode & 0o777, 0o440);
  assert.equal(folder.run().status, 0);
  assert.deepEqual(folder.read(), made);
});

it('stores known secrets from stdin, and no others', async () => {
  await using folder = await openFolder();
  assert.equal(folder.run(['site/smtp-password'], 'sesame\n').status, 0);
  assert.deepEqual(folder.read(), { 'site/smtp-password': 'sesame\n' });
  const empty = folder.run(['site/smtp-password'], '\n');
  assert.notEqual(empty.status, 0);
  assert.match(empty.stderr, /site\/smtp-password: nothing came on stdin/);
  const unknown = folder.run(['../x'], 'sesame');
  assert.notEqual(unknown.status, 0);
  assert.match(unknown.stderr, /must be one of site\/smtp-password, site-key\/key, gateway\/keys/);
  assert.deepEqual(folder.read(), { 'site/smtp-password': 'sesame\n' });
});

it('stores only keys that the gateway accepts, and keeps the earlier ones otherwise', async () => {
  await using folder = await openFolder();
  const [key, other] = ['0123456789abcdef', 'ABCDEFGH-ijklmno_pqrstuvw'];
  assert.equal(folder.run(['gateway/keys'], `${key}\r\n\r\n${other}\r\n`).status, 0);
  const stored = { 'gateway/keys': `${key}\n${other}\n` };
  assert.deepEqual(folder.read(), stored);
  for (const wrong of ['d2lzaGVzIGFuZCBnaWZ0cyBmb3IgYWxsIG9mIHlvdQ==', 'short', `${key} `.repeat(2), 'é'.repeat(20)]) {
    const { status, stderr } = folder.run(['gateway/keys'], `${key}\n${wrong}\n`);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^secrets: gateway\/keys: key 2 must be 16 to 128 letters, digits, - or _ .* not changed\.\n$/,
    );
    assert.ok(!stderr.includes(wrong));
    assert.deepEqual(folder.read(), stored);
  }
});

it('continues after an interrupted start, and does not write to a file already there', async () => {
  await using folder = await openFolder();
  // Even its owner cannot write to this file, unless the owner is root.
  writeFileSync(join(folder.path, 'gateway/keys.new'), 'hal', { mode: 0o440 });
  symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'site-admin/password.new'));
  const { status, stderr } = folder.run();
  assert.equal(status, 0, stderr);
  assert.match(folder.read()['gateway/keys'] ?? '', /^[\w-]{32}\n$/);
  assert.ok(lstatSync(join(folder.path, 'site-admin/password')).isFile());
  assert.ok(!existsSync(join(folder.path, 'elsewhere')));
});
