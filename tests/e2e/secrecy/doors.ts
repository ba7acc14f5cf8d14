import { decoded, type Form } from '../wordpress/guest.ts';
import type { Site } from '../wordpress/site.ts';

/** A class that answers a form or a link, as the plugin declares it. */
export interface Door {
  /** Name of the class, such as `Promises\Giving\GiverPage`. */
  name: string;
  /** Parameter that only requests for this class contain. */
  field: string;
  /** Parameter of the class's own page; '' if its forms are on other pages. */
  page: string;
  /** Field with the pressed button. */
  button: string;
  /** Texts of its constants, some of which are the values of its buttons. */
  texts: string[];
  /** True if the value of `field` is the key of a link. */
  isLink: boolean;
}

/** A REST route of the plugin, or of WordPress for registries, as it declares it. */
export interface DeclaredRoute {
  method: string;
  /** Path with namespace, and with names such as `{id}`. */
  path: string;
  /** Names of the fields, also of those in the path, with their types. */
  args: Record<string, string>;
}

/** Everything that reads what a visitor sends. */
export interface Declared {
  doors: Door[];
  routes: DeclaredRoute[];
  /** Names of parameters in links and pages. */
  parameters: string[];
  /** Names of cookies, or their beginnings, to which the id of a list or of a gift is added. */
  cookies: string[];
  /** Names of headers. */
  headers: string[];
}

/** A form of a page. */
export interface ShownForm extends Form {
  /** Values of the boxes that are not ticked, by name. */
  boxes: Record<string, string>;
}

/** Asks the plugin for its doors. A class, route, parameter, cookie or header that is added later is among them. */
export async function declaredIn(site: Site): Promise<Declared> {
  return JSON.parse(await site.wordpress.run(DECLARED));
}

const DECLARED = `
  $root  = WP_PLUGIN_DIR . '/largesse/src';
  $found = array( 'doors' => array(), 'routes' => array(), 'parameters' => array(), 'cookies' => array(), 'headers' => array() );
  foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $root ) ) as $file ) {
    $path = substr( (string) $file, strlen( $root ) + 1 );
    if ( ! preg_match( '~^[A-Z][\\\\w/]*/[A-Z]\\\\w*\\\\.php$~', $path ) ) { continue; }
    $name  = strtr( substr( $path, 0, -4 ), '/', '\\\\' );
    // Some classes extend classes that WordPress loads only where it needs them. They read no request.
    try { $class = new ReflectionClass( "Largesse\\\\$name" ); } catch ( Error $missing ) { continue; }
    $texts = array_filter( $class->getConstants(), 'is_string' );
    foreach ( $texts as $constant => $text ) {
      if ( str_starts_with( $text, 'largesse_' ) && str_contains( $constant, 'COOKIE' ) ) { $found['cookies'][] = $text; }
      // In $_SERVER, a header has another name.
      if ( str_contains( $constant, 'HEADER' ) ) { $found['headers'][] = strtr( preg_replace( '/^HTTP_/', '', $text ), '_', '-' ); }
      if ( preg_match( '/PARAMETER|^FIELD$/', $constant ) || 'Registries\\\\Links\\\\SecretParameters' === $name ) { $found['parameters'][] = $text; }
    }
    if ( $class->isSubclassOf( Largesse\\Foundation\\Http\\Form::class ) && ! $class->isAbstract() ) {
      $found['doors'][] = array(
        'name'   => $name,
        'field'  => $texts['FIELD'],
        'page'   => $texts['PARAMETER'] ?? ( $class->isSubclassOf( Largesse\\Foundation\\Http\\PageWithForm::class ) ? $texts['FIELD'] : '' ),
        'button' => '' === $texts['BUTTON'] ? $texts['FIELD'] : $texts['BUTTON'],
        'texts'  => array_values( array_unique( preg_grep( '/^[a-z][a-z_-]*$/', $texts ) ) ),
        'isLink' => $class->isSubclassOf( Largesse\\Foundation\\Http\\LinkPage::class ),
      );
    }
  }
  $types = static fn ( array $args ): object => (object) array_map( static fn ( array $schema ): string => implode( ' ', (array) ( $schema['type'] ?? '' ) ), $args );
  foreach ( Largesse\\Features::routes() as $route ) {
    $found['routes'][] = array( 'method' => $route->method, 'path' => '/largesse/v1' . $route->readable_path(), 'args' => $types( $route->args() ) );
  }
  foreach ( rest_get_server()->get_routes( 'wp/v2' ) as $path => $handlers ) {
    foreach ( str_starts_with( $path, '/wp/v2/registries' ) ? $handlers : array() as $handler ) {
      $found['routes'][] = array(
        'method' => array_key_first( $handler['methods'] ),
        'path'   => preg_replace( '/\\(\\?P<(\\w+)>.*?\\]\\+\\)/', '{$1}', $path ),
        'args'   => $types( $handler['args'] ),
      );
    }
  }
  foreach ( array( 'parameters', 'cookies', 'headers' ) as $key ) { $found[ $key ] = array_values( array_unique( array_filter( $found[ $key ], 'strlen' ) ) ); }
  echo wp_json_encode( $found );`;

/** Returns the forms of a page that are sent by POST, once for each of their buttons. */
export function formsIn(html: string): ShownForm[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, head = '', inside = '']) => {
      const fields: Record<string, string> = {};
      const boxes: Record<string, string> = {};
      const buttons: [string, string][] = [];
      for (const [tag, kind, text = ''] of inside.matchAll(/<(input|textarea|select|button)\b[^>]*>([^<]*)/g)) {
        const read = (one: string) => new RegExp(`\\s${one}="([^"]*)"`).exec(tag)?.[1];
        const [name, value] = [decoded(read('name') ?? ''), read('value')];
        if (!name) continue;
        if (kind === 'button' || /type="submit"/.test(tag)) buttons.push([name, decoded(value ?? '')]);
        else {
          const isTicked = !/type="(?:checkbox|radio)"/.test(tag) || /\schecked/.test(tag);
          (isTicked ? fields : boxes)[name] = decoded(value ?? text);
        }
      }
      const address = decoded(/action="([^"]*)"/.exec(head)?.[1] ?? '');
      return (buttons.length > 0 ? buttons : [['', '']]).map(([name = '', value = '']) => ({
        address,
        boxes,
        fields: name === '' ? fields : { ...fields, [name]: value },
      }));
    },
  );
}

/**
 * Returns the door of a form, which its fields or its address name; `undefined` for a form of WordPress or of the
 * theme.
 */
export function doorOf({ address, fields }: Form, doors: readonly Door[]): Door | undefined {
  const parameters = new URL(address, 'http://site.example').searchParams;
  const named = doors.filter(({ field }) => field !== 'token');
  return (
    named.find(({ field }) => field in fields) ??
    (parameters.has('give') && 'token' in fields ? doors.find(({ field }) => field === 'token') : undefined) ??
    named.find(({ field }) => parameters.has(field))
  );
}
