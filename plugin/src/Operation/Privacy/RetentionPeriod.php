<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use DateTimeImmutable;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/**
 * Retention period of the gifts on a registry. It begins on the day of the event, on the day of an event with this
 * reveal, or on the day of the gift, whichever is latest. All days are `YYYY-MM-DD`.
 */
final class RetentionPeriod {

	/**
	 * Returns the first day of the period; null if each gift has its own period.
	 *
	 * @param string|null $reveal Day of the reveal; null for none.
	 * @param string      $event  Stored day of the event; may be empty or invalid.
	 */
	public static function begin( ?string $reveal, string $event ): ?string {
		if ( null === $reveal ) {
			return null;
		}
		// With the usual reveal (rules: Surprise), the retention period begins on the day of the event.
		$before = ( new DateTimeImmutable( $reveal ) )
			->modify( '-' . Rules::REVEAL_DAYS_AFTER_EVENT . ' days' )
			->format( 'Y-m-d' );
		return '' === $event || null !== FieldRules::problem( 'event_date', $event ) ? $before : max( $event, $before );
	}

	/**
	 * Checks whether the period of gifts made before a day is over. `$begin` is the result of `begin()`, `$before` is
	 * today, minus the length of the period.
	 */
	public static function is_over( ?string $begin, string $before ): bool {
		return null === $begin || $begin <= $before;
	}
}
