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
// Ada is the organizer, and looks after Mia; Ben looks after Oma.
foreach ( array(
	'a member'                         => array( null, $family->refusal( 2 ) ),
	'an organizer, as an organizer'    => array( null, $family->refusal( 1, true ) ),
	'a member, as an organizer'        => array( 'forbidden', $family->refusal( 2, true ) ),
	'a stranger'                       => array( 'no_circle', $family->refusal( 9 ) ),
	'a stranger, as an organizer'      => array( 'no_circle', $family->refusal( 9, true ) ),
	'somebody without an account'      => array( 'no_circle', $family->refusal( 0 ) ),
	'a member for themselves'          => array( null, $family->refusal_for( 'ben', 2 ) ),
	'a guardian for their ward'        => array( null, $family->refusal_for( 'oma', 2 ) ),
	'an organizer for another member'  => array( 'forbidden', $family->refusal_for( 'ben', 1 ) ),
	'an organizer for another’s ward'  => array( 'forbidden', $family->refusal_for( 'oma', 1 ) ),
	'a stranger for a member'          => array( 'no_circle', $family->refusal_for( 'ben', 9 ) ),
	'a member for nobody'              => array( 'no_person', $family->refusal_for( 'eve', 2 ) ),
	'a member who leaves'              => array( null, $family->refusal_of_removal( 'ben', 2 ) ),
	'a guardian who removes a ward'    => array( null, $family->refusal_of_removal( 'oma', 2 ) ),
	'an organizer who removes others'  => array( null, $family->refusal_of_removal( 'oma', 1 ) ),
	'a member who removes another'     => array( 'forbidden', $family->refusal_of_removal( 'mia', 2 ) ),
	'a stranger who removes a member'  => array( 'no_circle', $family->refusal_of_removal( 'ben', 9 ) ),
	'a member who removes nobody'      => array( 'no_person', $family->refusal_of_removal( 'eve', 1 ) ),
) as $who => list( $expected, $actual ) ) {
	test(
		( null === $expected ? 'allows' : "refuses ({$expected})" ) . " changes by {$who}",
		static fn () => assert_same( $expected, $actual )
	);
}

/** Returns a circle with Ada, and with people whom she looks after. */
$with_wards = static fn ( int $wards ): Circle => new Circle(
	'c',
	'Family',
	1,
	array(
		new Person( 'ada', 'Ada', 1 ),
		...array_map(
			static fn ( int $n ): Person => new Person( "w{$n}", "W{$n}", null, 'ada' ),
			range( 1, $wards )
		),
	)
);
$invite     = static fn ( int $number ): array => array_map(
	static fn ( int $n ): Invitation => new Invitation( "i{$n}", "a{$n}@family.example", 1, 1_000_000 ),
	range( 1, $number )
);
test(
	'takes 100 people, 20 of them through one guardian, and 50 invitations',
	static function () use ( $with_wards, $invite ): void {
		assert_same( array( false, true ), array( $with_wards( 98 )->is_full(), $with_wards( 99 )->is_full() ) );
		assert_same(
			array( false, true, false ),
			array(
				$with_wards( 19 )->has_all_wards( 'ada' ),
				$with_wards( 20 )->has_all_wards( 'ada' ),
				$with_wards( 20 )->has_all_wards( 'w1' ),
			)
		);
		$invited = static fn ( int $number, int $now ): bool => $with_wards( 1 )
			->with( invitations: $invite( $number ) )
			->has_all_invitations( $now );
		assert_same(
			array( false, true, false ),
			array( $invited( 49, 1_000_001 ), $invited( 50, 1_000_001 ), $invited( 50, 1_000_000 + 31 * 86_400 ) )
		);
	}
);
test(
	'knows similar names of other people',
	static fn () => assert_same(
		array( true, true, false, false ),
		array(
			$family->has_name( ' aDA ' ),
			$family->has_name( 'Ada', 'ben' ),
			$family->has_name( 'Ada', 'ada' ),
			$family->has_name( 'Adam' ),
		)
	)
);
test(
	'knows who is invited, by the address or the id of the form',
	static function () use ( $family, $invite ): void {
		$circle = $family->with( invitations: $invite( 2 ) );
		assert_same(
			array( true, true, false, false ),
			array(
				$circle->is_invited( 'i9', 'A2@Family.example', 1_000_001 ),
				$circle->is_invited( 'i1', 'other@family.example', 1_000_001 ),
				$circle->is_invited( 'i9', 'other@family.example', 1_000_001 ),
				$circle->is_invited( 'i1', 'a1@family.example', 1_000_000 + 31 * 86_400 ),
			)
		);
	}
);
test(
	'forgets the invitations from a person and to them',
	static function () use ( $family, $ids ): void {
		$circle = $family->with(
			invitations: array(
				new Invitation( 'by', 'x@family.example', 2, 1 ),
				new Invitation( 'to', 'BEN@family.example', 1, 1 ),
				new Invitation( 'other', 'y@family.example', 1, 1 ),
			)
		);
		$left   = $circle->without_invitations_of( $family->person( 'ben' ), 'ben@family.example' );
		assert_same( array( 'other' ), $ids( $left->invitations ) );
	}
);
test(
	'replaces a person in their place',
	static fn () => assert_same(
		array( 'ada', 'ben', 'mia', 'oma' ),
		$ids( $family->with_person( $family->person( 'ben' )->with( name: 'Benno' ) )->people )
	)
);
