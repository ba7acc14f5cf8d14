<?php
declare( strict_types=1 );

namespace Largesse;

use Closure;
use ReflectionFunction;

/**
 * Adds the hooks that the modules declare. Does not load the modules' classes: the callbacks are static methods of the
 * features or, if a hook needs an object or has a condition, of the generated class Callbacks.
 */
final class Hooks {

	/** Conditions that stay the same during a request. A hook with one of these conditions is added only if the condition is true. */
	public const EARLY = array( 'is_admin', 'is_screen', 'is_without_theme', 'has_input', 'has_header' );

	/** @var array<string, array<string, mixed>>|null Contents of declarations.php. */
	private static ?array $declared = null;

	/** @return array<string, array<string, mixed>> Declarations by the module's folder. Empty parts and modules are missing. */
	public static function modules(): array {
		return self::$declared ??= require __DIR__ . '/declarations.php';
	}

	/**
	 * Returns one part of the declarations, for example the hooks of all features that are on. Loads no module.
	 *
	 * @param 'hooks'|'fields'|'blocks'|'events' $part
	 * @param bool $all True to include features that are off.
	 * @return array<mixed>
	 */
	public static function declared( string $part, bool $all = false ): array {
		$found = array();
		foreach ( self::modules() as $module ) {
			if ( isset( $module[ $part ] ) && ( $all || Features::is_on( $module['feature'] ?? '' ) ) ) {
				$found[] = $module[ $part ];
			}
		}
		return array_merge( ...$found );
	}

	/**
	 * Adds the callbacks of the modules to their hooks.
	 *
	 * @param bool $switched True for the hooks of features that are on by their switch, false for those of all sites.
	 */
	public static function add( bool $switched ): void {
		$is_true = array( '' => true );
		$plugin  = null;
		foreach ( self::modules() as $module ) {
			if ( isset( $module['feature'] ) ? ! $switched || ! Features::is_on( $module['feature'] ) : $switched ) {
				continue;
			}
			foreach ( $module['hooks'] ?? array() as list( $name, $callback, $priority, $arguments, $early ) ) {
				list( $condition, $argument ) = explode( ' ', $early, 2 ) + array( 1 => '' );
				if ( ! ( $is_true[ $early ] ??= Conditions::$condition( $argument ) ) ) {
					continue;
				}
				if ( '}' === $name[-1] ) {
					$name = str_replace( '{plugin}', $plugin ??= plugin_basename( Plugin::file() ), $name );
				}
				add_filter( $name, $callback, $priority, $arguments );
			}
		}
	}

	/**
	 * Removes all callbacks of the plugin, also callbacks that its classes have added. Afterwards, the request does not
	 * need the plugin's files.
	 */
	public static function remove(): void {
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $priority => $callbacks ) {
				foreach ( array_column( $callbacks, 'function' ) as $callback ) {
					if ( str_starts_with( self::class_of( $callback ), __NAMESPACE__ . '\\' ) ) {
						$hook->remove_filter( $name, $callback, $priority );
					}
				}
			}
		}
	}

	/** Returns the class of a callback; '' for none. @param mixed $callback Callback that was added to a hook. */
	private static function class_of( mixed $callback ): string {
		if ( $callback instanceof Closure ) {
			return (string) ( new ReflectionFunction( $callback ) )->getClosureScopeClass()?->getName();
		}
		$owner = is_array( $callback ) ? $callback[0] ?? '' : $callback;
		return is_object( $owner ) ? $owner::class : (string) $owner;
	}
}
