import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { components, languagesOf } from './compile-translations.ts';
import { merged, missing, readPo, template, templateOf, toPo } from './translations.ts';

const HELP = `npm run pot

Writes the string templates of the plugin and the theme. Updates the translations to match the templates. Prints all
strings without a translation.

  --help   show this`;

argumentsOrExit(HELP, {});
for (const component of components) {
  const languages = languagesOf(component);
  await mkdir(languages, { recursive: true });
  const pot = await template(component);
  await writeFile(templateOf(component), toPo(pot));
  for (const file of globSync('*.po', { cwd: languages }).sort()) {
    const translation = merged(await readPo(join(languages, file)), pot);
    await writeFile(join(languages, file), toPo(translation));
    const strings = missing(component, file, translation);
    console.log(`${component.name}, ${file}: ${strings.length} strings are not translated`);
    for (const string of strings) console.log(`  ${string}`);
  }
}
