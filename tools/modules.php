<?php
/**
 * Checks the hooks of the plugin's modules, and prints as JSON the text of stored.php, and the notes about stored data
 * and mails. Runs without WordPress.
 *
 * `$input` contains the path of the plugin's folder `src`.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Tools;

use Largesse\Autoloader;
use Largesse\DataNote;
use Largesse\Features;
use Largesse\Plugin;
use LogicException;
use ReflectionClass;
use ReflectionMethod;

/** Properties of the class StoredKeys that contain notes. Each value describes where the data is stored. */
const NOTED = array(
	'options'         => 'option',
	'transients'      => 'transient',
	'site_transients' => 'transient of the network',
	'post_meta'       => 'meta of a registry',
	'user_meta'       => 'meta of a user',
	'records'         => 'record',
	'folders'         => 'folder in uploads/largesse',
	'events_kept'     => 'event of the cron',
);

const HEAD = "<?php\n// Generated from the modules by `npm run modules`. Change the modules instead of this file.\n";

/** Formats a value as PHP code that old versions of PHP can read, too. */
function php( mixed $value ): string {
	if ( ! is_array( $value ) ) {
		return PHP_INT_MAX === $value
			? 'PHP_INT_MAX'
			: ( PHP_INT_MIN === $value ? 'PHP_INT_MIN' : ( null === $value ? 'null' : var_export( $value, true ) ) );
	}
	$written = array();
	foreach ( $value as $key => $part ) {
		$written[] = ( array_is_list( $value ) ? '' : php( $key ) . ' => ' ) . php( $part );
	}
	return array() === $written ? 'array()' : 'array( ' . implode( ', ', $written ) . ' )';
}

/** Formats an array as PHP code. Each value has its own line. */
function lines( array $values, string $indent ): string {
	$written = '';
	foreach ( $values as $key => $value ) {
		$written .= "\n{$indent}\t"
			. ( array_is_list( $values ) ? '' : var_export( $key, true ) . ' => ' )
			. php( $value )
			. ',';
	}
	return '' === $written ? 'array()' : "array({$written}\n{$indent})";
}

/** Formats a PHP file. The file returns an array with all parts, by the name of the part. */
function file_of( array $parts ): string {
	$written = '';
	foreach ( $parts as $name => $values ) {
		$written .= "\t'{$name}' => " . lines( $values, "\t" ) . ",\n";
	}
	return HEAD . "return array(\n{$written});\n";
}

/**
 * Matches a call in `Module::add_hooks()` that adds a callback to a hook: function, hook, callback, priority and number
 * of arguments. The class and the method are literal, so that one search finds the method and its hooks.
 */
const ADDED = "~(?:(add_action|add_filter)\( '([^']+)'[^,]*|register_(?:de)?activation_hook\( Plugin::file\(\)),"
	. " (array|Services::callback)\( (\w+)::class, '(\w+)' \)(?:, ([-\w]+))?(?:, (\w+))? \);~";

/**
 * Checks the calls with which a module adds callbacks: each method is public, and gets as many arguments as it has
 * parameters. `array( … )` names a static method, and `Services::callback( … )` a method of an object.
 *
 * @param class-string<\Largesse\Module> $module
 * @return list<string> Names of the hooks.
 */
function hooks_of( string $module ): array {
	$class = new ReflectionClass( $module );
	$code  = (string) file_get_contents( (string) $class->getFileName() );
	preg_match( '~function add_hooks\(\): void \{\n(.*?)\n\t\}~s', $code, $body );
	preg_match_all( '~^use (?:[\w\\\\]+\\\\)?(\w+);~m', $code, $imports );
	$imported = array_combine(
		$imports[1],
		array_map( static fn ( string $line ): string => substr( $line, 4, -1 ), $imports[0] )
	);
	preg_match_all( '~\b(?:add|register)_\w+\(.*?\);~', (string) preg_replace( '~\s+~', ' ', $body[1] ?? '' ), $calls );
	$hooks = array();
	foreach ( $calls[0] as $call ) {
		if ( ! preg_match( ADDED, $call, $found ) ) {
			throw new LogicException( "{$module}::add_hooks() must name the hook, the class and the method: {$call}" );
		}
		list( , $function, $name, $form, $short, $method, $priority, $accepted ) = $found + array_fill( 0, 8, '' );
		$callback = new ReflectionMethod( $imported[ $short ] ?? "{$class->getNamespaceName()}\\{$short}", $method );
		$needed   = $callback->isVariadic() ? 'PHP_INT_MAX' : (string) max( 1, $callback->getNumberOfParameters() );
		$problem  = match ( true ) {
			! $callback->isPublic() => 'is not public',
			$callback->isStatic() !== ( 'array' === $form ) => $callback->isStatic()
				? 'is static'
				: 'needs an object: Services::callback()',
			'' !== $function && ( '' === $accepted ? '1' : $accepted ) !== $needed => "needs {$needed} arguments",
			'add_filter' === $function && 'void' === (string) $callback->getReturnType() => 'returns nothing to the filter',
			default => '',
		};
		if ( '' !== $problem ) {
			throw new LogicException( "{$short}::{$method}() {$problem}, but {$module} adds: {$call}" );
		}
		$hooks[] = $name;
	}
	return $hooks;
}

require "{$input}/Autoloader.php";
Autoloader::register();

Features::assume_all();

$empty     = array(
	'options'         => array(),
	'site_transients' => array(),
	'post_meta'       => array(),
	'user_meta'       => array(),
	'records'         => array(),
	'folders'         => array(),
);
$stored    = array( 'events' => array(), 'plugin' => $empty, 'members' => $empty );
$data      = array();
$described = array();
foreach ( Plugin::MODULES as $module ) {
	$folder = explode( '\\', $module )[2];
	$hooks  = hooks_of( $module );
	$keys   = $module::stored();
	$events = array( ...array_keys( $module::events() ), ...array_keys( $keys->events_kept ) );
	foreach ( array_diff( $events, $hooks ) as $unheard ) {
		throw new LogicException( "{$module} adds no callback to its event {$unheard}" );
	}
	foreach (
		array(
			...array_column( $module::routes(), 'handler' ),
			...array_values( $module::checks() ),
		) as list( $class, $method )
	) {
		if ( ! ( new ReflectionMethod( $class, $method ) )->isPublic() ) {
			throw new LogicException( "{$class}::{$method}() is not public" );
		}
	}
	foreach ( $module::routes() as $route ) {
		$permission = is_array( $route->permission ) ? new ReflectionMethod( ...$route->permission ) : null;
		if ( null !== $permission && ! ( $permission->isPublic() && $permission->isStatic() ) ) {
			throw new LogicException( implode( '::', $route->permission ) . '() is not public and static' );
		}
	}
	foreach ( NOTED as $part => $place ) {
		foreach ( $keys->$part as $key => $note ) {
			if ( ! $note instanceof DataNote ) {
				throw new LogicException( "{$module}::stored() must describe its data with a DataNote by key: {$part}" );
			}
			$data[] = array( 'feature' => $folder, 'place' => $place, 'key' => $key ) + get_object_vars( $note );
			if ( isset( $empty[ $part ] ) ) {
				$stored[ $note->is_members ? 'members' : 'plugin' ][ $part ][] = $key;
			}
		}
	}
	foreach ( $module::mails() as $kinds ) {
		foreach ( $kinds as $kind => $about ) {
			if ( ! is_string( $kind ) ) {
				throw new LogicException( "{$module}::mails() must describe each kind of mail" );
			}
			$described[] = array( 'feature' => $folder, 'kind' => $kind, 'about' => $about );
		}
	}
	foreach (
		array_diff( $module::open_mails(), array_keys( array_merge( ...array_values( $module::mails() ) ) ) ) as $kind
	) {
		throw new LogicException( "{$module}::open_mails() names a kind of mail that mails() does not describe: {$kind}" );
	}
	$stored['events'] = array( ...$stored['events'], ...$events );
}
echo json_encode(
	array(
		'stored' => file_of( $stored ),
		'data'   => array( 'keys' => $data, 'mails' => $described ),
	),
	JSON_THROW_ON_ERROR
);
