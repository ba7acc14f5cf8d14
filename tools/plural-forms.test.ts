import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compiled, components } from './compile-translations.ts';
import { formsIn, pluralFault, pluralFormsOf } from './plural-forms.ts';

/** Languages with their number of plural forms. */
const FORMS = {
  ja: 1,
  zh_CN: 1,
  de_DE: 2,
  es_ES: 2,
  fr_FR: 2,
  it_IT: 2,
  nl_NL_formal: 2,
  pt_BR: 2,
  sv_SE: 2,
  is_IS: 2,
  ru_RU: 3,
  uk: 3,
  pl_PL: 3,
  cs_CZ: 3,
  ro_RO: 3,
  lt_LT: 3,
  he_IL: 3,
  sl_SI: 4,
  ar: 6,
};

describe('the plural forms', () => {
  for (const [language, forms] of Object.entries(FORMS))
    it(`of ${language} are ${forms}`, () => {
      const header = pluralFormsOf(language);
      assert.equal(formsIn(header), forms);
      assert.equal(pluralFault(language, header), null);
    });

  it('of one language are wrong for a language that forms plurals in another way', () => {
    assert.match(String(pluralFault('pl_PL', pluralFormsOf('fr_FR'))), /pl_PL has 3 plural forms, and the header 2/);
    assert.match(String(pluralFault('it_IT', pluralFormsOf('fr_FR'))), /other plurals/);
    assert.match(String(pluralFault('cs_CZ', pluralFormsOf('pl_PL'))), /other plurals/);
    assert.match(String(pluralFault('de_DE', 'nplurals=3; plural=(n != 1);')), /has 2 plural forms, and the header 3/);
  });

  it('of unknown languages and broken headers are faults', () => {
    assert.throws(() => pluralFormsOf('ga'), /no rule for ga/);
    assert.match(String(pluralFault('de_DE', '')), /no rule/);
    assert.match(String(pluralFault('de_DE', 'nplurals=2; plural=process.exit();')), /no rule/);
  });
});

describe('a translation with a wrong number of plural forms', () => {
  const polish = (msgstr: string[], msgid_plural?: string) => ({
    charset: 'utf-8',
    headers: { Language: 'pl_PL', 'Plural-Forms': pluralFormsOf('pl_PL') },
    translations: { '': { wish: { msgid: 'wish', ...(msgid_plural && { msgid_plural }), msgstr } } },
  });

  it('fails the build', () => {
    for (const component of components) {
      assert.match(compiled(component, polish(['a', 'b', 'c'], 'wishes')), /'a' \. "\\0" \. 'b'/);
      assert.throws(() => compiled(component, polish(['a', 'b'], 'wishes')), /pl_PL: "wish" has 2 forms instead of 3/);
      assert.throws(() => compiled(component, polish(['a', 'b'])), /2 forms instead of 1/);
    }
  });
});
