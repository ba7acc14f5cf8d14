// Installs the dependencies if the lock file is newer than the installation. This file is plain JavaScript, because it
// must run on any Node version, before the pinned Node is installed.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the modification time of a file (milliseconds), or 0 if the file does not exist. */
const changedAt = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.log('Installing dependencies (a minute on the first run)…');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = npm.status ?? 1;
}
