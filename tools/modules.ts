import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { dataProtectionSheet, type PluginData } from './data-protection.ts';
import { hookReference } from './hooks.ts';
import { runPhp } from './php.ts';
import { templateReference, versioned, views } from './templates.ts';

const HELP = `npm run modules

Generates files from the declarations of the plugin's modules: stored.php in plugin/src, the data protection sheet in
docs/data-protection.md, the reference of the plugin's hooks in docs/hooks.md, and the list of its templates in
docs/templates.md. Checks the hooks of the modules.

Also writes the version of each template.

  --help   show this`;

/** Folder of the plugin's classes. */
export const pluginClasses = fileURLToPath(new URL('../plugin/src', import.meta.url));

/** Output of modules.php. */
interface Declared {
  stored: string;
  data: PluginData;
}

/**
 * Collects what the modules of the plugin declare.
 * @param classes folder of the plugin's classes
 * @returns the texts of the files, by path
 * @throws {Error} if a module names a method that does not exist, or that cannot be called as it says
 */
export async function declaredModules(classes: string): Promise<Readonly<Record<string, string>>> {
  const script = await readFile(new URL('modules.php', import.meta.url), 'utf8');
  // In PHP, declare() must be the first statement of a file. So the script must be in a file of its own.
  const run = `file_put_contents( '/tmp/modules.php', $input ); $input = '/folder'; require '/tmp/modules.php';`;
  const { printed, complaints } = await runPhp('8.1', classes, run, script);
  if (complaints !== '') throw new Error(complaints);
  const { stored, data }: Declared = JSON.parse(printed);
  return {
    [join(classes, 'stored.php')]: stored,
    [fileURLToPath(new URL('../docs/data-protection.md', import.meta.url))]: dataProtectionSheet(data),
    [fileURLToPath(new URL('../docs/hooks.md', import.meta.url))]: hookReference(classes),
    [fileURLToPath(new URL('../docs/templates.md', import.meta.url))]: templateReference(),
  };
}

/** Replaces a file atomically, because running sites may read it at the same time. */
async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

if (import.meta.main) {
  argumentsOrExit(HELP, {});
  for (const [path, text] of Object.entries(await declaredModules(pluginClasses))) {
    await replace(path, text);
    console.log(`written: ${path}`);
  }
  for (const { file, source } of views()) {
    if (versioned(source) !== source) await replace(join(pluginClasses, file), versioned(source));
  }
}
