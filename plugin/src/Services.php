<?php
declare( strict_types=1 );

namespace Largesse;

use ReflectionClass;
use ReflectionNamedType;

/**
 * Creates one object for each class of the plugin, when the object is first needed. If the type of a constructor's
 * parameter is a class, the parameter gets the object of this class. All other parameters come last and have defaults.
 */
final class Services {

	/** @var array<class-string, object> Objects by class. */
	private static array $objects = array();

	/** @var array<string, LazyCallback> Callbacks by class and method. */
	private static array $callbacks = array();

	/**
	 * Returns the object of a class.
	 *
	 * @template T of object
	 * @param class-string<T> $class_name
	 * @return T
	 */
	public static function get( string $class_name ): object {
		return self::$objects[ $class_name ] ??= self::create( $class_name );
	}

	/**
	 * Returns a callback for a hook that calls a public method of the object of a class. The object is created when the
	 * hook first runs. Two calls with the same method return the same callback, so that other plugins can remove it.
	 *
	 * @param class-string $class_name
	 */
	public static function callback( string $class_name, string $method ): LazyCallback {
		return self::$callbacks[ "{$class_name}::{$method}" ] ??= new LazyCallback( $class_name, $method );
	}

	/** @param class-string $class_name Class of the object to create, after the objects that its constructor needs. */
	private static function create( string $class_name ): object {
		$needed = array();
		foreach ( ( new ReflectionClass( $class_name ) )->getConstructor()?->getParameters() ?? array() as $parameter ) {
			$type = $parameter->getType();
			if ( $parameter->isDefaultValueAvailable() || ! $type instanceof ReflectionNamedType || $type->isBuiltin() ) {
				break;
			}
			$needed[] = self::get( $type->getName() );
		}
		return new $class_name( ...$needed );
	}
}
