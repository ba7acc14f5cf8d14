<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$same = static fn ( string $one, string $other ): bool => Household::of( $one ) === Household::of( $other );

test(
	'takes addresses of the same /64 for one',
	static fn () => assert_same(
		array( true, true ),
		array( $same( '2001:db8:1:2::1', '2001:db8:1:2:ffff::9' ), $same( '2001:DB8:1:2::1', '2001:db8:1:2:3:4:5:6' ) )
	)
);
test(
	'takes addresses of another /64 for a neighbour',
	static fn () => assert_same( false, $same( '2001:db8:1:2::1', '2001:db8:1:3::1' ) )
);
test(
	'takes each IPv4 address for one household',
	static fn () => assert_same(
		array( true, false ),
		array( $same( '192.0.2.1', '192.0.2.1' ), $same( '192.0.2.1', '192.0.2.2' ) )
	)
);
test(
	'knows an IPv4 address that is written as one of IPv6',
	static fn () => assert_same(
		array( true, false ),
		array( $same( '192.0.2.1', '::ffff:192.0.2.1' ), $same( '192.0.2.1', '::ffff:192.0.2.2' ) )
	)
);
test(
	'returns an empty text without an address',
	static fn () => assert_same(
		array( '', '', '' ),
		array_map( Household::of( ... ), array( '', 'unknown', '192.0.2.1, 192.0.2.2' ) )
	)
);
test(
	'names a limit for all visitors of a household, and for no others',
	static function (): void {
		$name = static function ( string $address ): string {
			$_SERVER['REMOTE_ADDR'] = $address;
			return Household::limited( 'gifts' );
		};
		assert_same(
			array( true, false, 'gifts from ' ),
			array(
				$name( '2001:db8:1:2::1' ) === $name( '2001:db8:1:2::2' ),
				$name( '192.0.2.1' ) === $name( '192.0.2.2' ),
				$name( '' ),
			)
		);
	}
);
