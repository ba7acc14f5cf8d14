import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git } from './git.ts';

/** Folder with the installed dependencies of this project. */
const INSTALLED = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules');

/** npm scope of our own packages. A checkout contains these packages itself. */
const OWN = '@largesse';

/** Files of one commit in a separate folder. Builds run in this folder. */
export interface Checkout extends AsyncDisposable {
  folder: string;
  /** Paths of the committed files in the folder; build results are not included. */
  files: readonly string[];
  /** Full id of the commit. */
  commit: string;
  /** Time of the commit (seconds since 1970). */
  date: string;
}

/**
 * Writes the files of a commit to a temporary folder. Uncommitted changes are not included. The checkout uses the
 * dependencies that are installed in this project.
 * @param revision a commit, tag or branch
 */
export async function checkOut(top: string, revision: string): Promise<Checkout> {
  const commit = (await git(top, ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`])).trim();
  const date = (await git(top, ['show', '--no-patch', '--no-show-signature', '--format=%ct', commit])).trim();
  const temporary = await mkdtemp(join(tmpdir(), 'largesse-checkout-'));
  const discard = () => rm(temporary, { recursive: true, force: true });
  try {
    const folder = join(temporary, 'files');
    const env = { GIT_INDEX_FILE: join(temporary, 'index') };
    // Keep the line ends of the commit, whatever the git settings of this machine are.
    const plain = ['-c', 'core.autocrlf=false', '-c', 'core.eol=lf'];
    await git(top, ['read-tree', commit], { env });
    await git(top, [...plain, 'checkout-index', '--all', `--prefix=${folder}/`], { env });
    await linkDependencies(folder);
    const listed = await git(top, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
    const files = listed.split('\0').filter((file) => file !== '');
    return { folder, files, commit, date, [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function linkDependencies(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, OWN), { recursive: true });
  const link = async (target: string, path: string) => {
    await mkdir(dirname(path), { recursive: true });
    await symlink(target, path, 'junction');
  };
  for (const name of await readdir(INSTALLED)) {
    if (name !== OWN && !name.startsWith('.package-lock')) await link(join(INSTALLED, name), join(modules, name));
  }
  for (const name of ['api', 'contract', 'client']) await link(join(folder, name), join(modules, OWN, name));
}
