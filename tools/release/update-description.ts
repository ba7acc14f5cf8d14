import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Checkout } from './checkout.ts';
import type { Component } from './components.ts';
import { git } from './git.ts';
import { notesOfText, tagOf } from './notes.ts';
import { Refusal } from './refusal.ts';

/** Description of a release for installed plugins and themes; plugin/src/Updates/Release.php validates it. */
interface UpdateDescription {
  component: string;
  version: string;
  /**
   * Name of the zip. The zip is in the same folder as the description, so a copy of the folder is a complete mirror.
   */
  package: string;
  requires: string;
  tested: string;
  requires_php: string;
  released: string;
  /** Changes by kind. */
  notes: Record<string, string[]>;
}

/** Returns the address of a component's description. */
export function descriptionUrl(folder: URL, name: string): string {
  return new URL(`${name}.json`, `${folder.href.replace(/\/$/, '')}/`).href;
}

/**
 * Writes the description of a packed release next to its zip.
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
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S+)`, 'm').exec(readme)?.[1];
  const needed = (name: string) => {
    const value = field(name);
    if (value === undefined) throw new Refusal(`${component.name}/readme.txt has no "${name}:"`);
    return value;
  };
  const notes: UpdateDescription['notes'] = {};
  for (const { kind, text } of notesOfText(await messageOf(top, tagOf(component, version)))) {
    notes[kind] = [...(notes[kind] ?? []), text];
  }
  const description: UpdateDescription = {
    component: component.name,
    version,
    package: basename(zip),
    requires: needed('Requires at least'),
    tested: needed('Tested up to'),
    requires_php: needed('Requires PHP'),
    released: new Date(Number(checkout.date) * 1000).toISOString().slice(0, 10),
    notes,
  };
  const file = join(dirname(zip), `${component.name}.json`);
  await writeFile(file, `${JSON.stringify(description, null, 2)}\n`);
  return file;
}

/** Returns the message of a tag, which contains the notes. Returns an empty text before the tag exists. */
async function messageOf(top: string, tag: string): Promise<string> {
  return git(top, ['for-each-ref', '--format=%(contents)', `refs/tags/${tag}`]);
}
