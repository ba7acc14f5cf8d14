import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeArchive } from './archive.ts';
import type { Checkout } from './checkout.ts';
import { copyShipped } from './contents.ts';

/** Path of the browser extension's sources in the project. */
const SOURCE = 'plugin/extension';

/** Builds the browser extension of a project into an empty folder, from which Chromium and Firefox can load it. */
export async function buildExtension(project: string, out: string): Promise<void> {
  const source = join(project, SOURCE);
  await copyShipped(SOURCE, source, out);
  const common = {
    bundle: true,
    minify: true,
    outdir: out,
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'error',
  } as const;
  const scripts = ['background.ts', 'options.ts'].map((name) => join(source, name));
  await build({ ...common, entryPoints: scripts, format: 'esm' });
  // The browser hands the value of the last statement to the extension.
  const footer = { js: 'largesse.read();' };
  await build({ ...common, entryPoints: [join(source, 'page.ts')], format: 'iife', globalName: 'largesse', footer });
}

/** Packs the browser extension as a zip for the stores of Chromium and Firefox. @returns path of the zip */
export async function packExtension({ folder, date }: Checkout, version: string, out: string): Promise<string> {
  await using staged = await mkdtempDisposable(join(tmpdir(), 'largesse-package-'));
  await buildExtension(folder, staged.path);
  const file = join(out, `largesse-extension-${version}.zip`);
  await writeArchive({ folder: staged.path, top: '', format: 'zip', date, file });
  return file;
}
