import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changesBeyondNoise } from './report.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Number of runs of each commit. The commits take turns, because machines change their speed within minutes. */
const PAIRS = 2;

/**
 * Runs the benchmarks of another commit and of the working tree in turns. Both use the installed dependencies.
 * @param options options of each run
 * @returns the changes that exceed the noise, one per line
 * @throws {Error} if the commit does not exist, or if a run fails
 */
export async function benchAgainst(commit: string, options: readonly string[]): Promise<string[]> {
  await using folder = await temporaryFolder();
  const other = join(folder.path, 'commit');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', other, commit], { cwd: top, stdio: 'pipe' });
  try {
    linkDependencies(join(other, 'node_modules'));
    const [before, after]: [string[], string[]] = [[], []];
    for (let pair = 0; pair < PAIRS; pair++) {
      before.push(bench(other, options, join(folder.path, `before-${pair}.json`)));
      after.push(bench(top, options, join(folder.path, `after-${pair}.json`)));
    }
    return await changesBeyondNoise(before, after);
  } finally {
    rmSync(other, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: top });
  }
}

/**
 * Links the installed dependencies into a checkout. The links to our own packages are copied unchanged: they are
 * relative, so they lead to the packages of the checkout.
 */
function linkDependencies(modules: string): void {
  const installed = join(top, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(installed)) {
    const [from, to] = [join(installed, name), join(modules, name)];
    if (name === '@largesse') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to, 'junction');
  }
}

/** Runs the benchmark of a checkout. @returns the path of its report */
function bench(checkout: string, options: readonly string[], report: string): string {
  const { status } = spawnSync(process.execPath, ['tests/bench/main.ts', ...options, '--json', report], {
    cwd: checkout,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`the benchmark of ${checkout} failed`);
  return report;
}
