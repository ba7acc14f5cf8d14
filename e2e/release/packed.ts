import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from '../../release/git.ts';
import { run } from '../../release/run.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

const author = {
  GIT_AUTHOR_NAME: 'Largesse',
  GIT_AUTHOR_EMAIL: 'tests@largesse.invalid',
  GIT_COMMITTER_NAME: 'Largesse',
  GIT_COMMITTER_EMAIL: 'tests@largesse.invalid',
};

/** Packages of the project as its files stand now, committed or not. */
export interface Packed extends AsyncDisposable {
  /** A temporary folder with the packages in it. */
  folder: string;
  /** File names of the packages, in the order asked for. */
  files: string[];
}

/**
 * Packs what is released.
 * @param names arguments of `npm run package`
 */
export async function packed(...names: string[]): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'largesse-packed-'));
  const out = join(folder, 'packages');
  const commit = await commitOfTree(join(folder, 'index'));
  const printed = await run(top, 'node', ['release/package.ts', ...names, `--commit=${commit}`, `--out=${out}`]);
  const files = Array.from(printed.matchAll(/([^/\\\s]+) \(commit /g), ([, file = '']) => file);
  return { folder: out, files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Makes a commit of the working tree that no branch knows and no index shows. */
async function commitOfTree(index: string): Promise<string> {
  const step = async (...args: string[]) =>
    (await git(top, args, { env: { ...author, GIT_INDEX_FILE: index } })).trim();
  await step('add', '--all');
  const tree = await step('write-tree');
  return step('commit-tree', '-p', 'HEAD', '-m', 'The working tree', tree);
}
