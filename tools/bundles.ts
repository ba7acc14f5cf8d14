import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Several test files that run in one process, one after the other. */
export interface Bundle {
  /** The file that Node runs: it imports the others. */
  path: string;
  files: string[];
}

/** About as many bytes of tests go into one process (bytes): more, and what is left at the end takes long. */
const SIZE = 48_000;

/** What a file does before its first suite: in one process it would be done beside the tests of the file before. */
const BEFORE_SUITES = /^(?:(?:const|let) .*= await |await |before\(|beforeEach\(|afterEach\(|process\.)/m;

/** Tells whether a test file may run in one process with others: whatever it opens, its suites open and close. */
export function isBundled(file: string): boolean {
  return !BEFORE_SUITES.test(readFileSync(file, 'utf8'));
}

/**
 * Puts test files together in as few processes as keep them small: a process that has PHP and a database open needs
 * three seconds of a processor less for each further site, because V8 has compiled PHP by then.
 * @param folder where the files that import them are written
 */
export function bundle(files: readonly string[], folder: string): Bundle[] {
  const bundles: { size: number; files: string[] }[] = [];
  for (const file of files) {
    const { size } = statSync(file);
    const roomy = bundles.find((one) => one.size + size <= SIZE);
    if (roomy) {
      roomy.size += size;
      roomy.files.push(file);
    } else bundles.push({ size, files: [file] });
  }
  return bundles.map((one, index) => {
    const path = join(folder, `bundle-${index + 1}.test.mjs`);
    const imports = one.files.map((file) => `await import(${JSON.stringify(pathToFileURL(resolve(file)).href)});\n`);
    writeFileSync(path, imports.join(''));
    return { path, files: one.files };
  });
}
