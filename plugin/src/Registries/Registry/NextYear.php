<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

/** Moves the day of a registry to the next year. Days are texts, `YYYY-MM-DD`. */
final class NextYear {

	/**
	 * Returns the next anniversary of a day, at least a year after the day, and not before today. In other years than leap
	 * years, that of 29 February is 28 February. Returns an empty text for no day.
	 */
	public static function day( string $day, string $today ): string {
		if ( 1 !== preg_match( '/^(\d{4})-(\d\d-\d\d)$/D', $day, $part ) ) {
			return '';
		}
		$year = max( (int) $part[1] + 1, (int) substr( $today, 0, 4 ) );
		$next = self::in_year( $year, $part[2] );
		return $next < $today ? self::in_year( $year + 1, $part[2] ) : $next;
	}

	private static function in_year( int $year, string $month_and_day ): string {
		$is_leap = ( 0 === $year % 4 && 0 !== $year % 100 ) || 0 === $year % 400;
		return sprintf( '%04d-%s', $year, '02-29' === $month_and_day && ! $is_leap ? '02-28' : $month_and_day );
	}
}
