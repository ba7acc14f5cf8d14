import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Several test files that run in one process, one after the other. */
export interface Bundle {
  /** The file that Node runs: it imports the others. */
  path: string;
  files: string[];
}

/**
 * Number of processes with bundled files. In one process they share sites and compiled code, so few are better; but each
 * processor needs several, because the last ones would otherwise leave processors idle.
 */
const BUNDLES = 3 * availableParallelism();

/** What a file does before its first suite: in one process it would be done beside the tests of the file before. */
const BEFORE_SUITES = /^(?:(?:const|let) .*= await |await |before\(|beforeEach\(|afterEach\(|process\.)/m;

/** Tells whether a test file may run in one process with others: whatever it opens, its suites open and close. */
export function isBundled(file: string): boolean {
  return !BEFORE_SUITES.test(readFileSync(file, 'utf8'));
}

const countUsage = new URL('./count-usage.ts', import.meta.url).href;

/**
 * Distributes test files over processes: each goes to the process that has the fewest bytes of tests, so the order of
 * the files stays. The first process is the largest one.
 * @param folder where the files that import them are written
 */
export function bundle(files: readonly string[], folder: string, processes = BUNDLES): Bundle[] {
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
