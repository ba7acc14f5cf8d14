<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

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
		foreach ( array( array( 'fields' => array( 'name' => 'Pan' ) ), array( 'person' => 'Ada' ) ) as $change ) {
			assert_same( false, lamp()->equals( lamp( ...$change ) ) );
		}
	}
);

test(
	'has work when it is accepted or has ended, and is deleted 30 days after it was accepted',
	static function (): void {
		assert_same( array( 0, false ), array( lamp()->time(), lamp()->is_due( 99 ) ) );
		$accepted = lamp( level: 'hidden', published: array( 'name' => 'Pan' ) )->accepted( 7, 'Pan', 160 );
		assert_same( array( 'hidden', array() ), array( $accepted->level, $accepted->published ) );
		assert_same(
			array( 160, false, true ),
			array( $accepted->time(), $accepted->is_due( 159 ), $accepted->is_due( 160 ) )
		);
		assert_same(
			array( 7, 'Pan', false, 160 + 30 * 86_400 ),
			array( $accepted->item, $accepted->name(), $accepted->is_waiting(), $accepted->with( due: 0 )->time() )
		);
		$ended = lamp( person: 'Ada', user: 3, way: 'member:3' )->ended( 160 );
		assert_same(
			array( false, true, '', '', 0, '' ),
			array( $ended->is_waiting(), $ended->is_due( 160 ), $ended->name(), $ended->person, $ended->user, $ended->way )
		);
	}
);

test(
	'is read from data of earlier versions without the promise',
	static fn () => assert_same(
		array( 'a', false ),
		array(
			Suggestion::from_array( array(
				'id'     => 'a',
				'fields' => array( 'name' => 'Lamp' ),
				'gives'  => true,
				'email'  => 'a@b.example',
			) )->id,
			array_key_exists( 'gives', lamp()->to_array() ),
		)
	)
);
