<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Registries\Registry\ImportWish;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$wishes = static fn ( string ...$names ): array => array_map(
	static fn ( string $name ): ImportWish => new ImportWish( 1, compact( 'name' ) ),
	$names
);
$key    = static fn ( string $name ): string => ImportWish::key_of( ImportWish::BY_NAME, '', $name );
/** Returns a text for each wish: its state, its position among equal wishes, and whether the registry is full. */
$plan = static fn ( mixed ...$more ): array => array_map(
	static fn ( array $one ): string => "{$one['state']} {$one['nth']}" . ( $one['is_full'] ? ' full' : '' ),
	ImportPlan::of( ...$more )
);

test(
	'adds each wish that the registry does not have as often',
	static fn () => assert_same(
		array( 'there 1', 'new 1', 'there 2', 'new 3' ),
		$plan( $wishes( 'Pot', 'Pan', ' pot', 'Pot' ), array( $key( 'Pot' ) => 2 ), 10 )
	)
);
test(
	'refuses wishes that break a rule, which count as no other wish',
	static function () use ( $wishes, $plan ): void {
		assert_same( array( 'wrong 1', 'wrong 1', 'new 1' ), $plan( $wishes( '', '', 'Pot' ), array( '' => 5 ), 1 ) );
		assert_same( array( 'name' ), array_keys( ImportPlan::of( $wishes( '' ), array(), 1 )[0]['broken'] ) );
		assert_same( array(), ImportPlan::of( $wishes( 'Pot' ), array(), 1 )[0]['broken'] );
	}
);
test(
	'fills the registry, and refuses only new wishes after that',
	static fn () => assert_same(
		array( 'new 1', 'there 1', 'new 1', 'wrong 1 full', 'wrong 1', 'there 1' ),
		$plan( $wishes( 'A', 'Pot', 'B', 'C', '', 'Pan' ), array( $key( 'Pot' ) => 1, $key( 'Pan' ) => 1 ), 2 )
	)
);
test(
	'adds nothing to a registry that has more than the limit',
	static fn () => assert_same( array( 'wrong 1 full' ), $plan( $wishes( 'A' ), array(), -3 ) )
);
test(
	'uses the positions of a part of a file',
	static fn () => assert_same(
		array( 'there 2', 'new 3', 'wrong 4' ),
		$plan( $wishes( 'Pot', 'Pot', '' ), array( $key( 'Pot' ) => 2 ), 9, array( 2, 3, 4 ) )
	)
);
