import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files that share processes, because loading the service takes longer than most of these tests. */
export const SHARED = '{api/conformance,api/src,client,contract,deploy,tests/support,tools/release}/**/*.test.ts';

/**
 * Matches code outside of suites that opens resources, adds hooks or changes the process. In a shared process, such
 * code would affect the tests of other files.
 */
const BEFORE_SUITES = /^(?:(?:const|let) .*= await |await |before\(|beforeEach\(|afterEach\(|process\.)/m;

/**
 * Returns whether a test file may share a process. The file must open and close its resources only inside its suites.
 */
export function isBundled(file: string): boolean {
  return !BEFORE_SUITES.test(readFileSync(file, 'utf8'));
}

const sharedProcess = new URL('./shared-process.ts', import.meta.url).href;

/**
 * Writes programs for processes that share test files. When a process has run a file, the process takes the next file.
 * So all processes end at about the same time.
 * @param folder folder for the programs
 * @param processes number of processes that run at once
 * @returns the programs' paths
 */
export function bundle(files: readonly string[], folder: string, processes: number): string[] {
  const queue = JSON.stringify(files);
  return Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const path = join(folder, `bundle-${index + 1}.test.mjs`);
    writeFileSync(
      path,
      `import { runShared } from ${JSON.stringify(sharedProcess)};\nawait runShared(${queue}, ${JSON.stringify(folder)});\n`,
    );
    return path;
  });
}
