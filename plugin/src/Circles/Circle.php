<?php
declare( strict_types=1 );

namespace Largesse\Circles;

/**
 * A named group of people (rules: Circles).
 */
final class Circle {

	/**
	 * @param string $id      16 hexadecimal digits.
	 * @param int    $created Seconds since 1970.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $name,
		public readonly int $created
	) {}
}
