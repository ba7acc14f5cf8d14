<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$data   = new Circle(
	'c',
	'The Bergers',
	5,
	array( new Person( 'ada', 'Ada', 1, null, true ), new Person( 'mia', 'Mia', null, 'ada' ) ),
	'nonce-mark',
	array( new Invitation( 'i', 'eve@example.org', 1, 0 ), new Invitation( 'j', 'kim@example.org', 1, 7 ) )
);

test(
	'reads what it stores',
	static fn () => assert_same( $data->to_array(), Circle::from_array( 'c', $data->to_array() )->to_array() )
);
test( 'is null without data', static fn () => assert_same( null, Circle::from_array( 'c', array() ) ) );
test(
	'finds only invitations that still work',
	static fn () => assert_same(
		array( 'i', null, null, array( 'j' ) ),
		array(
			$data->invitation( 'i', 30 * 86400 - 1 )?->id,
			$data->invitation( 'i', 30 * 86400 ),
			$data->invitation( 'k', 1 ),
			array_column( $data->open_invitations( 30 * 86400 ), 'id' ),
		)
	)
);
test(
	'stores invitations as a list',
	static fn () => assert_same(
		array_replace(
			$data->to_array(),
			array( 'name' => 'New', 'invitations' => array( $data->invitations[1]->to_array() ) )
		),
		$data->without_invitations( static fn ( Invitation $one ): bool => 'i' === $one->id )->with( name: 'New' )->to_array()
	)
);

$family = new Circle(
	'c',
	'The Bergers',
	5,
	array(
		new Person( 'ada', 'Ada', 1, null, true ),
		new Person( 'ben', 'Ben', 2 ),
		new Person( 'mia', 'Mia', null, 'ada' ),
		new Person( 'oma', 'Oma', null, 'ben' ),
	)
);
$ids    = static fn ( array $people ): array => array_column( $people, 'id' );

test(
	'finds people by id and by account',
	static fn () => assert_same(
		array( 'Ben', 'Ben', null, null, null ),
		array(
			$family->person( 'ben' )->name,
			$family->member( 2 )->name,
			$family->person( 'eve' ),
			$family->member( 3 ),
			$family->member( 0 ),
		)
	)
);
test(
	'lets only a person and their guardian act',
	static fn () => assert_same(
		array( true, true, false, false, false, false ),
		array(
			$family->may_act_for( 'ada', 1 ),
			$family->may_act_for( 'mia', 1 ),
			$family->may_act_for( 'mia', 2 ),
			$family->may_act_for( 'oma', 1 ),
			$family->may_act_for( 'ben', 1 ),
			$family->may_act_for( 'oma', 0 ),
		)
	)
);
test(
	'lets people, guardians and organizers remove a person',
	static fn () => assert_same(
		array( true, true, true, true, false, false, false ),
		array(
			$family->may_remove( 'ben', 2 ),
			$family->may_remove( 'oma', 2 ),
			$family->may_remove( 'ben', 1 ),
			$family->may_remove( 'oma', 1 ),
			$family->may_remove( 'ada', 2 ),
			$family->may_remove( 'oma', 3 ),
			$family->may_remove( 'oma', 0 ),
		)
	)
);
test(
	'lists the people for whom a user acts, the user first',
	static fn () => assert_same(
		array( array( 'ben', 'oma' ), array() ),
		array( $ids( $family->represented_by( 2 ) ), $ids( $family->represented_by( 9 ) ) )
	)
);
test(
	'mails to the person, otherwise to the guardian',
	static fn () => assert_same(
		array( 1, 1, 2, null ),
		array_map( $family->contact_of( ... ), array( 'ada', 'mia', 'oma', 'eve' ) )
	)
);
test( 'removes a person together with the people whom they look after', static fn () => assert_same( array( 'ada', 'mia' ), $ids( $family->without_person( 'ben' )->people ) ) );
test(
	'makes the first member an organizer if none remains',
	static fn () => assert_same(
		array( false, true ),
		array( $family->is_organizer( 2 ), $family->without_person( 'ada' )->is_organizer( 2 ) )
	)
);
test(
	'makes only the member who joined first an organizer',
	static function () use ( $family ): void {
		$left = $family->with_person( new Person( 'eve', 'Eve', 3 ) )->without_person( 'ada' );
		assert_same( array( true, false ), array( $left->is_organizer( 2 ), $left->is_organizer( 3 ) ) );
	}
);
test(
	'is without accounts after the last member has left',
	static fn () => assert_same( array(), $family->without_person( 'ada' )->without_person( 'ben' )->members() )
);
test(
	'replaces a person in their place',
	static fn () => assert_same(
		array( 'ada', 'ben', 'mia', 'oma' ),
		$ids( $family->with_person( $family->person( 'ben' )->with( name: 'Benno' ) )->people )
	)
);
