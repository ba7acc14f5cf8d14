import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { componentOf } from './components.ts';
import { readVersion } from './versions.ts';
import type { UpdatePath } from './wordpress-package.ts';

/**
 * Blueprint of the demonstration for WordPress Playground. This file uses the plugin and the theme from WordPress's
 * directory.
 */
const SOURCE = 'tools/demo/blueprint.json';

/** WordPress's directory expects the blueprint at this path in the plugin's folder. */
const IN_DIRECTORY = 'assets/blueprints/blueprint.json';

/** A step of a blueprint, with the fields that contain addresses. */
interface Step {
  step: string;
  pluginData?: unknown;
  themeData?: unknown;
}

/**
 * Writes the blueprint of the plugin's demonstration. For WordPress's directory, copies the blueprint unchanged. For
 * releases on the web, inserts the addresses of the plugin's zip and of the theme's zip. The address of the theme's zip
 * contains the theme's version in the commit. Release this version before the plugin; otherwise, the zip at this
 * address does not exist.
 * @param version version of the plugin
 * @returns path of the file; null if the package gets no updates, or if the commit contains no blueprint
 */
export async function writeBlueprint(
  checkout: Checkout,
  version: string,
  out: string,
  updates: UpdatePath,
): Promise<string | null> {
  const source = join(checkout.folder, SOURCE);
  if (updates === 'none' || !existsSync(source)) return null;
  const text = await readFile(source, 'utf8');
  if (updates === 'directory') return await write(join(out, IN_DIRECTORY), text);
  const theme = await readVersion(checkout.folder, checkout.files, componentOf('theme'));
  const zip = (name: string, of: string) => ({
    resource: 'url',
    url: `${updates.from.href.replace(/\/$/, '')}/largesse-${name}-${of}.zip`,
  });
  const { steps, ...rest }: { steps: Step[] } = JSON.parse(text);
  const released = steps.map((step) => ({
    ...step,
    ...(step.pluginData !== undefined && { pluginData: zip('plugin', version) }),
    ...(step.themeData !== undefined && { themeData: zip('theme', theme.version) }),
  }));
  return await write(join(out, 'blueprint.json'), `${JSON.stringify({ ...rest, steps: released }, null, 2)}\n`);
}

async function write(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}
