<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use DateTimeImmutable;
use Largesse\Service\FieldRules;

/**
 * Day on which gifts are revealed to the owner of a registry (rules: Surprise). All days are `YYYY-MM-DD`.
 */
final class RevealDay {

	/**
	 * @param string|null $day   Day of the reveal; null for none.
	 * @param string|null $event Day of the occasion; null for none.
	 */
	private function __construct( public readonly ?string $day, private readonly ?string $event ) {}

	/**
	 * Returns the day of the reveal: the day that the owner chose, otherwise the day after the occasion.
	 *
	 * @param string $event  Stored day of the occasion; may be empty.
	 * @param string $chosen Stored day of the reveal; may be empty.
	 */
	public static function of( string $event, string $chosen ): self {
		$event = self::date( $event );
		$next  = null === $event ? null : ( new DateTimeImmutable( $event ) )->modify( '+1 day' )->format( 'Y-m-d' );
		return new self( self::date( $chosen ) ?? $next, $event );
	}

	/** Returns true if the day has come; false without a day. */
	public function has_come( string $today ): bool {
		// The day after 9999-12-31 has a fifth digit in its year, and would be sorted before all other days.
		return null !== $this->day && 10 === strlen( $this->day ) && $today >= $this->day;
	}

	/**
	 * Returns true if the day began at least an hour ago in every time zone; false without a day.
	 *
	 * @param int $now Seconds since 1970.
	 */
	public function has_come_everywhere( int $now ): bool {
		// A service that does not know the site's time zone reveals the gifts at 14:00 UTC. Wait one hour more.
		return null !== $this->day && $now >= strtotime( "{$this->day} 15:00 UTC" );
	}

	/** Returns true if the occasion is over and the day of the reveal has come; false without an occasion. */
	public function is_over( string $today ): bool {
		return null !== $this->event && $today > $this->event && $this->has_come( $today );
	}

	/** Returns a stored day; null if it is empty or invalid. */
	private static function date( string $ymd ): ?string {
		return '' === $ymd || null !== FieldRules::problem( 'event_date', $ymd ) ? null : $ymd;
	}
}
