import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalogue, type Message, mo, po } from 'gettext-parser';
import { runPhp } from './php.ts';

const DOMAIN = 'largesse';
const plugin = fileURLToPath(new URL('../plugin/', import.meta.url));
const extractor = new URL('./extract-strings.php', import.meta.url);

/** Folder of the template and the translations. */
export const languages = join(plugin, 'languages');

/** Lines as long as they are: where a line breaks is no change. */
const WHOLE_LINES = { foldLength: 0 };

/** The headers of the plugin's main file that WordPress translates in the list of plugins. */
const HEADERS = ['Plugin Name', 'Description', 'Author'];

/** A string as it stands in the PHP. */
interface SourceString {
  file: string;
  singular: string;
  plural: string | null;
  context: string | null;
  comment: string | null;
}

/**
 * The template (.pot) that the sources of the plugin give: every string once, in the order of files; without dates and
 * line numbers, so that it changes only when a string does.
 * @throws {Error} where a string is not written out, or has another text domain; it says where
 */
export async function template(): Promise<Catalogue> {
  const catalogue: Catalogue = {
    charset: 'utf-8',
    headers: {
      'Project-Id-Version': 'Largesse',
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
      'X-Domain': DOMAIN,
    },
    translations: {},
  };
  for (const string of [...(await headerStrings()), ...(await sourceStrings())]) add(catalogue, string);
  return catalogue;
}

/**
 * A translation brought in line with the template: what is translated already stays, what is new is empty, what is
 * gone goes.
 */
export function merged(translation: Catalogue, newTemplate: Catalogue): Catalogue {
  const merge = (message: Message): Message => {
    const known = translation.translations[message.msgctxt ?? '']?.[message.msgid];
    const isSame = known !== undefined && known.msgid_plural === message.msgid_plural;
    return { ...message, msgstr: isSame ? known.msgstr : message.msgstr };
  };
  const translations = Object.entries(newTemplate.translations).map(([context, messages]) => [
    context,
    Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, merge(message)])),
  ]);
  return {
    charset: 'utf-8',
    headers: { ...translation.headers },
    translations: Object.fromEntries(translations),
  };
}

/** The strings of a translation that nobody has translated yet, or is sure about. */
export function untranslated(translation: Catalogue): string[] {
  return messagesOf(translation)
    .filter(
      ({ msgstr, msgid_plural, comments }) =>
        msgstr.length < (msgid_plural === undefined ? 1 : 2) ||
        msgstr.includes('') ||
        comments?.flag?.includes('fuzzy') === true,
    )
    .map(({ msgid }) => msgid);
}

/** A file as text: template or translation. The compilers change what they are given, hence the copies. */
export function toPo(catalogue: Catalogue): string {
  return po.compile(structuredClone(catalogue), WHOLE_LINES).toString().trimEnd().concat('\n');
}

/** Reads a template or translation. */
export async function readPo(path: string): Promise<Catalogue> {
  return po.parse(await readFile(path));
}

/** What WordPress loads of a translation: `.mo`, and `.l10n.php`, which it prefers. */
export function compiled(translation: Catalogue): { mo: Buffer; php: string } {
  const messages = messagesOf(translation).map(({ msgctxt, msgid, msgstr }) => {
    const key = msgctxt === undefined ? msgid : `${msgctxt}\u0004${msgid}`;
    return `\t\t${quoted(key)} => ${quoted(msgstr.join('\0'))},\n`;
  });
  const { Language = '', 'Plural-Forms': plurals = '' } = translation.headers;
  const php = `<?php\n\nreturn array(\n\t'domain' => ${quoted(DOMAIN)},\n\t'language' => ${quoted(Language)},\n\t'plural-forms' => ${quoted(plurals)},\n\t'messages' => array(\n${messages.join('')}\t),\n);\n`;
  return { mo: mo.compile(structuredClone(translation)), php };
}

/** A string as PHP; a NUL, which parts plural forms, as an escape. */
function quoted(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll(/['\\]/g, '\\$&')}'`);
  return parts.join(' . "\\0" . ');
}

function messagesOf({ translations }: Catalogue): Message[] {
  return Object.values(translations)
    .flatMap((messages) => Object.values(messages))
    .filter(({ msgid }) => msgid !== '');
}

function add({ translations }: Catalogue, { file, singular, plural, context, comment }: SourceString): void {
  translations[context ?? ''] ??= {};
  const messages = translations[context ?? ''] ?? {};
  const known = messages[singular];
  if (known !== undefined && plural !== null && known.msgid_plural !== undefined && known.msgid_plural !== plural) {
    throw new Error(`${file}: "${singular}" has two plurals`);
  }
  const pluralForm = plural ?? known?.msgid_plural;
  const lines = (...texts: (string | null | undefined)[]) =>
    [...new Set(texts.flatMap((text) => text?.split('\n') ?? []))].filter((line) => line !== '').join('\n');
  messages[singular] = {
    ...(context === null ? {} : { msgctxt: context }),
    msgid: singular,
    ...(pluralForm === undefined ? {} : { msgid_plural: pluralForm }),
    msgstr: pluralForm === undefined ? [''] : ['', ''],
    comments: {
      extracted: lines(known?.comments?.extracted, comment),
      reference: lines(known?.comments?.reference, file),
    },
  };
}

async function sourceStrings(): Promise<SourceString[]> {
  const files = globSync('**/*.php', { cwd: plugin, exclude: ['languages/**'] }).sort();
  const code = (await readFile(extractor, 'utf8')).replace(/^<\?php/, '');
  const { printed, complaints } = await runPhp('8.3', plugin, code, { files, domain: DOMAIN });
  if (complaints !== '') throw new Error(complaints);
  return JSON.parse(printed);
}

async function headerStrings(): Promise<SourceString[]> {
  const file = 'largesse.php';
  const main = await readFile(join(plugin, file), 'utf8');
  return HEADERS.map((header) => {
    const singular = main.match(new RegExp(`^ \\* ${header}:\\s*(.+)$`, 'm'))?.[1];
    if (singular === undefined) throw new Error(`${file} has no ${header}`);
    return { file, singular, plural: null, context: null, comment: `${header} of the plugin` };
  });
}
