import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from './archive.ts';
import type { Checkout } from './checkout.ts';
import type { Component } from './components.ts';
import { copyShipped } from './contents.ts';
import { run } from './run.ts';

/** The folder of plugin and theme on a site. */
const SLUG = 'largesse';

/**
 * Packs the plugin or the theme as a zip that WordPress installs. A component with a `build.ts` is built first.
 * @returns path of the zip
 */
export async function packForWordPress(
  { folder, date }: Checkout,
  { name }: Component,
  version: string,
  out: string,
): Promise<string> {
  const source = join(folder, name);
  if (existsSync(join(source, 'build.ts'))) await run(folder, 'node', [join(name, 'build.ts')]);
  const staged = await mkdtemp(join(tmpdir(), 'largesse-package-'));
  try {
    await copyShipped(name, source, staged);
    const file = join(out, `largesse-${name}-${version}.zip`);
    await writeArchive({ folder: staged, top: SLUG, format: 'zip', date, file });
    return file;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
