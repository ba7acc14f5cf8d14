<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns an entry. @param string $due Day of December 2026. */
function entry( string $key, string $due, string $kind = 'promised' ): array {
	return compact( 'kind', 'key' ) + array( 'due' => "2026-12-{$due}", 'text' => $key, 'url' => '' );
}

/** Returns the keys of the entries that a mail of a day of December 2026 contains. */
function keys( DigestPlan $plan, string $day, array ...$entries ): array {
	return array_column( $plan->entries( $entries, "2026-12-{$day}" ), 'key' );
}

$all = array( 'promised', 'birthday' );

test(
	'contains what is due of the chosen kinds',
	static fn () => assert_same(
		array( 'a' ),
		keys(
			new DigestPlan( array( 'promised' ), '', array() ),
			'10',
			entry( 'a', '10' ),
			entry( 'b', '10', 'birthday' ),
			entry( 'c', '20' )
		)
	)
);
test(
	'is empty if nothing is due, although something will be',
	static fn () => assert_same( array(), keys( new DigestPlan( $all, '', array() ), '09', entry( 'a', '10' ) ) )
);
test(
	'contains what is due before the next mail can be',
	static fn () => assert_same(
		array( 'a', 'b' ),
		keys( new DigestPlan( $all, '', array() ), '10', entry( 'a', '10' ), entry( 'b', '16' ), entry( 'c', '17' ) )
	)
);
test(
	'mails nothing twice',
	static fn () => assert_same(
		array( 'b' ),
		keys( new DigestPlan( $all, '', array( 'a' => '2026-12-01' ) ), '10', entry( 'a', '01' ), entry( 'b', '10' ) )
	)
);
test(
	'contains one thing once, also if two circles know it',
	static function () use ( $all ): void {
		$other   = array( 'text' => 'a: 2 open wishes' ) + entry( 'a', '10' );
		$entries = ( new DigestPlan( $all, '', array() ) )->entries( array( entry( 'a', '10' ), $other ), '2026-12-10' );
		assert_same( array( entry( 'a', '10' ) ), $entries );
	}
);
test(
	'waits seven days',
	static fn () => assert_same(
		array( array(), array( 'a' ) ),
		array(
			keys( new DigestPlan( $all, '2026-12-04', array() ), '10', entry( 'a', '10' ) ),
			keys( new DigestPlan( $all, '2026-12-03', array() ), '10', entry( 'a', '10' ) ),
		)
	)
);
test(
	'remembers what it has mailed for 400 days',
	static fn () => assert_same(
		array( 'a' => '2026-12-10', 'b' => '2025-11-05' ),
		(
			new DigestPlan( $all, '', array( 'b' => '2025-11-05', 'c' => '2025-11-04' ) )
		)->mailed_after( array( entry( 'a', '10' ) ), '2026-12-10' )
	)
);

test(
	'mails each entry once and in time, at most every seven days, whatever is due',
	static function () use ( $all ): void {
		mt_srand( 7 );
		for ( $round = 0; $round < 200; $round++ ) {
			$entries = array();
			for ( $number = mt_rand( 1, 12 ); $number > 0; $number-- ) {
				$entries[] = entry( "e{$number}", sprintf( '%02d', mt_rand( 1, 28 ) ) );
			}
			list( $last, $mailed ) = array( '', array() );
			for ( $day = 1; $day <= 31; $day++ ) {
				$today = sprintf( '2026-12-%02d', $day );
				$plan  = new DigestPlan( $all, $last, $mailed );
				$now   = $plan->entries( $entries, $today );
				if ( array() !== $now ) {
					assert_same( true, '' === $last || $today >= DigestPlan::later( $last, 7 ) );
					assert_same( array(), array_intersect( array_column( $now, 'key' ), array_keys( $mailed ) ) );
					list( $last, $mailed ) = array( $today, $plan->mailed_after( $now, $today ) );
				}
				foreach ( $entries as $entry ) {
					// Never later than it is due.
					assert_same( true, $entry['due'] > $today || isset( $mailed[ $entry['key'] ] ) );
				}
			}
		}
	}
);
