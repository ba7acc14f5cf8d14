// Needs a whole site: WordPress loads the theme's language files.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { components, languagesOf } from '../../../tools/compile-translations.ts';
import { readPo } from '../../../tools/translations.ts';
import { openForSuite } from '../../support/suite.ts';
import { debianIsMissing } from '../wordpress/debian.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

/**
 * A text that each page prints, in English. The first three texts are from the theme, and the others from the plugin.
 */
const PAGES: readonly { path: string; text: string }[] = [
  { path: '/', text: 'One list of wishes, for everyone who loves you.' },
  { path: '/?s=Nobody&post_type=registry', text: 'Anna, wedding' },
  { path: '/no-such-page/', text: 'We could not find this page' },
  { path: '/my-registries/', text: 'Please sign in' },
  { path: '/registry/ada/', text: 'Wedding' },
  { path: '/registry/ada/', text: 'The wishes cannot be shown right now. Please try again in a minute.' },
];

const languages = globSync('*.po', { cwd: new URL('../../../theme/languages/', import.meta.url) }).map((file) =>
  file.replace('.po', ''),
);

describe('the newest WordPress of Debian', { skip: debianIsMissing }, () => {
  const site = openForSuite(() => openSite({ version: 'debian', theme: 'largesse' }));
  before(() =>
    create(site, 'owner', { title: 'Ada', status: 'publish', slug: 'ada', meta: { registry_event_type: 'Wedding' } }),
  );

  for (const language of languages)
    it(`shows the plugin and the theme in ${language}`, async () => {
      // WordPress refuses languages without its own translations, which this site lacks.
      await site.wordpress.load(
        `add_filter( 'sanitize_option_WPLANG', fn () => $input ); update_option( 'WPLANG', $input );`,
        language,
      );
      const translations = await translationsTo(language);
      const pages: string[] = [];
      for (const { path, text } of PAGES) {
        // The pages write some punctuation as numbers, so that WordPress finds no shortcodes in texts.
        const { html } = await page(site, 'nobody', path);
        const shown = html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
        const expected = translations.get(text) ?? text;
        assert.ok(shown.includes(expected), `${path}: ${expected}`);
        pages.push(shown);
      }
      // Ignores short texts, because they can be a part of other words or WordPress's own texts.
      const english = [...translations].filter(([text, translated]) => text.length >= 25 && text !== translated);
      assert.ok(english.length > 100);
      assert.deepEqual(
        english.flatMap(([text]) => (pages.some((one) => one.includes(text)) ? [text] : [])),
        [],
      );
    });
});

/** Returns the translations of the plugin and the theme to a language, by the English text. */
async function translationsTo(language: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const component of components) {
    const path = join(languagesOf(component), `${component.prefix}${language}.po`);
    const { translations } = await readPo(path);
    for (const { msgid, msgstr } of Object.values(translations).flatMap(Object.values))
      if (msgid !== '' && msgstr[0]) texts.set(msgid, msgstr[0]);
  }
  return texts;
}
