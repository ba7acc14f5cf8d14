import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiled, languages, merged, readPo, template, toPo, untranslated } from './translations.ts';

/*
 * `npm run pot`: writes the template of the plugin's strings, brings the translations in line with it, and compiles
 * them. What is left to translate is printed.
 */
await mkdir(languages, { recursive: true });
const pot = await template();
await writeFile(join(languages, 'largesse.pot'), toPo(pot));
for (const file of globSync('*.po', { cwd: languages }).sort()) {
  const translation = merged(await readPo(join(languages, file)), pot);
  const { mo, php } = compiled(translation);
  const base = join(languages, file.replace(/\.po$/, ''));
  await writeFile(`${base}.po`, toPo(translation));
  await writeFile(`${base}.mo`, mo);
  await writeFile(`${base}.l10n.php`, php);
  const missing = untranslated(translation);
  console.log(`${file}: ${missing.length} strings are not translated`);
  for (const string of missing) console.log(`  ${string}`);
}
