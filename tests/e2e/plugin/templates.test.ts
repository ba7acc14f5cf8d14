import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn } from '../wordpress/versions.ts';
import { cases } from './template-cases.ts';

describe('templates', () => {
  const { it } = testsOn('6.5');
  const site = openForSuite(() => openSite({ version: '6.5' }));

  /** Renders a template and returns its HTML. */
  const render = (name: string, data: string) =>
    site.wordpress.run(`echo Largesse\\Html\\Template::render( '${name}', ${data} );`);

  it('a card contains no line breaks except those in texts of its owner, and all values are escaped', async () => {
    const card = `array(
      'item' => array( 'id' => 7, 'name' => '<b>[gallery]</b>', 'price' => 9.5 ),
      'place' => 0, 'group' => 2, 'is_shown' => false, 'is_open' => true, 'is_most' => true,
      'picture' => 'https://shop.example/a.jpg?b=1&c="2"', 'shop' => 'A & B', 'description' => "One\\n\\n<i>two</i>",
      'price' => '9.50 €', 'remaining' => '', 'note' => '',
      'fields' => array( 'size' => array( 'label' => 'Size', 'text' => '<M>' ) ),
      'give_url' => 'https://site.example/?give=7', 'shop_url' => 'javascript:alert(1)//',
    )`;
    const name = '&lt;b&gt;&#91;gallery&#93;&lt;&#47;b&gt;';
    assert.equal(
      await render('guests/item-cards', `array( 'level' => 3, 'is_told' => true, 'cards' => array( ${card} ) )`),
      [
        '<li class="largesse-item" data-item="7" data-place="0" data-price="9.5" data-open data-group="2" data-most hidden>',
        '<div class="largesse-picture"><img src="https://shop.example/a.jpg?b=1&#038;c=2" alt="" width="640" height="480" loading="lazy" decoding="async" referrerpolicy="no-referrer"></div>',
        `<div class="largesse-item__text"><h3 class="largesse-item__name" dir="auto">${name}</h3>`,
        '<p class="largesse-item__most">Most wanted</p>',
        '<p class="largesse-item__shop" dir="auto">A &amp; B</p>',
        `<button type="button" class="largesse-item__more" popovertarget="largesse-more-7">More<span class="largesse-unseen"> – <bdi>${name}</bdi></span></button>`,
        '<div class="largesse-item__details" id="largesse-more-7" popover>',
        '<p class="largesse-item__description" dir="auto">One<br />\n<br />\n&lt;i&gt;two&lt;&#47;i&gt;</p>',
        '<dl class="largesse-item__fields"><dt>Size</dt><dd dir="auto">&lt;M&gt;</dd></dl></div></div>',
        '<div class="largesse-item__foot"><p class="largesse-item__price"><bdi>9.50 €</bdi></p><p class="largesse-item__go">',
        `<a class="largesse-item__give wp-element-button" href="https://site.example/?give=7" rel="nofollow">I’ll give this<span class="largesse-unseen"> – <bdi>${name}</bdi></span></a>`,
        `<a class="largesse-item__link wp-element-button" href="" rel="nofollow sponsored">Go to the shop<span class="largesse-unseen"> – <bdi>${name}</bdi></span></a>`,
        '</p></div></li>',
      ].join(''),
    );
  });

  it('HTML of owners keeps its line breaks', async () => {
    const story = '<ul>\n\t<li>One</li>\n</ul>';
    const html = await render(
      'guests/header',
      `array( 'title' => 'A', 'level' => 2, 'occasion' => '', 'story' => "${story.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}", 'is_long_story' => false, 'manage_url' => '', 'is_private' => false )`,
    );
    assert.equal(
      html,
      `<header class="largesse-registry__header"><h2 class="largesse-registry__title" dir="auto">A</h2><div class="largesse-registry__story" dir="auto">${story}</div></header>`,
    );
  });

  describe('with forms, links and texts of people', () => {
    const decoded = (text: string) =>
      text
        .replace(/&#0*(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&');
    const quoted = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`);

    /** Returns the texts of HTML, and of its tags only what a visitor uses: addresses, names, values and states. */
    function outline(html: string): string {
      const parts = html
        .replace(/<datalist.*?<\/datalist>/gs, ' {labels} ')
        .replaceAll(site.url, '{site}')
        .split(/(<[a-z/][^>]*>)/);
      const written = parts.map((part) => {
        const [, tag = ''] = /^<([a-z]+)/.exec(part) ?? [];
        if (part === '</form>') return part;
        if (!part.startsWith('<')) return decoded(part).trim();
        const attributes = new Map(
          [...part.matchAll(/ ([a-z-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g)].map(([, name, one, other]) => [
            name ?? '',
            decoded(one ?? other ?? ''),
          ]),
        );
        const [name, value] = ['name', 'value'].map((key) => attributes.get(key));
        const label = attributes.get('aria-label');
        const facts = [
          attributes.get('type') === 'hidden' || attributes.has('hidden') ? 'hidden' : '',
          attributes.get('method') ?? '',
          ...['action', 'href', 'datetime'].map((key) => attributes.get(key)).map((one) => (one ? `"${one}"` : '')),
          tag === 'button' && name ? `${name}=${quoted(value ?? '')}` : '',
          tag !== 'button' && name !== undefined ? `name="${name}"` : '',
          tag !== 'button' && value !== undefined ? `value=${quoted(value)}` : '',
          attributes.has('form') ? `form=${attributes.get('form')}` : '',
          ...[...attributes].map(([key, one]) =>
            /^data-(sentences|parameter|value|done|unknown|unopened|own|found|removed|public)$/.test(key)
              ? `${key}=${quoted(one)}`
              : '',
          ),
          attributes.has('aria-current') ? 'current' : '',
          ...['open', 'checked', 'selected'].filter((key) => attributes.has(key)),
          label ? `(${label})` : '',
        ].filter(Boolean);
        if (['a', 'button', 'form', 'details', 'input', 'select', 'option', 'time'].includes(tag))
          return `<${[tag, ...facts].join(' ')}>${['a', 'button'].includes(tag) ? '\u0000' : ''}`;
        if (facts.length === 0) return '';
        return label && facts.length === 1 ? facts.join() : `<${[tag, ...facts].join(' ')}>`;
      });
      return written
        .filter(Boolean)
        .join(' ')
        .replaceAll('\u0000 ', '')
        .replaceAll('\u0000', '')
        .replace(/\s+/g, ' ')
        .trim();
    }

    it('they show and send exactly these', async () => {
      const rendered: string[] = JSON.parse(
        await site.wordpress.run(
          `foreach ( array( 'overview_sections', 'after_overview', 'after_create_form', 'after_gifts' ) as $hook ) {
             remove_all_actions( "largesse_$hook" );
             add_action( "largesse_$hook", static fn ( $id ) => print( " [$hook $id]" ) );
           }
           foreach ( $input as list( $name, $data ) ) $html[] = Largesse\\Html\\Template::render( $name, $data );
           echo wp_json_encode( $html );`,
          cases.map(([name, data]) => [name, data]),
        ),
      );
      for (const [index, [name, , expected]] of cases.entries())
        assert.equal(outline(rendered[index] ?? ''), expected, name);
    });
  });

  it('come from the theme, otherwise from its parent theme, otherwise from the plugin', async () => {
    const rendered = await site.wordpress.run(
      `foreach ( array( 'theme' => array( 'links' ), 'parent' => array( 'links', 'panel' ) ) as $theme => $names ) {
         $folders[ $theme ] = get_temp_dir() . "themes/$theme";
         wp_mkdir_p( "$folders[$theme]/largesse/http" );
         foreach ( $names as $name ) file_put_contents( "$folders[$theme]/largesse/http/$name.php", "$name of the $theme" );
       }
       add_filter( 'stylesheet_directory', static fn () => $folders['theme'] );
       add_filter( 'template_directory', static fn () => $folders['parent'] );
       foreach ( array( 'http/links', 'http/panel', 'screens/link' ) as $name ) {
         $found[] = Largesse\\Html\\Template::render( $name, array( 'url' => 'https://a.example/', 'label' => '', 'text' => 'A link' ) );
       }
       echo implode( '|', $found );`,
    );
    assert.equal(rendered, 'links of the theme|panel of the parent|<a href="https://a.example/">A link</a>');
  });

  describe('in a child theme', () => {
    let path = '';
    before(async () => {
      const id = await create(site, 'owner', { status: 'publish' });
      path = await site.wordpress.run(
        `$folder = get_theme_root() . '/child';
         wp_mkdir_p( "$folder/largesse/guests" );
         file_put_contents( "$folder/style.css", "/*\\nTheme Name: Child\\nTemplate: " . get_template() . "\\n*/" );
         file_put_contents( "$folder/largesse/guests/service-unavailable.php", '<p>Ours: <?php echo esc_html( $again_url ); ?></p>' );
         wp_clean_themes_cache();
         switch_theme( 'child' );
         echo wp_make_link_relative( get_permalink( $input ) );`,
        id,
      );
    });

    it('replace those of the plugin', async () => {
      const { html } = await page(site, 'nobody', path);
      // The site has no service, so the page contains the template `guests/service-unavailable`.
      assert.match(
        html,
        /<div class="[^"]*\blargesse-registry\b[^"]*"><div class="largesse-registry__buttons">(?:(?!<\/?div).)*<\/div><p>Ours: \?<\/p><\/div>/,
      );
    });
  });
});
