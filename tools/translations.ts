import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalogue, type Message, po } from 'gettext-parser';
import { scriptTexts } from '../plugin/script-texts.ts';
import { type Component, formsOf, isTranslated, languagesOf, messagesOf } from './compile-translations.ts';
import { isRequired } from './languages.ts';
import { runPhp } from './php.ts';
import { pluralFault, pluralFormsOf } from './plural-forms.ts';

const extractor = new URL('./extract-strings.php', import.meta.url);

/** Prevents wrapped lines. Otherwise, a small change of a text could wrap all its lines differently. */
const WHOLE_LINES = { foldLength: 0 };

/** Returns the path of a component's template. */
export const templateOf = (component: Component): string => join(languagesOf(component), `${component.domain}.pot`);

/** Translatable strings in the JSON files of a component. Each string has the context that WordPress uses. */
const JSON_STRINGS: readonly { files: string; find(json: Json): [text: Json | undefined, context: string][] }[] = [
  {
    files: 'blocks/*/block.json',
    find: (json) => [
      [of(json, 'title'), 'block title'],
      [of(json, 'description'), 'block description'],
      ...list(of(json, 'keywords')).map((keyword): [Json, string] => [keyword, 'block keyword']),
    ],
  },
  {
    files: 'theme.json',
    find: (json) => [
      ...named(of(json, 'customTemplates'), 'title', 'Custom template name'),
      ...named(of(json, 'templateParts'), 'title', 'Template part name'),
      ...named(of(json, 'settings', 'color', 'palette'), 'name', 'Color name'),
      ...named(of(json, 'settings', 'color', 'gradients'), 'name', 'Gradient name'),
      ...named(of(json, 'settings', 'typography', 'fontSizes'), 'name', 'Font size name'),
      ...named(of(json, 'settings', 'typography', 'fontFamilies'), 'name', 'Font family name'),
      ...named(of(json, 'settings', 'spacing', 'spacingSizes'), 'name', 'Space size name'),
    ],
  },
  { files: 'styles/*.json', find: (json) => [[of(json, 'title'), 'Style variation name']] },
];

/** Contexts that WordPress uses for the translatable headers of a pattern, by header. */
const PATTERN_HEADERS: Readonly<Record<string, string>> = {
  Title: 'Pattern title',
  Description: 'Pattern description',
};

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A string in a source file. */
interface SourceString {
  file: string;
  singular: string;
  plural: string | null;
  context: string | null;
  comment: string | null;
}

/*
 * Our own reader of strings, because @wp-blocks/make-pot 1.6 lacks 74 of 2,112 strings of the plugin: those of scripts
 * with inserted values, and those of `block.json`. Where a text is no literal, it writes the code itself as a string.
 * WP-CLI's `i18n` needs PHP and Composer on every machine that runs `npm run pot`.
 */

/**
 * Creates the template file (.pot) from the sources of a component. The file contains each string once, in the order of
 * the sources. It contains no dates and no line numbers, so it changes only if a string changes.
 * @throws {Error} if a string is not a literal, or has another text domain; the message names the place of the string
 */
export async function template(component: Component): Promise<Catalogue> {
  const catalogue: Catalogue = {
    charset: 'utf-8',
    headers: {
      'Project-Id-Version': 'Largesse',
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
      'X-Domain': component.domain,
    },
    translations: {},
  };
  const strings = await Promise.all(
    [headerStrings, jsonStrings, patternStrings, sourceStrings, scriptStrings].map((of) => of(component)),
  );
  for (const string of strings.flat()) add(catalogue, string);
  return catalogue;
}

/**
 * Updates a translation to match the template. Existing translations and the comments of translators stay. New strings
 * get an empty translation, and removed strings are deleted.
 */
