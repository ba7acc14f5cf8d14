<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// Each case: the day of the reveal, the stored day of the event, and the first day of the retention period.
foreach ( array(
	array( null, '', null ),
	array( null, '2027-06-12', null ),
	array( '2027-06-13', '2027-06-12', '2027-06-12' ),
	array( '2027-03-01', '2027-06-12', '2027-06-12' ),
	array( '2027-08-01', '2027-06-12', '2027-07-31' ),
	array( '2027-03-01', '', '2027-02-28' ),
	array( '2027-03-01', 'soon', '2027-02-28' ),
) as list( $reveal, $event, $begin ) ) {
	test(
		'begins on '
			. ( $begin ?? 'the day of each gift' )
			. ' with the reveal on '
			. ( $reveal ?? 'no day' )
			. " and the event on “{$event}”",
		static fn () => assert_same( $begin, RetentionPeriod::begin( $reveal, $event ) )
	);
}
test(
	'is over once its length has passed since the first day',
	static fn () => assert_same(
		array( false, true, true, true ),
		array(
			RetentionPeriod::is_over( '2027-06-12', '2027-06-11' ),
			RetentionPeriod::is_over( '2027-06-12', '2027-06-12' ),
			RetentionPeriod::is_over( '2027-06-12', '2028-01-01' ),
			RetentionPeriod::is_over( null, '2027-06-12' ),
		)
	)
);
