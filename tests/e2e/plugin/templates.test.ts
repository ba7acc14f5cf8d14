// Needs a whole site: themes replace templates.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type View, variablesOf, views } from '../../../tools/templates.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn } from '../wordpress/versions.ts';

/** Templates that need objects of WordPress or the plugin. The tests of their screens contain hostile texts. */
const NEEDS_OBJECTS = ['screens/registry-details', 'setup/finding', 'setup/settings'];

/**
 * Keys whose type is in no comment, or differs between templates, by the kind of their values. `any`: data with all
 * keys.
 */
const KEYS = {
  any: 'form field rename delete close withdraw remove end item person',
  list: 'people lists rows lines choices folded own shares deliveries entries inputs fields groups',
  number: 'quantity quantity_had time number amount place',
  texts: 'wards facts states hints',
  map: 'hidden others links attributes',
  html: 'address html note remaining extra',
};

/** A text and an address that a template must escape. */
const TEXT = `"'><i>[gallery]`;
const ADDRESS = `javascript:alert(1)//${TEXT}`;

const DRAW = {
  fewest: 1,
  day: 'any',
  budget: 'any',
  people: [{ id: TEXT, name: TEXT, is_in: true }],
  excluded: [[TEXT, TEXT]],
  names: { people: TEXT, excluded: TEXT, last_year: TEXT },
  row: { giver: TEXT, receiver: TEXT, way: TEXT },
  ways: ['both', 'one'],
  avoids_last_year: true,
};

/** Values of variables in templates where a key has another type than elsewhere: kinds, or the value. */
const DATA: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  'affiliates/screen': { rows: { item: TEXT, registry: 'html', shop: 'html' } },
  'circles/invite': { organize: { invite: 'any', invitations: 'list', renew: 'any' } },
  'circles/list-choice': { circles: { person: TEXT } },
  'draws/form': { form: DRAW },
  'draws/section': { open: { facts: TEXT, people: 'texts', organizer: TEXT }, form: DRAW },
  'exchange/export-page': { about: { person: TEXT }, lists: { wishes: 'list' } },
  'my-gifts/list': { gifts: { facts: 'texts', state: 'any', back: 'map' } },
  'my-gifts/page': { coming: { gifts: [] }, past: { gifts: [] } },
  'guests/page': { entries: { buttons: 'map', texts: 'texts' } },
  'guests/revealed': { rows: { name: TEXT } },
  'presents/answers': { rows: { facts: TEXT } },
  'unlisted/page': { hidden: { facts: TEXT }, received: { facts: TEXT } },
};

/** Types and explanations of a template's variables, by name. */
const byName = (source: string) => Object.fromEntries(variablesOf(source).map((variable) => [variable.name, variable]));

/** Returns the keys and variables that templates read, with their types if all comments agree about them. */
function keysOf(templates: readonly View[]): Record<string, string> {
  const types = new Map<string, Set<string>>();
  for (const { source } of templates) {
    for (const [, key = ''] of source.matchAll(/\['(\w+)'\]/g)) types.set(key, types.get(key) ?? new Set());
    for (const [name, { type }] of Object.entries(byName(source)))
      types.set(name, new Set([...(types.get(name) ?? []), type.replace(/\|null$/, '')]));
  }
  return Object.fromEntries([...types].map(([key, known]) => [key, known.size === 1 ? ([...known][0] ?? '') : '']));
}

/**
 * PHP that renders each template with hostile texts and addresses, and prints the HTML by name, the log of copies that
 * failed, and PHP's warnings. With `copies` (sources by name), a theme has these copies.
 */
