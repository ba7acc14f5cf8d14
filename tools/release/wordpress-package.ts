import { existsSync } from 'node:fs';
import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { writeArchive } from './archive.ts';
import type { Checkout } from './checkout.ts';
import type { Component } from './components.ts';
import { copyShipped } from './contents.ts';
import { Refusal } from './refusal.ts';
import { KEY_FILE } from './release-key.ts';
import { run } from './run.ts';
import { SBOM, sbomOf } from './sbom.ts';
import { rawKeyOf } from './signature.ts';
import { descriptionUrl } from './update-description.ts';

/** Name that both the plugin's folder and the theme's folder have on a site. */
const SLUG = 'largesse';

/** License of plugin and theme, as an SPDX identifier. */
const LICENSE = 'GPL-2.0-or-later';

/** Source of updates for a zip: a folder on the web, WordPress's own directory, or none. */
export type UpdatePath = { from: URL } | 'directory' | 'none';

/**
 * Matches the header `Update URI` of the plugin or the theme. The value `false` prevents updates from a component with
 * the same name in WordPress's directory.
 */
const UPDATE_URI = /^([ \t*]*Update URI:[ \t]*)false\r?\n/m;

/** Folder of the plugin's module for update checks. WordPress's directory does not allow such checks. */
const UPDATE_MODULE = 'Operation/Updates';

/** File in the plugin's `src` that lists the modules, one a line. */
const LIST_OF_MODULES = 'Plugin.php';

/**
 * Packs the plugin or the theme as a zip for WordPress. First builds the scripts and the translations of both.
 * @returns path of the zip
 */
export async function packForWordPress(
  checkout: Checkout,
  { name, source: head }: Component,
  version: string,
  out: string,
  updates: UpdatePath,
): Promise<string> {
  const { folder, date } = checkout;
  const source = join(folder, name);
  await run(folder, 'node', [join('tools', 'build.ts')]);
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'largesse-package-'));
  const staged = temporary.path;
  await copyShipped(name, source, staged);
  await prepareUpdates(join(staged, relative(name, head)), name, updates);
  if (typeof updates === 'object' && name === 'plugin') await includeKey(folder, join(staged, 'src', UPDATE_MODULE));
  if (updates === 'directory') await leaveOut(join(staged, 'src'), UPDATE_MODULE);
  const dependencies = await bundledIn(source);
  const described = { name: `largesse-${name}`, version, license: LICENSE, dependencies };
  await writeFile(join(staged, SBOM), await sbomOf(checkout, described));
  const file = join(out, `largesse-${name}-${version}.zip`);
  await writeArchive({ folder: staged, top: SLUG, format: 'zip', date, file });
  return file;
}

/** Returns the npm packages that are bundled into the scripts of a component. */
async function bundledIn(source: string): Promise<string[]> {
  const file = join(source, 'bundled.json');
  return existsSync(file) ? Object.keys(JSON.parse(await readFile(file, 'utf8'))) : [];
}

/** Copies the public key of releases. With this key, the plugin verifies updates of itself and of the theme. */
async function includeKey(folder: string, module: string): Promise<void> {
  const key = await readFile(join(folder, KEY_FILE), 'utf8').catch(() => {
    throw new Refusal(`--updates: the commit has no ${KEY_FILE}; npm run release-key creates one`);
  });
  await writeFile(join(module, 'release-key.pub'), rawKeyOf(key));
}

/** Removes a module of the plugin: its folder, and its line in the list. */
async function leaveOut(classes: string, module: string): Promise<void> {
  await rm(join(classes, module), { recursive: true, force: true });
  const path = join(classes, LIST_OF_MODULES);
  if (!existsSync(path)) return; // The theme has no modules.
  const lines = (await readFile(path, 'utf8')).split('\n');
  const named = `${module.replace('/', '\\')}\\Module::class`;
  await writeFile(path, lines.filter((line) => !line.includes(named)).join('\n'));
}

/**
 * Sets the line `Update URI` in the header of the plugin or the theme. For WordPress's directory, removes this line.
 */
async function prepareUpdates(file: string, name: string, updates: UpdatePath): Promise<void> {
  if (updates === 'none') return;
  const text = await readFile(file, 'utf8');
  const line = updates === 'directory' ? '' : `$1${descriptionUrl(updates.from, name)}\n`;
  if (!UPDATE_URI.test(text)) throw new Refusal(`${name} has no line "Update URI: false" in its header`);
  await writeFile(file, text.replace(UPDATE_URI, line));
}
