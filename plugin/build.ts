import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, type OutputFile } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Where the built scripts go; git does not know the folder, the package of the plugin ships it. */
const FOLDER = join(here, 'build');

/** Whose code the scripts contain; readme.txt of the plugin names them too. */
const BUNDLED = [
  { name: 'SortableJS', source: 'https://github.com/SortableJS/Sortable', folder: 'sortablejs' },
  { name: 'uqr', source: 'https://github.com/unjs/uqr', folder: 'uqr' },
];

/** What every script has in common. */
const COMMON = {
  bundle: true,
  minify: true,
  write: false,
  outdir: FOLDER,
  target: 'es2022',
  // Notes that begin with an exclamation mark stay in the files.
  legalComments: 'inline',
  logLevel: 'error',
} as const;

/**
 * Builds the browser's part of the plugin: a module for each block that is lively (`blocks/<name>/view.ts` becomes
 * `build/<name>.js`), and the script of the editor. Files that come out as they are already there are left alone, so
 * that several programs may build at the same time.
 * @throws {Error} when something does not compile
 */
export async function buildPlugin(): Promise<void> {
  const modules = await bundle({
    ...COMMON,
    entryPoints: ['registry', 'my-registries'].map((name) => ({
      in: join(here, 'blocks', name, 'view.ts'),
      out: name,
    })),
    format: 'esm',
    // WordPress brings it, once for all blocks of a page.
    external: ['@wordpress/interactivity'],
  });
  const editor = await bundle({
    ...COMMON,
    entryPoints: [{ in: join(here, 'assets/editor.ts'), out: 'editor' }],
    format: 'iife',
  });
  await Promise.all([...modules.outputFiles, ...editor.outputFiles, await licenses(), await blocks()].map(writeWhole));
}

/**
 * Gives every block.json as one file of PHP, by the block's folder. To read them and look for their files takes
 * WordPress a millisecond on every page of a site; PHP keeps this file compiled.
 */
async function blocks(): Promise<Pick<OutputFile, 'path' | 'contents'>> {
  const folders = globSync('*/block.json', { cwd: join(here, 'blocks') })
    .map(dirname)
    .sort();
  const entries = folders.map(async (folder) => {
    const metadata: unknown = JSON.parse(await readFile(join(here, 'blocks', folder, 'block.json'), 'utf8'));
    return `${php(folder)} => ${php(metadata)}`;
  });
  const code = `<?php\n// Made of blocks/*/block.json by build.ts.\ndefined( 'ABSPATH' ) || exit;\nreturn array( ${(await Promise.all(entries)).join(', ')} );\n`;
  return { path: join(FOLDER, 'blocks.php'), contents: Buffer.from(code) };
}

/** A value of JSON as PHP. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `array( ${value.map(php).join(', ')} )`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => `${php(key)} => ${php(each)}`);
    return `array( ${entries.join(', ')} )`;
  }
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
}

/** The licenses of what is bundled, as their packages have them; they ask to travel along. */
async function licenses(): Promise<Pick<OutputFile, 'path' | 'contents'>> {
  const texts = BUNDLED.map(async ({ name, source, folder }) => {
    const license = await readFile(join(here, '../node_modules', folder, 'LICENSE'), 'utf8');
    return `${name}\n${source}\n\n${license.trim()}\n`;
  });
  const contents = (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
  return { path: join(FOLDER, 'licenses.txt'), contents: Buffer.from(contents) };
}

/** Writes a file, unless it is there; nobody ever reads half of it. */
async function writeWhole({ path, contents }: Pick<OutputFile, 'path' | 'contents'>): Promise<void> {
  const present = await readFile(path).catch(() => undefined);
  if (present && Buffer.compare(present, contents) === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

if (import.meta.main) await buildPlugin();