const RENDER_HOSTILE = `
  $folder = get_temp_dir() . 'themes/copies-' . md5( serialize( $input ) );
  foreach ( $input['copies'] as $name => $source ) {
    wp_mkdir_p( dirname( "$folder/largesse/$name" ) );
    file_put_contents( "$folder/largesse/$name.php", $source );
  }
  add_filter( 'stylesheet_directory', static fn ( $own ) => $input['copies'] ? $folder : $own );
  $log = get_temp_dir() . 'copies.log';
  file_put_contents( $log, '' );
  ini_set( 'error_log', $log );
  $warnings = array();
  set_error_handler( static function ( $level, $message, $file, $line ) use ( &$warnings ) { $warnings[] = "$message ($file:$line)"; return true; } );
  require_once ABSPATH . 'wp-admin/includes/admin.php';
  list( $text, $url ) = $input['hostile'];
  $GLOBALS['title'] = $text;
  $map   = array( 7 => $text, $url => $text ) + array_fill_keys( explode( ' ', 'field hint problem name accept add answer ask cancel confirm decline delete delete_shown end end_all list read_shop save send start' ), $text );
  $any   = array( $text, $text, $text );
  $kinds = array( 'any' => &$any, 'list' => array( &$any ), 'number' => 7, 'texts' => array( $text ), 'map' => $map, 'html' => '' );
  $value = static function ( string $type, string $name, string $about ) use ( &$value, &$kinds, $text, $url ) {
    $type = preg_replace( '/\\|null$/', '', $type );
    if ( preg_match( '/^array\\{(.*)\\}$/', $type, $fields ) ) {
      preg_match_all( '/(?:(\\w+): )?((?:\\w+<(?:[^<>]|<[^<>]*>)*>|\\w+\\{(?:[^{}]|\\{[^{}]*\\})*\\}|[^,<{])+)(?:, |$)/', $fields[1], $found, PREG_SET_ORDER );
      foreach ( $found as $index => list( , $key, $of ) ) $shape[ $key ?: $index ] = $value( $of, $key, '' );
      return $shape;
    }
    if ( 'array<string, mixed>' === $type ) return $kinds['any'];
    if ( str_starts_with( $type, 'array<string, ' ) && ! preg_match( '/list|array<int|array\\{/', $type ) ) return $kinds['map'];
    if ( preg_match( '/^(?:list|array)<(?:(int|string), )?(.*)>$/', $type, $parts ) ) return array( 7 => $value( $parts[2], '', $about ) );
    if ( 'bool' === $type || ( '' === $type && preg_match( '/^(is|may|has|for)_/', $name ) ) ) return true;
    if ( 'int' === $type ) return 7;
    if ( 'html' === $name || preg_match( '/HTML|JSON|^Attributes of/', $about ) ) return '';
    return preg_match( '/url$|^(action|link)$/', $name ) ? $url : $text;
  };
  foreach ( $input['keys'] as $key => $type ) {
    if ( str_starts_with( $type, 'array<string, mixed>' ) ) $any[ $key ] = &$any;
    elseif ( str_contains( $type, 'array<string, mixed>' ) ) $any[ $key ] = array( &$any );
    else $any[ $key ] = $value( $type, $key, '' );
  }
  foreach ( $input['kinds'] as $kind => $names ) {
    foreach ( explode( ' ', $names ) as $key ) $any[ $key ] = &$kinds[ $kind ];
  }
  $given = static fn ( $given ) => is_string( $given ) ? $kinds[ $given ] ?? $given : $given;
  foreach ( $input['templates'] as $template ) {
    $data = array();
    foreach ( $template['variables'] as $name => $variable ) {
      $data[ $name ] = $value( $variable['type'], $name, $variable['about'] );
      $more = array_map( $given, $input['data'][ $template['name'] ][ $name ] ?? array() );
      if ( $more ) $data[ $name ] = str_starts_with( $variable['type'], 'list' ) ? array( $more + $any, $more + $any ) : $more + $any;
    }
    $html[ $template['name'] ] = Largesse\\Foundation\\Html\\Template::render( $template['name'], $data );
  }
  restore_error_handler();
  echo wp_json_encode( array( 'html' => $html, 'log' => file_get_contents( $log ), 'warnings' => $warnings ) );`;

