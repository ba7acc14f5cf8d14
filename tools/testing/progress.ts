import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';

/*
 * Each test process loads this module first. The module stores which test the process is running, so that the runner
 * can name tests that hang.
 */

/** Environment variable with the folder for the files of all test processes. */
export const PROGRESS_FOLDER = 'TEST_PROGRESS';

const folder = process.env[PROGRESS_FOLDER];
// Some tests start programs that load this module, too. They must not write files.
delete process.env[PROGRESS_FOLDER];

if (folder !== undefined) {
  const store = (text: string) => writeFileSync(join(folder, `${process.pid}`), text);
  store(`starting ${process.argv[1]}`);
  beforeEach((t) => store(`${t.filePath}: ${t.fullName}`));
  afterEach((t) => store(`after ${t.filePath}: ${t.fullName}`));
}
