<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$family = new People(
	array(
		new Person( 'ada', 'Ada', 1, null, true ),
		new Person( 'ben', 'Ben', 2 ),
		new Person( 'mia', 'Mia', null, 'ada' ),
		new Person( 'oma', 'Oma', null, 'ben' ),
	)
);
$ids    = static fn ( array $people ): array => array_column( $people, 'id' );

test( 'finds people by id and by account', static fn () => assert_same( array( 'Ben', 'Ben', null, null, null ), array( $family->with_id( 'ben' )->name, $family->of_user( 2 )->name, $family->with_id( 'eve' ), $family->of_user( 3 ), $family->of_user( 0 ) ) ) );
test( 'lets only a person and their guardian act', static fn () => assert_same( array( true, true, false, false, false, false ), array( $family->may_act_for( 'ada', 1 ), $family->may_act_for( 'mia', 1 ), $family->may_act_for( 'mia', 2 ), $family->may_act_for( 'oma', 1 ), $family->may_act_for( 'ben', 1 ), $family->may_act_for( 'oma', 0 ) ) ) );
test( 'lets people, guardians and organizers remove a person', static fn () => assert_same( array( true, true, true, true, false, false, false ), array( $family->may_remove( 'ben', 2 ), $family->may_remove( 'oma', 2 ), $family->may_remove( 'ben', 1 ), $family->may_remove( 'oma', 1 ), $family->may_remove( 'ada', 2 ), $family->may_remove( 'oma', 3 ), $family->may_remove( 'oma', 0 ) ) ) );
test( 'lists the people for whom a user acts, the user first', static fn () => assert_same( array( array( 'ben', 'oma' ), array() ), array( $ids( $family->represented_by( 2 ) ), $ids( $family->represented_by( 9 ) ) ) ) );
test( 'mails to the person, otherwise to the guardian', static fn () => assert_same( array( 1, 1, 2, null ), array_map( $family->contact_of( ... ), array( 'ada', 'mia', 'oma', 'eve' ) ) ) );
test( 'removes a person together with the people whom they look after', static fn () => assert_same( array( 'ada', 'mia' ), $ids( $family->without( 'ben' )->all ) ) );
test( 'makes the first member an organizer if none remains', static fn () => assert_same( array( false, true ), array( $family->is_organizer( 2 ), $family->without( 'ada' )->is_organizer( 2 ) ) ) );
test(
	'makes only the member who joined first an organizer',
	static function () use ( $family ): void {
		$left = $family->with( new Person( 'eve', 'Eve', 3 ) )->without( 'ada' );
		assert_same( array( true, false ), array( $left->is_organizer( 2 ), $left->is_organizer( 3 ) ) );
	}
);
test( 'is without accounts after the last member has left', static fn () => assert_same( array(), $family->without( 'ada' )->without( 'ben' )->with_accounts() ) );
test( 'replaces a person in their place', static fn () => assert_same( array( 'ada', 'ben', 'mia', 'oma' ), $ids( $family->with( $family->with_id( 'ben' )->with( name: 'Benno' ) )->all ) ) );
