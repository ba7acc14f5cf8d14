<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Callback of a hook for a method of an object. Only when the hook runs, PHP loads the class and creates the object.
 */
final class LazyCallback {

	/** @param class-string $class_name Class of the object in Services. @param string $method Its public method. */
	public function __construct( public readonly string $class_name, public readonly string $method ) {}

	/** Calls the method. A filter uses the result. */
	public function __invoke( mixed ...$values ): mixed {
		return Services::get( $this->class_name )->{$this->method}( ...$values );
	}
}
