import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { endedMark } from './shared-process.ts';

/**
 * Test files that must not share a process. They start processes or servers, measure their own process, change its
 * clock, or replace global variables by those of a browser.
 */
const ALONE = [
  'api/src/database/postgres/*.test.ts',
  'api/src/{host/transport,threads}.test.ts',
  'plugin/{assets,blocks/my-registries{,/exchange,/views}}/*.test.ts',
  'tests/{bench,simulation,soak}/*.test.ts',
  'tools/testing/*.test.ts',
  'tests/e2e/{engines,release,secrecy,service}/**/*.test.ts',
];

/** Test files that share processes. */
export interface SharedFiles {
  /** Paths of the files that cannot share a process, and then of the programs that run the other files. */
  programs: string[];
  /** Returns the files whose tests have not ended. After a run there are none, unless a process has ended too early. */
  unfinished(): string[];
}

const sharedProcess = new URL('./shared-process.ts', import.meta.url).href;

/**
 * Writes programs for processes that share test files, because loading the service, or opening a site and a browser,
 * takes longer than most tests. When a process has run a file, the process takes the next file. So all processes end at
 * about the same time.
 * @param folder new folder for the programs
 * @param processes number of processes that run at once
 */
export function shareProcesses(files: readonly string[], folder: string, processes: number): SharedFiles {
  const shared = files.filter((file) => !ALONE.some((glob) => matchesGlob(file, glob)));
  const queue = JSON.stringify(shared);
  mkdirSync(folder, { recursive: true });
  const programs = Array.from({ length: Math.min(processes, shared.length) }, (_, index) => {
    const path = join(folder, `bundle-${index + 1}.test.mjs`);
    writeFileSync(
      path,
      `import { runShared } from ${JSON.stringify(sharedProcess)};\nawait runShared(${queue}, ${JSON.stringify(folder)});\n`,
    );
    return path;
  });
  return {
    programs: [...files.filter((file) => !shared.includes(file)), ...programs],
    unfinished: () => shared.filter((_, index) => !existsSync(join(folder, endedMark(index)))),
  };
}
