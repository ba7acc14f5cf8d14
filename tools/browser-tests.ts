import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Package that every test with a browser imports, directly or indirectly. */
const BROWSER = 'playwright-core';

/** Tests that open a browser in another process. */
const BY_COMMAND = ['tools/demo/screenshots.test.ts'];

/** Selects test files that open a browser. @param files paths, relative or absolute */
export function browserTests(files: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const opensBrowser = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false); // prevents an endless loop if two files import each other
    const opens = importsOf(file).some((name) =>
      name.startsWith('.') ? name.endsWith('.ts') && opensBrowser(join(dirname(file), name)) : name === BROWSER,
    );
    known.set(file, opens);
    return opens;
  };
  return files.filter((file) => BY_COMMAND.includes(file) || opensBrowser(file));
}

/** Returns the imports of a file, except types. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm);
  return Array.from(imports, ([, name = '']) => name);
}
