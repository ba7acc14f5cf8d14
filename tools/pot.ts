import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { components, languagesOf } from './compile-translations.ts';
import {
  copiedTexts,
  emptyTranslation,
  headerFaults,
  merged,
  missing,
  template,
  templateOf,
  toPo,
  translationsOf,
} from './translations.ts';

const HELP = `npm run pot

Writes the string templates of the plugin and the theme. Updates the translations to match the templates. Prints all
strings without a translation, wrong plural forms, and texts that are copies of another language.

  --language CODE   begin the translation to a language, such as it_IT, with all strings untranslated
  --help            show this`;

const { language } = argumentsOrExit(HELP, { language: { type: 'string' } }).values;
for (const component of components) {
  const languages = languagesOf(component);
  await mkdir(languages, { recursive: true });
  const pot = await template(component);
  await writeFile(templateOf(component), toPo(pot));
  if (language !== undefined) {
    const path = join(languages, `${component.prefix}${language}.po`);
    await writeFile(path, toPo(emptyTranslation(language, pot)), { flag: 'wx' });
  }
  const all = await translationsOf(component);
  for (const [file, before] of all) {
    const translation = merged(before, pot);
    await writeFile(join(languages, file), toPo(translation));
    const strings = missing(component, file, translation);
    console.log(`${component.name}, ${file}: ${strings.length} strings are not translated`);
    for (const string of strings) console.log(`  ${string}`);
    for (const string of copiedTexts(translation, [...all.values()]))
      console.log(`  copied, not translated: ${string}`);
    for (const fault of headerFaults(component, file, translation)) console.log(`  ${fault}`);
  }
}
