import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Checkout } from './checkout.ts';
import type { Component } from './components.ts';
import { git } from './git.ts';
import { notesOfText, tagOf } from './notes.ts';
import { Refusal } from './refusal.ts';

/** Returns the address of a component's description. */
export function descriptionUrl(folder: URL, name: string): string {
  return new URL(`${name}.json`, `${folder.href.replace(/\/$/, '')}/`).href;
}

/**
 * Writes the description of a packed release next to its zip. Installed plugins and themes read the description;
 * plugin/src/Operation/Updates/Release.php validates it.
 * @param zip path of the zip
 * @returns path of the description
 */
export async function describeRelease(
  top: string,
  checkout: Checkout,
  component: Component,
  version: string,
  zip: string,
): Promise<string> {
  const readme = await readFile(join(checkout.folder, component.name, 'readme.txt'), 'utf8');
  const needed = (name: string) => {
    const [, value] = new RegExp(`^${name}:[ \\t]*(\\S+)`, 'm').exec(readme) ?? [];
    if (value === undefined) throw new Refusal(`${component.name}/readme.txt has no "${name}:"`);
    return value;
  };
  // The message of the tag contains the notes. It is empty before the tag exists.
  const message = await git(top, ['for-each-ref', '--format=%(contents)', `refs/tags/${tagOf(component, version)}`]);
  const description = {
    component: component.name,
    version,
    // The zip is in the same folder as the description, so a copy of the folder is a complete mirror.
    package: basename(zip),
    requires: needed('Requires at least'),
    tested: needed('Tested up to'),
    requires_php: needed('Requires PHP'),
    released: new Date(Number(checkout.date) * 1000).toISOString().slice(0, 10),
    notes: notesOfText(message),
  };
  const file = join(dirname(zip), `${component.name}.json`);
  await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
  return file;
}
