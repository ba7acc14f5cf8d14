import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declarations } from './declarations.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Builds the client: ES modules and declarations.
 * @param folder for the result
 * @throws {Error} if the client does not compile
 */
export async function build(folder: string): Promise<void> {
  const { status } = spawnSync('tsc', ['--project', here, '--outDir', folder], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('the client does not compile');
  // The declarations from tsc need the packages `@largesse/contract` and `typebox`. The published client must not need
  // these packages, so other declarations replace the declarations from tsc.
  await writeFile(join(folder, 'types.d.ts'), declarations());
}

if (import.meta.main) await build(join(here, 'dist'));
