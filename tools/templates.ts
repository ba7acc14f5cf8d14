import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';

const HELP = `npm run templates

Writes the list of the plugin's templates to docs/pages.md.

  --help   show this`;

const src = fileURLToPath(new URL('../plugin/src/', import.meta.url));

/** The document that lists the templates. */
export const DOCUMENT = fileURLToPath(new URL('../docs/pages.md', import.meta.url));

const TABLE = /\| template \| contents \|\n(?:\|.*\n)+/;

/** A template of the plugin. */
export interface View {
  /** Path below `plugin/src/`. */
  file: string;
  /** Name for `Template::print()`, such as `guests/item-cards`. */
  name: string;
  source: string;
}

/** Returns all templates of the plugin, sorted by name. */
export function views(): View[] {
  return globSync('*/views/*.php', { cwd: src })
    .map((file) => {
      const [folder = '', , template = ''] = file.replace(/\.php$/, '').split(/[\\/]/);
      const name = `${folder.replace(/\B[A-Z]/g, '-$&').toLowerCase()}/${template}`;
      return { file, name, source: readFileSync(src + file, 'utf8') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Replaces the list of templates in the text of the document with the current list. Returns the new text. */
export function withTemplates(text: string): string {
  const rows = views().map(({ name, source }) => {
    const paragraph =
      /^<\?php\n\/\*\*\n((?: \* .+\n)+)/.exec(source)?.[1]?.replace(/^ \* /gm, '').replaceAll('\n', ' ') ?? '';
    return `| \`${name}\` | ${/^.*?[.:](?= |$)/.exec(paragraph)?.[0].replace(/[.:]$/, '') ?? ''} |\n`;
  });
  return text.replace(TABLE, () => `| template | contents |\n|---|---|\n${rows.join('')}`);
}

if (import.meta.main) {
  argumentsOrExit(HELP, {});
  await writeFile(DOCUMENT, withTemplates(await readFile(DOCUMENT, 'utf8')));
}