describe('templates', () => {
  const { it } = testsOn('6.5');
  const site = openForSuite(() => openSite({ version: '6.5' }));

  /** Renders all templates, or a theme's copies of them (sources by name). */
  const render = async (copies: Record<string, string> = {}) => {
    const templates = views()
      .filter(({ name }) => !NEEDS_OBJECTS.includes(name))
      .map(({ name, source }) => ({ name, variables: byName(source) }));
    const input = { hostile: [TEXT, ADDRESS], templates, kinds: KEYS, data: DATA, keys: keysOf(views()), copies };
    // Before a copy, the indentation after a text is removed, too.
    const printed = (await site.wordpress.run(RENDER_HOSTILE, input)).replaceAll(/(?:\\[nt])+</g, '<');
    const all: { html: Record<string, string>; log: string; warnings: string[] } = JSON.parse(printed);
    return {
      ...all,
      failed: new Set(Array.from(all.log.matchAll(/ of the template (\S+) failed: /g), ([, name]) => name)),
    };
  };

  it('escape every hostile text, and print no address of a script', async () => {
    const { html: rendered, warnings } = await render();
    assert.deepEqual(warnings, []);
    let withText = 0;
    for (const [name, html] of Object.entries(rendered)) {
      assert.doesNotMatch(html, /<i>|"'>/, name);
      // A class has checked the addresses in an exported page.
      if (name !== 'exchange/export-page')
        assert.doesNotMatch(html, /\b(?:href|src|action)=["']?\s*javascript:alert/, name);
      if (/(?:&lt;|&#0?60;)i/.test(html)) withText++;
    }
    assert.ok(withText > 80, String(withText));
  });

  it('of the plugin, copied into a theme, look the same', async () => {
    const { html } = await render();
    const copied = await render(Object.fromEntries(views().map(({ name, source }) => [name, source])));
    assert.deepEqual([copied.html, copied.log, copied.warnings], [html, '', []]);
  });

  /** An update can take these from a copy: a class that it names, or a variable or a key that it reads. */
  const FORMER: Record<string, (code: string, variables: string[]) => string> = {
    class: (code) => `${code}\n<?php Former_Name::print(); ?>`,
    variable: (code, variables) => {
      const read = variables.find((name) => !new RegExp(`\\$${name}(?:\\['\\w+'\\])* *\\?\\?`).test(code));
      return read === undefined ? code : code.replaceAll(new RegExp(`\\$${read}\\b`, 'g'), `$former_${read}`);
    },
    key: (code) => code.replace(/\['(\w+)'\](?! *(?:\?\?|=[^=>]))/, `['former_$1']`),
  };
  for (const [what, change] of Object.entries(FORMER))
    it(`replace copies that need a ${what} of an earlier version, and print no half of them`, async () => {
      const { html } = await render();
      const copies = views().map(({ name, source }) => {
        const start = source.indexOf('*/');
        return [name, source.slice(0, start) + change(source.slice(start), Object.keys(byName(source)))];
      });
      const copied = await render(Object.fromEntries(copies));
      assert.deepEqual([copied.html, copied.warnings], [html, []]);
      assert.ok(copied.failed.size > 30, `${copied.failed.size} copies have failed`);
    });

  it('replace a copy that passes too little to another template', async () => {
    const { html } = await render();
    const { source = '' } = views().find(({ name }) => name === 'unlisted/page') ?? {};
    const copied = await render({ 'unlisted/page': source.replace(/'buttons' +=> \$buttons,/, '') });
    assert.deepEqual([copied.html, copied.warnings, [...copied.failed]], [html, [], ['unlisted/page']]);
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
         $found[] = Largesse\\Foundation\\Html\\Template::render( $name, array( 'url' => 'https://a.example/', 'label' => '', 'text' => 'A link' ) );
       }
       echo implode( '|', $found );`,
    );
    assert.equal(rendered, 'links of the theme|panel of the parent|<a href="https://a.example/">A link</a>');
  });

  it('can break lines between tags and before attributes, but not within a text', async () => {
    const rendered = await site.wordpress.run(
      `$folder = get_temp_dir() . 'themes/lines';
       wp_mkdir_p( "$folder/largesse/http" );
       file_put_contents( "$folder/largesse/http/panel.php", $input['template'] );
       add_filter( 'stylesheet_directory', static fn () => $folder );
       echo Largesse\\Foundation\\Html\\Template::render( 'http/panel', array( 'text' => $input['text'] ) );`,
      {
        template: '<p>\n\t<a class="a"\n\t\thref="#">A</a>\n</p>\n<pre><?php echo largesse_text( $text ); ?></pre>',
        text: 'say "yes"\n\tor no',
      },
    );
    assert.equal(rendered, '<p><a class="a" href="#">A</a></p><pre>say &quot;yes&quot;\n\tor no</pre>');
  });

  it('of a theme print texts and other templates with functions', async () => {
    const rendered = await site.wordpress.run(
      `$folder = get_temp_dir() . 'themes/functions';
       wp_mkdir_p( "$folder/largesse/http" );
       file_put_contents( "$folder/largesse/http/panel.php", '<?php echo largesse_text( $text ); largesse_print_template( "screens/link", compact( "url", "text" ) + array( "label" => "" ) );' );
       add_filter( 'stylesheet_directory', static fn () => $folder );
       ob_start();
       largesse_print_template( 'http/panel', array( 'url' => 'https://a.example/', 'text' => '<b> [gallery]' ) );
       echo ob_get_clean();`,
    );
    assert.equal(rendered.trim(), '&lt;b&gt; &#91;gallery&#93;<a href="https://a.example/">&lt;b&gt; [gallery]</a>');
  });

  it('of the plugin replace copies that throw, wherever they are printed, and Site Health names the copies', async () => {
    const failing = {
      'a removed class': '<i>half<?php Removed_Shapes::print();',
      'a syntax error': '<i>half<?php if',
      'an exception below other output': '<i>half<?php ob_start(); echo "more"; throw new LogicException( "broken" );',
      'wrong variables for another template':
        '<i>half<?php largesse_print_template( "http/links", array( "links" => 7 ) + compact( "this_is_missing" )["gone"] );',
    };
    const found = JSON.parse(
      await site.wordpress.run(
        `use Largesse\\Foundation\\Html\\Template;
         $folder = get_temp_dir() . 'themes/failing';
         wp_mkdir_p( "$folder/largesse/screens" );
         add_filter( 'stylesheet_directory', static fn () => $folder );
         ini_set( 'error_log', get_temp_dir() . 'failing.log' );
         set_error_handler( static fn () => true );
         $copy   = "$folder/largesse/screens/link.php";
         $check  = Largesse\\Services::get( Largesse\\Operation\\Setup\\TemplateCheck::class );
         $forget = static function () {
           foreach ( array( 'files' => array(), 'theme_folders' => null ) as $name => $value ) {
             ( new ReflectionProperty( Template::class, $name ) )->setValue( null, $value );
           }
         };
         $link   = array( 'url' => 'https://a.example/', 'label' => '', 'text' => 'A link' );
         $places = array(
           'printed'  => static function () use ( $link ) { ob_start(); Template::print( 'screens/link', $link ); return ob_get_clean(); },
           'rendered' => static fn () => Template::render( 'screens/link', $link ),
           'nested'   => static function () use ( $link, $folder ) {
             wp_mkdir_p( "$folder/largesse/http" );
             file_put_contents( "$folder/largesse/http/panel.php", "<p>\n\t<?php largesse_print_template( 'screens/link', " . '$link' . " ); ?>\n</p>\n<b>after</b>" );
             return Template::render( 'http/panel', compact( 'link' ) );
           },
         );
         foreach ( $input as $how => $source ) {
           file_put_contents( $copy, $source );
           foreach ( $places as $where => $place ) {
             $forget();
             $level = ob_get_level();
             $html  = $place();
             $shown[ "$how, $where" ] = array( $html, ob_get_level() - $level );
           }
           $result   = $check->check();
           $states[] = $result->status . ( str_contains( $result->description, 'screens/link' ) ? ' named' : '' );
         }
         copy( Template::file_of_plugin( 'screens/link' ), $copy );
         unlink( "$folder/largesse/http/panel.php" );
         $states[] = $check->check()->status;
         restore_error_handler();
         $logged = file_get_contents( get_temp_dir() . 'failing.log' );
         echo wp_json_encode( array( array_map( static fn ( $one ) => array( trim( $one[0] ), $one[1] ), $shown ), $states, substr_count( $logged, "of the template screens/link failed: " ) ) );`,
        failing,
      ),
    );
    const places = ['printed', 'rendered', 'nested'];
    const link = '<a href="https://a.example/">A link</a>';
    const all = Object.keys(failing).flatMap((how) => places.map((where) => [`${how}, ${where}`, where] as const));
    assert.deepEqual(found, [
      Object.fromEntries(
        all.map(([key, where]) => [key, [where === 'nested' ? `<p>${link}</p><b>after</b>` : link, 0]]),
      ),
      [...Object.keys(failing).map(() => 'critical named'), 'good'],
      all.length,
    ]);
  });
});
