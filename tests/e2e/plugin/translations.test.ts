// Needs a whole site: WordPress chooses the language of each visitor, and loads its files.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { readPo } from '../../../tools/translations.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask } from '../wordpress/guest.ts';
import { type Caller, create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';

for (const version of versions) {
  describe(`a German administrator on WordPress ${version}`, () => {
    const { everywhere } = testsOn(version);
    const site = openForSuite(() => openSite({ version }));
    before(async () => {
      await site.wordpress.run(`update_user_meta( $input, 'locale', 'de_DE' );`, site.users.admin.id);
    });

    everywhere('finds no English sentence of the plugin on its screens', async () => {
      const registry = await create(site, 'admin', { title: 'Unsere' });
      const { translations } = await readPo(join(import.meta.dirname, '../../../plugin/languages/largesse-de_DE.po'));
      // Ignores short texts, because they can be WordPress's own texts. WordPress has no translation in this test.
      const english = Object.values(translations)
        .flatMap((messages) => Object.keys(messages))
        .filter((text) => text.length >= 25 && !/[%&"'<>]/.test(text));
      for (const path of [
        'edit.php?post_type=registry',
        `post.php?action=edit&post=${registry}`,
        'edit.php?post_type=registry&page=largesse-affiliate-links',
        'options-general.php?page=largesse',
        'profile.php',
        'options-privacy.php?tab=policyguide',
      ]) {
        const { status, html } = await page(site, 'admin', `/wp-admin/${path}`);
        assert.equal(status, 200, path);
        assert.deepEqual(
          english.filter((text) => html.includes(text)),
          [],
          path,
        );
      }
    });
  });

  describe(`a guest whose browser asks for German on WordPress ${version}`, () => {
    const { everywhere } = testsOn(version);
    const site = openForSuite(() => openSite({ version }));

    everywhere('gets German on a registry if the site has it; members and other pages stay as they are', async () => {
      const meta = { registry_event_type: 'Wedding' };
      await create(site, 'owner', { title: 'Ada', status: 'publish', slug: 'ada', meta });
      const shown = async (language: string, path = '/registry/ada/', who: Caller = 'nobody') => {
        const { html, headers } = await ask(site, path, { who, headers: { 'accept-language': language } });
        return [
          /<html lang="([^"]+)"/.exec(html)?.[1],
          /Hochzeit|Wedding/.exec(html)?.[0],
          /Accept-Language/.test(headers.get('vary') ?? ''),
        ];
      };
      assert.deepEqual(await shown('de'), ['en-US', 'Wedding', false]);
      await using _ = await addCode(site, `add_filter( 'get_available_languages', fn () => array( 'de_DE' ) );`);
      assert.deepEqual(await shown('de-AT,de;q=0.9,en;q=0.8'), ['de-DE', 'Hochzeit', true]);
      assert.deepEqual(await shown('en,de'), ['en-US', 'Wedding', true]);
      assert.deepEqual((await shown('de', '/registry/ada/', 'invitee')).slice(0, 2), ['en-US', 'Wedding']);
      assert.deepEqual(await shown('de', '/?x=1'), ['en-US', undefined, false]);
      assert.equal((await shown('de', '/registry/none/'))[0], 'de-DE', 'nothing shows whether a registry exists');
    });

    everywhere('gets the language that another plugin has chosen', async () => {
      await create(site, 'owner', { title: 'Ben', status: 'publish', slug: 'ben' });
      await using _ = await addCode(
        site,
        `add_filter( 'get_available_languages', fn () => array( 'de_DE', 'fr_FR' ) );`,
      );
      const shown = async (language: string) => {
        const { html, headers } = await ask(site, '/registry/ben/', { headers: { 'accept-language': language } });
        return [/<html lang="([^"]+)"/.exec(html)?.[1], /Accept-Language/.test(headers.get('vary') ?? '')];
      };
      for (const [code, language] of [
        [`add_filter( 'locale', fn () => 'fr_FR' );`, 'fr-FR'],
        [`add_filter( 'locale', fn ( $locale ) => $locale );`, 'en-US'],
        [`add_filter( 'pre_determine_locale', fn () => 'fr_FR' );`, 'fr-FR'],
        [`add_action( 'init', fn () => switch_to_locale( 'fr_FR' ) );`, 'fr-FR'],
      ] as const) {
        await using _plugin = await addCode(site, code);
        assert.deepEqual(await shown('de'), [language, false], code);
      }
      await using _filter = await addCode(
        site,
        `add_filter( 'largesse_visitor_locale', fn ( $locale ) => 'de_DE' === $locale ? 'fr_FR' : $locale );`,
      );
      assert.deepEqual(await shown('de'), ['fr-FR', true]);
    });
  });
}
