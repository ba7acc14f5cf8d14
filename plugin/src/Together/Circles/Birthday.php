<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use DateTimeImmutable;
use DateTimeZone;

/** Day and month of a birthday, without a year, as `MM-DD` (rules: Circles). An empty text means that none is known. */
final class Birthday {

	/** Number of days of each month. February has its day of leap years. */
	private const DAYS = array( 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 );

	/**
	 * Returns a typed birthday: an empty text if both parts are empty; null if a part is
	 * missing, or if the month has no such day.
	 *
	 * @param string $day   1 to 31.
	 * @param string $month 1 to 12.
	 */
	public static function of( string $day, string $month ): ?string {
		if ( '' === $day . $month ) {
			return '';
		}
		$is_day = 1 === preg_match( '/^\d{1,2}$/D', $day ) && 1 === preg_match( '/^\d{1,2}$/D', $month );
		$most   = $is_day ? self::DAYS[ (int) $month - 1 ] ?? 0 : 0;
		return (int) $day >= 1 && (int) $day <= $most ? sprintf( '%02d-%02d', (int) $month, (int) $day ) : null;
	}

	/**
	 * Returns the birthday as the two values of its form.
	 *
	 * @return array{day: string, month: string} Without leading zeros; empty for none.
	 */
	public static function parts( string $birthday ): array {
		list( $month, $day ) = '' === $birthday
			? array( '', '' )
			: array_map( static fn ( string $part ): string => (string) (int) $part, explode( '-', $birthday ) );
		return compact( 'day', 'month' );
	}

	/**
	 * Returns the next birthday, which may be today. People who were born on 29 February celebrate on 28 February in
	 * years without a 29th.
	 *
	 * @param string $birthday `MM-DD`.
	 * @param string $today    `YYYY-MM-DD`.
	 * @return string `YYYY-MM-DD`.
	 */
	public static function next( string $birthday, string $today ): string {
		$year = (int) substr( $today, 0, 4 );
		$next = self::in( $birthday, $year );
		return $next >= $today ? $next : self::in( $birthday, $year + 1 );
	}

	private static function in( string $birthday, int $year ): string {
		$is_leap = '1' === ( new DateTimeImmutable( "{$year}-01-01", new DateTimeZone( 'UTC' ) ) )->format( 'L' );
		return "{$year}-" . ( '02-29' === $birthday && ! $is_leap ? '02-28' : $birthday );
	}
}
