import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Several test files that run in one process, in order. */
export interface Bundle {
  /** File for Node, which imports the others. */
  path: string;
  files: string[];
}

/** Service tests that share processes: loading the service takes longer than most of them. */
export const SHARED = '{api/conformance,api/src,client,contract,deploy,release}/**/*.test.ts';

/** Code before the first suite of a file: in a shared process it would run during the tests of the previous file. */
const BEFORE_SUITES = /^(?:(?:const|let) .*= await |await |before\(|beforeEach\(|afterEach\(|process\.)/m;

/** Returns whether a test file may share a process: its suites open and close all its resources. */
export function isBundled(file: string): boolean {
  return !BEFORE_SUITES.test(readFileSync(file, 'utf8'));
}

const countUsage = new URL('./count-usage.ts', import.meta.url).href;

/**
 * Distributes test files over processes: each file is added to the process with the fewest bytes of tests, so their order
 * is kept. The first process is the largest one.
 * @param folder for the files that import them
 * @param processes number of processes that run at once: all bundles start together, so none runs alone at the end
 */
export function bundle(files: readonly string[], folder: string, processes: number): Bundle[] {
  const bundles = Array.from({ length: Math.min(processes, files.length) }, (): { size: number; files: string[] } => ({
    size: 0,
    files: [],
  }));
  for (const file of files) {
    const [smallest] = bundles.toSorted((a, b) => a.size - b.size);
    if (smallest === undefined) break;
    smallest.size += statSync(file).size;
    smallest.files.push(file);
  }
  const largestFirst = bundles.sort((a, b) => b.size - a.size);
  return largestFirst.map((one, index) => {
    const path = join(folder, `bundle-${index + 1}.test.mjs`);
    const imports = one.files.map(
      (file) =>
        `beginFile(${JSON.stringify(file)});\nawait import(${JSON.stringify(pathToFileURL(resolve(file)).href)});\n`,
    );
    writeFileSync(path, `import { beginFile } from ${JSON.stringify(countUsage)};\n${imports.join('')}`);
    return { path, files: one.files };
  });
}
