import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalogue, type Message, po } from 'gettext-parser';
import { formsIn } from './plural-forms.ts';

/** A component with its own texts. */
export interface Component {
  readonly name: 'plugin' | 'theme';
  /**
   * Text domain. Each component needs its own: with a common domain, WordPress loads only the texts of one component.
   */
  readonly domain: string;
  /** Folder of the component. */
  readonly folder: string;
  /** Main file with the header that WordPress reads, and the names of translatable fields in this header. */
  readonly main: string;
  readonly headers: readonly string[];
  /** Beginning of the names of the translation files. The language follows. */
  readonly prefix: string;
}

const folderOf = (name: string) => fileURLToPath(new URL(`../${name}/`, import.meta.url));

/** All translated components. */
export const components: readonly Component[] = [
  {
    name: 'plugin',
    domain: 'largesse',
    folder: folderOf('plugin'),
    main: 'largesse.php',
    headers: ['Plugin Name', 'Description', 'Author'],
    prefix: 'largesse-',
  },
  {
    name: 'theme',
    domain: 'largesse-theme',
    folder: folderOf('theme'),
    main: 'style.css',
    headers: ['Theme Name', 'Description', 'Author'],
    prefix: '',
  },
];

/** Returns the folder of a component's template and translations. */
export const languagesOf = ({ folder }: Component): string => join(folder, 'languages');

/**
 * Compiles the translations of all components to PHP files, which WordPress loads: `languages/*.l10n.php`. Leaves out
 * files that exist and belong to the present `.po` file.
 */
export async function compiledTranslations(): Promise<{ path: string; contents: Buffer }[]> {
  const files = components.flatMap((component) =>
    globSync('*.po', { cwd: languagesOf(component) }).map(async (file) => {
      const source = await readFile(join(languagesOf(component), file));
      const path = join(languagesOf(component), file.replace(/po$/, 'l10n.php'));
      const opening = `<?php\n// Made of ${file} by npm run build: ${createHash('sha256').update(source).digest('hex')}\n`;
      const present = await readFile(path, 'utf8').catch(() => '');
      if (present.startsWith(opening)) return [];
      return [{ path, contents: Buffer.from(opening + compiled(component, po.parse(source))) }];
    }),
  );
  return (await Promise.all(files)).flat();
}

/**
 * Returns the PHP code for the translated strings.
 * @throws {Error} if a string has a wrong number of plural forms: WordPress would show a wrong one
 */
export function compiled({ domain }: Component, translation: Catalogue): string {
  for (const { msgid, msgid_plural, msgstr } of messagesOf(translation)) {
    const forms = msgid_plural === undefined ? 1 : formsOf(translation);
    if (msgstr.length !== forms)
      throw new Error(`${translation.headers.Language}: "${msgid}" has ${msgstr.length} forms instead of ${forms}`);
  }
  const messages = messagesOf(translation)
    .filter((message) => isTranslated(message, formsOf(translation)))
    .map(({ msgctxt, msgid, msgstr }) => {
      const key = msgctxt === undefined ? msgid : `${msgctxt}\u0004${msgid}`;
      return `\t\t${quoted(key)} => ${quoted(msgstr.join('\0'))},\n`;
    });
  const { Language = '', 'Plural-Forms': plurals = '' } = translation.headers;
  return `return array(\n\t'domain' => ${quoted(domain)},\n\t'language' => ${quoted(Language)},\n\t'plural-forms' => ${quoted(plurals)},\n\t'messages' => array(\n${messages.join('')}\t),\n);\n`;
}

/** Formats a string as PHP code. Escapes NUL characters, which separate plural forms. */
function quoted(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll(/['\\]/g, '\\$&')}'`);
  return parts.join(' . "\\0" . ');
}

/** Returns the number of plural forms of a translation. */
export const formsOf = ({ headers: { 'Plural-Forms': plurals = '' } }: Catalogue): number => formsIn(plurals);

/**
 * Returns true if all forms of a string are translated, and the string is not fuzzy.
 * @param forms number of plural forms of the language
 */
export function isTranslated({ msgstr, msgid_plural, comments }: Message, forms: number): boolean {
  return (
    msgstr.length === (msgid_plural === undefined ? 1 : forms) &&
    !msgstr.includes('') &&
    comments?.flag?.includes('fuzzy') !== true
  );
}

/** Returns all strings of a template or translation. */
export function messagesOf({ translations }: Catalogue): Message[] {
  return Object.values(translations)
    .flatMap((messages) => Object.values(messages))
    .filter(({ msgid }) => msgid !== '');
}