export function merged(translation: Catalogue, newTemplate: Catalogue): Catalogue {
  const forms = formsOf(translation);
  const merge = (message: Message): Message => {
    const known = translation.translations[message.msgctxt ?? '']?.[message.msgid];
    if (known === undefined || known.msgid_plural !== message.msgid_plural)
      return message.msgid_plural === undefined ? message : { ...message, msgstr: Array<string>(forms).fill('') };
    const { translator } = known.comments ?? {};
    const comments = { ...(translator === undefined ? {} : { translator }), ...message.comments };
    return { ...message, msgstr: known.msgstr, comments };
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

/**
 * Returns an empty translation to a language, such as `it_IT`.
 * @throws {Error} if the plurals of the language are unknown
 */
export function emptyTranslation(language: string, newTemplate: Catalogue): Catalogue {
  const headers = { ...newTemplate.headers, Language: language, 'Plural-Forms': pluralFormsOf(language) };
  return merged({ ...newTemplate, headers, translations: {} }, newTemplate);
}

/**
 * Returns the required strings (see `isRequired`) that are untranslated or marked as fuzzy.
 * @param file name of the translation, such as `largesse-fr_FR.po`
 */
export function missing({ name }: Component, file: string, translation: Catalogue): string[] {
  return messagesOf(translation)
    .filter((message) => !isTranslated(message, formsOf(translation)) && isRequired(name, file, message))
    .map(({ msgid }) => msgid);
}

/** Minimum length of a text that two languages cannot share by chance, in UTF-16 units. */
const MIN_COPIED = 20;

/**
 * Returns the strings whose translation is a copy of another language, or of the English text: nobody has translated
 * them.
 * @param others translations of the same component to other languages
 */
export function copiedTexts(translation: Catalogue, others: readonly Catalogue[]): string[] {
  const textsOf = (catalogue: Catalogue) =>
    new Map(messagesOf(catalogue).map(({ msgctxt, msgid, msgstr }) => [`${msgctxt}|${msgid}`, msgstr[0] ?? '']));
  const known = others.filter((other) => languageOf(other) !== languageOf(translation)).map(textsOf);
  return messagesOf(translation)
    .filter(({ msgctxt, msgid, msgstr: [text = ''] }) => {
      const isEnglish = text === msgid && /^\p{L}+ .*\p{L}{3} /u.test(text);
      return (
        text.length >= MIN_COPIED && (isEnglish || known.some((texts) => texts.get(`${msgctxt}|${msgid}`) === text))
      );
    })
    .map(({ msgid }) => msgid);
}

/** Returns the language of a translation without its country: translations to two countries may share texts. */
const languageOf = ({ headers: { Language = '' } }: Catalogue): string => Language.replace(/_.*/, '');

/**
 * Returns the faults of the header of a translation.
 * @param file name of the translation, such as `largesse-fr_FR.po`
 */
export function headerFaults({ prefix }: Component, file: string, { headers }: Catalogue): string[] {
  const language = file.slice(prefix.length, -'.po'.length);
  const { Language = '', 'Plural-Forms': plurals = '' } = headers;
  const fault = pluralFault(language, plurals);
  return [...(Language === language ? [] : [`Language is "${Language}", not ${language}`]), ...(fault ? [fault] : [])];
}

/** Formats a template or translation as text. Copies the input first, because the compiler modifies it. */
export function toPo(catalogue: Catalogue): string {
  return po.compile(structuredClone(catalogue), WHOLE_LINES).toString().trimEnd().concat('\n');
}

/** Reads all translations of a component, by the names of their files. */
export async function translationsOf(component: Component): Promise<ReadonlyMap<string, Catalogue>> {
  const folder = languagesOf(component);
  const files = globSync('*.po', { cwd: folder }).sort();
  return new Map(await Promise.all(files.map(async (file) => [file, await readPo(join(folder, file))] as const)));
}

/** Reads a template or translation. */
export async function readPo(path: string): Promise<Catalogue> {
  return po.parse(await readFile(path));
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

async function sourceStrings({ domain, folder }: Component): Promise<SourceString[]> {
  const files = globSync('**/*.php', { cwd: folder, exclude: ['languages/**', '**/*.test.php'] }).sort();
  const code = (await readFile(extractor, 'utf8')).replace(/^<\?php/, '');
  const { printed, complaints } = await runPhp('8.3', folder, code, { files, domain });
  if (complaints !== '') throw new Error(complaints);
  return JSON.parse(printed);
}

async function scriptStrings({ folder }: Component): Promise<SourceString[]> {
  const texts = await scriptTexts(join(folder, 'blocks'));
  return texts.map(({ file, text, comment }) => ({
    file: `blocks/${file}`,
    singular: text,
    plural: null,
    context: null,
    comment,
  }));
}

async function headerStrings({ name, folder, main, headers }: Component): Promise<SourceString[]> {
  const text = await readFile(join(folder, main), 'utf8');
  return headers.map((header) => {
    const singular = headerOf(text, header);
    if (singular === undefined) throw new Error(`${main} has no ${header}`);
    return { file: main, singular, plural: null, context: null, comment: `${header} of the ${name}` };
  });
}

async function patternStrings({ folder }: Component): Promise<SourceString[]> {
  const strings: SourceString[] = [];
  for (const file of globSync('patterns/*.php', { cwd: folder }).sort()) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [header, context] of Object.entries(PATTERN_HEADERS)) {
      const singular = headerOf(text, header);
      if (singular !== undefined) strings.push({ file, singular, plural: null, context, comment: null });
    }
  }
  return strings;
}

async function jsonStrings({ folder }: Component): Promise<SourceString[]> {
  const strings: SourceString[] = [];
  for (const { files, find } of JSON_STRINGS) {
    for (const file of globSync(files, { cwd: folder }).sort()) {
      const json: Json = JSON.parse(await readFile(join(folder, file), 'utf8'));
      for (const [singular, context] of find(json)) {
        if (typeof singular === 'string') strings.push({ file, singular, plural: null, context, comment: null });
      }
    }
  }
  return strings;
}

/** Returns a header from the comment that WordPress reads, or `undefined`. */
function headerOf(text: string, header: string): string | undefined {
  return text.match(new RegExp(`^[ \\t/*#@]*${header}:[ \\t]*(.+)$`, 'm'))?.[1]?.trim();
}

/** Returns the value at a path of keys, or `undefined`. */
function of(json: Json | undefined, ...keys: string[]): Json | undefined {
  return keys.reduce<Json | undefined>((inner, key) => (isObject(inner) ? inner[key] : undefined), json);
}

function isObject(json: Json | undefined): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function list(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : [];
}

/** Returns the values of a key in the entries of a list. Adds the same context to each value. */
function named(json: Json | undefined, key: string, context: string): [Json | undefined, string][] {
  return list(json).map((entry) => [of(entry, key), context]);
}
