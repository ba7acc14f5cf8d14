import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarations } from './declarations.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Compiler options for `require()`, which Node 20 cannot use to load ES modules. */
const COMMONJS = ['--module', 'commonjs', '--verbatimModuleSyntax', 'false'];

/**
 * Builds the client: ES modules, CommonJS modules in the subfolder `cjs`, and declarations of both.
 * @param folder for the result
 * @throws {Error} if the client does not compile
 */
export async function build(folder: string): Promise<void> {
  const commonjs = join(folder, 'cjs');
  await compile(folder, []);
  await compile(commonjs, COMMONJS);
  await writeFile(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
}

async function compile(folder: string, options: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { status } = spawnSync('tsc', ['--project', here, '--outDir', folder, ...options], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('the client does not compile');
  // The declarations from tsc need the packages `@largesse/contract` and `typebox`. The published client must not need
  // these packages, so other declarations replace the declarations from tsc.
  await writeFile(join(folder, 'types.d.ts'), declarations());
}

if (import.meta.main) await build(join(here, 'dist'));
