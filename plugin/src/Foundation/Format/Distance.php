<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

/** Chooses the unit in which people express the time until a day. */
final class Distance {

	/** Maximum number of days and of months. Longer times are expressed in the next unit. */
	private const MOST_DAYS   = 99;
	private const MOST_MONTHS = 23;

	/** Days of an average month and year. */
	private const MONTH = 30.44;
	private const YEAR  = 365.25;

	/** @return array{0: string, 1: int} Unit (day, month or year) and the number for a number of days. */
	public static function unit( int $days ): array {
		$months = (int) round( $days / self::MONTH );
		return match ( true ) {
			$days <= self::MOST_DAYS     => array( 'day', $days ),
			$months <= self::MOST_MONTHS => array( 'month', $months ),
			default                      => array( 'year', (int) round( $days / self::YEAR ) ),
		};
	}
}
