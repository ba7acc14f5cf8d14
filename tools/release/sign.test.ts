import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fingerprintOf, NAMESPACE, publicKeyLine, rawKeyOf, SIGNER, signText } from './signature.ts';
import { openProject, type Project } from './testing/project.ts';

/** One package of each kind, in the order of the signed list: name and content of each file. */
const PACKAGES = {
  'largesse-api-1.0.0.tar.gz': 'api',
  'largesse-client-1.0.0.tgz': 'client',
  'largesse-contract-1.0.0.tgz': 'contract',
  'largesse-plugin-2.0.0.zip': 'plugin',
  'largesse-theme-2.0.0.zip': 'theme',
};
const DOCUMENT = '# Security\n\nFingerprint of the release key: none yet\n\nThe end.\n';
const LIST = Object.entries(PACKAGES)
  .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
  .join('');

const hasOpenSsh = await promisify(execFile)('ssh-keygen', ['-Y', 'sign']).then(
  () => true,
  (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
);

describe('signed releases', () => {
  let project: Project;
  const inProject = (file: string) => join(project.top, file);
  beforeEach(async () => {
    project = await openProject();
    const packages = Object.entries(PACKAGES).map(([name, content]) => [`out/${name}`, content]);
    await project.write({ 'SECURITY.md': DOCUMENT, ...Object.fromEntries(packages), 'tools/release/.keep': '' });
  });
  afterEach(() => project[Symbol.asyncDispose]());

  /** Runs a program of the folder `release`. The program must succeed. */
  async function succeed(program: 'releaseKey' | 'sign', args: string[]): Promise<string> {
    const { code, stdout, stderr } = await project.run(program, args);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  }

  it('npm run release-key creates a key, and shows its fingerprint in SECURITY.md', async () => {
    await succeed('releaseKey', ['key.pem']);
    const fingerprint = fingerprintOf(await project.read('tools/release/key.pub'));
    assert.match(fingerprint, /^SHA256:[\w+/]{43}$/);
    assert.equal(await project.read('SECURITY.md'), DOCUMENT.replace('none yet', `\`${fingerprint}\``));
    assert.equal((await stat(inProject('key.pem'))).mode & 0o077, 0);
  });

  it('npm run release-key overwrites no private key, and then changes nothing', async () => {
    await project.write({ 'key.pem': 'secret' });
    const { code, stderr } = await project.run('releaseKey', ['key.pem']);
    assert.equal(code, 1);
    assert.match(stderr, /^release-key: EEXIST: file already exists, open 'key\.pem'\n$/);
    assert.deepEqual([await project.read('key.pem'), await project.read('SECURITY.md')], ['secret', DOCUMENT]);
  });

  it('npm run sign writes the checksums of all packages and their signature, and signs the packages for sites', async () => {
    await succeed('releaseKey', ['key.pem']);
    await succeed('sign', ['out', '--key=key.pem']);
    assert.equal(await project.read('out/SHA256SUMS'), LIST);
    const key = rawKeyOf(await project.read('tools/release/key.pub'));
    for (const [name, content] of Object.entries(PACKAGES)) {
      const signed = await project.read(`out/${name}.sig`).catch(() => null);
      assert.equal(signed !== null, name.endsWith('.zip'), name);
      if (signed === null) continue;
      const digest = createHash('sha384').update(content).digest();
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') };
      const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
      assert.ok(verify(null, digest, publicKey, Buffer.from(signed, 'base64')), name);
    }
  });

  it('the commands of docs/verify.md accept a signed release, and no changed package', {
    skip: hasOpenSsh ? false : 'OpenSSH is not installed',
  }, async () => {
    const guide = await readFile(new URL('../../docs/verify.md', import.meta.url), 'utf8');
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(guide) ?? [];
    await succeed('releaseKey', ['key.pem']);
    await succeed('sign', ['out', '--key=key.pem']);
    await writeFile(inProject('out/key.pub'), await project.read('tools/release/key.pub'));
    const check = () => promisify(execFile)('sh', ['-ec', commands], { cwd: inProject('out') });
    const { stdout } = await check();
    assert.ok(stdout.includes(fingerprintOf(await project.read('tools/release/key.pub'))));
    assert.match(stdout, /^Good "largesse-release" signature .*\n(?:largesse-.*: OK\n){5}$/m);
    // Add a second key to key.pub. `ssh-keygen -lf` does not show this key, so the guide's commands must reject its
    // signatures.
    const { privateKey: other } = generateKeyPairSync('ed25519');
    const [type = '', key = ''] = publicKeyLine(other).split(' ');
    await writeFile(
      inProject('out/key.pub'),
      `${(await project.read('tools/release/key.pub')).trim()}\n${SIGNER} namespaces="${NAMESPACE}" ${type} ${key}\n`,
    );
    await check();
    const list = await project.read('out/SHA256SUMS');
    const signature = await project.read('out/SHA256SUMS.sig');
    await project.write({ 'out/SHA256SUMS.sig': signText(list, other) });
    await assert.rejects(check(), { stdout: /Could not verify signature/ });
    await project.write({ 'out/SHA256SUMS.sig': signature });
    await project.write({ 'out/largesse-plugin-2.0.0.zip': 'another zip' });
    await assert.rejects(check(), { stdout: /largesse-plugin-2\.0\.0\.zip: FAILED/ });
  });
});
