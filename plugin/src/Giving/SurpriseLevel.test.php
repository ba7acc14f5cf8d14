<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use DateTimeZone;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// Each case: the stored level, and the expected level. Then, before and after the day of the reveal: whether a new gift
// is secret, and whether the owner sees givers.
foreach ( array(
	array( '', 'counts', array( false, false ), array( false, true ) ),
	array( 'counts', 'counts', array( false, false ), array( false, true ) ),
	array( 'names', 'names', array( false, true ), array( false, true ) ),
	array( 'hidden', 'hidden', array( true, false ), array( false, true ) ),
	array( 'everything', 'hidden', array( true, false ), array( false, true ) ),
) as list( $stored, $name, $before, $after ) ) {
	test(
		"“{$stored}” hides as much as “{$name}”",
		static function () use ( $stored, $name, $before, $after ): void {
			$level = SurpriseLevel::of( $stored );
			assert_same( $name, $level->name );
			assert_same( $before, array( $level->makes_secret( false ), $level->shows_names( false ) ), 'before' );
			assert_same( $after, array( $level->makes_secret( true ), $level->shows_names( true ) ), 'after' );
		}
	);
}
test(
	'shows givers from the day of the reveal on, in the time zone of the site',
	static function (): void {
		$since = static fn ( string $level, ?string $day ): ?string => SurpriseLevel::of( $level )->names_since( $day, new DateTimeZone( 'Europe/Berlin' ) );
		assert_same( array( '2027-06-13T00:00:00+02:00', '2027-06-13T00:00:00+02:00', null, null ), array( $since( 'hidden', '2027-06-13' ), $since( 'counts', '2027-06-13' ), $since( 'counts', null ), $since( 'hidden', null ) ) );
		assert_same( '1970-01-01', $since( 'names', null ) );
	}
);
