// Needs a browser and site: a theme of another author surrounds the pages.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { page } from '../wordpress/requests.ts';
import { openOwnerSite } from './owner-page.ts';
import { uploadPicture } from './shared-picture.ts';

/** A classic theme that styles every button, like WordPress's themes from 2019 to 2021. */
const STYLE = `/*
Theme Name: Painted
*/
body { margin: 1rem auto; max-width: 60rem; font: 18px/1.6 serif; background: #f4ead8; }
button, .button, input[type="submit"] { padding: 1rem 2rem; border: 3px solid #28303d; text-transform: uppercase; letter-spacing: 0.2em; }
button:not(:hover):not(:active):not(.has-background), input[type="submit"]:not(:hover):not(:active):not(.has-background) { background-color: #28303d; }
button:not(:hover):not(:active):not(.has-text-color) { color: #d1e4dd; }
button:not(:hover):not(:active):not(.x) { box-shadow: 0 0 4px #000; }
button:hover { background-color: #b00; }
`;

const INDEX = `<!DOCTYPE html><html <?php language_attributes(); ?>><head><meta name="viewport" content="width=device-width"><?php wp_head(); ?></head>
<body <?php body_class(); ?>><?php wp_body_open(); while ( have_posts() ) { the_post(); the_title( '<h1>', '</h1>' ); the_content(); } wp_footer(); ?></body></html>`;

describe('the pages of members and givers in a classic theme', () => {
  const ownerSite = openForSuite(() => openOwnerSite('6.5', 'default'));
  let id: number;
  before(async () => {
    await ownerSite.site.wordpress.run(
      `$folder = get_theme_root() . '/painted';
      mkdir( $folder );
      file_put_contents( "$folder/style.css", $input[0] );
      file_put_contents( "$folder/index.php", $input[1] );
      file_put_contents( "$folder/functions.php", '<?php add_action( "wp_enqueue_scripts", fn () => wp_add_inline_style( "wp-block-library", file_get_contents( __DIR__ . "/style.css" ) ) );' );
      wp_clean_themes_cache();
      switch_theme( 'painted' );`,
      [STYLE, INDEX],
    );
    id = await ownerSite.registry('owner', { title: 'Ours' }, [['Kettle', { quantity_needed: 2 }], 'Pot']);
  });

  it('load only the styles of their block, and other pages none', async () => {
    const styles = async (path: string) =>
      new Set((await page(ownerSite.site, 'owner', path)).html.match(/(?<=id=["'])largesse-[\w-]*?style/g));
    assert.deepEqual(await styles('/sample-page/'), new Set());
    assert.deepEqual(await styles('/registry/ours/'), new Set(['largesse-registry-style']));
    assert.deepEqual(await styles('/my-registries/'), new Set(['largesse-my-registries-style']));
  });

  it('name the owners in search results, and help if none match', async () => {
    await ownerSite.site.wordpress.run(
      `wp_update_post( array( 'ID' => $input, 'post_status' => 'publish', 'post_title' => 'Shown' ) );
      update_post_meta( $input, '_largesse_names', 'Berta Quandt' );
      update_post_meta( $input, 'registry_event_type', 'Birthday' );`,
      await ownerSite.registry('owner', {}),
    );
    const look = async (typed: string) =>
      (await page(ownerSite.site, 'nobody', `/?post_type=registry&s=${typed}`)).html;
    const whose = /<h1>Shown<\/h1><p class="largesse-occasion"><bdi[^>]*>Berta Quandt<\/bdi>.*Birthday/;
    assert.match(await look('Quandt'), whose);
    const missing = await page(ownerSite.site, 'nobody', '/registry/nowhere/');
    assert.equal(missing.status, 404);
    assert.equal(missing.html.split('Were you invited').length, 2, 'an invited guest can sign in');
    assert.match(await look('Quxxdt'), /<aside class="largesse-hint".*please ask them for it.*Sign in to see it/);
  });

  it('show the cover of a registry below its title, before everything else', async () => {
    const covered = await ownerSite.registry('owner', { title: 'Covered', content: 'Our story', status: 'publish' });
    const cover = await uploadPicture(ownerSite.site, covered, [300, 200]);
    await ownerSite.site.wordpress.run(`update_post_meta( $input[0], 'registry_cover', $input[1] );`, [covered, cover]);
    const { html } = await page(ownerSite.site, 'nobody', '/registry/covered/');
    const parts = ['<h1>Covered</h1>', `<figure class="largesse-cover"><img src="${cover}"`, 'Our story'];
    const places = parts.map((part) => html.lastIndexOf(part));
    assert.ok(!places.includes(-1), String(places));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  });

  it('keep quiet buttons quiet', async () => {
    await using ownerPage = await ownerSite.visit('owner', id);
    await ownerPage.card('Kettle').waitFor();
    const font = await ownerPage.page.evaluate<string>('getComputedStyle(document.body).fontFamily');
    assert.match(font, /^serif/, 'the theme is active');
    const areQuiet = async (...kinds: string[]) => {
      const looks = await ownerPage.page.evaluate<Record<string, string[]>>(
        `Object.fromEntries(${JSON.stringify(kinds)}.map((kind) => [kind, [...document.querySelectorAll('.largesse-mine__' + kind)].map((button) => {
          const style = getComputedStyle(button);
          return [style.backgroundColor, style.textTransform, style.boxShadow].join(' ');
        })]))`,
      );
      for (const kind of kinds) assert.deepEqual([...new Set(looks[kind])], ['rgba(0, 0, 0, 0) none none'], kind);
    };
    await ownerPage.button('More for Kettle').press('Enter');
    await ownerPage.page.getByRole('menuitem', { name: 'Copy' }).press('End');
    await areQuiet('tool', 'step', 'menu .largesse-mine__entry:not(:focus)');
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.openTab('Settings');
    await areQuiet('button--quiet');
  });
});
