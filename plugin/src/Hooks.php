<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Adds the hooks that the modules declare. Does not load the modules' classes.
 */
final class Hooks {

	/**
	 * Contents of declarations.php.
	 *
	 * @var array<string, mixed>|null
	 */
	private static ?array $declared = null;

	/**
	 * Returns one part of declarations.php, for example the hooks of all modules.
	 *
	 * @param 'hooks'|'admin_hooks'|'fields'|'blocks'|'events'|'settings'|'checks'|'mails'|'personal_data' $part Name of the part.
	 * @return array<mixed>
	 */
	public static function declared( string $part ): array {
		self::$declared ??= require __DIR__ . '/declarations.php';
		return self::$declared[ $part ];
	}

	/** Adds the hooks of all modules. */
	public static function add(): void {
		self::add_all( self::declared( 'hooks' ) );
		if ( is_admin() ) {
			self::add_all( self::declared( 'admin_hooks' ) );
		}
	}

	/**
	 * Adds one callback for all methods of the same hook and priority.
	 *
	 * @param array<string, array<int, list<array{class-string, string, bool, array<string, string>|null}>>> $hooks Methods
	 *                      by the name of the hook and by priority. Each method is a list: its class, its name, whether it
	 *                      filters a value, and its conditions.
	 */
	private static function add_all( array $hooks ): void {
		foreach ( $hooks as $name => $priorities ) {
			$name = str_contains( $name, '{' ) ? str_replace( '{plugin}', plugin_basename( Plugin::file() ), $name ) : $name;
			foreach ( $priorities as $priority => $methods ) {
				add_filter( $name, static fn ( mixed ...$values ): mixed => self::run( $methods, $values ), $priority, PHP_INT_MAX );
			}
		}
	}

	/**
	 * Runs the methods whose condition is true. Returns the filtered value.
	 *
	 * @param list<array{class-string, string, bool, array<string, string>|null}> $methods Methods in the format of add_all().
	 * @param list<mixed>                                                         $values  Arguments of the hook.
	 */
	private static function run( array $methods, array $values ): mixed {
		foreach ( $methods as list( $class_name, $method, $is_filter, $conditions ) ) {
			if ( null === $conditions || self::is_one_true( $conditions ) ) {
				$result = Services::get( $class_name )->$method( ...$values );
				if ( $is_filter ) {
					$values[0] = $result;
				}
			}
		}
		return $values[0] ?? null;
	}

	/**
	 * Checks whether one of several conditions is true.
	 *
	 * @param array<string, string> $conditions Arguments by the names of methods of Conditions; '' for no argument.
	 */
	private static function is_one_true( array $conditions ): bool {
		foreach ( $conditions as $name => $argument ) {
			if ( '' === $argument ? Conditions::$name() : Conditions::$name( $argument ) ) {
				return true;
			}
		}
		return false;
	}
}
