import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Catalogue } from 'gettext-parser';
import { components, formsOf, languagesOf, messagesOf } from './compile-translations.ts';
import {
  copiedTexts,
  emptyTranslation,
  headerFaults,
  merged,
  missing,
  readPo,
  template,
  templateOf,
  toPo,
  translationsOf,
} from './translations.ts';

const [plugin, theme] = components;
assert.ok(plugin && theme);
const files = { plugin: await translationsOf(plugin), theme: await translationsOf(theme) };

/** Returns a translation with other headers. */
const withHeaders = (catalogue: Catalogue, headers: Record<string, string>): Catalogue => ({
  ...catalogue,
  headers: { ...catalogue.headers, ...headers },
});

for (const component of components)
  describe(`the translations of the ${component.name}`, () => {
    let pot: Catalogue;
    before(async () => {
      pot = await template(component);
    });

    it('have an up-to-date template (otherwise: npm run pot)', async () =>
      assert.equal(await readFile(templateOf(component), 'utf8'), toPo(pot)));

    for (const [file, translation] of files[component.name]) {
      it(`${file} has the strings of the template`, async () =>
        assert.equal(await readFile(join(languagesOf(component), file), 'utf8'), toPo(merged(translation, pot))));

      it(`${file} is complete`, () => assert.deepEqual(missing(component, file, translation), []));

      it(`${file} has the language of its name, and its plural forms`, () => {
        assert.deepEqual(headerFaults(component, file, translation), []);
        for (const { msgid, msgid_plural, msgstr } of messagesOf(translation))
          if (msgid_plural !== undefined) assert.equal(msgstr.length, formsOf(translation), msgid);
      });

      it(`${file} contains no texts of other languages`, () => {
        assert.deepEqual(copiedTexts(translation, [...files[component.name].values()]), []);
      });

      it(`${file} calls buttons and pages by the names that they have`, () => {
        const messages = messagesOf(translation);
        const names = new Map(messages.map(({ msgid, msgstr: [name = ''] }) => [msgid, name]));
        for (const {
          msgid,
          msgstr: [text = ''],
        } of messages)
          for (const [, quoted = ''] of msgid.matchAll(/“([^”%]+)”/g)) {
            const name = names.get(quoted);
            if (name && text) assert.ok(text.includes(name), `“${quoted}” is “${name}”, not as in “${text}”`);
          }
      });

      it(`${file} has the placeholders of the original, in each plural form`, () => {
        for (const { msgid, msgid_plural, msgstr } of messagesOf(translation))
          for (const text of msgstr.filter(Boolean))
            assert.deepEqual(placeholders(text), placeholders(msgid_plural ?? msgid), msgid);
      });
    }
  });

describe('a language', () => {
  it('begins without any translated string', async () => {
    for (const component of components) {
      const template = await readPo(templateOf(component));
      const begun = emptyTranslation('pl_PL', template);
      assert.equal(formsOf(begun), 3);
      assert.deepEqual(headerFaults(component, `${component.prefix}pl_PL.po`, begun), []);
      const required = missing(component, `${component.prefix}pl_PL.po`, begun);
      assert.ok(required.length > 40, component.name);
      for (const { msgid_plural, msgstr } of messagesOf(begun))
        assert.deepEqual(msgstr, msgid_plural === undefined ? [''] : ['', '', '']);
    }
  });

  it('that is a copy of another language is refused, whatever its header', () => {
    // A translation to Czech is no copy.
    for (const component of components)
      for (const translation of files[component.name].values().filter(({ headers }) => headers.Language !== 'cs_CZ')) {
        const copy = withHeaders(translation, { Language: 'cs_CZ' });
        const found = copiedTexts(copy, [...files[component.name].values()]).length;
        assert.ok(found > 20, `${component.name}: ${found}`);
        const file = `${component.prefix}cs_CZ.po`;
        assert.match(String(headerFaults(component, file, translation)), /Language is "[a-zA-Z_]+", not cs_CZ/);
      }
    const french = files.plugin.get(`${plugin.prefix}fr_FR.po`);
    assert.ok(french);
    assert.deepEqual(copiedTexts(withHeaders(french, { Language: 'fr_CA' }), [french]), []);
  });

  it('with English texts is refused', () => {
    const english = structuredClone(files.theme.get('fr_FR.po'));
    assert.ok(english);
    for (const message of messagesOf(english)) message.msgstr = message.msgstr.map(() => message.msgid);
    assert.ok(copiedTexts(english, []).length > 20);
  });
});

/** Returns the printf placeholders in a text, in sorted order. Each placeholder contains the number of its argument. */
function placeholders(text: string): string[] {
  return Array.from(text.matchAll(/%(?:(\d+)\$)?([sd%])/g))
    .filter(([, , kind]) => kind !== '%')
    .map(([, position, kind], index) => `${position ?? index + 1}${kind}`)
    .sort();
}
