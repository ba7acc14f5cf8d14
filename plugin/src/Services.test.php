<?php
declare( strict_types=1 );

namespace Largesse;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Class without a constructor. */
final class Plain {}

/** Class whose constructor needs an object, and has a default for the rest. */
final class Needing {

	public function __construct(
		public readonly Plain $plain,
		public readonly ?Plain $other = null,
		public readonly int $number = 7
	) {}
}

/** Class with a method for a hook. */
final class Counting {

	public int $sum = 0;

	public function count( int $more ): int {
		return $this->sum += $more;
	}
}

test(
	'creates each object once',
	static fn () => assert_same( Services::get( Plain::class ), Services::get( Plain::class ) )
);
test(
	'passes the same objects to constructors, and keeps the defaults of other parameters',
	static fn () => assert_same(
		array( Services::get( Plain::class ), null, 7 ),
		array_values( get_object_vars( Services::get( Needing::class ) ) )
	)
);
test(
	'returns the same callback for the same method, which calls the object of Services',
	static function (): void {
		$callback = Services::callback( Counting::class, 'count' );
		assert_same( $callback, Services::callback( Counting::class, 'count' ) );
		assert_same( array( 2, 5 ), array( $callback( 2 ), $callback( 3 ) ) );
		assert_same( 5, Services::get( Counting::class )->sum );
	}
);
