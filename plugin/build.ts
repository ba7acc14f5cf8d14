import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, type Metafile, type OutputFile } from 'esbuild';
import libraries from './bundled.json' with { type: 'json' };
import { scriptTexts } from './script-texts.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Folder of the built scripts. Git ignores the folder, but the plugin's package contains the folder. */
const FOLDER = join(here, 'build');

/**
 * Title and source of each library in the scripts, by npm package. The plugin's readme.txt also names these libraries.
 */
const BUNDLED: Readonly<Record<string, { title: string; source: string }>> = libraries;

/** Build options of all scripts and styles. */
const COMMON = {
  bundle: true,
  metafile: true,
  minify: true,
  write: false,
  outdir: FOLDER,
  target: 'es2022',
  // Comments that begin with an exclamation mark stay in the files.
  legalComments: 'inline',
  logLevel: 'error',
} as const;

/**
 * Builds the browser code of the plugin. Each interactive block becomes a module: `blocks/<name>/view.ts` or `.tsx`
 * becomes `build/<name>.js`. Other modules are for the giver's page, for the import page, and for code that is loaded
 * on demand. The build also contains the editor script and the script of the bookmark that sends wishes. The parts of
 * a block's style sheet become one file, so a phone sends one request for them.
 *
 * Replaces only changed files, each of them atomically. So several programs can build at the same time.
 * @throws {Error} if something does not compile
 */
export async function buildPlugin(): Promise<void> {
  const modules = await bundle({
    ...COMMON,
    entryPoints: [
      ...globSync('*/view.{ts,tsx}', { cwd: join(here, 'blocks') }).map((view) => ({
        in: join(here, 'blocks', view),
        out: dirname(view),
      })),
      { in: join(here, 'assets/giver.ts'), out: 'giver' },
      { in: join(here, 'blocks/my-registries/exchange/page.tsx'), out: 'exchange' },
      { in: join(here, 'blocks/my-registries/exchange/reading/read.ts'), out: 'wish-files' },
      { in: join(here, '../contract/shop-pages/extract.ts'), out: 'shop-pages' },
      { in: join(here, 'blocks/my-registries/qr-code.ts'), out: 'qr-code' },
      { in: join(here, 'blocks/registry/card-updates.ts'), out: 'card-updates' },
    ],
    format: 'esm',
  });
  const editor = await bundle({
    ...COMMON,
    entryPoints: [{ in: join(here, 'blocks/editor.ts'), out: 'editor' }],
    format: 'iife',
  });
  const bookmarklet = await bundle({
    ...COMMON,
    entryPoints: [{ in: join(here, 'assets/bookmarklet.ts'), out: 'bookmarklet' }],
    format: 'iife',
    // The address of a bookmark contains the script, so the script must not depend on the encoding of a page.
    charset: 'ascii',
  });
  const styles = await bundle({
    ...COMMON,
    entryPoints: [
      ...globSync('*/style.css', { cwd: join(here, 'blocks') }).map((style) => ({
        in: join(here, 'blocks', style),
        out: dirname(style),
      })),
      { in: join(here, 'assets/base.css'), out: 'base' },
      { in: join(here, 'assets/giver.css'), out: 'giver' },
    ],
  });
  for (const { metafile } of [modules, editor, bookmarklet]) checkLibraries(metafile);
  const loaded = [modules, editor, bookmarklet, styles].flatMap(({ outputFiles }) => outputFiles);
  const files = [licenses(), texts(), data(loaded)];
  await Promise.all([...loaded, ...(await Promise.all(files))].map(writeAtomically));
}

/** A file to write. */
type File = Pick<OutputFile, 'path' | 'contents'>;

/**
 * Returns a PHP file with the contents of all block.json files by folder, and with a version for each script and style.
 * Locating and reading the JSON files would take WordPress a millisecond on every page of a site, but PHP caches the
 * compiled file in memory. The version is part of a file's address, so browsers load a changed file again.
 */
async function data(loaded: readonly File[]): Promise<File> {
  const folders = globSync('*/block.json', { cwd: join(here, 'blocks') })
    .map(dirname)
    .sort();
  const blocks = folders.map(async (folder): Promise<[string, object]> => {
    return [folder, JSON.parse(await readFile(join(here, 'blocks', folder, 'block.json'), 'utf8'))];
  });
  const versions = loaded.map(({ path, contents }): [string, string] => [
    relative(FOLDER, path),
    createHash('sha256').update(contents).digest('hex').slice(0, 8),
  ]);
  return phpFile('built.php', 'blocks/*/block.json and the files that browsers load', {
    blocks: Object.fromEntries(await Promise.all(blocks)),
    versions: Object.fromEntries(versions.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  });
}

/**
 * Returns a PHP file with the texts of the page "My registries". The server translates the texts and sends them with
 * the page.
 */
async function texts(): Promise<File> {
  const found = await scriptTexts(join(here, 'blocks/my-registries'));
  return phpFile('texts.php', 'blocks/my-registries', [...new Set(found.map(({ text }) => text))]);
}

/**
 * Returns a PHP file that returns a value.
 * @param from sources of the value, for the comment in the file
 */
function phpFile(name: string, from: string, value: unknown): File {
  const code = `<?php\n// Made of ${from} by build.ts.\ndefined( 'ABSPATH' ) || exit;\nreturn ${php(value)};\n`;
  return { path: join(FOLDER, name), contents: Buffer.from(code) };
}

/** Formats a JSON value as PHP. */
function php(value: unknown): string {
  if (Array.isArray(value)) return `array( ${value.map(php).join(', ')} )`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${php(key)} => ${php(each)}`);
    return `array( ${entries.join(', ')} )`;
  }
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
}

/**
 * Checks that bundled.json lists all libraries in the scripts of a build. The list of components and the file of
 * licenses also come from bundled.json.
 * @throws {Error} if a library is missing
 */
function checkLibraries({ outputs }: Metafile): void {
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const used = parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = used.map(
    ([path]) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1],
  );
  const missing = names.filter((name) => name !== undefined && !(name in BUNDLED));
  if (missing.length > 0) throw new Error(`plugin/bundled.json lacks ${[...new Set(missing)].join(', ')}`);
}

/**
 * Returns a file with the licenses of the bundled libraries. The licenses require that the plugin contains this file.
 */
async function licenses(): Promise<File> {
  const texts = Object.entries(BUNDLED).map(async ([name, { title, source }]) => {
    const [file = 'LICENSE'] = globSync('LICENSE*', { cwd: join(here, '../node_modules', name) });
    const license = await readFile(join(here, '../node_modules', name, file), 'utf8');
    return `${title}\n${source}\n\n${license.trim()}\n`;
  });
  const contents = (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
  return { path: join(FOLDER, 'licenses.txt'), contents: Buffer.from(contents) };
}

/** Writes a file unless it is unchanged. Replaces the file atomically, so that readers never see an incomplete file. */
export async function writeAtomically({ path, contents }: File): Promise<void> {
  const present = await readFile(path).catch(() => undefined);
  if (present && Buffer.compare(present, contents) === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}`);
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}
