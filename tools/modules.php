<?php
/**
 * Prints the declarations of the plugin's modules as JSON: the texts of declarations.php and stored.php, and
 * the notes about stored data and mails. Runs without WordPress.
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
use Largesse\Module;
use Largesse\Plugin;
use LogicException;
use ReflectionMethod;

/** Properties of the class StoredKeys that contain notes. Each value describes where the data is stored. */
const NOTED = array(
	'options'         => 'option',
	'option_prefixes' => 'options',
	'transients'      => 'transient',
	'site_transients' => 'transient of the network',
	'post_meta'       => 'meta of a registry',
	'members_meta'    => 'meta of a registry',
	'user_meta'       => 'meta of a user',
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

require "{$input}/Autoloader.php";
Autoloader::register();

$hooks  = array( 'hooks' => array(), 'admin_hooks' => array() );
$fields = array();
$blocks = array();
$stored = array( 'options' => array(), 'option_prefixes' => array(), 'site_transients' => array(), 'post_meta' => array(), 'members_meta' => array(), 'user_meta' => array(), 'folders' => array(), 'events' => array() );
$events   = array();
$data     = array();
$settings = array();
$checks   = array();
$mails    = array();
$described = array();
$personal = array();
foreach ( Plugin::MODULES as $module ) {
	foreach ( $module::hooks() as $hook ) {
		list( $class, $method ) = $hook->callback;
		$callback               = new ReflectionMethod( $class, $method );
		if ( ! $callback->isPublic() ) {
			throw new LogicException( "{$class}::{$method}() is not public" );
		}
		$is_admin = 'is_admin' === $hook->when;
		$hooks[ $is_admin ? 'admin_hooks' : 'hooks' ][ $hook->name ][ $hook->priority ][] = array( $class, $method, 'void' !== (string) $callback->getReturnType(), $is_admin || null === $hook->when ? null : conditions( (array) $hook->when ) );
	}
	foreach ( $module::routes() as $route ) {
		list( $class, $method ) = $route->handler;
		if ( ! ( new ReflectionMethod( $class, $method ) )->isPublic() ) {
			throw new LogicException( "{$class}::{$method}() is not public" );
		}
		$permission = is_array( $route->permission ) ? new ReflectionMethod( ...$route->permission ) : null;
		if ( null !== $permission && ! ( $permission->isPublic() && $permission->isStatic() ) ) {
			throw new LogicException( implode( '::', $route->permission ) . '() is not public and static' );
		}
	}
	$blocks += $module::blocks();
	foreach ( $module::fields() as $class ) {
		$fields[ $class ] = $class::meta_keys();
	}
	$keys    = $module::stored();
	foreach ( NOTED as $part => $place ) {
		foreach ( $keys->$part as $key => $note ) {
			if ( ! $note instanceof DataNote ) {
				throw new LogicException( "{$module}::stored() must describe its data with a DataNote by key: {$part}" );
			}
			$data[] = array( 'feature' => explode( '\\', $module )[1], 'place' => $place, 'key' => $key ) + get_object_vars( $note );
		}
		if ( isset( $stored[ $part ] ) ) {
			$stored[ $part ] = array( ...$stored[ $part ], ...array_keys( $keys->$part ) );
		}
	}
	$events          += $keys->events;
	$checks          += $module::checks();
	foreach ( $module::mails() as $class => $kinds ) {
		$mails[ $class ] = array_keys( $kinds );
		foreach ( $kinds as $kind => $about ) {
			if ( ! is_string( $kind ) ) {
				throw new LogicException( "{$module}::mails() must describe each kind of mail" );
			}
			$described[] = array( 'feature' => explode( '\\', $module )[1], 'kind' => $kind, 'about' => $about );
		}
	}
	$personal        += $module::personal_data();
	// List only the name of the module, because the texts of its settings need WordPress.
	if ( Module::class !== ( new ReflectionMethod( $module, 'settings' ) )->getDeclaringClass()->getName() ) {
		$settings[] = $module;
	}
	$stored['events'] = array( ...$stored['events'], ...array_keys( $keys->events ), ...array_keys( $keys->events_kept ) );
}
echo json_encode(
	array(
		'declarations' => file_of( $hooks + array( 'fields' => $fields, 'blocks' => $blocks, 'events' => $events, 'settings' => $settings, 'checks' => $checks, 'mails' => $mails, 'personal_data' => $personal ) ),
		'stored'       => file_of( $stored ),
		'data'         => array( 'keys' => $data, 'mails' => $described ),
	),
	JSON_THROW_ON_ERROR
);
