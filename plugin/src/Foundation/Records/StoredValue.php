<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Records;

/** Value whose properties are stored in records. Its constructor has a parameter for each property. */
trait StoredValue {

	/**
	 * Reads a stored value. Ignores properties of later versions.
	 *
	 * @param array<string, mixed> $data Result of `to_array()`.
	 */
	public static function from_array( array $data ): self {
		return new self(
			...array_filter(
				$data,
				static fn ( string $name ): bool => property_exists( self::class, $name ),
				ARRAY_FILTER_USE_KEY
			)
		);
	}

	/** @return array<string, mixed> Values to store. */
	public function to_array(): array {
		return get_object_vars( $this );
	}

	/** Returns a copy with other values. @param mixed ...$changes Values by the name of their property. */
	public function with( mixed ...$changes ): self {
		return new self( ...array( ...get_object_vars( $this ), ...$changes ) );
	}
}
