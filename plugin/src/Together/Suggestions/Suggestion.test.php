<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a waiting suggestion. @param mixed ...$changes Other values. */
function lamp( mixed ...$changes ): Suggestion {
	return ( new Suggestion( 'a', array( 'name' => 'Lamp' ) ) )->with( ...$changes );
}

test(
	'equals a form that was sent again, whatever the owner did since',
	static function (): void {
		assert_same( array( true, true ), array( lamp()->equals( lamp() ), lamp( item: 3, due: 9 )->equals( lamp() ) ) );
		foreach ( array( array( 'fields' => array( 'name' => 'Pan' ) ), array( 'person' => 'Ada' ), array( 'gives' => true ), array( 'email' => 'a@b.example' ) ) as $change ) {
			assert_same( false, lamp()->equals( lamp( ...$change ) ) );
		}
	}
);

test(
	'has the same times with and without a promise, until its gift was stored',
	static function (): void {
		foreach ( array( false, true ) as $gives ) {
			assert_same( array( 0, false ), array( lamp( gives: $gives )->time(), lamp( gives: $gives )->is_due( 99 ) ) );
			$accepted = lamp( gives: $gives )->accepted( 7, 'Pan', 160 );
			assert_same( array( 160, false, true ), array( $accepted->time(), $accepted->is_due( 159 ), $accepted->is_due( 160 ) ) );
			assert_same( array( 7, 'Pan', false, 160 + 30 * 86_400 ), array( $accepted->item, $accepted->name(), $accepted->is_waiting(), $accepted->with( due: 0 )->time() ) );
		}
	}
);
