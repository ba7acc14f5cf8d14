<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Together\Circles\Person;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// Ada has started the draw, and Ben is an organizer.
$people = array(
	new Person( 'ada', 'Ada', 1 ),
	new Person( 'ben', 'Ben', 2, null, true ),
	new Person( 'eve', 'Eve', 3 ),
	new Person( 'mia', 'Mia', null, 'eve' ),
);
$draw   = new Draw( 'd', 'c', '2026-12-24', '', 'ada' );
$open   = $draw->with_people( $people, array( 'ada', 'ben', 'mia' ), array() );
$left   = array_slice( $people, 0, 3 );
$now    = 1_000_000;
$day    = 86_400;
$rule   = static fn (
	int $user,
	array $people,
	?Draw $open = null,
	int $last_start = 0
): ?string => StarterRules::broken_rule( $people, $user, $open, $last_start, $now );

// rules: Draws
foreach ( array(
	'any member draws'                                   => array( null, 3, $people ),
	'a stranger does not'                                => array( 'no_member', 4, $people ),
	'the starter draws again'                            => array( null, 1, $people, $open, $now - $day ),
	'an organizer draws again'                           => array( null, 2, $people, $open, $now - $day ),
	'others do not draw again'                           => array( 'drawn', 3, $people, $open, $now - $day ),
	'others do not draw again, even if somebody has left' => array( 'drawn', 3, $left, $open, $now - $day ),
	'nobody draws twice in a day'                        => array( 'once_a_day', 1, $people, $open, $now - $day + 1 ),
	'nobody draws a day after a cancelled draw'          => array( 'once_a_day', 3, $people, null, $now - $day + 1 ),
	'everybody draws later'                              => array( null, 3, $people, null, $now - $day ),
	'somebody has left, so there is no pause'            => array( null, 1, $left, $open, $now ),
) as $what => $case ) {
	$expected = array_shift( $case );
	test( $what, static fn () => assert_same( $expected, $rule( ...$case ) ) );
}
