<?php
/**
 * Prints the declarations of the plugin's modules as JSON: the texts of declarations.php, stored.php and docs/rest.md,
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
use Largesse\Http\Schema;
use Largesse\Module;
use Largesse\Owners\RegistrySchema;
use Largesse\Plugin;
use Largesse\Route;
use Largesse\Service\Rules;
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

/** Describes the values that a schema allows. */
function values_of( array $schema ): string {
	$names = array( 'string' => 'text', 'integer' => 'whole number', 'number' => 'number', 'boolean' => 'true or false', 'array' => 'list', 'object' => 'object', 'null' => 'null' );
	$types = array_map( static fn ( string $type ): string => $names[ $type ] ?? $type, (array) ( $schema['type'] ?? 'any value' ) );
	if ( isset( $schema['enum'] ) ) {
		return implode( ', ', array_map( static fn ( ?string $value ): string => null === $value ? 'null' : "`\"{$value}\"`", $schema['enum'] ) );
	}
	$least  = $schema['minimum'] ?? $schema['minLength'] ?? $schema['minItems'] ?? 0;
	$most   = $schema['maximum'] ?? $schema['maxLength'] ?? $schema['maxItems'] ?? Rules::MAX_SAFE;
	$unit   = isset( $schema['maxLength'] ) ? ' characters' : ( isset( $schema['maxItems'] ) ? ' entries' : '' );
	$range  = match ( true ) {
		isset( $schema['exclusiveMinimum'] )           => "above {$least}",
		Rules::MAX_SAFE !== $most && 0 === $least       => "at most {$most}{$unit}",
		Rules::MAX_SAFE !== $most                       => "{$least} to {$most}{$unit}",
		default                                         => '',
	};
	$format = isset( $schema['format'] ) ? "`{$schema['format']}`" : '';
	return implode( ', ', array_filter( array( implode( ' or ', $types ), $format, $range ) ) );
}

/** Formats fields as a Markdown list. An object, or a list of objects, has a nested list of its fields. */
function field_list( array $properties, array $required, string $indent = '' ): string {
	$written = '';
	foreach ( $properties as $name => $schema ) {
		$mark     = in_array( $name, $required, true ) ? '' : '?';
		$written .= "{$indent}- `{$name}{$mark}`: " . values_of( $schema ) . ". {$schema['description']}\n";
		$inner    = $schema['items'] ?? $schema;
		if ( isset( $inner['properties'] ) ) {
			$written .= field_list( $inner['properties'], $inner['required'] ?? array(), "{$indent}  " );
		}
	}
	return $written;
}

/**
 * Formats a route for the reference. Several routes answer with a registry, or with the changed parts of a registry.
 * Two sections of the reference describe the fields of a registry and of changed parts. So the text of such a route
 * links to one of these sections instead of listing the fields.
 */
function reference_of( Route $route ): string {
	$args    = array_diff_key( $route->args(), array( 'id' => true, 'item' => true ) );
	$answer  = $route->answer();
	$parts   = $answer['properties'];
	$link    = match ( true ) {
		! isset( $parts['registry'] )                                => '',
		in_array( 'title', $parts['registry']['required'], true )    => ' the [registry](#registry)',
		default                                                      => ' the [changed parts](#changed-parts) of the registry',
	};
	$written = "### {$route->method} {$route->readable_path()}\n\n{$route->description}\n";
	if ( array() !== $args ) {
		$required = array_keys( array_filter( $args, static fn ( array $schema ): bool => $schema['required'] ) );
		$written .= "\nFields:\n\n" . field_list( $args, $required );
	}
	unset( $parts['registry'] );
	$written .= "\nAnswer:{$link}" . match ( true ) {
		array() === $parts => ".\n",
		'' === $link       => "\n\n",
		default            => ", and\n\n",
	};
	return $written . field_list( $parts, $answer['required'] ?? array() ) . "\n";
}

/** Formats the reference of all routes. */
function reference( array $routes ): string {
	$about    = "These routes are for signed-in browsers (cookie and `X-WP-Nonce`); other programs should use the API. The body of a\nrequest is a JSON object. A field with `?` may be missing. An `OPTIONS` request to a route returns the description of the\nroute as JSON Schema.\n";
	$registry = RegistrySchema::of();
	$changed  = RegistrySchema::change();
	return "# The REST routes of the plugin\n\n<!-- Generated from the modules by `npm run modules`. Change the modules instead of this file. -->\n\nThe namespace is `largesse/v1`. [Pages](pages.md#the-rest-routes-behind-my-registries) explains the fields and errors.\n\n{$about}\n## Routes\n\n"
		. implode( '', array_map( reference_of( ... ), $routes ) )
		. "## Answers\n\n### Registry\n\n`registry`: {$registry['description']}\n\n" . field_list( $registry['properties'], $registry['required'] )
		. "\n### Changed parts\n\n`registry`: {$changed['description']}\n\n" . field_list( array_intersect_key( $changed['properties'], array_flip( array( 'order' ) ) ), array() )
		. "\n### Error\n\n" . field_list( Schema::error()['properties'], Schema::error()['required'] );
}

require "{$input}/Autoloader.php";
Autoloader::register();

$hooks  = array( 'hooks' => array(), 'admin_hooks' => array() );
$fields = array();
$blocks = array();
$stored = array( 'options' => array(), 'option_prefixes' => array(), 'site_transients' => array(), 'post_meta' => array(), 'members_meta' => array(), 'user_meta' => array(), 'folders' => array(), 'events' => array() );
$events   = array();
$data     = array();
$routes   = array();
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
		if ( $route->is_listed ) {
			$routes[] = $route;
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
		'rest'         => reference( $routes ),
		'data'         => array( 'keys' => $data, 'mails' => $described ),
	),
	JSON_THROW_ON_ERROR
);
