import type { KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signPackages } from '../../release/checksums.ts';
import { componentOf } from '../../release/components.ts';
import { git } from '../../release/git.ts';
import { KEY_FILE } from '../../release/release-key.ts';
import { run } from '../../release/run.ts';
import { publicKeyLine } from '../../release/signature.ts';
import { projectFiles, readVersion, withVersion } from '../../release/versions.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

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
 * Packs them as another version, or with other options.
 * @param change `version`: version of plugin and theme; `options`: options of `npm run package`; `key`: private key that
 *   signs the packages, and whose public key they contain
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
    'release/package.ts',
    ...names,
    ...options,
    `--commit=${commit}`,
    `--out=${out}`,
  ]);
  if (key !== undefined) await signPackages(out, key);
  const files = Array.from(printed.matchAll(/([^/\\\s]+) \(commit /g), ([, file = '']) => file);
  return { folder: out, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Commits the working tree with changed files, without changing a branch or the index. */
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

/** Returns the files of plugin and theme that contain a version, changed to another version. */
async function filesOfVersion(version: string): Promise<[file: string, text: string][]> {
  const files = await projectFiles(top);
  const changed = await Promise.all(
    ['plugin', 'theme'].map(async (name) =>
      withVersion(top, await readVersion(top, files, componentOf(name)), version),
    ),
  );
  return changed.flatMap((texts) => [...texts]);
}
