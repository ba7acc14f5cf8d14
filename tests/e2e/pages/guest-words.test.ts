// Needs a whole site: WordPress formats dates and numbers with the language files of the site.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';

describe('texts for guests', () => {
  const site = openForSuite(openSite);
  const ids = { open: 0, secret: 0, locked: 0, plain: 0 };
  before(async () => {
    const meta = { registry_event_type: 'Baby & <co>', registry_invitees: '["invitee"]' };
    ids.open = await create(site, 'owner', { status: 'publish', meta });
    ids.secret = await create(site, 'owner', { status: 'private', meta });
    ids.locked = await create(site, 'owner', { status: 'publish', password: 'sesame', meta });
    ids.plain = await create(site, 'owner', { status: 'publish' });
  });

  /** Evaluates a PHP expression once for each value, and returns the results. The expression reads `$value`. */
  async function each(call: string, values: readonly unknown[]): Promise<unknown[]> {
    return JSON.parse(
      await site.wordpress.run(`echo wp_json_encode( array_map( static fn ( $value ) => ${call}, $input ) );`, values),
    );
  }
  const set = (options: Record<string, string>) =>
    site.wordpress.run('foreach ( $input as $name => $value ) { update_option( $name, $value ); }', options);

  /** Replaces non-breaking spaces with plain spaces, because both sound the same when a text is read aloud. */
  const spoken = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

  // Distance.test.php tests the units of other distances.
  it('dates as people say them', async () => {
    const days = {
      0: 'today',
      1: 'tomorrow',
      '-1': 'yesterday',
      23: 'in 23 days',
      '-7': '7 days ago',
      1000: 'in 3 years',
    };
    const texts = await each(
      "Largesse\\Registries\\Registry\\Occasion::date( gmdate( 'Y-m-d', strtotime( wp_date( 'Y-m-d' ) . \" $value days\" ) ) )",
      [-2, -6, ...Object.keys(days).map(Number)],
    );
    const [two, six, ...others] = texts.map((text) => spoken(text).split(' · ')[1]);
    for (const text of [two, six]) assert.match(text ?? '', /^last \w+day$/);
    assert.deepEqual(others, Object.values(days));
  });

  it('dates in the site’s format and time zone', async () => {
    await set({ date_format: 'j F Y', timezone_string: 'Pacific/Kiritimati' });
    const [date] = await each('Largesse\\Registries\\Registry\\Occasion::date( $value )', ['2037-06-12']);
    assert.match(spoken(date), /^12 June 2037 · in /);
    assert.match(String(date), /^\S+\u00a0\S+\u00a02037\u00a0· in\u00a0\d+\u00a0\S+$/, 'breaks only after the dot');
    // At any time, the day in one of these time zones differs from the day in UTC.
    for (const zone of ['Pacific/Niue', 'Pacific/Kiritimati']) {
      await set({ timezone_string: zone });
      const [today] = await each(
        "Largesse\\Registries\\Registry\\Occasion::date( ( new DateTime( 'now', new DateTimeZone( $value ) ) )->format( 'Y-m-d' ) )",
        [zone],
      );
      assert.match(spoken(today), / · today$/, zone);
    }
    const none = ['', 'soon', '2037-02-30', '37-06-12', '2037-6-12', '0000-00-00'];
    assert.deepEqual(
      await each('Largesse\\Registries\\Registry\\Occasion::date( $value )', none),
      none.map(() => ''),
    );
  });

  it('prices in the site’s currency', async () => {
    const prices = () => each('Largesse\\Foundation\\Format\\Price::text( (float) $value )', [49.9, 1250]);
    assert.deepEqual(await prices(), ['49.90', '1,250.00']);
    for (const [code, expected] of Object.entries({
      EUR: ['€49.90', '€1,250.00'],
      jpy: ['¥50', '¥1,250'],
      VND: ['VND\u00a050', 'VND\u00a01,250'],
      XAF: ['XAF\u00a050', 'XAF\u00a01,250'],
      HUF: ['HUF\u00a049.90', 'HUF\u00a01,250.00'],
      KWD: ['KWD\u00a049.900', 'KWD\u00a01,250.000'],
      CHF: ['CHF\u00a049.90', 'CHF\u00a01,250.00'],
      euros: ['49.90', '1,250.00'],
    })) {
      await set({ largesse_currency: code });
      assert.deepEqual(await prices(), expected, code);
    }
  });

  it('numbers and prices as plain text, whatever the site’s language puts between thousands', async () => {
    const signs = ['&nbsp;', '&#8239;', '\u202f', ' ', '&#8217;', '.', ''];
    const written = await site.wordpress.run(
      `$usual = $GLOBALS['wp_locale']->number_format;
      foreach ( $input as $sign ) {
        $GLOBALS['wp_locale']->number_format = array( 'thousands_sep' => $sign, 'decimal_point' => ',' );
        $found[] = array(
          Largesse\\Foundation\\Format\\Number::text( 1234567 ),
          Largesse\\Foundation\\Format\\Price::text( 1234.5, '' ),
          Largesse\\Foundation\\Format\\Price::text( 1234.5, 'PLN' ),
        );
      }
      $GLOBALS['wp_locale']->number_format = $usual;
      echo wp_json_encode( $found );`,
      signs,
    );
    const found: [string, string, string][] = JSON.parse(written);
    const plain = ['\u00a0', '\u202f', '\u202f', ' ', '’', '.', ''];
    assert.deepEqual(
      found.map(([number, price]) => [number, price]),
      plain.map((sign) => [`1${sign}234${sign}567`, `1${sign}234,50`]),
    );
    // With the extension intl, PHP writes prices in the language of the site itself.
    for (const [, , price] of found) assert.doesNotMatch(price, /[&<;]/);
  });

  it('the occasion of a registry in a list, if they can read the registry', async () => {
    const occasion = (id: number, who: Caller) =>
      site.wordpress.run(
        `wp_set_current_user( $input['user'] );
         echo wp_strip_all_tags( ( new WP_Block(
           array( 'blockName' => 'core/post-title', 'attrs' => array(), 'innerBlocks' => array(), 'innerHTML' => '', 'innerContent' => array() ),
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

  it('a story that is always safe, and does not contain the registry again', async () => {
    const story = (content: string) =>
      site.wordpress.run(
        `$id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'T', 'post_content' => $input ) );
         kses_remove_filters();
         $GLOBALS['wpdb']->update( $GLOBALS['wpdb']->posts, array( 'post_content' => $input ), array( 'ID' => $id ) );
         clean_post_cache( $id );
         echo Largesse\\Registries\\Registry\\Story::html( get_post( $id )->post_content );`,
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

  it('a story that stays in its place, whatever its styles', async () => {
    const [dressed, open, form] = await each('Largesse\\Registries\\Registry\\Story::html( $value )', [
      '<p style="position:fixed;top:0;z-index:9;color:red" class="has-large-font-size is-position-sticky" id="wpadminbar" data-largesse="x">A <a name="wp" href="https://shop.example/" title="T">D</a></p>',
      '</div></div></main><div><b>E',
      'F<form action="/x"><label>Password <input name="p"></label><textarea>x</textarea><button>Log in</button></form><textarea>',
    ]);
    assert.match(String(dressed), /^<p>A <a +href="https:\/\/shop.example\/" title="T">D<\/a><\/p>$/);
    assert.equal(String(open).replace(/<\/?p>|\n/g, ''), '<div><b>E</b></div>');
    // No block in this text is closed. If WordPress parsed the blocks, the story would grow to megabytes.
    const deep = '<!-- wp:group --><div>F'.repeat(700);
    const [nested] = await each('Largesse\\Registries\\Registry\\Story::html( $value )', [deep]);
    assert.ok(String(nested).length < deep.length, String(nested).slice(0, 300));
    assert.doesNotMatch(String(form), /<(?:form|label|input|textarea|button)/);
  });

  it('the beginning of a story as plain text', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
    const written = [words(32), words(33), '<p>One</p><p>1 &lt; 2 &amp;\n[gallery] <b>3</b></p>'];
    const firstWords =
      'Largesse\\Registries\\Registry\\Story::first_words( new WP_Post( (object) array( "post_content" => $value ) ) )';
    assert.deepEqual(await each(firstWords, written), [words(32), `${words(32)}…`, 'One 1 < 2 & 3']);
  });
});
