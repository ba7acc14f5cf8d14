<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use DateTimeImmutable;
use function Largesse\Testing\assert_same;
use function Largesse\Testing\rule_cases;
use function Largesse\Testing\test;

/** Returns the rules at a time of the time zone Berlin. */
$rules = static fn (
	string $level,
	string $event = '',
	string $chosen = '',
	string $now = '2027-06-12 12:00'
): SurpriseRules => new SurpriseRules( $level, $event, $chosen, new DateTimeImmutable( "{$now} Europe/Berlin" ) );

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
		static function () use ( $rules, $stored, $name, $before, $after ): void {
			$seen = static fn ( SurpriseRules $now ): array => array( $now->is_secret_now(), $now->shows_names() );
			assert_same( $name, $rules( $stored )->level );
			assert_same(
				array( $before, $before, $after ),
				array_map( $seen, array( $rules( $stored ), $rules( $stored, '2027-06-12' ), $rules( $stored, '2027-06-11' ) ) )
			);
			assert_same(
				array( false, 'names' !== $name ),
				array( $rules( $stored, '2027-06-12' )->has_ended(), $rules( $stored, '2027-06-11' )->has_ended() )
			);
		}
	);
}
test(
	'shows givers from the day of the reveal on, in the time zone of the site',
	static function () use ( $rules ): void {
		$since = static fn ( string $level, string $day ): ?string => $rules( $level, '', $day )->names_since();
		assert_same(
			array( '2027-06-12T00:00:00+02:00', '2027-06-12T00:00:00+02:00', null, null, null ),
			array(
				$since( 'hidden', '2027-06-12' ),
				$since( 'counts', '2027-06-12' ),
				$since( 'counts', '' ),
				$since( 'hidden', '' ),
				$since( 'hidden', '2027-06-13' ),
			)
		);
		assert_same( '1970-01-01', $since( 'names', '' ) );
		$began = static fn ( string $day ): ?string => $rules( 'names', '', $day )->day_began();
		$days  = array( '2027-06-12', '2027-06-13', '' );
		assert_same( array( '2027-06-12T00:00:00+02:00', null, null ), array_map( $began, $days ) );
	}
);

// Each case: the stored day of the occasion, the stored day that the owner chose, and the resulting day of the reveal.
foreach ( array(
	array( '', '', null ),
	array( '2027-06-12', '', '2027-06-13' ),
	array( '2020-02-28', '', '2020-02-29' ),
	array( '2026-12-31', '', '2027-01-01' ),
	array( '2027-06-12', '2999-01-01', '2999-01-01' ),
	array( '2027-06-12', '2027-05-01', '2027-05-01' ),
	array( '', '2027-05-01', '2027-05-01' ),
	array( '2027-06-12', '2027-02-30', '2027-06-13' ),
	array( '2027-02-30', '', null ),
	array( '9999-12-31', '', null ),
	array( 'soon', 'later', null ),
) as list( $event, $chosen, $day ) ) {
	test( "reveals gifts of the occasion “{$event}” with the choice “{$chosen}” on " . ( $day ?? 'no day' ), static fn () => assert_same( $day, $rules( '', $event, $chosen )->day ) );
}
test(
	'reveals gifts on the day, and without a day never',
	static function () use ( $rules ): void {
		$come = static fn ( string $event, string $today ): bool => $rules( '', $event, '', $today )->has_come();
		assert_same(
			array( false, true, true ),
			array(
				$come( '2027-06-12', '2027-06-12' ),
				$come( '2027-06-12', '2027-06-13' ),
				$come( '2027-06-12', '2028-01-01' ),
			)
		);
		assert_same( array( false, false ), array( $come( '', '2027-06-13' ), $come( '9999-12-31', '9999-12-31' ) ) );
	}
);
test(
	'reveals gifts everywhere an hour after the day began in the last time zone',
	static function () use ( $rules ): void {
		$come = static fn ( string $event, string $now ): bool => $rules( '', $event, '', $now )->has_come_everywhere();
		assert_same(
			array( false, true ),
			array( $come( '2027-06-12', '2027-06-13 16:59:59' ), $come( '2027-06-12', '2027-06-13 17:00:00' ) )
		);
		assert_same( false, $come( '', '2027-06-13 17:00:00' ) );
	}
);
// Each case: the stored level, the day of the reveal, and whether owners get a mail about it on 2027-06-13.
foreach ( array(
	array( 'hidden', '2027-06-13', true ),
	array( 'counts', '2027-06-13', true ),
	array( 'names', '2027-06-13', false ),
	array( 'hidden', '2027-06-14', false ),
	array( 'hidden', '2027-06-06', true ),
	array( 'hidden', '2027-06-05', false ),
	array( 'hidden', '', false ),
) as list( $level, $day, $is_news ) ) {
	$what = $is_news ? 'is news' : 'is no news';
	test(
		"the reveal “{$day}” of the level “{$level}” {$what}",
		static fn () => assert_same( $is_news, $rules( $level, '', $day, '2027-06-13' )->is_news() )
	);
}
test(
	'waits with mails until eight in the morning',
	static function () use ( $rules ): void {
		$seconds = static fn ( string $time ): int => $rules( '', '', '', "2027-06-13 {$time}" )->seconds_until_morning();
		assert_same(
			array( 28_800, 1, 0, 0, 0 ),
			array(
				$seconds( '00:00:00' ),
				$seconds( '07:59:59' ),
				$seconds( '08:00:00' ),
				$seconds( '08:00:01' ),
				$seconds( '23:59:59' ),
			)
		);
	}
);
test(
	'ends the occasion only after its day',
	static function () use ( $rules ): void {
		$over = static fn (
			string $event,
			string $chosen,
			string $today
		): bool => $rules( '', $event, $chosen, $today )->is_over();
		assert_same(
			array( false, true ),
			array( $over( '2027-06-12', '', '2027-06-12' ), $over( '2027-06-12', '', '2027-06-13' ) )
		);
		assert_same(
			array( false, false, true ),
			array(
				$over( '2027-06-12', '2027-07-01', '2027-06-30' ),
				$over( '2027-06-12', '2027-06-01', '2027-06-12' ),
				$over( '2027-06-12', '2027-06-01', '2027-06-13' ),
			)
		);
		assert_same( false, $over( '', '2027-06-01', '2027-06-13' ) );
	}
);

// Each case: the level when a gift was promised, the level now, and what owners may see of the gift.
foreach ( array(
	array( 'hidden', 'names', 'hidden' ),
	array( 'counts', 'names', 'counts' ),
	array( 'names', 'hidden', 'hidden' ),
	array( 'names', '', 'counts' ),
	array( 'names', 'names', 'names' ),
	array( '', 'names', 'names' ),
) as list( $promised, $level, $expected ) ) {
	test(
		"promised with “{$promised}”, now “{$level}”",
		static function () use ( $rules, $promised, $level, $expected ): void {
			assert_same( $expected, $rules( $level )->level_since( $promised ) );
			assert_same( 'names', $rules( $level, '', '2027-06-12' )->level_since( $promised ) );
		}
	);
}

foreach ( rule_cases( 'surprises' ) as $number => $one ) {
	test(
		"decides about a new gift like the service: {$number}",
		static function () use ( $rules, $one ): void {
			$now = $rules( $one['level'], $one['event'], $one['chosen'], "{$one['today']} 12:00" );
			assert_same(
				array( $one['newGift'], 'hidden' === $one['newGift'], 'names' === $one['newGift'] ),
				array( $now->level_now(), $now->is_secret_now(), $now->shows_names() )
			);
		}
	);
}
