// Installs the dependencies when the lock file is newer than what is installed. Plain JavaScript, because it
// runs on whatever Node the machine has, before the pinned one is there; everything else is TypeScript.
import { spawnSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns when a file was last changed (milliseconds), or 0 if there is none. */
const changedAt = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** How long the installation took (milliseconds), for the tests that run next. */
const installed = `${root}node_modules/.largesse-installed`;

rmSync(installed, { force: true });
if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing dependencies (a minute on the first run)…');
  const begun = performance.now();
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = npm.status ?? 1;
  if (process.exitCode === 0) writeFileSync(installed, String(performance.now() - begun));
}
