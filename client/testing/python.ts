import { spawnSync } from 'node:child_process';

/** True if the machine has a Python that the client for Python supports. */
export const isPythonInstalled =
  spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;
