<?php
/**
 * Prints what the plugin's modules declare, as the texts of declarations.php and stored.php in JSON. Runs without WordPress.
 *
 * `$input` contains the path of the plugin's folder `src`.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Tools;

use Largesse\Autoloader;
use Largesse\Conditions;
use Largesse\Plugin;
use LogicException;
use ReflectionMethod;

const HEAD = "<?php\n// Made from the modules by `npm run modules`: change them.\n";

/** Writes a value as PHP that old versions can read, too. */
function php( mixed $value ): string {
	if ( ! is_array( $value ) ) {
		return PHP_INT_MAX === $value ? 'PHP_INT_MAX' : ( PHP_INT_MIN === $value ? 'PHP_INT_MIN' : ( null === $value ? 'null' : var_export( $value, true ) ) );
	}
	$written = array();
	foreach ( $value as $key => $part ) {
		$written[] = ( array_is_list( $value ) ? '' : var_export( $key, true ) . ' => ' ) . php( $part );
	}
	return array() === $written ? 'array()' : 'array( ' . implode( ', ', $written ) . ' )';
}

/** Writes an array with one line for each value. */
function lines( array $values, string $indent ): string {
	$written = '';
	foreach ( $values as $key => $value ) {
		$written .= "\n{$indent}\t" . ( array_is_list( $values ) ? '' : var_export( $key, true ) . ' => ' ) . php( $value ) . ',';
	}
	return '' === $written ? 'array()' : "array({$written}\n{$indent})";
}

/** Writes a file that returns parts by their names. */
function file_of( array $parts ): string {
	$written = '';
	foreach ( $parts as $name => $values ) {
		$written .= "\t'{$name}' => " . lines( $values, "\t" ) . ",\n";
	}
	return HEAD . "return array(\n{$written});\n";
}

require "{$input}/Autoloader.php";
Autoloader::register();

$hooks  = array( 'hooks' => array(), 'admin_hooks' => array() );
$blocks = array();
$stored = array( 'options' => array(), 'option_prefixes' => array(), 'site_transients' => array(), 'post_meta' => array(), 'user_meta' => array(), 'folders' => array(), 'events' => array() );
$events = array();
foreach ( Plugin::MODULES as $module ) {
	foreach ( $module::hooks() as $hook ) {
		list( $class, $method ) = $hook->callback;
		$callback               = new ReflectionMethod( $class, $method );
		if ( ! $callback->isPublic() ) {
			throw new LogicException( "{$class}::{$method}() is not public" );
		}
		$is_admin = 'is_admin' === $hook->when;
		if ( null !== $hook->when && ! $is_admin && ! method_exists( Conditions::class, $hook->when ) ) {
			throw new LogicException( "there is no condition {$hook->when}()" );
		}
		$hooks[ $is_admin ? 'admin_hooks' : 'hooks' ][] = array( $hook->name, $hook->priority, $callback->getNumberOfParameters(), $class, $method, $is_admin ? null : $hook->when );
	}
	$blocks += $module::blocks();
	$keys    = $module::stored();
	foreach ( array( 'options', 'option_prefixes', 'site_transients', 'post_meta', 'user_meta', 'folders' ) as $part ) {
		$stored[ $part ] = array( ...$stored[ $part ], ...$keys->$part );
	}
	$events          += $keys->events;
	$stored['events'] = array( ...$stored['events'], ...array_keys( $keys->events ), ...$keys->events_kept );
}
echo json_encode(
	array(
		'declarations' => file_of( $hooks + array( 'blocks' => $blocks, 'events' => $events ) ),
		'stored'       => file_of( $stored ),
	),
	JSON_THROW_ON_ERROR
);
