import type { KeyObject } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signPackages } from '../../../tools/release/checksums.ts';
import { componentOf, components } from '../../../tools/release/components.ts';
import { git } from '../../../tools/release/git.ts';
import { KEY_FILE } from '../../../tools/release/release-key.ts';
import { run } from '../../../tools/release/run.ts';
import { publicKeyLine } from '../../../tools/release/signature.ts';
import { projectFiles, readVersion, withVersion } from '../../../tools/release/versions.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

const author = {
  GIT_AUTHOR_NAME: 'Largesse',
  GIT_AUTHOR_EMAIL: 'tests@largesse.invalid',
  GIT_COMMITTER_NAME: 'Largesse',
  GIT_COMMITTER_EMAIL: 'tests@largesse.invalid',
};

/** Packages of the working tree, including uncommitted changes. */
export interface Packed extends AsyncDisposable {
  /** Temporary folder with the packages. */
  folder: string;
  /** File names of the packages, in the requested order. */
  files: string[];
}

/**
 * Packs the release packages.
 * @param names arguments of `npm run package`
 */
export function packed(...names: string[]): Promise<Packed> {
  return packedAs(names, {});
}

/**
 * Packs the release packages as another version, or with other options.
 * @param change `version`: version of plugin and theme. `options`: options of `npm run package`. `key`: private key
 *   that signs the packages; the packages contain its public key.
 */
export async function packedAs(
  names: string[],
  { version, options = [], key }: { version?: string; options?: string[]; key?: KeyObject },
): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'largesse-packed-'));
  const out = join(folder, 'packages');
  const commit = await commitOfTree(folder, [
    ...(version === undefined ? [] : await filesOfVersion(version)),
    ...(key === undefined ? [] : [[KEY_FILE, `${publicKeyLine(key)}\n`] as const]),
  ]);
  const printed = await run(top, 'node', [
    'tools/release/package.ts',
    ...names,
    ...options,
    `--commit=${commit}`,
    `--out=${out}`,
  ]);
  if (key !== undefined) await signPackages(out, key);
  const files = Array.from(printed.matchAll(/([^/\\\s]+) \(commit /g), ([, file = '']) => file);
  return { folder: out, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Makes signed candidates for the next minor release of each component. Runs the commands of docs/releasing.md in a
 * temporary clone.
 */
export async function candidates(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'largesse-candidates-'));
  const clone = join(folder, 'clone');
  const out = join(folder, 'packages');
  const key = join(folder, 'key.pem');
  const commit = await commitOfTree(folder, []);
  const inClone = (...args: string[]) => git(clone, args, { env: author });
  const program = (name: string, ...args: string[]) =>
    run(clone, 'env', [
      ...Object.entries(author).map((set) => set.join('=')),
      'node',
      `tools/release/${name}.ts`,
      ...args,
    ]);
  await git(top, ['clone', '--quiet', '--shared', '--no-checkout', top, clone]);
  await inClone('checkout', '--quiet', '-B', 'main', commit);
  await symlink(join(top, 'node_modules'), join(clone, 'node_modules'), 'junction');
  // .gitignore ignores only folders named node_modules, not this symbolic link.
  await writeFile(join(clone, '.git/info/exclude'), 'node_modules\n');
  await program('release-key', key);
  await inClone('add', '--all');
  await inClone('commit', '--quiet', '--message=Add the release key');
  for (const { name } of components) await program('bump', name, 'minor', '--candidate');
  const names = ['plugin', 'theme', 'api', 'client', 'contract'];
  await program('package', ...names, '--updates=https://releases.example/largesse', `--out=${out}`);
  await program('sign', out, `--key=${key}`);
  const files = (await readdir(out)).sort();
  return { folder: out, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Commits the working tree with the texts in `changes`. Does not change a branch or the index. */
async function commitOfTree(
  temporary: string,
  changes: readonly (readonly [file: string, text: string])[],
): Promise<string> {
  const env = { ...author, GIT_INDEX_FILE: join(temporary, 'index') };
  const step = async (...args: string[]) => (await git(top, args, { env })).trim();
  await step('add', '--all');
  for (const [file, text] of changes) {
    const changed = join(temporary, 'changed');
    await writeFile(changed, text);
    await step('update-index', '--add', '--cacheinfo', `100644,${await step('hash-object', '-w', changed)},${file}`);
  }
  const tree = await step('write-tree');
  return step('commit-tree', '-p', 'HEAD', '-m', 'The working tree', tree);
}

/** Returns the files of plugin and theme that contain the version number, with texts for the new `version`. */
async function filesOfVersion(version: string): Promise<[file: string, text: string][]> {
  const files = await projectFiles(top);
  const changed = await Promise.all(
    ['plugin', 'theme'].map(async (name) =>
      withVersion(top, await readVersion(top, files, componentOf(name)), version),
    ),
  );
  return changed.flatMap((texts) => [...texts]);
}
