import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

describe('what guests read', () => {
  const site = openForSuite(openSite);
  const ids = { open: 0, secret: 0, locked: 0, plain: 0 };
  before(async () => {
    // All at once: PHP runs in this process, and may keep it from noticing that a connection was closed meanwhile.
    const meta = { registry_event_type: 'Baby & <co>', registry_invitees: '["invitee"]' };
    ids.open = await create(site, 'owner', { status: 'publish', meta });
    ids.secret = await create(site, 'owner', { status: 'private', meta });
    ids.locked = await create(site, 'owner', { status: 'publish', password: 'sesame', meta });
    ids.plain = await create(site, 'owner', { status: 'publish' });
  });

  /** Calls a function of the plugin with each of some values. */
  async function each(call: string, values: readonly unknown[]): Promise<unknown[]> {
    return JSON.parse(
      await site.wordpress.run(`echo wp_json_encode( array_map( static fn ( $value ) => ${call}, $input ) );`, values),
    );
  }
  const set = (options: Record<string, string>) =>
    site.wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', options);

  /** Returns a text as it is heard: with plain spaces. */
  const spoken = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

  it('dates as people say them', async () => {
    const said = async (days: readonly number[]) =>
      (
        await each(
          "Largesse\\Pages\\EventDate::text( gmdate( 'Y-m-d', strtotime( wp_date( 'Y-m-d' ) . \" $value days\" ) ) )",
          days,
        )
      ).map((text) => spoken(text).split(' · ')[1]);
    assert.deepEqual(await said([0, 1, -1, 2, 23, 99, 100, 365, 700, 1000]), [
      'today',
      'tomorrow',
      'yesterday',
      'in 2 days',
      'in 23 days',
      'in 99 days',
      'in 3 months',
      'in 12 months',
      'in 23 months',
      'in 3 years',
    ]);
    assert.deepEqual(await said([-7, -40, -200, -2000]), ['7 days ago', '40 days ago', '7 months ago', '5 years ago']);
    for (const text of await said([-2, -6])) assert.match(text ?? '', /^last \w+day$/);
  });

  it('dates in the format and by the day of the site, and nothing where there is none', async () => {
    await set({ date_format: 'j F Y', timezone_string: 'Pacific/Kiritimati' });
    const [date] = await each('Largesse\\Pages\\EventDate::text( $value )', ['2037-06-12']);
    assert.match(spoken(date), /^12 June 2037 · in /);
    assert.match(String(date), /^\S+\u00a0\S+\u00a02037\u00a0· in\u00a0\d+\u00a0\S+$/, 'breaks after the dot alone');
    const [today] = await each(
      "Largesse\\Pages\\EventDate::text( ( new DateTime( 'now', new DateTimeZone( $value ) ) )->format( 'Y-m-d' ) )",
      ['Pacific/Kiritimati'],
    );
    assert.match(spoken(today), / · today$/);
    const none = ['', 'soon', '2037-02-30', '37-06-12', '2037-6-12', '0000-00-00'];
    assert.deepEqual(
      await each('Largesse\\Pages\\EventDate::text( $value )', none),
      none.map(() => ''),
    );
  });

  it('prices in the currency of the site', async () => {
    const prices = () => each('Largesse\\Pages\\Price::text( (float) $value )', [49.9, 1250]);
    assert.deepEqual(await prices(), ['49.90', '1,250.00']);
    for (const [code, expected] of Object.entries({
      EUR: ['€49.90', '€1,250.00'],
      jpy: ['¥50', '¥1,250'],
      CHF: ['CHF\u00a049.90', 'CHF\u00a01,250.00'],
      euros: ['49.90', '1,250.00'],
    })) {
      await set({ largesse_currency: code });
      assert.deepEqual(await prices(), expected, code);
    }
  });

  it('addresses that lead into the web alone', async () => {
    const shops = {
      'https://shop.example/x?a=1': 'https://shop.example/x?a=1',
      'shop.example/x': 'https://shop.example/x',
      'shop.example:8080/x': 'https://shop.example:8080/x',
      '//shop.example/x': 'https://shop.example/x',
      'HTTP://shop.example': 'HTTP://shop.example',
      'javascript:alert(1)': '',
      'data:text/html,x': '',
      'https://': '',
      'https:///x': '',
      'https://shop.example/\r\nSet-Cookie: x': '',
      '': '',
    };
    assert.deepEqual(
      await each('Largesse\\Html\\WebAddress::of_shop( $value )', Object.keys(shops)),
      Object.values(shops),
    );
    const pictures = ['https://shop.example/x.png', 'shop.example/x.png', '/x.png', 'data:image/png;base64,x', ''];
    assert.deepEqual(
      await each("Largesse\\Pages\\Picture::address( array( 'image_url' => $value ) )", pictures),
      pictures.map((address) => (address.startsWith('https:') ? address : '')),
    );
  });

  it('the occasion of a registry in a list, where they may read the registry', async () => {
    const occasion = (id: number, who: Caller) =>
      site.wordpress.run(
        `wp_set_current_user( $input['user'] );
         echo wp_strip_all_tags( ( new WP_Block(
           array( 'blockName' => 'largesse/registry-occasion', 'attrs' => array() ),
           array( 'postId' => $input['id'], 'postType' => get_post_type( $input['id'] ) )
         ) )->render() );`,
        { id, user: who === 'nobody' ? 0 : site.users[who].id },
      );
    const shown = 'Baby &amp; &lt;co&gt;';
    assert.equal(await occasion(ids.open, 'nobody'), shown);
    for (const id of [ids.secret, ids.locked]) {
      for (const who of ['owner', 'admin', 'invitee'] as const) assert.equal(await occasion(id, who), shown, who);
      for (const who of ['stranger', 'nobody'] as const) assert.equal(await occasion(id, who), '', who);
    }
    assert.equal(await occasion(1, 'nobody'), '', 'a post');
    assert.equal(await occasion(ids.plain, 'nobody'), '', 'nothing to say');
  });

  it('a story that is safe whoever wrote it, and does not hold the registry once more', async () => {
    const story = (content: string) =>
      site.wordpress.run(
        `$id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'T', 'post_content' => $input ) );
         kses_remove_filters();
         $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => $input ), array( 'ID' => $id ) );
         clean_post_cache( $id );
         echo Largesse\\Pages\\StoryHtml::of( get_post( $id ) );`,
        content,
      );
    const hostile = await story(
      'Hi <script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a>',
    );
    assert.match(hostile, /Hi/);
    assert.doesNotMatch(hostile, /onerror|javascript|<script|alert\([12]/);
    const blocks = await story('<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --><!-- wp:largesse/registry /-->');
    assert.match(blocks, /<p>One<\/p>/);
    assert.doesNotMatch(blocks, /largesse-registry"/);
    const directives = await story(
      '<p data-wp-interactive="largesse/registry" DATA-WP-context=\'{"a":"javascript:alert(1)"}\'>Hi <a data-wp-bind--href="context.a">you</a><!-- a note --></p>',
    );
    assert.match(directives, /Hi/);
    assert.doesNotMatch(directives, /data-wp|note/i);
    const others = await story(
      '<!-- wp:group --><div class="wp-block-group"><!-- wp:latest-posts /--><!-- wp:rss {"feedURL":"https://feed.example/"} /--><!-- wp:heading --><h2 class="wp-block-heading">Two</h2><!-- /wp:heading --></div><!-- /wp:group -->',
    );
    assert.match(others, /<h2[^>]*>Two<\/h2>/);
    assert.doesNotMatch(others, /latest-posts|rss/i);
    assert.match(await story('First\n\nSecond'), /<p>First<\/p>\s*<p>Second<\/p>/);
    assert.equal(await story('  '), '');
  });

  it('a story that stays in its place, however it is dressed', async () => {
    const [overlay, sized, classes, ids, open, form] = await each('Largesse\\Pages\\StoryHtml::plain( $value )', [
      '<p style="position:fixed;top:0;left:0;z-index:9;inset:0;transform:none;margin-top:-400px;margin:calc(0px - 9em);float:left;display:block;box-shadow:0 0 0 99em white;opacity:0;color:red;background:url(https://shop.example/x.png)">A</p>',
      '<p style="margin:1em auto 2em;width:50%;padding-left:var(--wp--preset--spacing--20);background-color:#eee;min-height:3rem;flex-basis:33.3%">B</p>',
      '<div class="wp-block-group alignfull is-position-sticky has-modal-open wp-block-navigation__responsive-container is-menu-open screen-reader-text has-parallax has-large-font-size alignright largesse-dialog">C</div>',
      '<div id="wpadminbar" data-largesse="x"><a name="wp" href="https://shop.example/" title="T">D</a></div>',
      '</div></div></main><div><b>E',
      'F<form action="/x"><label>Password <input name="p"></label><textarea>x</textarea><button>Log in</button></form><textarea>',
    ]);
    assert.match(String(overlay), /^<p style="color:red;?">A<\/p>$/);
    assert.match(
      String(sized),
      /margin:1em auto 2em;width:50%;padding-left:var\(--wp--preset--spacing--20\);background-color:#eee;min-height:3rem;flex-basis:33.3%/,
    );
    assert.match(String(classes), /<div class="wp-block-group has-large-font-size alignright">C/);
    assert.match(String(ids), /<div *><a +href="https:\/\/shop.example\/" title="T">D<\/a><\/div>/);
    assert.equal(String(open).replace(/<\/?p>|\n/g, ''), '<div><b>E</b></div>');
    // Blocks that are not closed: WordPress would make a text of megabytes of them.
    const deep = '<!-- wp:group --><div>F'.repeat(700);
    const [nested] = await each('Largesse\\Pages\\StoryHtml::plain( $value )', [deep]);
    assert.ok(String(nested).length < deep.length, String(nested).slice(0, 300));
    assert.doesNotMatch(String(form), /<(?:form|label|input|textarea|button)/);
  });
});
