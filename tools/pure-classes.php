<?php
/**
 * Runs tests of the plugin's pure classes and prints the results as JSON. Loads neither WordPress nor a replacement. So
 * a test fails if the tested class calls WordPress.
 *
 * The current folder must be the project's folder, and `$input` contains the paths of the test files. Each test file
 * calls test().
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Testing;

use ErrorException;
use Exception;
use Largesse\Autoloader;
use LogicException;
use PhpToken;
use ReflectionFunction;
use Throwable;

/** Folder of the plugin's classes. */
const CLASSES = 'plugin/src';

/** Thrown if a value differs from the expected value. */
final class Difference extends Exception {}

/**
 * Results of the completed tests.
 */
final class Results {

	/** @var list<array<string, mixed>> */
	public static array $all = array();

	/** @var array<string, array<string, true>> */
	public static array $names = array();

	/**
	 * Runs a test, or loads a file with tests, and records the result. The test fails if PHP reports a warning or a
	 * notice.
	 *
	 * @param string|null $name Name of the test; null to load the file. Loading is recorded only if it fails.
	 * @param string      $file Path of the test file.
	 */
	public static function add( ?string $name, string $file, callable $body ): void {
		try {
			$body();
			if ( null === $name ) {
				return;
			}
			$failure = null;
		} catch ( Throwable $error ) {
			$failure = self::failure( $error, $file );
		}
		self::$all[] = array(
			'file'    => self::relative( $file ),
			'name'    => $name ?? 'is loaded',
			'failure' => $failure,
		);
	}

	/** Describes a failure: its place in the test, and either the two different values or an error of PHP. */
	private static function failure( Throwable $error, string $file ): string {
		$frames = array( array( 'file' => $error->getFile(), 'line' => $error->getLine() ), ...$error->getTrace() );
		$places = array_values(
			array_filter( $frames, static fn ( array $frame ): bool => ( $frame['file'] ?? '' ) === $file )
		);
		$text   = $error instanceof Difference
			? $error->getMessage()
			: get_class( $error )
				. ": {$error->getMessage()} in "
				. self::relative( $error->getFile() )
				. ":{$error->getLine()}";
		return self::relative( $file ) . ':' . ( $places[0]['line'] ?? 1 ) . "\n{$text}";
	}

	/** Returns a path relative to the project's folder. */
	private static function relative( string $path ): string {
		return str_replace( getcwd() . '/', '', $path );
	}
}

/**
 * Runs a test.
 *
 * @param string   $name A sentence about the class.
 * @param callable $body Function that throws if the sentence is not true.
 */
function test( string $name, callable $body ): void {
	$file = debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS, 1 )[0]['file'];
	if ( isset( Results::$names[ $file ][ $name ] ) ) {
		throw new LogicException( "two tests have the name: {$name}" );
	}
	Results::$names[ $file ][ $name ] = true;
	Results::add( $name, $file, $body );
}

/**
 * Throws if a value differs from the expected value, or has another type.
 *
 * @param string $about Text for the report of a failure. Identifies the value if one line of the test checks several
 *                      values.
 * @throws Difference If the value or its type differs.
 */
function assert_same( mixed $expected, mixed $actual, string $about = '' ): void {
	if ( $expected !== $actual ) {
		throw new Difference(
			ltrim( "{$about}\nexpected: " . var_export( $expected, true ) . "\nactual:   " . var_export( $actual, true ), "\n" )
		);
	}
}

/**
 * Returns a group of the cases that the plugin shares with the API (contract/rule-cases.json). Each key contains the
 * number of the case in the group.
 *
 * @return array<string, array<string, mixed>>
 */
function rule_cases( string $group ): array {
	$all   = json_decode(
		(string) file_get_contents( 'contract/rule-cases.json' ),
		true,
		512,
		JSON_THROW_ON_ERROR
	)[ $group ];
	$named = array();
	foreach ( $all as $index => $case ) {
		if ( is_array( $case['value'] ?? null ) && isset( $case['value']['repeat'] ) ) {
			$case['value'] = str_repeat( $case['value']['repeat'], $case['value']['times'] ) . ( $case['value']['after'] ?? '' );
		}
		$named[ "case {$index} of {$group}" ] = $case;
	}
	return $named;
}

/** Shortens a value for the name of a test. */
function brief( mixed $value ): string {
	$text = (string) json_encode( $value, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE );
	return strlen( $text ) > 60 ? substr( $text, 0, 40 ) . '… (' . strlen( $text ) . ' bytes)' : $text;
}

/**
 * Finds names of functions, constants, global variables and classes in a file. Returns the names that are defined
 * neither by PHP nor by the plugin.
 *
 * @return list<string>
 */
