<?php
/**
 * Prints the declarations of the plugin's modules as JSON: the texts of declarations.php, Callbacks.php and stored.php,
 * and the notes about stored data and mails. Runs without WordPress.
 *
 * `$input` contains the path of the plugin's folder `src`.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Tools;

use Largesse\Autoloader;
use Largesse\Conditions;
use Largesse\DataNote;
use Largesse\Features;
use Largesse\Hooks;
use Largesse\Plugin;
use LogicException;
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
		return PHP_INT_MAX === $value ? 'PHP_INT_MAX' : ( PHP_INT_MIN === $value ? 'PHP_INT_MIN' : ( null === $value ? 'null' : var_export( $value, true ) ) );
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
		$written .= "\n{$indent}\t" . ( array_is_list( $values ) ? '' : var_export( $key, true ) . ' => ' ) . php( $value ) . ',';
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
 * Formats declarations.php.
 *
 * @param array<string, array<string, mixed>> $declared Declarations by the name of the module's folder.
 */
function declarations_of( array $declared ): string {
	$written = '';
	foreach ( $declared as $folder => $parts ) {
		$written .= "\t'{$folder}' => array(\n";
		foreach ( $parts as $name => $values ) {
			$code     = is_array( $values ) ? lines( $values, "\t\t" ) : php( $values );
			$written .= "\t\t'{$name}' => {$code},\n";
		}
		$written .= "\t),\n";
	}
	return HEAD . "return array(\n{$written});\n";
}

/**
 * Splits conditions of a hook into names and arguments.
 *
 * @param list<string> $conditions Conditions in the format of Hook.
 * @return array<string, string> Arguments by the names of methods of Conditions; '' for no argument.
 */
function conditions( array $conditions ): array {
	$arguments = array();
	foreach ( $conditions as $condition ) {
		list( $name, $argument ) = array( ...explode( ' ', $condition, 2 ), '' );
		if ( isset( $arguments[ $name ] ) || ! method_exists( Conditions::class, $name ) ) {
			throw new LogicException( isset( $arguments[ $name ] ) ? "a hook has the condition {$name}() twice" : "there is no condition {$name}()" );
		}
		if ( ( '' === $argument ) !== ( 0 === ( new ReflectionMethod( Conditions::class, $name ) )->getNumberOfParameters() ) ) {
			throw new LogicException( "the condition {$name}() has a wrong number of arguments" );
		}
		$arguments[ $name ] = $argument;
	}
	return $arguments;
}

/**
 * Returns the method of the class Callbacks that runs a method of a feature.
 *
 * @param class-string          $class_name Class of the feature, which may inherit the method.
 * @param array<string, string> $conditions Conditions of the hook, in the format of conditions(). Only if one of them is
 *                                          true, the feature's method runs.
 * @return array{string, string} Name and code of the method.
 */
function callback( string $class_name, ReflectionMethod $method, array $conditions ): array {
	$class = substr( $class_name, strlen( 'Largesse\\' ) );
	$name  = strtr( $class, '\\', '_' ) . "_{$method->name}";
	$run   = $method->isStatic() ? "{$class}::{$method->name}" : "Services::get( {$class}::class )->{$method->name}";
	$when  = array();
	foreach ( $conditions as $condition => $argument ) {
		$when[] = "Conditions::{$condition}(" . ( '' === $argument ? '' : ' ' . php( $argument ) . ' ' ) . ')';
	}
	$is_void = 'void' === (string) $method->getReturnType();
	$code    = match ( true ) {
		array() === $when => ( $is_void ? '' : 'return ' ) . "{$run}( ...\$values );",
		$is_void          => 'if ( ' . implode( ' || ', $when ) . " ) { {$run}( ...\$values ); }",
		default           => 'return ' . implode( ' || ', $when ) . " ? {$run}( ...\$values ) : ( \$values[0] ?? null );",
	};
	$type    = $is_void ? 'void' : 'mixed';
	return array( $name, "\tpublic static function {$name}( mixed ...\$values ): {$type} { {$code} }\n" );
}

/**
 * Formats the class Callbacks.
 *
 * @param array<string, string> $methods Codes of its methods, by name.
 */
function callbacks_of( array $methods ): string {
	$about = "/**\n * Callbacks of hooks whose method belongs to an object, or has a condition. Each method creates the object if the\n * condition is true. Hooks call all other methods directly. Other plugins can remove callbacks (docs/hooks.md).\n */\n";
	return str_replace( "<?php\n", "<?php\ndeclare( strict_types=1 );\n\n", HEAD ) . "\nnamespace Largesse;\n\n{$about}final class Callbacks {\n\n" . implode( $methods ) . "}\n";
}

require "{$input}/Autoloader.php";
Autoloader::register();

Features::assume_all();

$declared  = array();
$callbacks = array();
$empty     = array( 'options' => array(), 'site_transients' => array(), 'post_meta' => array(), 'user_meta' => array(), 'records' => array(), 'folders' => array() );
$stored    = array( 'events' => array(), 'plugin' => $empty, 'members' => $empty );
$data      = array();
$described = array();
foreach ( Plugin::MODULES as $module ) {
	$folder = explode( '\\', $module )[2];
	$parts  = array( 'hooks' => array(), 'fields' => array(), 'blocks' => $module::blocks(), 'events' => $module::stored()->events );
	foreach ( $module::hooks() as $hook ) {
		list( $class, $method ) = $hook->callback;
		$callback               = new ReflectionMethod( $class, $method );
		if ( ! $callback->isPublic() ) {
			throw new LogicException( "{$class}::{$method}() is not public" );
		}
		$early                  = is_string( $hook->when ) && in_array( explode( ' ', $hook->when )[0], Hooks::EARLY, true ) ? $hook->when : '';
		$conditions             = array_diff_key( conditions( (array) $hook->when ), '' === $early ? array() : conditions( array( $early ) ) );
		if ( $callback->isStatic() && array() === $conditions ) {
			$added = array( $class, $method );
		} else {
			list( $name, $code ) = callback( $class, $callback, $conditions );
			if ( ( $callbacks[ $name ] ?? $code ) !== $code ) {
				throw new LogicException( "{$class}::{$method}() has different conditions" );
			}
			$callbacks[ $name ] = $code;
			$added              = array( 'Largesse\Callbacks', $name );
		}
		$arguments = $callback->isVariadic() ? PHP_INT_MAX : max( 1, $callback->getNumberOfParameters() );
		// Arguments of add_filter(), and a condition that stays the same during a request.
		$parts['hooks'][] = array( $hook->name, $added, $hook->priority, $arguments, $early );
	}
	foreach ( array( ...array_column( $module::routes(), 'handler' ), ...array_values( $module::checks() ) ) as list( $class, $method ) ) {
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
	foreach ( $module::fields() as $class ) {
		$parts['fields'][ $class ] = $class::meta_keys();
	}
	$keys    = $module::stored();
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
	$switch              = '' === $module::FEATURE ? array() : array_filter( array( 'feature' => $module::FEATURE, 'needs' => $module::NEEDS, 'is_standard' => $module::IS_STANDARD ) );
	$declared[ $folder ] = $switch + array_filter( $parts );
	$stored['events']    = array( ...$stored['events'], ...array_keys( $keys->events ), ...array_keys( $keys->events_kept ) );
}
echo json_encode(
	array(
		'declarations' => declarations_of( array_filter( $declared ) ),
		'callbacks'    => callbacks_of( $callbacks ),
		'stored'       => file_of( $stored ),
		'data'         => array( 'keys' => $data, 'mails' => $described ),
	),
	JSON_THROW_ON_ERROR
);
