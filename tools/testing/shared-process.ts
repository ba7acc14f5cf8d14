import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, describe } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Name of the suites without tests that `runShared` places between two files. Results omit these suites. */
export const NEXT_FILE = 'the next file of this process';

/**
 * Runs test files in this process, one after the other. Each file is a suite, so that its hooks run only for its own
 * tests. Several processes share the files, and each file runs in exactly one of these processes.
 * @param files paths from the root of the project
 * @param folder folder in which the processes mark the files that they take, and the files whose tests have ended
 */
export async function runShared(files: readonly string[], folder: string): Promise<void> {
  let resume = await pause();
  for (const [index, file] of files.entries()) {
    if (!isFirst(join(folder, `${index}`))) continue;
    describe(file, async () => void (await import(pathToFileURL(resolve(root, file)).href)));
    const ended = pause();
    resume();
    resume = await ended;
    mkdirSync(join(folder, endedMark(index)));
  }
  resume();
}

/** Returns the name of the folder that marks the end of a file's tests. @param index place in the list of files */
export const endedMark = (index: number) => `${index}-ended`;

/**
 * Waits until the suites that were defined before this call have ended. Suites that are defined after this call wait
 * until the returned function is called. Otherwise, Node would end the run before the next file is chosen.
 * @returns function that starts the later suites
 */
function pause(): Promise<() => void> {
  return new Promise((reached) => {
    describe(NEXT_FILE, () => before(() => new Promise<void>(reached)));
  });
}

/** Creates a folder. @returns false if the folder existed because another process has created it */
function isFirst(folder: string): boolean {
  return mkdirSync(folder, { recursive: true }) !== undefined;
}