function foreign_names( string $path ): array {
	$tokens = array_values(
		array_filter(
			PhpToken::tokenize( (string) file_get_contents( $path ) ),
			static fn ( PhpToken $token ): bool => ! $token->isIgnorable()
		)
	);
	$found  = array();
	foreach ( $tokens as $index => $token ) {
		$name   = ltrim( $token->text, '\\' );
		$before = $tokens[ $index - 1 ] ?? $token;
		$after  = $tokens[ $index + 1 ]->text ?? '';
		if (
			$before->is( T_USE ) && $token->is( array( T_STRING, T_NAME_QUALIFIED ) )
			|| $token->is( T_NAME_FULLY_QUALIFIED ) && '(' !== $after
		) {
			// WordPress contains the library Requests, which uses no function of WordPress.
			$is_known = str_starts_with( $name, 'Largesse\\' )
				|| str_starts_with( $name, 'WpOrg\\Requests\\' )
				|| class_exists( $name, false )
				|| interface_exists( $name, false )
				|| defined( $name )
				|| preg_grep( "/^Largesse\\\\.*\\\\{$name}$/", get_declared_traits() );
		} elseif ( $token->is( T_GLOBAL ) ) {
			$is_known = false;
		} elseif ( ! $token->is( array( T_STRING, T_NAME_FULLY_QUALIFIED ) ) || $before->is( array( T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_NEW, T_CONST, T_CLASS, T_USE ) ) ) {
			$is_known = true;
		} elseif ( 0 === stripos( $name, 'sodium_' ) ) {
			// An extension of PHP that some builds lack.
			$is_known = true;
		} elseif ( '(' === $after ) {
			$is_known = function_exists( $name ) && ( new ReflectionFunction( $name ) )->isInternal();
		} else {
			// A name in capitals is a class if `::` follows. Otherwise, the name is a constant.
			$is_known = 1 !== preg_match( '/^[A-Z][A-Z0-9_]+$/', $name )
				|| '::' === $after
				|| defined( $name )
				|| $before->is( ',' );
		}
		if ( ! $is_known ) {
			$found[] = "{$token->text} in line {$token->line}";
		}
	}
	return $found;
}

/**
 * Finds the classes of the plugin that a file names.
 *
 * @param array<string, true> $files Paths of all files of the plugin, as keys.
 * @return list<string> Paths of the classes.
 */
function named_classes( string $path, array $files ): array {
	$names = array();
	foreach ( PhpToken::tokenize( (string) file_get_contents( $path ) ) as $token ) {
		if ( $token->is( T_STRING ) ) {
			$names[ dirname( $path ) . "/{$token->text}.php" ] = true;
		} elseif ( $token->is( array( T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED ) ) ) {
			$names[
				CLASSES . '/' . strtr( preg_replace( '/^\\\\?Largesse\\\\/', '', $token->text ), '\\', '/' ) . '.php'
			] = true;
		}
	}
	return array_keys( array_intersect_key( $names, $files ) );
}

/** Checks whether the code of a file has conditions or loops. */
function has_branch( string $path ): bool {
	$tokens = array_values(
		array_filter(
			PhpToken::tokenize( (string) file_get_contents( $path ) ),
			static fn ( PhpToken $token ): bool => ! $token->isIgnorable()
		)
	);
	foreach ( $tokens as $index => $token ) {
		// A question mark before the name of a type is no condition.
		$is_ternary = '?' === $token->text
			&& ! $tokens[ $index - 1 ]->is( array( '(', ',', ':', T_READONLY, T_PUBLIC, T_PROTECTED, T_PRIVATE, T_STATIC ) );
		if (
			$is_ternary
			|| $token->is( array(
				T_IF,
				T_MATCH,
				T_SWITCH,
				T_FOR,
				T_FOREACH,
				T_WHILE,
				T_COALESCE,
				T_COALESCE_EQUAL,
				T_BOOLEAN_AND,
				T_BOOLEAN_OR,
				T_CATCH,
				T_NULLSAFE_OBJECT_OPERATOR,
			) )
		) {
			return true;
		}
	}
	return false;
}

/**
 * Finds the pure classes that have a condition or a loop, but no file of tests. A class is pure if it uses only PHP and
 * other pure classes. Ignores modules, which only declare.
 *
 * @return list<string> Paths of the classes.
 */
function untested_classes(): array {
	$files  = array_filter(
		array( ...glob( CLASSES . '/*.php' ), ...glob( CLASSES . '/*/*/*.php' ) ),
		static fn ( string $file ): bool => ! str_ends_with( $file, '.test.php' )
	);
	$impure = array_fill_keys(
		array_filter( $files, static fn ( string $file ): bool => array() !== foreign_names( $file ) ),
		true
	);
	$all    = array_fill_keys( $files, true );
	$named  = array_map(
		static fn ( string $file ): array => named_classes( $file, $all ),
		array_combine( $files, $files )
	);
	do {
		$before = count( $impure );
		foreach ( $named as $file => $classes ) {
			if ( array() !== array_intersect_key( $impure, array_flip( $classes ) ) ) {
				$impure[ $file ] = true;
			}
		}
	} while ( count( $impure ) > $before );
	$is_class    = static fn ( string $file ): bool => 'Module.php' !== basename( $file )
		&& 1 === preg_match( '/^(?:abstract |final )*class /m', (string) file_get_contents( $file ) );
	$is_untested = static fn ( string $file ): bool => ! isset( $impure[ $file ] )
		&& $is_class( $file )
		&& has_branch( $file )
		&& ! is_file( preg_replace( '/php$/', 'test.php', $file ) );
	return array_values( array_filter( $files, $is_untested ) );
}

set_error_handler(
	static function ( int $level, string $message, string $file, int $line ): bool {
		// Ignore the error if the code suppresses it.
		if ( 0 === ( error_reporting() & $level ) ) {
			return false;
		}
		throw new ErrorException( $message, 0, $level, $file, $line );
	}
);
require CLASSES . '/Autoloader.php';
Autoloader::register();

foreach ( $input as $path ) {
	$file = getcwd() . "/{$path}";
	Results::add( null, $file, static fn () => require $file );
}

// By now, PHP has loaded the tested classes and all classes that the tested classes use.
foreach ( get_included_files() as $file ) {
	$class = str_replace( getcwd() . '/', '', $file );
	if ( str_starts_with( $class, CLASSES ) && ! str_ends_with( $class, '.test.php' ) ) {
		Results::add(
			'calls nothing outside PHP and the plugin',
			$file,
			static fn () => assert_same( array(), foreign_names( $file ) )
		);
	}
}
echo json_encode( Results::$all, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE );
