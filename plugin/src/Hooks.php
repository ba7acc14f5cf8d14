<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Adds the hooks that the modules declare, without loading their classes.
 */
final class Hooks {

	/**
	 * Contents of declarations.php.
	 *
	 * @var array<string, mixed>|null
	 */
	private static ?array $declared = null;

	/**
	 * Returns a part of what the modules declare, as declarations.php lists it.
	 *
	 * @param 'hooks'|'admin_hooks'|'blocks'|'events'|'settings'|'checks'|'mails'|'personal_data' $part Name of the part.
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
	 * Adds hooks.
	 *
	 * @param list<array{string, int, int, class-string, string, string|null}> $hooks Name, priority, number of arguments,
	 *                                                                                class, method and condition of each.
	 */
	private static function add_all( array $hooks ): void {
		foreach ( $hooks as list( $name, $priority, $arguments, $class_name, $method, $condition ) ) {
			add_filter(
				str_contains( $name, '{' ) ? str_replace( '{plugin}', plugin_basename( Plugin::file() ), $name ) : $name,
				static function ( mixed ...$values ) use ( $class_name, $method, $condition ): mixed {
					// A filter that does not apply returns its value.
					return null !== $condition && ! Conditions::$condition() ? $values[0] ?? null : Services::get( $class_name )->$method( ...$values );
				},
				$priority,
				// WordPress passes on the value of a filter only to callbacks with arguments.
				null === $condition ? $arguments : max( 1, $arguments )
			);
		}
	}
}
