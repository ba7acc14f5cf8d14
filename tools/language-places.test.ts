import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { fieldOf } from '../plugin/blocks/my-registries/exchange/reading/columns.ts';
import { WHOLE } from './languages.ts';

/*
 * Lists of languages outside the translations. The files of the plugin decide which languages exist; each list must
 * contain exactly these. docs/translating.md names the places.
 */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Locales with a translation, such as `pt_BR`. English has none. */
const locales = globSync('plugin/languages/*.po', { cwd: root })
  .map((file) => basename(file, '.po').slice('largesse-'.length))
  .sort();

const codeOf = (locale: string): string => locale.replace(/_.*/, '');
const codes = locales.map(codeOf);

/** English names of languages, such as "Polish". */
const names = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (locale: string): string => names.of(codeOf(locale)) ?? locale;

const guide = read('docs/translating.md');

/** Returns the only part of a file that a pattern describes. */
function partOf(file: string, pattern: RegExp): string {
  const [, part] = pattern.exec(read(file)) ?? [];
  assert.ok(part, `${file} has no ${pattern}`);
  return part;
}

/** Returns all matches of a pattern with one group. */
const all = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, found = '']) => found);

/** Columns of a table in each language, as its spreadsheets call them. */
const TABLES: Readonly<Record<string, string>> = {
  de_DE: 'Bezeichnung;Link;Preis;Menge;Bemerkung',
  es_ES: 'Nombre;Enlace;Precio;Cantidad;Observaciones',
  fr_FR: 'Désignation;Lien;Prix;Quantité;Remarques',
  it_IT: 'Nome;Collegamento;Prezzo;Quantità;Note',
  nl_NL: 'Naam;Webadres;Prijs;Aantal;Opmerking',
  pl_PL: 'Nazwa;Odkaz;Cena;Ilość;Uwagi',
  pt_BR: 'Nome;Endereço;Preço;Quantidade;Observações',
  sv_SE: 'Namn;Länk;Pris;Antal;Anteckning',
};

/** A list of languages: the ones that it must contain, and the ones that it contains. */
interface Place {
  name: string;
  /** Words with which docs/translating.md names the place, if they are not the file. */
  named?: string;
  needed: readonly string[];
  found: () => readonly string[];
}

/** Folder of the browser extension's texts. Chrome requires the names `de` and `pt_BR`. */
const EXTENSION = 'plugin/extension/_locales';

const PLACES: readonly Place[] = [
  {
    name: 'theme/languages',
    needed: locales,
    found: () => globSync('theme/languages/*.po', { cwd: root }).map((file) => basename(file, '.po')),
  },
  {
    name: 'plugin/src/Pages/Owners/AccountPage.php',
    needed: ['en_US', ...locales],
    found: () =>
      all(partOf('plugin/src/Pages/Owners/AccountPage.php', /const LANGUAGES = array\((.*?)^\t\);/ms), /'(\w+)' =>/g),
  },
  {
    name: 'deploy/gateway/nginx/pages-http.conf',
    needed: ['en', ...codes],
    found: () => partOf('deploy/gateway/nginx/pages-http.conf', /<largesse_first>([\w|]+)\)/).split('|'),
  },
  {
    name: 'docs/pages.md',
    named: '[Many guests](pages.md#many-guests)',
    needed: ['en', ...codes],
    found: () => all(partOf('docs/pages.md', /without data about the visitor, except ([^.]*) as language/), /`(\w+)`/g),
  },
  {
    name: EXTENSION,
    needed: ['en', ...locales.map((locale) => (locale === 'pt_BR' ? locale : codeOf(locale)))],
    found: () => globSync('*', { cwd: join(root, EXTENSION) }),
  },
  {
    name: 'TABLES in tools/language-places.test.ts',
    named: '`TABLES` in `tools/language-places.test.ts`',
    needed: locales,
    found: () => Object.keys(TABLES),
  },
  {
    name: 'the table of languages in docs/translating.md',
    named: 'the tables on this page',
    needed: locales,
    found: () => all(guide.split('## A new language')[0] ?? '', /\(`(\w+)`\)/g),
  },
  {
    name: 'the table of words in docs/translating.md',
    named: 'the tables on this page',
    needed: locales.map(nameOf),
    found: () =>
      all(guide.split('## Words')[1] ?? '', /^\| English \| (.*) \|$/gm).flatMap((header) => header.split(' | ')),
  },
  {
    name: 'README.md, languages of all pages',
    named: '`README.md`',
    needed: WHOLE.map(nameOf),
    found: () => partOf('README.md', /all other pages in\s+English, ([^.]*)\./).split(/, | and /),
  },
];

/** English words for the number of languages. */
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

describe('the languages of the translations', () => {
  for (const { name, named = `\`${name}\``, needed, found } of PLACES) {
    it(`are the languages of ${name}`, () => {
      const [all, listed] = [new Set(needed), new Set(found())];
      assert.deepEqual(
        { missing: [...all.difference(listed)], withoutTranslation: [...listed.difference(all)] },
        { missing: [], withoutTranslation: [] },
        name,
      );
    });

    if (name !== 'theme/languages')
      it(`have steps in docs/translating.md, with ${name}`, () => assert.ok(guide.includes(named), named));
  }

  it('are counted in README.md', () => {
    const number = NUMBERS[locales.length + 1] ?? String(locales.length + 1);
    assert.ok(read('README.md').includes(`[${number} languages](docs/translating.md)`), `${number} languages`);
  });

  for (const [locale, columns] of Object.entries(TABLES))
    it(`name the columns of imported tables, which FURTHER_NAMES or NAMES contains: ${locale}`, () => {
      const fields = columns.split(';').map((column) => fieldOf(column) ?? column);
      assert.deepEqual(fields, ['name', 'url', 'price', 'quantity_needed', 'description']);
    });

  it('of the browser extension have the same texts, and their own code', () => {
    const textsOf = (language: string) => JSON.parse(read(`${EXTENSION}/${language}/messages.json`));
    for (const language of globSync('*', { cwd: join(root, EXTENSION) })) {
      const texts = textsOf(language);
      assert.deepEqual(Object.keys(texts), Object.keys(textsOf('en')), language);
      assert.equal(texts.language.message, language.replace('_', '-'));
    }
  });
});
