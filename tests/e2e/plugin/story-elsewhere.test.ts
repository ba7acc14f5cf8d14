// Needs a whole site: WordPress prints stories in feeds, embeds and searches.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, dispatch, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';

/** PHP that detects whether a story runs code or makes the server fetch an address. */
const SPY = `add_action( 'init', function () {
	add_shortcode( 'spy', fn () => 'SPY RAN' );
	register_block_type( 'spy/block', array( 'render_callback' => fn () => 'SPY RAN' ) );
} );
add_filter( 'pre_http_request', function ( $answer, $how, $url ) {
	if ( ! str_contains( $url, 'api.wordpress.org' ) ) {
		update_option( 'spy_fetched', get_option( 'spy_fetched', '' ) . " $url" );
	}
	return new WP_Error( 'spy', 'No' );
}, 10, 3 );`;

const STORY = `<!-- wp:group {"style":{"position":{"type":"sticky","top":"0px"}},"layout":{"type":"constrained"}} -->
<div class="wp-block-group is-position-sticky" style="position:fixed;z-index:9"><!-- wp:paragraph --><p>Hello [spy] world</p><!-- /wp:paragraph --></div>
<!-- /wp:group -->
<!-- wp:spy/block /-->
<!-- wp:rss {"feedURL":"https://feed.example/"} /-->
<!-- wp:embed {"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ"} --><figure><div>
https://www.youtube.com/watch?v=dQw4w9WgXcQ
</div></figure><!-- /wp:embed -->
https://www.youtube.com/watch?v=oHg5SJYRHA0
`;

for (const version of versions)
  describe(`the story of a registry outside its page, on WordPress ${version}`, () => storyRules(version));

function storyRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const site = openForSuite(() => openSite({ version }));
  let id: number;
  before(async () => {
    await addCode(site, SPY);
    id = await create(site, 'owner', { status: 'publish', title: 'Ours', slug: 'ours', content: STORY });
  });

  /**
   * Checks that an output contains the story's words. The story must not run code, fetch addresses, or cover other
   * parts of a page.
   */
  async function assertPlain(shown: string, what: string): Promise<void> {
    assert.match(shown, /Hello (?:\[|&#0?91;)spy(?:\]|&#0?93;) world|Hello\s+world/, what);
    // The last alternative matches the CSS that WordPress adds to a page for "sticky" blocks.
    const wrong =
      /SPY RAN|class="[^"]*is-position-sticky|style="[^"]*(?:position|z-index)|<iframe[^>]*youtube|top: ?calc\(0px \+/;
    assert.equal(wrong.exec(shown)?.[0], undefined, what);
    assert.equal(await site.wordpress.run(`echo get_option( 'spy_fetched', '' );`), '', what);
  }

  everywhere('is plain in every REST answer', async () => {
    const one = `/registries/${id}`;
    for (const [who, method, path, content] of [
      ['nobody', 'GET', one],
      ['owner', 'GET', `${one}?context=edit`],
      ['stranger', 'GET', '/registries'],
      ['owner', 'POST', one, { content: STORY }],
      ['owner', 'POST', `${one}/autosaves`, { content: `${STORY}More` }],
      ['owner', 'GET', `${one}/autosaves`],
    ] as const) {
      const { body } = await dispatch<unknown>(site, who, method, path, content);
      const what = `${who} ${method} ${path}`;
      const rendered: string[] = [];
      JSON.stringify(body, (key, value) => {
        if (key === 'rendered' && String(value).includes('Hello')) rendered.push(String(value));
        return value;
      });
      assert.ok(rendered.length > 0, `${what}: ${JSON.stringify(body).slice(0, 300)}`);
      for (const shown of rendered) await assertPlain(shown, what);
    }
  });

  everywhere('is plain in feeds, embeds and search, in wp-admin, and on its own page', async () => {
    for (const path of ['/feed/?post_type=registry', '/registry/ours/embed/', '/registry/ours/'])
      await assertPlain((await page(site, 'nobody', path)).html, path);
    const results = (await page(site, 'nobody', '/?s=ours')).html;
    assert.doesNotMatch(results, /SPY RAN/);
    await site.wordpress.run(`update_option( 'rss_use_excerpt', 1 );`);
    await assertPlain((await page(site, 'nobody', '/feed/?post_type=registry')).html, 'a feed of excerpts');
    const list = await page(site, 'owner', '/wp-admin/edit.php?post_type=registry&mode=excerpt');
    await assertPlain(list.html, 'the list in wp-admin');
  });

  everywhere('is plain in lists of registries and in excerpts', async () => {
    const { body } = await dispatch(site, 'admin', 'POST', '/pages', {
      status: 'publish',
      title: 'All',
      slug: 'all',
      content: `<!-- wp:query {"query":{"perPage":5,"postType":"registry","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-content /--><!-- wp:post-excerpt /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
    });
    const { html } = await page(site, 'nobody', body.link.replace(site.url, ''));
    assert.equal(html.match(/Hello/g)?.length, 2);
    await assertPlain(html, 'a list on a page');
    const asked = await site.wordpress.run(`echo get_the_excerpt( $input ), get_the_excerpt( 1 );`, id);
    await assertPlain(asked, 'outside the loop');
    assert.match(asked, /Welcome to WordPress/, 'posts keep theirs');
  });

  it('is empty if nothing remains of it', async () => {
    const shy = await create(site, 'owner', { status: 'publish', title: 'Shy', content: '<!-- wp:spy/block /-->' });
    assert.equal(await site.wordpress.run(`echo get_the_excerpt( $input );`, shy), '');
    const { body } = await dispatch<{ content: { rendered: string } }>(site, 'nobody', 'GET', `/registries/${shy}`);
    assert.equal(body.content.rendered, '');
  });

  it('is still hidden by its password', async () => {
    const locked = await create(site, 'owner', { status: 'publish', password: 'sesame', content: STORY });
    const shown = await site.wordpress.run(
      `$GLOBALS['post'] = get_post( $input ); setup_postdata( $GLOBALS['post'] );
      echo apply_filters( 'the_content', get_the_content() ), get_the_excerpt();`,
      locked,
    );
    assert.match(shown, /<input name="post_password"/);
    assert.doesNotMatch(shown, /Hello/);
  });

  everywhere('fetches no address, whatever a visitor requests from WordPress', async () => {
    for (const caller of ['owner', 'nobody'] satisfies Caller[])
      await page(site, caller, `/wp-admin/admin-ajax.php?action=oembed-cache&post=${id}`);
    assert.equal(await site.wordpress.run(`echo get_option( 'spy_fetched', '' );`), '');
  });

  it('leaves the content of other posts to WordPress', async () => {
    const { body } = await dispatch<{ content: { rendered: string } }>(site, 'admin', 'POST', '/posts', {
      status: 'publish',
      content: 'Hi [spy]',
    });
    assert.match(body.content.rendered, /Hi SPY RAN/);
  });
}
