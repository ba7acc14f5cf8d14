<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns the names of the changed fields. */
$changed = static fn ( array $before, array $now, array $set = array() ): array => array_keys(
	( new ChangedParts( set: $set ) )->since( $before )->only_changed( $now )
);

test(
	'contains fields that differ, are new, or were set',
	static function () use ( $changed ): void {
		assert_same(
			array( 'b', 'c', 'd' ),
			$changed(
				array( 'a' => '1', 'b' => '1', 'd' => 1 ),
				array( 'a' => '1', 'b' => '1.0', 'c' => null, 'd' => 1 ),
				array( 'd' )
			)
		);
		assert_same(
			array( 'names' ),
			$changed( array( 'names' => (object) array( 'a' => 'A' ) ), array( 'names' => (object) array( 'a' => 'B' ) ) )
		);
		assert_same(
			array(),
			$changed( array( 'names' => (object) array( 'a' => 'A' ) ), array( 'names' => (object) array( 'a' => 'A' ) ) )
		);
	}
);

test(
	'contains only the wishes that differ',
	static function (): void {
		$wish   = static fn ( int $id, string $name ): array => compact( 'id', 'name' );
		$parts  = ( new ChangedParts( array( ChangedParts::WISHES ) ) )->since( array(
			'items' => array( $wish( 1, 'A' ), $wish( 2, 'B' ) ),
		) );
		$answer = static fn ( array ...$items ): array => $parts->only_changed( array( 'items' => $items ) );
		assert_same( array( 'items' => array( $wish( 2, 'C' ) ) ), $answer( $wish( 1, 'A' ), $wish( 2, 'C' ) ) );
		assert_same( array(), $answer( $wish( 1, 'A' ), $wish( 2, 'B' ) ) );
	}
);
